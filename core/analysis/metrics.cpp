// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics.h"

namespace headscope::core {
namespace {

const HeadStatistics& statisticsOf(const LayerTrace& layer, int head) {
    return layer.statistics[static_cast<std::size_t>(head)];
}

// Rows that may see no key have nothing to measure; a row with one key must put all its weight there, which
// says nothing about the head, so measures of spread and strength start at two keys.
std::optional<double> valueWhen(const LayerTrace& layer, Index query, std::int32_t fewestKeys, float value) {
    if (layer.visible[static_cast<std::size_t>(query)] < fewestKeys) return std::nullopt;
    return static_cast<double>(value);
}

std::optional<double> entropy(const LayerTrace& layer, int head, Index query) {
    return valueWhen(layer, query, 1, statisticsOf(layer, head).entropy[static_cast<std::size_t>(query)]);
}

std::optional<double> relativeEntropy(const LayerTrace& layer, int head, Index query) {
    return layer.relativeEntropy(head, query);
}

std::optional<double> largest(const LayerTrace& layer, int head, Index query) {
    return valueWhen(layer, query, 2, statisticsOf(layer, head).largest[static_cast<std::size_t>(query)]);
}

std::optional<double> distance(const LayerTrace& layer, int head, Index query) {
    return valueWhen(layer, query, 1, statisticsOf(layer, head).distance[static_cast<std::size_t>(query)]);
}

std::optional<double> sink(const LayerTrace& layer, int head, Index query) {
    return valueWhen(layer, query, 1, statisticsOf(layer, head).special[static_cast<std::size_t>(query)]);
}

constexpr Metric table[] = {
    {"entropy", HEADSCOPE_TEXT("Metric", "Entropy"),
     HEADSCOPE_TEXT("Metric",
                    "How spread out a row of weights is: 0 when all weight is on one key, ln n when it is "
                    "even over n keys. "
                    "Mean over the queries that may see a key."),
     Unit::Nats, entropy},
    {"relative_entropy", HEADSCOPE_TEXT("Metric", "Relative entropy"),
     HEADSCOPE_TEXT(
         "Metric",
         "Entropy divided by the largest it could be for the keys each query may see: 0 = one key, 1 = even. "
         "Mean over the queries that may see at least two keys."),
     Unit::Share, relativeEntropy},
    {"max", HEADSCOPE_TEXT("Metric", "Max"),
     HEADSCOPE_TEXT("Metric",
                    "The largest weight of a row. Mean over the queries that may see at least two keys."),
     Unit::Share, largest},
    {"distance", HEADSCOPE_TEXT("Metric", "Distance"),
     HEADSCOPE_TEXT("Metric",
                    "How many tokens away a query looks, weighted by attention. Mean over the queries that "
                    "may see a key."),
     Unit::Tokens, distance},
    {"sink", HEADSCOPE_TEXT("Metric", "Sink"),
     HEADSCOPE_TEXT("Metric",
                    "The share of weight on special tokens. Mean over the queries that may see a key."),
     Unit::Share, sink},
};

}  // namespace

std::span<const Metric> metrics() noexcept {
    return table;
}

const Metric* metricNamed(std::string_view id) noexcept {
    for (const Metric& metric : table) {
        if (metric.id == id) return &metric;
    }
    return nullptr;
}

Accumulated measure(const Metric& metric, const LayerTrace& layer, int head) {
    Accumulated total;
    for (Index query = 0; query < layer.queries(); ++query) {
        if (const auto value = metric.row(layer, head, query)) total.add(*value);
    }
    return total;
}

std::vector<HeadMeasures> measureHeads(const Trace& trace) {
    std::vector<HeadMeasures> all;
    for (const HeadId head : trace.headIds()) {
        HeadMeasures one{head, {}};
        for (const Metric& metric : table) one.values.push_back(measure(metric, trace.at(head), head.head));
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace headscope::core
