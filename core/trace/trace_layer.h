// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/trace/trace.h"

namespace headscope::core {

/// What one attention layer computes with.
struct LayerInputs {
    AttentionKind kind = AttentionKind::Self;
    int layer = 0;
    int heads = 0;
    int kvHeads = 0;
    Index headDim = 0;
    Matrix q;  ///< [query, heads × headDim], after position embedding, before the scale
    Matrix k;  ///< [key, kvHeads × headDim]
    Matrix v;  ///< [key, kvHeads × headDim]
    LayerTables tables;
    ScoreRules rules;                       ///< of all heads
    std::vector<ScoreRules> headRules;      ///< per head where they differ; else empty
    std::vector<Edit> edits;                ///< those of this layer
    std::vector<std::uint8_t> specialKeys;  ///< per key, 1 = special token; empty: none
    bool keepValues = false;
    bool keepOutputs = false;
};

/// One layer's trace and its head outputs.
struct TracedLayer {
    std::shared_ptr<LayerTrace> trace;  ///< whose outputNorms whoever projects z can add
    Matrix z;                           ///< [query, heads × headDim]: pattern × v, gated
};

/// Attention of one layer: panels of some query rows against all keys exist at a time; statistics, thumbnail
/// and head output are made from them and the panel is forgotten. The result does not depend on the number of
/// threads. Long texts report more often than once.
TracedLayer traceLayer(const Compute& compute, LayerInputs inputs, const Progress& progress = {});

}  // namespace headscope::core
