// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/model/architectures.h"
#include "core/model/slots.h"
#include "core/tensor/operations.h"

namespace headscope::core {

struct MlpWeights {
    PackedLinear up;
    PackedLinear gate;  ///< empty for a plain MLP
    PackedLinear down;
    std::size_t bytes() const noexcept;
};

/// A convolution over positions and the norm that follows it.
struct ConvolutionWeights {
    std::vector<Matrix> taps;  ///< [out, in / groups] for each place of the kernel
    Vector bias;
    NormWeights norm;
};

/// What a layer without attention has instead: three parts of each position come out of `in`, one of them is
/// convolved with the positions before it.
struct ShortConvolutionWeights {
    PackedLinear in;  ///< [3 · width, width]
    Matrix kernel;    ///< [width, taps], the last tap being the position itself
    Vector bias;      ///< or empty
    PackedLinear out;
};

/// One layer ready for multiplication, except its experts. Fused where they share an input: q, k and v are
/// the rows of one matrix. Norms that the family has not are absent.
struct LayerWeights {
    PackedLinear qkv;        ///< [(heads + 2 · kvHeads) × headDim, modelDim]
    PackedLinear globalQkv;  ///< the same for the rows of global tokens, or empty
    PackedLinear attentionOut;
    std::optional<NormWeights> attentionNorm, attentionOutNorm, mlpNorm, mlpOutNorm;
    /// Over one head, over all heads, or the heads' own weights one after the other (QkNorm).
    std::optional<NormWeights> qNorm, kNorm;
    /// Of the table of distances: [heads × headDim, modelDim], or empty where those of q and k serve it.
    PackedLinear distanceKey, distanceQuery;
    std::optional<ConvolutionWeights> convolution;
    std::optional<ShortConvolutionWeights> shortConvolution;
    Vector sinks;         ///< [heads], or empty
    MlpWeights mlp;       ///< empty where there are experts
    PackedLinear router;  ///< [experts, modelDim], or empty
    std::size_t bytes() const noexcept;
};

/// Converts the tensors of one layer to floats in the order in which the forward pass wants them, and packs
/// them; weights that the file has in sixteen bits stay in these.
LayerWeights layerWeights(const Compute& compute, const LayerSlots& slots, const LayerPlan& plan,
                          const Architecture& architecture, const ModelConfig& config);
/// What a layer has besides its linear layers.
LayerWeights normsAndSinks(const LayerSlots& slots, const Architecture& architecture);

/// Whether a layer can be multiplied as the file has it: matrices [out, in] that canMultiply(), nothing to
/// take apart or to turn, and no part of them that a table of distances needs.
bool canStayStored(const LayerSlots& slots, const Architecture& architecture, const ModelConfig& config);
/// Such a layer without a copy of its matrices.
LayerWeights storedLayerWeights(const LayerSlots& slots, const LayerPlan& plan,
                                const Architecture& architecture, const ModelConfig& config);
MlpWeights storedExpertWeights(const LayerSlots& slots, int expert);

/// layerWeights() for one expert.
MlpWeights expertWeights(const Compute& compute, const LayerSlots& slots, int expert,
                         const Architecture& architecture);

/// Bytes of everything in a layer once converted, all experts included.
std::size_t convertedBytes(const LayerSlots& slots) noexcept;

NormWeights normWeights(const NormSlot& slot, const Architecture& architecture);
/// Empty for an empty slot.
Linear linearWeights(const LinearSlot& slot);
PackedLinear packedWeights(const Compute& compute, const LinearSlot& slot);

/// Rows [begin, begin + count) of a stored matrix.
Matrix rowsOf(const TensorView& view, Index begin, Index count);
/// A stored vector; empty for null.
Vector vectorOf(const TensorView* view);

}  // namespace headscope::core
