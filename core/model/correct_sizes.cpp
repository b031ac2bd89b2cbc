// SPDX-License-Identifier: GPL-3.0-or-later
// What tensors know better than configurations.
#include <algorithm>

#include "core/model/binder.h"
#include "core/model/config_values.h"

namespace headscope::core {

// Of the two names of a tied matrix a file may keep either.
std::string_view tokenTableName(const Architecture& architecture, const ModelConfig& config,
                                const TensorFinder& finder) {
    const std::string_view own = architecture.names.tokenEmbedding;
    if (own.empty() || !config.tiedEmbeddings || finder.has(std::string(own) + ".weight")) return own;
    for (const OutputHead& head : architecture.outputs) {
        const bool stored = head.vocabulary && !head.projection.empty() &&
                            finder.has(std::string(head.projection) + ".weight");
        if (stored) return head.projection;
    }
    return own;
}

namespace {

// Of layers, the last ones may be gone from a file (distilled or cut models whose config was left alone):
// what is left is a whole model. With gaps it is none, and the list of missing tensors says so.
void dropLayersWithoutWeights(const Architecture& architecture, const TensorFinder& finder,
                              ModelConfig& config) {
    const std::string_view pattern = attentionName(architecture.names);
    const std::size_t mark = pattern.find("{}");
    if (!architecture.groups.keys.empty() || mark == pattern.npos) return;
    const std::string begin = finder.prefix() + std::string(pattern.substr(0, mark));
    const std::vector<TensorView>& tensors = finder.checkpoint().tensors();
    const auto isStored = [&](int layer) {
        const std::string own = begin + std::to_string(layer) + '.';
        return std::any_of(tensors.begin(), tensors.end(),
                           [&](const TensorView& view) { return view.name.starts_with(own); });
    };
    int stored = 0;
    while (stored < config.layers && isStored(stored)) ++stored;
    if (stored == 0 || stored == config.layers) return;
    for (int layer = stored + 1; layer < config.layers; ++layer) {
        if (isStored(layer)) return;
    }
    config.layersNamed = config.layers;
    config.layers = stored;
    config.plans.resize(static_cast<std::size_t>(stored));
}

// The row of the first token where positions count from the padding id. Needs the size of the table.
Index firstPosition(const TensorFinder& finder, const ModelConfig& config) {
    if (config.paddingId >= 0 && config.paddingId < config.positions - 1) return config.paddingId + 1;
    throw Error(ErrorCode::ConfigInvalid,
                {finder.checkpoint().config().name(), "pad_token_id", std::to_string(config.paddingId),
                 "positions count from it and the position table has only " +
                     std::to_string(config.positions) + " rows"});
}

}  // namespace

void correctSizes(const Architecture& architecture, TensorFinder& finder, ModelConfig& config) {
    const TensorNames& names = architecture.names;
    const auto rows = [&](std::string_view name, Index fallback) {
        const TensorView* view =
            !name.empty() ? finder.find(std::string(name) + ".weight", {anySize, anySize}) : nullptr;
        return view ? view->shape[0] : fallback;
    };
    dropLayersWithoutWeights(architecture, finder, config);
    config.vocabSize = rows(tokenTableName(architecture, config, finder), config.vocabSize);
    if (!names.positionEmbedding.empty()) {
        const std::string weight = std::string(names.positionEmbedding) + ".weight";
        const TensorView* view = finder.find(weight, positionShape(finder, weight, anySize));
        if (view) config.positions = view->elements() / view->shape.back();
    }
    config.typeCount = rows(names.typeEmbedding, config.typeCount);
    if (config.experts.count == 0 && !names.mlpUp.empty()) {
        const LinearName up = linearName(tensorName(names.mlpUp, LayerPlan{}), architecture.linear);
        const TensorView* view =
            finder.find(up.stem + ".weight", linearShape(up.layout, anySize, config.modelDim));
        if (view) config.mlpDim = view->shape[up.layout == LinearLayout::InOut ? 1 : 0];
    }
    // Distances go on beyond what a model was trained for; rows of a table, and angles, do not.
    if (config.design.position == PositionKind::None && config.ropes.empty()) config.positions = 0;
    config.maxTokens = config.positions - config.positionOffset;
    // What others of these scalings write into the config is the stretched length already.
    for (const RopeSettings& rope : config.ropes) {
        if (rope.scaling == RopeScaling::Dynamic)
            config.maxTokens = static_cast<Index>(std::min(
                static_cast<double>(config.positions) * rope.factor, static_cast<double>(largestSize)));
    }
    if (config.design.position == PositionKind::LearnedAfterPadding)
        config.maxTokens = config.positions - firstPosition(finder, config);
    if (config.positions > 0 && config.maxTokens < 1) {
        throw Error(ErrorCode::ConfigInvalid,
                    {finder.checkpoint().config().name(), "max_position_embeddings",
                     std::to_string(config.positions), "it leaves no position for a token"});
    }
}

}  // namespace headscope::core
