// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/tensor/packed_matrix.h"

namespace headscope::core {

/// Keys [begin, end) that a query may see.
struct KeyRange {
    Index begin = 0;
    Index end = 0;
    Index size() const noexcept { return end - begin; }
};

/// Who may attend to whom, by position.
struct Mask {
    bool causal = false;
    /// 0: no limit. Causal: a query sees exactly `window` keys, itself included; else keys with |query − key|
    /// ≤ window.
    Index window = 0;

    KeyRange visible(Index query, Index keys) const noexcept;
    bool operator==(const Mask&) const = default;
};

/// Everything between q · k and the weights that is the same for every row of a head:
/// score = cap(scale · (q·k + terms of position) + bias[key − query] + bias[key]), then mask, optional sink,
/// softmax.
struct ScoreRules {
    float scale = 1;
    /// Added by offset key − query; size queries + keys − 1, entry 0 is offset −(queries − 1). Empty: none.
    std::vector<float> offsetBias{};
    std::vector<float> keyBias{};  ///< added by key; empty: none
    float softCap = 0;             ///< c · tanh(score / c) (Gemma 2); 0: none
    Mask mask{};
    std::vector<std::uint8_t> keyAllowed{};  ///< per key, 0 = no query may see it; empty: all may be seen
    std::optional<float> sink{};             ///< logit of an extra column that is dropped after softmax
    /// Row of the position tables (ScoreTables) by offset key − query, in the order of offsetBias; rises or
    /// falls with the offset. Empty: no tables.
    std::vector<std::int32_t> tableRows{};
    /// Positions whose queries see every key and whose keys every query sees (Longformer), ascending. The
    /// mask limits the others.
    std::vector<Index> globalTokens{};

    bool isGlobal(Index position) const noexcept;
    /// The smallest range that has all keys a query may see; single keys inside may still be disallowed.
    KeyRange visible(Index query, Index keys) const noexcept;
    bool allowed(Index query, Index key, Index keys) const noexcept;
    Index visibleCount(Index query, Index keys) const noexcept;
};

/// What one head of some families multiplies beyond q · k. Looks at somebody else's matrices; no rows:
/// absent.
struct ScoreTables {
    static MatrixView none() { return {nullptr, 0, 0, Eigen::OuterStride<>(0)}; }
    /// [row, headDim]: q · its row is added to the score (content to position; He et al. 2021, equation 4).
    MatrixView onQueries = none();
    /// [row, headDim]: k · its row is added to the score (position to content).
    MatrixView onKeys = none();
    /// [key, headDim]: the keys that rows of global tokens look at in place of k (Beltagy et al. 2020, 3.1).
    MatrixView globalKeys = none();
};

/// What turns a score of a row into its weight: exp(score − shift) / sum. Kept as two numbers, because their
/// combination shift + ln sum would round away digits of the weight where scores are large.
struct RowNormaliser {
    float shift = 0;  ///< the largest score, or the sink where that is larger
    float sum = 1;    ///< over visible keys and the sink

    float factor() const noexcept { return 1.0F / sum; }
};

/// What softmax found in one row. A row that may see no key has visible 0, zero weights and zero everything.
struct RowSummary {
    RowNormaliser normaliser;
    float entropy = 0;  ///< nats, of the weights renormalised over keys (the sink is not a key)
    float largest = 0;
    Index largestKey = -1;  ///< first of equals
    Index visible = 0;      ///< number of keys the row may see
};

/// The keys of one head, laid out for the multiply. A look at somebody else's k beside a copy of it.
struct PackedKeys {
    PackedKeys(const MatrixView& k) : PackedKeys(k, PackedMatrix::ofRows(k)) {}
    PackedKeys(const MatrixView& k, PackedMatrix packedBefore) : keys(k), packed(std::move(packedBefore)) {}
    MatrixView keys;      ///< [key, headDim], after position embedding
    PackedMatrix packed;  ///< one output per key
};

/// The one way from q and k to attention weights: the forward pass, tiles, tables and exports all use it. A
/// look at somebody else's q and k, which must outlive it. May be used from many threads.
class Scores {
public:
    /// q [query, headDim], after position embedding and before the scale.
    Scores(const Kernels& kernels, MatrixView q, PackedKeys k, const ScoreRules& rules,
           const ScoreTables& tables = {});

    Index queries() const noexcept { return m_q.rows(); }
    Index keys() const noexcept { return m_k.keys.rows(); }
    /// The contiguous part of the keys that the mask leaves; single keys inside may still be disallowed.
    KeyRange visible(Index query) const noexcept { return m_rules.visible(query, keys()); }
    bool allowed(Index query, Index key) const noexcept { return m_rules.allowed(query, key, keys()); }

    /// Scores before softmax of rows [first, first + out.rows()) into out [row, keys]; −∞ where not allowed.
    void scorePanel(Index first, MutableMatrixView out) const;
    /// Keys that any of some rows sees.
    KeyRange seenByPanel(Index firstRow, Index rows) const noexcept;
    /// exp(score − shift) of rows [first, first + out.rows()) into out [row, keys], and what softmax found in
    /// each row: its normaliser's factor makes weights of them. 0 where not allowed; columns of keys that no
    /// row sees stay as they are.
    void raisedPanel(Index first, MutableMatrixView out, std::span<RowSummary> summaries) const;
    /// Weights of a rectangle from normalisers kept by an earlier run: no other column is looked at.
    /// out [row, key] begins at (firstRow, firstKey); `normalisers` has one entry per row of `out`.
    void weightTile(Index firstRow, Index firstKey, std::span<const RowNormaliser> normalisers,
                    MutableMatrixView out) const;

private:
    void products(Index firstRow, KeyRange keys, MutableMatrixView out) const;
    void hideBetween(Index query, Index firstKey, Eigen::Ref<Eigen::ArrayXf> row) const;
    KeyRange seenOf(Index query, Index firstKey, Index columns) const noexcept;
    void seenScores(Index firstRow, Index firstKey, MutableMatrixView out) const;
    void maskedScores(Index firstRow, Index firstKey, MutableMatrixView out) const;

    const Kernels& m_kernels;
    MatrixView m_q;
    PackedKeys m_k;
    const ScoreRules& m_rules;
    ScoreTables m_tables;
};

}  // namespace headscope::core
