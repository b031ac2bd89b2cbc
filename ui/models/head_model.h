// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "ui/figures/state.h"
#include "ui/models/label_text.h"

namespace headscope::ui {

/// One row per head of a run: name, type, then a column for each of headMetrics(). The type is what the head
/// is for, by its strongest label, and what its pattern looks like where there is none or none yet. Of B − A:
/// name, how much the head changed, then how much each of headMetrics() did, sorted by size. Localised with
/// QLocale(); a metric that no row of the head counts for reads "–".
class HeadModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// TypeColumn holds the change of differences.
    enum Column { HeadColumn, TypeColumn, FirstMetricColumn };
    enum Role {
        SortRole = Qt::UserRole,  ///< raw value: double for metrics (invalid when there is none; of
                                  ///< differences without sign), int otherwise
        BarRole,   ///< double 0 … 1: the value as a part of the column's largest; invalid elsewhere
        TypeRole,  ///< int of the core::HeadType whose colour it has, in TypeColumn
    };

    explicit HeadModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// `difference` is null, or compares `run`, its B, with A; `changes` may come later.
    void setRun(RunPtr run, ComparedRunsPtr difference = nullptr, HeadChangesPtr changes = nullptr);
    /// What the heads of the run are for; null: not known.
    void setLabels(HeadLabelsPtr labels);
    bool ofDifferences() const { return m_difference != nullptr; }
    /// After a change of language or number format.
    void retranslate();

    /// Precondition: 0 ≤ row < rowCount().
    core::HeadId headAt(int row) const;
    /// −1 when the run has no such head.
    int rowOf(core::HeadId head) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isNumber(int column) const {
        return column >= FirstMetricColumn || (column > HeadColumn && m_difference);
    }
    std::optional<double> value(const Run& run, int row, int metric) const;
    std::optional<double> value(int row, int metric) const;
    QVariant changeData(int row, int role) const;
    QVariant headData(int row, int role) const;
    QVariant typeData(int row, int role) const;
    QVariant metricData(int row, int metric, int role) const;

    RunPtr m_run;
    ComparedRunsPtr m_difference;
    HeadChangesPtr m_changes;
    HeadLabelsPtr m_labels;
    std::vector<double> m_largest;  // per metric, of absolute means
};

}  // namespace headscope::ui
