// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>

#include "core/analysis/links.h"
#include "ui/figures/state.h"
#include "ui/models/row_map.h"

namespace headscope::ui {

/// Links, one row each: what is linked, such as "tired → animal" or a head, and the weight.
class LinkModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        WeightRole = Qt::UserRole,  ///< double; of differences with its sign
        WeightTextRole,             ///< localised, three digits
    };

    explicit LinkModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// `links` count in rows of `pattern`; `rows` leads back to token positions.
    void show(std::vector<core::Link> links, const core::PatternPtr& pattern, const RowMap& rows);
    struct Entry {
        Selection pair;
        QString text;
        double weight = 0;
    };
    void show(std::vector<Entry> entries, bool differences);
    void clear();

    /// What a row names. Precondition: 0 ≤ row < rowCount().
    Selection pairAt(int row) const;
    /// −1 when the pair is none of the links.
    int rowOf(const Selection& selection) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<Entry> m_entries;
    bool m_differences = false;
};

}  // namespace headscope::ui
