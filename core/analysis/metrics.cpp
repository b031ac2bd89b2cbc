// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics.h"

#include <cmath>

#include "core/analysis/weighted_metrics.h"

namespace headscope::core {
namespace {

// Keys this near, on both sides, are local.
constexpr Index near = HeadStatistics::nearest;

// Rows that may see no key have nothing to measure; a row with one key must put all its weight there, which
// says nothing about the head, so measures of spread and strength start at two keys.
template <typename Value>
std::optional<double> valueWhen(const MeasuredRow& row, Index fewestKeys, Value value) {
    if (row.counted < fewestKeys) return std::nullopt;
    return static_cast<double>(value());
}

// −Σ p ln p with p = weight / sum.
double entropyOf(const MeasuredRow& row) {
    if (row.found != nullptr)
        return static_cast<double>(row.found->entropy[static_cast<std::size_t>(row.query)]);
    double total = 0;
    for (const float weight : row.weights) {
        const double share = static_cast<double>(weight) / row.sum;
        if (share > 0) total -= share * std::log(share);
    }
    return total;
}

std::optional<double> entropy(const MeasuredRow& row) {
    return valueWhen(row, 1, [&] { return entropyOf(row); });
}

std::optional<double> relativeEntropy(const MeasuredRow& row) {
    return valueWhen(row, 2, [&] { return entropyOf(row) / std::log(static_cast<double>(row.counted)); });
}

std::optional<double> largest(const MeasuredRow& row) {
    return valueWhen(row, 2, [&] {
        return row.found != nullptr ? row.found->largest[static_cast<std::size_t>(row.query)]
                                    : row.weights.maxCoeff();
    });
}

double distanceOf(const MeasuredRow& row) {
    if (row.found != nullptr)
        return static_cast<double>(row.found->distance[static_cast<std::size_t>(row.query)]);
    double total = 0;
    for (Index key = 0; key < row.weights.size(); ++key)
        total += static_cast<double>(row.weights[key]) * static_cast<double>(std::abs(key - row.query));
    return total;
}

std::optional<double> distance(const MeasuredRow& row) {
    return valueWhen(row, 1, [&] { return distanceOf(row); });
}

std::optional<double> relativeDistance(const MeasuredRow& row) {
    const double even = row.layer.evenDistance[static_cast<std::size_t>(row.query)];
    if (even == 0) return std::nullopt;
    return valueWhen(row, 1, [&] { return distanceOf(row) / even; });
}

// The share of a row on keys that are dropped unless everything is measured; nothing where there is no such
// key.
std::optional<double> shareOn(const MeasuredRow& row, const std::vector<Index>& keys) {
    if (row.layer.text.specials != Specials::Raw || keys.empty()) return std::nullopt;
    return valueWhen(row, 1, [&] { return row.on(keys); });
}

std::optional<double> sink(const MeasuredRow& row) {
    if (row.layer.text.specials != Specials::Raw) return std::nullopt;
    return valueWhen(row, 1, [&] { return row.on(row.layer.text.special); });
}

std::optional<double> sinkFirst(const MeasuredRow& row) {
    if (!row.layer.sees(row.query, 0)) return std::nullopt;
    return valueWhen(row, 2, [&] { return row.weights[0]; });
}

std::optional<double> sinkOpening(const MeasuredRow& row) {
    return shareOn(row, row.layer.text.opening);
}

std::optional<double> sinkSeparating(const MeasuredRow& row) {
    return shareOn(row, row.layer.text.separating);
}

std::optional<double> sinkPunctuation(const MeasuredRow& row) {
    const std::vector<Index>& keys = row.layer.text.punctuation;
    if (keys.empty()) return std::nullopt;
    return valueWhen(row, 1, [&] { return row.on(keys); });
}

std::optional<double> atOffset(const MeasuredRow& row, Index offset) {
    const Index key = row.query + offset;
    if (row.counted == 0 || !row.layer.sees(row.query, key)) return std::nullopt;
    return static_cast<double>(row.weights[key]);
}

std::optional<double> previous(const MeasuredRow& row) {
    return atOffset(row, -1);
}

std::optional<double> next(const MeasuredRow& row) {
    return atOffset(row, 1);
}

std::optional<double> same(const MeasuredRow& row) {
    return atOffset(row, 0);
}

std::optional<double> duplicate(const MeasuredRow& row) {
    const std::vector<Index>& earlier = row.layer.text.earlierEqual;
    std::optional<double> total;
    if (row.counted == 0) return total;
    for (Index key = earlier[static_cast<std::size_t>(row.query)]; key >= 0;
         key = earlier[static_cast<std::size_t>(key)]) {
        if (row.layer.sees(row.query, key))
            total = total.value_or(0.0) + static_cast<double>(row.weights[key]);
    }
    return total;
}

std::optional<double> local(const MeasuredRow& row) {
    const Index begin = std::max<Index>(0, row.query - near);
    const Index end = std::min<Index>(row.weights.size(), row.query + near + 1);
    return valueWhen(row, 1, [&] { return row.weights.segment(begin, end - begin).cast<double>().sum(); });
}

std::optional<double> block(const MeasuredRow& row) {
    const MeasuredText& text = row.layer.text;
    if (!text.twoSegments) return std::nullopt;
    return valueWhen(row, 1, [&] {
        const int own = text.segment[static_cast<std::size_t>(row.query)];
        double total = 0;
        for (Index key = 0; key < row.weights.size(); ++key) {
            if (text.segment[static_cast<std::size_t>(key)] == own)
                total += static_cast<double>(row.weights[key]);
        }
        return total;
    });
}

std::optional<double> even(const MeasuredRow& row) {
    return valueWhen(row, 2, [&] { return 1.0 / static_cast<double>(row.counted); });
}

std::optional<double> evenSink(const MeasuredRow& row) {
    if (row.layer.text.specials != Specials::Raw) return std::nullopt;
    return valueWhen(row, 2, [&] { return row.layer.evenSpecial[static_cast<std::size_t>(row.query)]; });
}

std::optional<double> rowSum(const MeasuredRow& row) {
    return valueWhen(row, 1, [&] { return row.sum; });
}

std::optional<double> verticality(const MeasuredHead& head) {
    const auto keys = static_cast<double>((head.layer.text.counts > 0).count());
    const double total = head.received.sum();
    if (head.rows == 0 || keys < 2 || total <= 0) return std::nullopt;
    double entropy = 0;
    for (const double received : head.received) {
        const double share = received / total;
        if (share > 0) entropy -= share * std::log(share);
    }
    return 1 - entropy / std::log(keys);
}

float foundEntropy(const HeadStatistics& rows, std::size_t query, Index) {
    return rows.entropy[query];
}

float foundRelativeEntropy(const HeadStatistics& rows, std::size_t query, Index visible) {
    return rows.entropy[query] / std::log(static_cast<float>(visible));
}

float foundLargest(const HeadStatistics& rows, std::size_t query, Index) {
    return rows.largest[query];
}

float foundDistance(const HeadStatistics& rows, std::size_t query, Index) {
    return rows.distance[query];
}

float foundSink(const HeadStatistics& rows, std::size_t query, Index) {
    return rows.special[query];
}

// Of metrics that ask for W_O, too.
constexpr KeepOptions weighted{.values = true, .outputs = true};

// The first five are those that the window has room for beside every head.
constexpr Metric table[] = {
    {"entropy", HEADSCOPE_TEXT("Metric", "Entropy"),
     HEADSCOPE_TEXT("Metric",
                    "How spread out a row of weights is: 0 when all weight is on one key, ln n when it is "
                    "even over n keys. "
                    "Mean over the queries that may see a key."),
     Unit::Nats, entropy, nullptr, foundEntropy},
    {"relative_entropy", HEADSCOPE_TEXT("Metric", "Relative entropy"),
     HEADSCOPE_TEXT(
         "Metric",
         "Entropy divided by the largest it could be for the keys each query may see: 0 = one key, 1 = even. "
         "Mean over the queries that may see at least two keys."),
     Unit::Share, relativeEntropy, nullptr, foundRelativeEntropy, 2},
    {"max", HEADSCOPE_TEXT("Metric", "Max"),
     HEADSCOPE_TEXT("Metric",
                    "The largest weight of a row. Mean over the queries that may see at least two keys."),
     Unit::Share, largest, nullptr, foundLargest, 2},
    {"distance", HEADSCOPE_TEXT("Metric", "Distance"),
     HEADSCOPE_TEXT("Metric",
                    "How many tokens away a query looks, weighted by attention. Mean over the queries that "
                    "may see a key."),
     Unit::Tokens, distance, nullptr, foundDistance},
    {"sink", HEADSCOPE_TEXT("Metric", "Sink"),
     HEADSCOPE_TEXT("Metric",
                    "The share of weight on special tokens. Mean over the queries that may see a key."),
     Unit::Share, sink, nullptr, foundSink},
    {"relative_distance", HEADSCOPE_TEXT("Metric", "Relative distance"),
     HEADSCOPE_TEXT(
         "Metric",
         "Distance divided by that of even attention to the keys the query may see: below 1 it looks "
         "nearer, above 1 farther. Mean over the queries that may see another key."),
     Unit::Ratio, relativeDistance},
    {"sink_first", HEADSCOPE_TEXT("Metric", "First token"),
     HEADSCOPE_TEXT(
         "Metric",
         "The weight on the first token, where models without special tokens rest (Xiao et al. 2024). "
         "Mean over the queries that may see it and another key."),
     Unit::Share, sinkFirst},
    {"sink_opening", HEADSCOPE_TEXT("Metric", "Opening token"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on special tokens that open the text, such as [CLS] or <s>. Mean over the "
         "queries that may see a key, in texts that have such a token."),
     Unit::Share, sinkOpening},
    {"sink_separator", HEADSCOPE_TEXT("Metric", "Separators"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on special tokens that do not open the text, such as [SEP] or </s>. Mean "
         "over the queries that may see a key, in texts that have such a token."),
     Unit::Share, sinkSeparating},
    {"sink_punctuation", HEADSCOPE_TEXT("Metric", "Punctuation"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on punctuation. Mean over the queries that may see a key, in texts that "
         "have any."),
     Unit::Share, sinkPunctuation},
    {"previous", HEADSCOPE_TEXT("Metric", "Previous token"),
     HEADSCOPE_TEXT("Metric",
                    "The weight on the token before the query. Mean over the queries that may see it."),
     Unit::Share, previous},
    {"same", HEADSCOPE_TEXT("Metric", "Same token"),
     HEADSCOPE_TEXT("Metric",
                    "The weight on the query's own position. Mean over the queries that may see it."),
     Unit::Share, same},
    {"next", HEADSCOPE_TEXT("Metric", "Next token"),
     HEADSCOPE_TEXT("Metric",
                    "The weight on the token after the query. Mean over the queries that may see it."),
     Unit::Share, next},
    {"local", HEADSCOPE_TEXT("Metric", "Locality"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on keys at most two tokens away, the query's own position included. Mean "
         "over the queries that may see a key."),
     Unit::Share, local},
    {"duplicate", HEADSCOPE_TEXT("Metric", "Duplicate token"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on earlier tokens that are equal to the query's (Wang et al. 2023). Mean "
         "over the queries that may see one, special tokens and punctuation left out."),
     Unit::Share, duplicate},
    {"block", HEADSCOPE_TEXT("Metric", "Own segment"),
     HEADSCOPE_TEXT(
         "Metric",
         "The share of weight on the text that the query stands in, of two. Mean over the queries that "
         "may see a key, where there are two texts."),
     Unit::Share, block},
    {"row_sum", HEADSCOPE_TEXT("Metric", "Row sum"),
     HEADSCOPE_TEXT("Metric",
                    "What the weights of a row add up to: below 1 where some goes to no token. Mean over the "
                    "queries that may see a key."),
     Unit::Share, rowSum},
    {"even", HEADSCOPE_TEXT("Metric", "Even weight"),
     HEADSCOPE_TEXT(
         "Metric",
         "What every key would get if attention were even: the baseline of weights on single tokens. Mean "
         "over the queries that may see at least two keys."),
     Unit::Share, even},
    {"even_sink", HEADSCOPE_TEXT("Metric", "Even sink"),
     HEADSCOPE_TEXT(
         "Metric",
         "What special tokens would get if attention were even: the baseline of Sink. Mean over the queries "
         "that may see at least two keys."),
     Unit::Share, evenSink},
    {"verticality", HEADSCOPE_TEXT("Metric", "Verticality"),
     HEADSCOPE_TEXT(
         "Metric",
         "How much all rows look at the same columns: 1 when all look at one key, 0 when every key "
         "receives the same. Of the whole pattern; mean over texts."),
     Unit::Share, nullptr, verticality},
    {"output_norm", HEADSCOPE_TEXT("Metric", "Output norm"),
     HEADSCOPE_TEXT(
         "Metric",
         "How long the vector is that the head adds to the output of its layer, a measure of its importance. "
         "Mean over the queries that may see a key."),
     Unit::Norm, outputNorm, nullptr, nullptr, 1, weighted},
    {"output_share", HEADSCOPE_TEXT("Metric", "Output share"),
     HEADSCOPE_TEXT(
         "Metric",
         "Output norm divided by the norm of all that the layer's attention adds: heads that cancel each "
         "other can exceed 1. Mean over the queries that may see a key."),
     Unit::Ratio, outputShare, nullptr, nullptr, 1, weighted},
    {"sink_value", HEADSCOPE_TEXT("Metric", "Value-weighted sink"),
     HEADSCOPE_TEXT(
         "Metric",
         "Sink, with every weight multiplied by the length of the value it brings: far below Sink, the head "
         "rests there. Mean over the queries that may see a key."),
     Unit::Share, valueWeightedSink, nullptr, nullptr, 1, weighted},
    {"sink_norm", HEADSCOPE_TEXT("Metric", "Norm-based sink"),
     HEADSCOPE_TEXT(
         "Metric",
         "Sink, with every weight multiplied by the length of what that key adds to the layer's output "
         "(Kobayashi et al. 2020). Mean over the queries that may see a key."),
     Unit::Share, normBasedSink, nullptr, nullptr, 1, weighted},
    {"sink_first_norm", HEADSCOPE_TEXT("Metric", "Norm-based first token"),
     HEADSCOPE_TEXT(
         "Metric",
         "First token, with every weight multiplied by the length of what that key adds to the layer's "
         "output. Mean over the queries that may see it and another key."),
     Unit::Share, normBasedFirst, nullptr, nullptr, 1, weighted},
    {"no_effect",
     HEADSCOPE_TEXT("Metric", "Without effect"),
     HEADSCOPE_TEXT(
         "Metric",
         "The part of the pattern that changes nothing in the head's output, because there are more keys "
         "than a head has dimensions (Brunner et al. 2020). Of the whole pattern, where no mask limits it; "
         "mean over texts."),
     Unit::Share,
     nullptr,
     withoutEffect,
     nullptr,
     1,
     {.values = true}},
};

}  // namespace

std::span<const Metric> metrics() noexcept {
    return table;
}

std::vector<const Metric*> allMetrics() {
    std::vector<const Metric*> all;
    for (const Metric& metric : table) all.push_back(&metric);
    return all;
}

std::vector<const Metric*> measuredMetrics(const MeasureOptions& options) {
    return options.metrics.empty() ? allMetrics() : options.metrics;
}

KeepOptions neededFor(const MeasureOptions& options) {
    KeepOptions needed;
    for (const Metric* metric : measuredMetrics(options)) {
        needed.values = needed.values || metric->needs.values;
        needed.hidden = needed.hidden || metric->needs.hidden;
        needed.outputs = needed.outputs || metric->needs.outputs;
    }
    return needed;
}

const Metric* metricNamed(std::string_view id) noexcept {
    for (const Metric& metric : table) {
        if (metric.id == id) return &metric;
    }
    return nullptr;
}

}  // namespace headscope::core
