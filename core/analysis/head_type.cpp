// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_type.h"

#include <algorithm>

#include "core/analysis/metrics.h"

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

double meanOf(std::string_view metric, const LayerTrace& layer, int head) {
    return measure(*metricNamed(metric), layer, head).mean().value_or(0.0);
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
    const double previous = offsets[HeadStatistics::nearest - 1];
    const double self = offsets[HeadStatistics::nearest];
    const double next = offsets[HeadStatistics::nearest + 1];
    const double sink = meanOf("sink", layer, head);
    const double spread = meanOf("relative_entropy", layer, head);
    const double local = statistics.nearMean;
    if (sink >= sinkShare) return {HeadType::Sink, sink};
    if (previous > offsetShare) return {HeadType::Previous, previous};
    if (next > offsetShare) return {HeadType::Next, next};
    if (self > offsetShare) return {HeadType::Self, self};
    if (spread >= broadEntropy) return {HeadType::Broad, spread};
    if (local > localShare) return {HeadType::Local, local};
    return {HeadType::Content, std::max(0.0, 1.0 - sink - local)};
}

}  // namespace headscope::core
