// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// One metric of every head, or how much it is larger in B.
struct HeadValues {
    const core::Metric* metric = nullptr;
    bool difference = false;
    std::vector<std::optional<double>> values;  ///< in the order of Trace::headIds()
    /// Smallest and largest; of differences −m and m, where m is the largest size. Nothing where no head has
    /// a value.
    std::optional<std::pair<double, double>> range;

    /// How far along its range a value lies, 0 … 1; ½ where all are the same.
    double position(double value) const;
    /// The places of the heads, largest value (of differences: largest size) first, equals by place, heads
    /// without value last.
    std::vector<std::size_t> order() const;
    /// "B − A: Entropy (nats)"
    QString title() const;
};

/// Those of A and of B with the range of both.
struct BesideValues {
    HeadValues a, b;
};
BesideValues onOneScale(HeadValues a, HeadValues b);

/// "nats", "tokens", or empty for shares.
QString unitText(core::Unit unit);

/// Whether the run has found the metric on its way.
bool hasMeasured(const Run& run, const core::Metric& metric);
/// The whole table of metrics: the model runs again and keeps more; of a mean over texts, over all of them.
/// Where there is no model, what the run has
/// found. For a job. Throws Error.
core::Measures measureAll(const Run& run, const core::Progress& progress);

/// Of one run, or with `before`, those of A, of B − A.
HeadValues headValues(const core::Metric& metric, const std::vector<core::HeadMeasures>& shown,
                      const std::vector<core::HeadMeasures>* before = nullptr);
/// The same of what is shown, measured now where the runs have not found it. For a job. Throws Error.
HeadValues headValues(const core::Metric& metric, const Run& run, const ComparedRunsPtr& difference,
                      const core::Progress& progress);

}  // namespace headscope::ui
