// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/max_attention_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/figures/caption.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"

namespace headscope::ui {

void MaxAttentionModel::show(const RunPtr& run, Content content, std::vector<core::Link> links) {
    const core::Trace& trace = *run->trace;
    beginResetModel();
    m_content = content;
    m_tokens = content.words ? core::wordGroups(trace.tokens, trace.spec.input).words : trace.tokens;
    m_places = RowMap(trace.tokens, content.words);
    m_links = std::move(links);
    endResetModel();
}

void MaxAttentionModel::clear() {
    beginResetModel();
    m_links.clear();
    endResetModel();
}

void MaxAttentionModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

Selection MaxAttentionModel::pairAt(int row) const {
    const core::Link& link = m_links[static_cast<std::size_t>(row)];
    Selection pair{link.head, m_places.positionOf(link.query), std::nullopt};
    if (link.key >= 0) pair.key = m_places.positionOf(link.key);
    return pair;
}

int MaxAttentionModel::rowOf(const Selection& selection) const {
    const bool known = selection.query && *selection.query < m_places.positions();
    const core::Index query = known ? m_places.rowOf(*selection.query) : -1;
    const auto found = std::find_if(m_links.begin(), m_links.end(), [&](const core::Link& link) {
        return m_content.rows == Rows::Heads ? link.head == selection.head : link.query == query;
    });
    return found == m_links.end() ? -1 : static_cast<int>(found - m_links.begin());
}

int MaxAttentionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_links.size());
}

int MaxAttentionModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString MaxAttentionModel::display(const core::Link& link, int column) const {
    const auto label = [this](core::Index place) { return tokenLabel(token(place)).text; };
    const auto position = [this](core::Index place) { return QString::number(m_places.positionOf(place)); };
    const bool blind = link.key < 0;
    switch (column) {
        case WhoColumn:
            return m_content.rows == Rows::Heads ? QString::fromStdString(core::headName(link.head))
                                                 : label(link.query);
        case KeyColumn:
            return blind ? QStringLiteral("–") : label(link.key);
        case WeightColumn:
            return blind                   ? QStringLiteral("–")
                   : m_content.differences ? signedText(link.weight, 3)
                                           : numberText(link.weight, 3);
        case PositionsColumn: {
            const QString key = blind ? QStringLiteral("–") : position(link.key);
            return QStringLiteral("%1 → %2").arg(position(link.query), key);
        }
    }
    return {};
}

QVariant MaxAttentionModel::sortValue(const core::Link& link, int column) const {
    switch (column) {
        case WhoColumn:
            return m_content.rows == Rows::Heads ? QVariant(link.head.layer * 10000 + link.head.head)
                                                 : QVariant(static_cast<qlonglong>(link.query));
        case KeyColumn:
        case PositionsColumn:
            return link.key < 0 ? QVariant() : QVariant(static_cast<qlonglong>(link.key));
        case WeightColumn:
            return link.key < 0 ? QVariant() : QVariant(std::abs(link.weight));
    }
    return {};
}

QVariant MaxAttentionModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const core::Link& link = m_links[static_cast<std::size_t>(index.row())];
    const bool text = index.column() == WhoColumn || index.column() == KeyColumn;
    if (role == Qt::DisplayRole) return display(link, index.column());
    if (role == SortRole) return sortValue(link, index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (index.column() == WeightColumn && link.key >= 0) {
        if (role == BarRole) return std::abs(link.weight);
        if (role == Qt::ToolTipRole)
            return m_content.differences ? signedText(link.weight, 6) : numberText(link.weight, 6);
    }
    if (role == SpecialRole && text) {
        const core::Index place = index.column() == KeyColumn ? link.key : link.query;
        const bool named = index.column() == KeyColumn || m_content.rows == Rows::Tokens;
        return named && place >= 0 && token(place).special;
    }
    return {};
}

QVariant MaxAttentionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const bool heads = m_content.rows == Rows::Heads;
    const bool text = section == WhoColumn || section == KeyColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
        case WhoColumn:
            return heads ? tr("Head") : m_content.words ? tr("Word") : tr("Token");
        case KeyColumn:
            if (m_content.differences)
                return tip ? tr("The key whose weight differs most between A and B") : tr("Changed most");
            return tip ? tr("The key with the largest weight") : tr("Looks most at");
        case WeightColumn:
            if (m_content.differences)
                return tip ? noteFor(tr("The weight of that key in B, less that in A"), m_content.words)
                           : QStringLiteral("B − A");
            return tip ? noteFor(tr("The weight of that key"), m_content.words) : tr("Weight");
        case PositionsColumn:
            return !tip              ? tr("Positions")
                   : m_content.words ? tr("Positions of the first pieces of query and key, counted from 0")
                                     : tr("Positions of query and key, counted from 0");
        default:
            return {};
    }
}

}  // namespace headscope::ui
