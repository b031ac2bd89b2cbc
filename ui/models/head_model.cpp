// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/head_model.h"

#include <algorithm>
#include <cmath>

#include "ui/models/head_change_text.h"
#include "ui/models/wording.h"

namespace headscope::ui {

namespace {

int asInt(std::size_t count) {
    return static_cast<int>(count);
}

const core::Metric& metricAt(int index) {
    return headMetrics()[static_cast<std::size_t>(index)];
}

}  // namespace

void HeadModel::setRun(RunPtr run, ComparedRunsPtr difference, HeadChangesPtr changes) {
    beginResetModel();
    m_run = std::move(run);
    m_difference = std::move(difference);
    m_changes = std::move(changes);
    m_labels.reset();
    m_largest.assign(headMetrics().size(), 0);
    for (int row = 0; row < rowCount(); ++row) {
        for (int metric = 0; metric < asInt(m_largest.size()); ++metric) {
            double& largest = m_largest[static_cast<std::size_t>(metric)];
            largest = std::max(largest, std::abs(value(row, metric).value_or(0)));
        }
    }
    endResetModel();
}

void HeadModel::setLabels(HeadLabelsPtr labels) {
    if (labels == m_labels) return;
    m_labels = std::move(labels);
    if (rowCount() > 0) emit dataChanged(index(0, TypeColumn), index(rowCount() - 1, TypeColumn));
}

void HeadModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

core::HeadId HeadModel::headAt(int row) const {
    return m_run->measures[static_cast<std::size_t>(row)].head;
}

int HeadModel::rowOf(core::HeadId head) const {
    if (!m_run) return -1;
    const auto& measures = m_run->measures;
    const auto found = std::find_if(measures.begin(), measures.end(),
                                    [head](const core::HeadMeasures& row) { return row.head == head; });
    return found == measures.end() ? -1 : static_cast<int>(found - measures.begin());
}

int HeadModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_run ? 0 : asInt(m_run->measures.size());
}

int HeadModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstMetricColumn + asInt(headMetrics().size());
}

std::optional<double> HeadModel::value(const Run& run, int row, int metric) const {
    const auto& values = run.measures[static_cast<std::size_t>(row)].values;
    return values[static_cast<std::size_t>(metric)].mean();
}

std::optional<double> HeadModel::value(int row, int metric) const {
    const std::optional<double> own = value(*m_run, row, metric);
    if (!m_difference) return own;
    const std::optional<double> before = value(*m_difference->a, row, metric);
    return own && before ? std::optional(*own - *before) : std::nullopt;
}

QVariant HeadModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (index.column() == HeadColumn) return headData(index.row(), role);
    if (index.column() == TypeColumn && m_difference) return changeData(index.row(), role);
    if (index.column() == TypeColumn) return typeData(index.row(), role);
    return metricData(index.row(), index.column() - FirstMetricColumn, role);
}

QVariant HeadModel::headData(int row, int role) const {
    const core::HeadId head = headAt(row);
    if (role == Qt::DisplayRole) return QString::fromStdString(core::headName(head));
    if (role == Qt::ToolTipRole) return headTitle(head);
    if (role == SortRole) return row;
    return {};
}

QVariant HeadModel::typeData(int row, int role) const {
    const core::HeadTypeEvidence& evidence = m_run->types[static_cast<std::size_t>(row)];
    const std::span<const core::HeadLabel> labels = labelsOf(m_labels, headAt(row));
    if (labels.empty()) {
        if (role == Qt::DisplayRole) return headTypeText(evidence.type);
        if (role == Qt::ToolTipRole) return evidenceText(evidence);
        if (role == TypeRole) return static_cast<int>(evidence.type);
        // Heads that are known to be for something stand together, before others.
        if (role == SortRole)
            return static_cast<int>(core::labelInfos().size()) + static_cast<int>(evidence.type);
        return {};
    }
    if (role == Qt::DisplayRole) return labelShortName(labels.front());
    if (role == Qt::ToolTipRole) return labelLines(labels).join(QLatin1Char('\n'));
    if (role == TypeRole) return static_cast<int>(colourOf(labels.front().label));
    if (role == SortRole) return static_cast<int>(labels.front().label);
    return {};
}

QVariant HeadModel::changeData(int row, int role) const {
    if (!m_changes) return role == Qt::DisplayRole ? QVariant(QStringLiteral("…")) : QVariant();
    const core::HeadChange& change = (*m_changes)[static_cast<std::size_t>(row)];
    if (role == Qt::DisplayRole) return changeText(change);
    if (role == Qt::ToolTipRole) return changeLines(change, m_run->trace->tokens).join(QLatin1Char('\n'));
    if ((role == SortRole || role == BarRole) && change.largest)
        return std::abs(change.largest->difference());
    return {};
}

QVariant HeadModel::metricData(int row, int metric, int role) const {
    const std::optional<double> number = value(row, metric);
    if (role == Qt::DisplayRole)
        return m_difference ? metricChangeText(metricAt(metric), number)
                            : metricText(metricAt(metric), number);
    if (!number) return {};
    if (role == SortRole) return m_difference ? std::abs(*number) : *number;
    if (role == Qt::ToolTipRole && m_difference) {
        return QStringLiteral("%1 %2 → %3 %4")
            .arg(metricName(metricAt(metric)), numberText(*value(*m_difference->a, row, metric), 6),
                 numberText(*value(*m_run, row, metric), 6), unitText(metricAt(metric).unit))
            .trimmed();
    }
    if (role == Qt::ToolTipRole) {
        return QStringLiteral("%1 %2 %3")
            .arg(metricName(metricAt(metric)), numberText(*number, 6), unitText(metricAt(metric).unit))
            .trimmed();
    }
    const double largest = m_largest[static_cast<std::size_t>(metric)];
    if (role == BarRole && largest > 0) return std::abs(*number) / largest;
    return {};
}

QVariant HeadModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (section >= FirstMetricColumn) {
        const core::Metric& metric = metricAt(section - FirstMetricColumn);
        if (role == Qt::DisplayRole)
            return m_difference ? QStringLiteral("Δ") + metricShortName(metric) : metricShortName(metric);
        if (role == Qt::AccessibleTextRole)
            return m_difference ? tr("Change of: %1").arg(metricName(metric)) : metricName(metric);
        if (role == Qt::ToolTipRole) {
            return QStringLiteral("%1: %2").arg(metricName(metric), metricDefinition(metric));
        }
        return {};
    }
    const bool head = section == HeadColumn;
    if (!head && m_difference) {
        if (role == Qt::DisplayRole) return tr("Change");
        return role == Qt::ToolTipRole ? changeDefinition() : QVariant();
    }
    if (role == Qt::DisplayRole) return head ? tr("Head") : tr("Type");
    if (role == Qt::ToolTipRole) {
        return head ? tr("Layer and head, both counted from 0")
                    : tr("What the head is for, as far as there is evidence, with the strongest first; else "
                         "what its pattern looks like in this run");
    }
    return {};
}

}  // namespace headscope::ui
