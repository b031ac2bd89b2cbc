// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "ui/figures/state.h"

namespace headscope::ui {

/// The strongest key of every token for one head, or of one token for every head. Read from the statistics of
/// the run, so nothing is computed here; always of tokens, also while words are shown.
class MaxAttentionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Rows { Tokens, Heads };
    enum Column { WhoColumn, KeyColumn, WeightColumn, PositionsColumn, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole,  ///< raw value; invalid in a row that may see no key
        BarRole,                  ///< double 0 … 1, in WeightColumn
        SpecialRole,              ///< bool: the token of this cell is a special token
    };

    explicit MaxAttentionModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// What the rows are about: every token as `head` sees it, or every head as it sees the token at `query`.
    void show(RunPtr run, Rows rows, core::HeadId head, std::optional<core::Index> query);
    void retranslate();

    Rows rows() const { return m_rows; }
    /// What a row names. Precondition: 0 ≤ row < rowCount().
    Selection pairAt(int row) const;
    /// The row about `selection`'s query (or head); −1 when there is none.
    int rowOf(const Selection& selection) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry {
        core::HeadId head;
        core::Index query = 0;
        core::Index key = -1;
        double weight = 0;
    };
    void addEntry(core::HeadId head, core::Index query);
    QString display(const Entry& entry, int column) const;
    QVariant sortValue(const Entry& entry, int column) const;

    RunPtr m_run;
    Rows m_rows = Rows::Tokens;
    core::HeadId m_head;
    std::optional<core::Index> m_query;
    std::vector<Entry> m_entries;
};

}  // namespace headscope::ui
