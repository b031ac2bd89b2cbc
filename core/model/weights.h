// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/model/architectures.h"
#include "core/model/layer_weights.h"
#include "core/model/model.h"
#include "core/model/outputs.h"

namespace headscope::core {

/// The tensors of a checkpoint in the roles a family gives them; converted to floats layer by layer at first
/// use and kept up to a budget. May be used from many threads.
class Weights {
public:
    /// Finds every tensor the family needs, checks shapes and types, and corrects sizes in `config` that
    /// tensors tell better (vocabulary, positions, MLP width). Throws Error(TensorsMissing) with all that is
    /// missing, TensorShapeWrong, TensorTypeUnsupported, ConfigInvalid for a padding id without a row in the
    /// position table. What is wrong with the tensors of an output makes only that output unavailable.
    /// `checkpoint` must outlive this. `budget` is how many bytes of converted weights stay in memory; layers
    /// beyond it are converted at every run: a scan over all layers would make any least-recently-used cache
    /// miss every time, keeping the first ones hits for those.
    Weights(const Compute& compute, const Checkpoint& checkpoint, Architecture architecture,
            ModelConfig& config, std::size_t budget);

    /// The weights of a layer by its place in the model, packed; layers that share weights get the same.
    std::shared_ptr<const LayerWeights> layer(int index) const;
    /// The same for a multiply: packed from the second use on, so that a model that is run once is read once
    /// and never copied. As stored, too, where the budget keeps no more.
    std::shared_ptr<const LayerWeights> layerToMultiply(int index) const;
    /// One expert of a layer, the same way.
    std::shared_ptr<const MlpWeights> expertToMultiply(int layer, int expert) const;
    /// Rows `ids` of the token embedding, [ids, embeddingDim]. Ids must be in range.
    Matrix tokenRows(std::span<const std::int32_t> ids) const;
    const TensorView* positionTable() const noexcept {  ///< null: none
        return m_slots.embedding.positions ? &*m_slots.embedding.positions : nullptr;
    }
    const TensorView* typeTable() const noexcept { return m_slots.embedding.types; }  ///< null: none
    /// [bucket, heads]; empty: none.
    const Matrix& positionBias() const noexcept { return m_positionBias; }
    /// [2 · span, modelDim], normed where the model norms it; empty: none.
    const Matrix& distances() const noexcept { return m_distances; }
    const std::optional<NormWeights>& embeddingNorm() const noexcept { return m_embeddingNorm; }
    const std::optional<NormWeights>& finalNorm() const noexcept { return m_finalNorm; }
    /// From the embedding's width to the model's, and back; empty: none.
    const PackedLinear& embeddingProjection() const noexcept { return m_embeddingProjection; }
    const PackedLinear& outputProjection() const noexcept { return m_outputProjection; }
    const std::vector<OutputSlot>& outputs() const noexcept { return m_outputs; }
    const TensorReport& report() const noexcept { return m_report; }
    Index parameters() const noexcept { return m_parameters; }
    /// Bytes of the largest layer once converted, with all its experts; of all layers.
    std::size_t largestLayer() const noexcept { return m_largestLayer; }
    std::size_t allLayers() const noexcept { return m_allLayers; }

private:
    void writeReport(const Checkpoint& checkpoint, const TensorFinder& finder);
    void measureLayers();

    Compute m_compute;
    Architecture m_architecture;
    std::size_t m_budget;
    ModelConfig m_config;
    ModelSlots m_slots;
    std::optional<NormWeights> m_embeddingNorm;
    std::optional<NormWeights> m_finalNorm;
    Matrix m_positionBias;
    Matrix m_distances;
    PackedLinear m_embeddingProjection;
    PackedLinear m_outputProjection;
    std::vector<OutputSlot> m_outputs;
    TensorReport m_report;
    Index m_parameters = 0;
    std::size_t m_largestLayer = 0;
    std::size_t m_allLayers = 0;

    /// Which stored weights: a layer's number, its number inside a shared group, and an expert (−1: the
    /// layer).
    struct Key {
        int stored = 0;
        int inner = 0;
        int expert = -1;
        auto operator<=>(const Key&) const = default;
    };
    /// Whether what is asked for by this key now stays as stored.
    bool staysStored(const Key& key, int layer) const;
    template <typename T, typename Make>
    std::shared_ptr<const T> cached(std::map<Key, std::shared_ptr<const T>>& kept, const Key& key,
                                    const Make& make) const;

    mutable std::mutex m_mutex;
    mutable std::map<Key, std::shared_ptr<const LayerWeights>> m_layers;
    mutable std::map<Key, std::shared_ptr<const MlpWeights>> m_experts;
    mutable std::size_t m_cachedBytes = 0;
    mutable std::set<Key> m_used;  ///< what was multiplied with as stored
    mutable bool m_full = false;   ///< something did not fit the budget
};

}  // namespace headscope::core
