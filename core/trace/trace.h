// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/trace/run_spec.h"

namespace headscope::core {

/// A pattern pooled by maximum to at most 64 × 64, for overviews. Empty for a head without pattern.
struct Thumbnail {
    static constexpr Index side = 64;
    Index rows = 0;
    Index columns = 0;
    std::vector<std::uint8_t>
        tones;  ///< row-major; 255 · √weight, so that small weights keep their difference

    std::uint8_t tone(Index row, Index column) const {
        return tones[static_cast<std::size_t>(row * columns + column)];
    }
};

/// What one run found in the rows of one head; made while its weights existed, kept when they are gone.
struct HeadStatistics {
    // One entry per query.
    std::vector<RowNormaliser> normalisers;
    std::vector<float> entropy;            ///< nats
    std::vector<float> largest;            ///< largest weight
    std::vector<std::int32_t> largestKey;  ///< its key; −1 in a row that may see no key
    std::vector<float> distance;           ///< mean |query − key|, weighted
    std::vector<float> special;            ///< share of the row on special tokens
    // One entry per key.
    std::vector<float> received;  ///< sum over queries of the weight on this key
    // Over the whole head.
    static constexpr Index nearest = 2;
    /// Mean weight at offsets key − query = −2 … 2, over the rows that may see that key.
    std::array<double, 2 * nearest + 1> offsetMean{};
    /// Mean share of a row on the keys with |key − query| ≤ 2, over the rows that may see any key. Not the
    /// sum of offsetMean, whose entries are means over different rows.
    double nearMean = 0;
    Thumbnail thumbnail;
};

/// What the layers of some families compute with besides q, k and v, as ScoreTables has it for one head;
/// empty matrices are absent.
struct LayerTables {
    Matrix onQueries;     ///< [row, heads × headDim]
    Matrix onKeys;        ///< [row, heads × headDim]
    Matrix globalKeys;    ///< [key, heads × headDim]
    Matrix globalValues;  ///< [key, heads × headDim]: what rows of global tokens add up in place of v
};

/// One layer of one run. Immutable once made; runs that agree up to this layer share it.
struct LayerTrace {
    AttentionKind kind = AttentionKind::Self;
    int layer = 0;
    int heads = 0;
    int kvHeads = 0;
    Index headDim = 0;
    Matrix q;  ///< [query, heads × headDim], after position embedding, before the scale
    Matrix k;  ///< [key, kvHeads × headDim]
    Matrix v;  ///< [key, kvHeads × headDim], or empty when not kept
    Matrix z;  ///< [query, heads × headDim]: pattern × v, gated; empty when not kept
    /// Per query ‖Σ over heads + bias‖, the output of the attention before its norm; empty when z is not
    /// kept.
    Eigen::ArrayXf outputNorms;
    LayerTables tables;                 ///< its values empty when not kept
    ScoreRules rules;                   ///< of all heads: scale, mask
    std::vector<ScoreRules> headRules;  ///< per head where they differ (position biases, sinks); else empty
    std::vector<std::int32_t> visible;  ///< per query: the number of keys it may see
    std::vector<HeadStatistics> statistics;  ///< per head
    std::vector<Edit> edits;                 ///< those of this layer that it ran with

    Index queries() const noexcept { return q.rows(); }
    Index keys() const noexcept { return k.rows(); }
    /// Which key/value head serves `head` (grouped queries: consecutive heads share).
    int kvHead(int head) const noexcept { return head / (heads / kvHeads); }
    /// What the run multiplied the head's output with; 1 without an edit.
    float gate(int head) const noexcept;
    const ScoreRules& rulesOf(int head) const noexcept {
        return headRules.empty() ? rules : headRules[static_cast<std::size_t>(head)];
    }
    /// A look at this layer, which must outlive it.
    Scores scores(const Kernels& kernels, int head) const;
    /// The same with the keys of kvHead(head) packed before.
    Scores scores(const Kernels& kernels, int head, PackedMatrix packedKeys) const;
    PackedMatrix packedKeys(int kvHead) const;
    /// Entropy of a row divided by ln of the keys it may see; nothing for rows that see fewer than two.
    std::optional<double> relativeEntropy(int head, Index query) const;
};

/// The immutable result of one run. Patterns are not in it: they are made from q and k when somebody looks.
/// Of a mean over texts see mean_trace.h.
struct Trace {
    RunSpec spec;
    std::string modelName;
    std::vector<Token> tokens;
    Index tokensDropped = 0;  ///< cut off because the text was too long, on request
    std::vector<std::shared_ptr<const LayerTrace>> layers;  ///< null where a layer has no attention
    Matrix lastHidden;  ///< [position, modelDim], after the final norm: what output heads read
    /// hidden_0 … hidden_layers when kept, as `transformers` returns them; shared like layers
    std::vector<std::shared_ptr<const Matrix>> hidden;
    std::vector<std::shared_ptr<const Trace>> meanOf;  ///< the runs whose mean this is; else empty

    Index length() const noexcept { return static_cast<Index>(tokens.size()); }
    int layerCount() const noexcept { return static_cast<int>(layers.size()); }
    /// 0 for a layer without attention.
    int headCount(int layer) const noexcept;
    /// Null when there is no such layer, or it has no attention.
    const LayerTrace* find(HeadId head) const noexcept;
    /// Throws Error(NoSuchHead) with the counts that exist.
    const LayerTrace& at(HeadId head) const;
    /// All heads, layer by layer.
    std::vector<HeadId> headIds() const;
};

using TracePtr = std::shared_ptr<const Trace>;

/// About how many bytes a trace holds, layers that it shares with others among them.
std::size_t memoryOf(const Trace& trace) noexcept;

}  // namespace headscope::core
