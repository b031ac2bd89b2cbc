// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_type.h"

#include <algorithm>
#include <iterator>

namespace headscope::core {
namespace {

constexpr double sinkShare = 0.6;     // Clark et al. 2019: the cluster of heads that look at [SEP]
constexpr double offsetShare = 0.5;   // Clark et al. 2019, section 3.1
constexpr double broadEntropy = 0.9;  // share of the largest possible entropy
constexpr double localShare = 0.6;

struct TypeText {
    std::string_view id;
    std::string_view name;
};

constexpr TypeText texts[] = {
    {"content", HEADSCOPE_TEXT("HeadType", "Content")}, {"previous", HEADSCOPE_TEXT("HeadType", "Previous")},
    {"next", HEADSCOPE_TEXT("HeadType", "Next")},       {"self", HEADSCOPE_TEXT("HeadType", "Self")},
    {"sink", HEADSCOPE_TEXT("HeadType", "Sink")},       {"local", HEADSCOPE_TEXT("HeadType", "Local")},
    {"broad", HEADSCOPE_TEXT("HeadType", "Broad")},
};

/// What the rules look at.
struct Shares {
    double sink = 0;
    double previous = 0;
    double next = 0;
    double self = 0;
    double spread = 0;
    double local = 0;
};

std::vector<HeadTypeEvidence> typesOf(const Shares& s) {
    std::vector<HeadTypeEvidence> types;
    const auto add = [&](bool holds, HeadType type, double share) {
        if (holds) types.push_back({type, share});
    };
    add(s.sink >= sinkShare, HeadType::Sink, s.sink);
    add(s.previous > offsetShare, HeadType::Previous, s.previous);
    add(s.next > offsetShare, HeadType::Next, s.next);
    add(s.self > offsetShare, HeadType::Self, s.self);
    add(s.spread >= broadEntropy, HeadType::Broad, s.spread);
    add(s.local > localShare, HeadType::Local, s.local);
    return types;
}

HeadTypeEvidence typeOf(const Shares& s) {
    const std::vector<HeadTypeEvidence> types = typesOf(s);
    if (!types.empty()) return types.front();
    return {HeadType::Content, std::max(0.0, 1.0 - s.sink - s.local)};
}

/// Nothing unless the metrics that the rules ask for are there, with special tokens.
std::optional<Shares> sharesOf(const Measures& measures, const HeadMeasures& head) {
    constexpr std::string_view needed[] = {"sink", "previous", "next", "same", "relative_entropy", "local"};
    const auto has = [&](std::string_view id) {
        return std::any_of(measures.metrics.begin(), measures.metrics.end(),
                           [&](const Metric* metric) { return metric->id == id; });
    };
    if (measures.specials != Specials::Raw || !std::all_of(std::begin(needed), std::end(needed), has))
        return std::nullopt;
    const auto mean = [&](std::string_view id) { return measures.mean(head, id).value_or(0.0); };
    return Shares{.sink = mean("sink"),
                  .previous = mean("previous"),
                  .next = mean("next"),
                  .self = mean("same"),
                  .spread = mean("relative_entropy"),
                  .local = mean("local")};
}

}  // namespace

std::string_view headTypeId(HeadType type) noexcept {
    return texts[static_cast<std::size_t>(type)].id;
}

std::string_view headTypeName(HeadType type) noexcept {
    return texts[static_cast<std::size_t>(type)].name;
}

HeadTypeEvidence headType(const LayerTrace& layer, int head) {
    const HeadStatistics& statistics = layer.statistics[static_cast<std::size_t>(head)];
    const auto& offsets = statistics.offsetMean;
    Accumulated sink;
    Accumulated spread;
    for (Index query = 0; query < layer.queries(); ++query) {
        const auto row = static_cast<std::size_t>(query);
        if (layer.visible[row] > 0) sink.add(static_cast<double>(statistics.special[row]));
        if (const auto relative = layer.relativeEntropy(head, query)) spread.add(*relative);
    }
    return typeOf({.sink = sink.mean().value_or(0.0),
                   .previous = offsets[HeadStatistics::nearest - 1],
                   .next = offsets[HeadStatistics::nearest + 1],
                   .self = offsets[HeadStatistics::nearest],
                   .spread = spread.mean().value_or(0.0),
                   .local = statistics.nearMean});
}

std::optional<HeadTypeEvidence> headType(const Measures& measures, const HeadMeasures& head) {
    const std::optional<Shares> shares = sharesOf(measures, head);
    return shares ? std::optional(typeOf(*shares)) : std::nullopt;
}

std::vector<HeadTypeEvidence> patternTypes(const Measures& measures, const HeadMeasures& head) {
    const std::optional<Shares> shares = sharesOf(measures, head);
    return shares ? typesOf(*shares) : std::vector<HeadTypeEvidence>();
}

}  // namespace headscope::core
