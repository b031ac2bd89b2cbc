// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/architectures.h"
#include "core/model/slots.h"
#include "core/model/tensor_finder.h"

namespace headscope::core {

/// Finds the tensors that a table row names. What is missing is noted in the finder and left null.
class Binder {
public:
    /// All three must outlive the binder.
    Binder(const Architecture& architecture, const ModelConfig& config, TensorFinder& finder)
        : m_architecture(architecture), m_config(config), m_finder(finder) {}

    EmbeddingSlots embedding() const;
    /// Throws Error(TensorShapeWrong, TensorTypeUnsupported).
    LayerSlots layer(const LayerPlan& plan) const;

private:
    const TensorView* table(std::string_view name, Index width) const;
    const TensorView* positionBias() const;
    LinearSlot linear(const std::string& name, Index out, Index in, const BiasRule& bias) const;
    /// A projection of what attention reads, `rows` of it, in one tensor or in one for each of `heads`.
    std::vector<LinearSlot> rowsOfHeads(std::string_view pattern, const LayerPlan& plan, int heads,
                                        Index rows) const;
    std::vector<LinearSlot> attentionOut(const LayerPlan& plan) const;
    /// An absent name is an absent norm.
    std::optional<NormSlot> norm(const std::string& name, Index width, const BiasRule& bias) const;
    std::optional<NormSlot> norm(const std::string& name, Index width) const {
        return norm(name, width, m_architecture.normBias);
    }
    void bindQkv(const LayerPlan& plan, LayerSlots& slots) const;
    /// What a table of distances and a convolution need in one layer.
    void bindDistances(const LayerPlan& plan, LayerSlots& slots) const;
    void bindShortConvolution(const LayerPlan& plan, LayerSlots& slots) const;
    void bindHeadNorms(const LayerPlan& plan, LayerSlots& slots) const;
    void bindMlps(const LayerPlan& plan, LayerSlots& slots) const;
    MlpSlots mlp(const LayerPlan& plan, int expert) const;
    MlpSlots stackedExperts(const LayerPlan& plan) const;

    const Architecture& m_architecture;
    const ModelConfig& m_config;
    TensorFinder& m_finder;
};

/// `pattern` with {} replaced by the layer's number in the file, {i} by its number inside a shared group, {e}
/// and {h} by `part`.
std::string tensorName(std::string_view pattern, const LayerPlan& plan, int part = 0);

/// The pattern of what attention reads with: q, or the fused q, k and v.
std::string_view attentionName(const TensorNames& names) noexcept;

/// Whether each head has a tensor of its own.
bool isPerHead(std::string_view pattern) noexcept;

/// The name of a linear layer without .weight, and how its matrix lies: as the others of the model do, or
/// transposed when its name in the row ends with ".T".
struct LinearName {
    std::string stem;
    LinearLayout layout = LinearLayout::OutIn;
};
LinearName linearName(std::string_view name, LinearLayout usual);

/// How a linear layer of `out` rows and `in` columns is stored.
std::vector<Index> linearShape(LinearLayout layout, Index out, Index in);
/// The axes of a position table: [position, width], or with one more for the batch as hand-written models
/// have.
std::vector<Index> positionShape(const TensorFinder& finder, const std::string& weight, Index width);
/// The name of the token table: of the two names of a tied matrix a file may keep either.
std::string_view tokenTableName(const Architecture& architecture, const ModelConfig& config,
                                const TensorFinder& finder);

/// Sizes that tensors know better than configs in the wild do: padded vocabularies, edited position tables,
/// MLP widths, layers that were cut off. Sets the longest input the model reads.
void correctSizes(const Architecture& architecture, TensorFinder& finder, ModelConfig& config);

}  // namespace headscope::core
