// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace headscope::core {

/// Count, sum and sum of squares of a number over rows; adds exactly over parts.
struct Accumulated {
    Index count = 0;
    double sum = 0;
    double squares = 0;

    void add(double value) {
        ++count;
        sum += value;
        squares += value * value;
    }
    /// Nothing when no row counted.
    std::optional<double> mean() const {
        return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
    }
};

enum class Unit { Nats, Share, Tokens };

/// One measure of a head: the table row behind columns, charts and files.
struct Metric {
    std::string_view id;          ///< "entropy"; the name in files
    std::string_view name;        ///< "Entropy"; translation context "Metric"
    std::string_view definition;  ///< one sentence for people; translation context "Metric"
    Unit unit;
    /// The value of one row of a head; nothing for a row that does not count (e.g. it may see no key).
    std::optional<double> (*row)(const LayerTrace& layer, int head, Index query);
};

/// The metric table. Adding a metric is one row in metrics.cpp.
std::span<const Metric> metrics() noexcept;
/// Null for an unknown id.
const Metric* metricNamed(std::string_view id) noexcept;

/// Over all rows of a head.
Accumulated measure(const Metric& metric, const LayerTrace& layer, int head);

/// A head with every metric, in the order of the table.
struct HeadMeasures {
    HeadId head;
    std::vector<Accumulated> values;
};
std::vector<HeadMeasures> measureHeads(const Trace& trace);

}  // namespace headscope::core
