// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/reuse.h"

#include <algorithm>

#include "core/model/edits.h"
#include "core/model/rope.h"

namespace headscope::core {
namespace {

bool hasWhat(const Trace& trace, KeepOptions keep) {
    return std::all_of(trace.layers.begin(), trace.layers.end(), [&](const auto& layer) {
        return !layer || ((!keep.values || layer->v.size() > 0) && (!keep.outputs || layer->z.size() > 0));
    });
}

/// Whether what stands before a token alone decides about it, whatever follows.
bool readsForward(const ModelConfig& config) {
    const bool causal = std::all_of(config.plans.begin(), config.plans.end(),
                                    [](const LayerPlan& plan) { return plan.attention && plan.mask.causal; });
    return causal && config.distances.span == 0 && config.design.globalTokens == GlobalTokens::Never;
}

/// Whether positions turn alike in texts of both lengths.
bool turnsAlike(const ModelConfig& config, Index a, Index b) {
    return std::all_of(config.ropes.begin(), config.ropes.end(), [&](const RopeSettings& rope) {
        return inverseFrequencies(rope, a) == inverseFrequencies(rope, b);
    });
}

}  // namespace

int sharedLayers(const Trace& base, const RunSpec& spec, KeepOptions keep) {
    const bool usable = !base.hidden.empty() && hasWhat(base, keep) && base.spec.input == spec.input &&
                        base.spec.cutToFit == spec.cutToFit;
    if (!usable) return 0;
    int layer = 0;
    while (layer + 1 < base.layerCount() && editsOf(base.spec.edits, layer) == editsOf(spec.edits, layer))
        ++layer;
    return layer;
}

Index sharedTokens(const ModelConfig& config, const Trace& base, const Trace& next, KeepOptions keep) {
    keep.values = true;
    const bool usable = base.spec.edits == next.spec.edits && !base.spec.input.vectors &&
                        !next.spec.input.vectors && hasWhat(base, keep) &&
                        (!keep.hidden || !base.hidden.empty()) && readsForward(config) &&
                        turnsAlike(config, base.length(), next.length());
    if (!usable) return 0;
    const auto same = [](const Token& a, const Token& b) { return a.id == b.id && a.typeId == b.typeId; };
    const auto [end, other] =
        std::mismatch(base.tokens.begin(), base.tokens.end(), next.tokens.begin(), next.tokens.end(), same);
    return std::min<Index>(end - base.tokens.begin(), next.length() - 1);
}

}  // namespace headscope::core
