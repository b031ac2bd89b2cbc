// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/max_attention_model.h"

#include <algorithm>

#include "ui/figures/token_label.h"
#include "ui/models/wording.h"

namespace headscope::ui {

void MaxAttentionModel::show(RunPtr run, Rows rows, core::HeadId head, std::optional<core::Index> query) {
    beginResetModel();
    m_run = std::move(run);
    m_rows = rows;
    m_head = head;
    m_query = query;
    m_entries.clear();
    if (m_run && rows == Rows::Tokens) {
        for (core::Index position = 0; position < m_run->trace->length(); ++position)
            addEntry(head, position);
    }
    if (m_run && rows == Rows::Heads && query) {
        for (core::HeadId each : m_run->trace->headIds()) addEntry(each, *query);
    }
    endResetModel();
}

void MaxAttentionModel::addEntry(core::HeadId head, core::Index query) {
    const core::LayerTrace* layer = m_run->trace->find(head);
    if (layer == nullptr || query >= layer->queries()) return;
    const core::HeadStatistics& statistics = layer->statistics[static_cast<std::size_t>(head.head)];
    const auto row = static_cast<std::size_t>(query);
    m_entries.push_back({head, query, statistics.largestKey[row], statistics.largest[row]});
}

void MaxAttentionModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

Selection MaxAttentionModel::pairAt(int row) const {
    const Entry& entry = m_entries[static_cast<std::size_t>(row)];
    Selection pair{entry.head, entry.query, std::nullopt};
    if (entry.key >= 0) pair.key = entry.key;
    return pair;
}

int MaxAttentionModel::rowOf(const Selection& selection) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return m_rows == Rows::Heads ? entry.head == selection.head : entry.query == selection.query;
    });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int MaxAttentionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int MaxAttentionModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString MaxAttentionModel::display(const Entry& entry, int column) const {
    const auto label = [this](core::Index position) {
        return tokenLabel(m_run->trace->tokens[static_cast<std::size_t>(position)]).text;
    };
    const bool blind = entry.key < 0;
    switch (column) {
        case WhoColumn:
            return m_rows == Rows::Heads ? QString::fromStdString(core::headName(entry.head))
                                         : label(entry.query);
        case KeyColumn:
            return blind ? QStringLiteral("–") : label(entry.key);
        case WeightColumn:
            return blind ? QStringLiteral("–") : numberText(entry.weight, 3);
        case PositionsColumn: {
            const QString key = blind ? QStringLiteral("–") : QString::number(entry.key);
            return QStringLiteral("%1 → %2").arg(QString::number(entry.query), key);
        }
    }
    return {};
}

QVariant MaxAttentionModel::sortValue(const Entry& entry, int column) const {
    switch (column) {
        case WhoColumn:
            return m_rows == Rows::Heads ? QVariant(entry.head.layer * 10000 + entry.head.head)
                                         : QVariant(static_cast<qlonglong>(entry.query));
        case KeyColumn:
        case PositionsColumn:
            return entry.key < 0 ? QVariant() : QVariant(static_cast<qlonglong>(entry.key));
        case WeightColumn:
            return entry.key < 0 ? QVariant() : QVariant(entry.weight);
    }
    return {};
}

QVariant MaxAttentionModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const bool text = index.column() == WhoColumn || index.column() == KeyColumn;
    if (role == Qt::DisplayRole) return display(entry, index.column());
    if (role == SortRole) return sortValue(entry, index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (index.column() == WeightColumn && entry.key >= 0) {
        if (role == BarRole) return entry.weight;
        if (role == Qt::ToolTipRole) return numberText(entry.weight, 6);
    }
    if (role == SpecialRole && text) {
        const core::Index position = index.column() == KeyColumn ? entry.key : entry.query;
        const bool token = index.column() == KeyColumn || m_rows == Rows::Tokens;
        return token && position >= 0 && m_run->trace->tokens[static_cast<std::size_t>(position)].special;
    }
    return {};
}

QVariant MaxAttentionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const bool heads = m_rows == Rows::Heads;
    const bool text = section == WhoColumn || section == KeyColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
        case WhoColumn:
            return heads ? tr("Head") : tr("Token");
        case KeyColumn:
            return tip ? tr("The key with the largest weight") : tr("Looks most at");
        case WeightColumn:
            return tip ? tr("The weight of that key") : tr("Weight");
        case PositionsColumn:
            return tip ? tr("Positions of query and key, counted from 0") : tr("Positions");
        default:
            return {};
    }
}

}  // namespace headscope::ui
