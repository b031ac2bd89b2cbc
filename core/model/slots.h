// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/architectures.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

// Tensors of a file in the roles they play, before they are converted. Null: the model has no such tensor.

struct LinearSlot {
    const TensorView* weight = nullptr;
    const TensorView* bias = nullptr;
    LinearLayout layout = LinearLayout::OutIn;
};

struct NormSlot {
    const TensorView* weight = nullptr;
    const TensorView* bias = nullptr;
};

/// One MLP, or all experts of a layer where each tensor has all of them.
struct MlpSlots {
    LinearSlot up, gate, gateUp, down;
};

/// What stands in place of attention: two linear layers, and the convolution between them [width, 1, taps].
struct ShortConvolutionSlots {
    LinearSlot in, kernel, out;
};

struct LayerSlots {
    /// Of q, of k and of v one, or one per head; or the fused ones first.
    std::array<std::vector<LinearSlot>, 3> qkv;
    std::vector<NormSlot> qNorm, kNorm;  ///< one, or one per head; empty: none
    const TensorView* sinks = nullptr;
    std::array<LinearSlot, 3> globalQkv;  ///< of global tokens' rows
    LinearSlot distanceKey, distanceQuery;
    std::vector<LinearSlot> out;  ///< one, or for each head its columns; empty: none
    std::optional<NormSlot> attentionNorm, attentionOutNorm, mlpNorm, mlpOutNorm;
    std::vector<MlpSlots> mlps;  ///< one, or one per expert
    LinearSlot router;
    ShortConvolutionSlots shortConvolution;
    LinearSlot convolution;  ///< of the first layer, [out, in / groups, kernel]
    std::optional<NormSlot> convolutionNorm;

    /// Of q, k and v, in that order.
    std::vector<LinearSlot> everyQkv() const {
        std::vector<LinearSlot> all;
        for (const auto& parts : qkv) all.insert(all.end(), parts.begin(), parts.end());
        return all;
    }
};

/// What stands before and after the layers.
struct EmbeddingSlots {
    const TensorView* tokens = nullptr;
    std::optional<TensorView> positions;  ///< [position, width] whatever axes the file gives it
    const TensorView* types = nullptr;
    std::optional<NormSlot> norm;
    const TensorView* positionBias = nullptr;
    const TensorView* distances = nullptr;
    std::optional<NormSlot> distancesNorm;
    LinearSlot projection;
    LinearSlot outputProjection;
    std::optional<NormSlot> finalNorm;
};

struct ModelSlots {
    std::map<std::string, TensorView, std::less<>> parts;  ///< of stored tensors, which slots point to
    EmbeddingSlots embedding;
    std::vector<LayerSlots> layers;
};

}  // namespace headscope::core
