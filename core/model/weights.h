// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/model/architectures.h"
#include "core/model/model.h"

namespace headscope::core {

/// One layer ready for multiplication. Fused where they share an input: q, k and v are the rows of one
/// matrix.
struct LayerWeights {
    Linear qkv;  ///< [(heads + 2 · kvHeads) × headDim, modelDim]
    Linear attentionOut;
    NormWeights attentionNorm;
    Linear up;
    Linear gate;  ///< empty for a plain MLP
    Linear down;
    NormWeights mlpNorm;
    std::size_t bytes() const noexcept;
};

/// An output head, its tensors found.
struct OutputSlot {
    const OutputHead* head = nullptr;
    const TensorView* dense = nullptr;  ///< null: no dense stage
    const TensorView* denseBias = nullptr;
    const TensorView* norm = nullptr;
    const TensorView* normBias = nullptr;
    const TensorView* projection = nullptr;
    const TensorView* bias = nullptr;
};

/// The tensors of a checkpoint in the roles a family gives them; converted to floats layer by layer at first
/// use and kept up to a budget. May be used from many threads.
class Weights {
public:
    /// Finds every tensor the family needs, checks shapes and types, and corrects sizes in `config` that
    /// tensors tell better (vocabulary, positions, MLP width). Throws Error(TensorsMissing) with all that is
    /// missing, TensorShapeWrong, TensorTypeUnsupported, ConfigInvalid for a padding id without a row in the
    /// position table. `checkpoint` must outlive this.
    Weights(const Checkpoint& checkpoint, const Architecture& architecture, ModelConfig& config);
    ~Weights();

    std::shared_ptr<const LayerWeights> layer(int index) const;
    /// Rows `ids` of the token embedding, [ids, modelDim]. Ids must be in range.
    Matrix tokenRows(std::span<const std::int32_t> ids) const;
    const TensorView* positionTable() const noexcept;   ///< null: none
    const TensorView* typeTable() const noexcept;       ///< null: none
    const NormWeights* embeddingNorm() const noexcept;  ///< null: none
    const NormWeights* finalNorm() const noexcept;      ///< null: none
    const std::vector<OutputSlot>& outputs() const noexcept;
    const TensorReport& report() const noexcept;
    Index parameters() const noexcept;

private:
    struct Slots;
    std::unique_ptr<Slots> m_slots;
    mutable std::mutex m_mutex;
    mutable std::vector<std::shared_ptr<const LayerWeights>> m_cache;
    mutable std::size_t m_cachedBytes = 0;
};

/// Rows [begin, begin + count) of a stored matrix.
Matrix rowsOf(const TensorView& view, Index begin, Index count);
/// A stored vector; empty for null.
Vector vectorOf(const TensorView* view);

}  // namespace headscope::core
