// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/link_model.h"

#include <algorithm>
#include <utility>

#include "ui/figures/isolated.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"

namespace headscope::ui {

void LinkModel::show(std::vector<core::Link> links, const core::PatternPtr& pattern, const RowMap& rows) {
    const auto label = [](const std::vector<core::Token>& tokens, core::Index place) {
        return isolated(tokenLabel(tokens[static_cast<std::size_t>(place)]).text);
    };
    std::vector<Entry> entries;
    for (const core::Link& link : links) {
        const QString text = QStringLiteral("%1 → %2").arg(label(pattern->rowTokens(), link.query),
                                                           label(pattern->columnTokens(), link.key));
        entries.push_back(
            {{link.head, rows.positionOf(link.query), rows.positionOf(link.key)}, text, link.weight});
    }
    show(std::move(entries), pattern->difference() != nullptr);
}

void LinkModel::show(std::vector<Entry> entries, bool differences) {
    beginResetModel();
    m_entries = std::move(entries);
    m_differences = differences;
    endResetModel();
}

void LinkModel::clear() {
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

Selection LinkModel::pairAt(int row) const {
    return m_entries[static_cast<std::size_t>(row)].pair;
}

int LinkModel::rowOf(const Selection& selection) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.pair.head == selection.head && entry.pair.query == selection.query &&
               entry.pair.key == selection.key;
    });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int LinkModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant LinkModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const QString weight = m_differences ? signedText(entry.weight, 3) : numberText(entry.weight, 3);
    switch (role) {
        case Qt::DisplayRole:
            return entry.text;
        case Qt::AccessibleTextRole:
            return QStringLiteral("%1  %2").arg(entry.text, weight);
        case WeightRole:
            return entry.weight;
        case WeightTextRole:
            return weight;
        default:
            return {};
    }
}

}  // namespace headscope::ui
