// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/analysis/links.h"
#include "ui/figures/state.h"
#include "ui/models/row_map.h"

namespace headscope::ui {

/// The strongest key, or of B − A the one that changed most, of every token or word for one head, or of one
/// token or word for every head. Computes
/// nothing: see strongestKeysOf().
class MaxAttentionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Rows { Tokens, Heads };
    /// What rows are of.
    struct Content {
        Rows rows = Rows::Tokens;
        bool words = false;
        bool differences = false;
    };
    enum Column { WhoColumn, KeyColumn, WeightColumn, PositionsColumn, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole,  ///< raw value, without sign; invalid in a row that may see no key
        BarRole,                  ///< double 0 … 1, in WeightColumn
        SpecialRole,              ///< bool: the token of this cell is a special token
    };

    explicit MaxAttentionModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// One row per link. Its query and key are tokens of `run`, or words.
    void show(const RunPtr& run, Content content, std::vector<core::Link> links);
    void clear();
    void retranslate();

    Rows rows() const { return m_content.rows; }
    /// What a row names. Precondition: 0 ≤ row < rowCount().
    Selection pairAt(int row) const;
    /// The row about `selection`'s query (or head); −1 when there is none.
    int rowOf(const Selection& selection) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const core::Token& token(core::Index place) const { return m_tokens[static_cast<std::size_t>(place)]; }
    QString display(const core::Link& link, int column) const;
    QVariant sortValue(const core::Link& link, int column) const;

    Content m_content;
    std::vector<core::Token> m_tokens;  // or words
    RowMap m_places;
    std::vector<core::Link> m_links;
};

}  // namespace headscope::ui
