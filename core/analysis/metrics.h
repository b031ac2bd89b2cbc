// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/measured_row.h"
#include "core/base/exact_sum.h"
#include "core/base/progress.h"

namespace headscope::core {

/// Count, sum and sum of squares of a number over rows; adds exactly over texts and parts, in any order.
struct Accumulated {
    Index count = 0;
    ExactSum sum;
    ExactSum squares;

    void add(double value) noexcept;
    void add(const Accumulated& other) noexcept;
    /// Nothing when no row counted.
    std::optional<double> mean() const noexcept;

    bool operator==(const Accumulated&) const = default;
};

enum class Unit { Nats, Share, Tokens, Ratio, Norm };
/// "nats", "share", "tokens", "ratio", "norm": the name in files.
std::string_view unitName(Unit unit) noexcept;

/// One measure of a head: the table row behind columns, charts, files, help and README.
struct Metric {
    std::string_view id;          ///< "entropy"; the name in files
    std::string_view name;        ///< "Entropy"; translation context "Metric"
    std::string_view definition;  ///< two sentences for people; translation context "Metric"
    Unit unit;
    /// The value of one row of a head; nothing for a row that does not count (e.g. it may see no key).
    std::optional<double> (*row)(const MeasuredRow& row);
    /// In place of it, the value of a whole pattern.
    std::optional<double> (*head)(const MeasuredHead& head) = nullptr;
    /// What the run itself has found for a row, with special tokens, in single precision; null: nothing.
    float (*found)(const HeadStatistics& rows, std::size_t query, Index visible) = nullptr;
    Index fewestKeys = 1;  ///< rows that may see fewer do not count there
    /// What a run has to keep for it. What it has not kept is not measured.
    KeepOptions needs = {};
};

/// The metric table. Adding a metric is one row in metrics.cpp.
std::span<const Metric> metrics() noexcept;
/// Every row of it.
std::vector<const Metric*> allMetrics();
/// Null for an unknown id.
const Metric* metricNamed(std::string_view id) noexcept;

/// Which numbers of a pattern.
struct MeasureOptions {
    std::vector<const Metric*> metrics{};  ///< empty: the whole table
    Specials specials = Specials::Raw;
    std::vector<Index> queries{};  ///< only these rows; empty: all
    bool keepRows = false;         ///< keep the value of every row, for medians
};
/// The metrics asked for, in the order of the results.
std::vector<const Metric*> measuredMetrics(const MeasureOptions& options);

/// What a run has to keep for them.
KeepOptions neededFor(const MeasureOptions& options);

/// A head with the metrics that were asked for, in that order.
struct HeadMeasures {
    HeadId head;
    std::vector<Accumulated> values;
    std::vector<std::vector<double>> rows;  ///< per metric the values of the rows that count, when kept

    /// The middle one of a metric's rows, or the mean of the middle two; nothing where none was kept.
    std::optional<double> median(std::size_t metric) const;
};

/// All heads of one run or of many.
struct Measures {
    std::vector<const Metric*> metrics;
    Specials specials = Specials::Raw;
    std::vector<HeadMeasures> heads;  ///< layer by layer

    /// Whether both hold the same metrics of the same heads, or one of them no heads yet.
    bool fits(const Measures& other) const noexcept;
    /// Adds those of another run of the same model with the same options. Throws Error(BadArgument) when they
    /// do not fit.
    void add(const Measures& other);
    /// Mean of a head's metric; nothing where no row counted, or the metric was not asked for.
    std::optional<double> mean(const HeadMeasures& head, std::string_view metric) const noexcept;
};

/// Of one run. The result does not depend on the number of threads. Metrics that ask for weights need the
/// model; null: they find nothing. Throws Error(Cancelled), and what reading weights throws.
Measures measureHeads(const Compute& compute, const Trace& trace, const MeasureOptions& options = {},
                      const Progress& progress = {}, const Model* model = nullptr);

/// The metrics that a run finds on its way, for every head: no pattern is made again, so that this costs next
/// to nothing. Equal to measureHeads() but for the rounding of floats.
Measures foundMeasures(const Trace& trace);

}  // namespace headscope::core
