// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/analysis/head_norms.h"

namespace headscope::core {

/// What metrics do with weights on special tokens: keep them; leave those columns out; leave them out and
/// scale each row to sum to 1 again.
enum class Specials { Raw, Without, Renormalised };
/// "raw", "without", "renormalised".
std::string_view specialsName(Specials specials) noexcept;
/// What specialsName() calls so; Raw for anything else.
Specials specialsNamed(std::string_view name) noexcept;

/// What metrics ask about the tokens of a text, found once per text.
struct MeasuredText {
    const std::vector<Token>& tokens;
    Specials specials = Specials::Raw;
    Eigen::ArrayXf counts;  ///< per key: 1 where its column is measured, else 0
    // The keys that are such, in order.
    std::vector<Index> special;      ///< special tokens
    std::vector<Index> opening;      ///< special tokens before all others ([CLS], <s>)
    std::vector<Index> separating;   ///< all other special tokens ([SEP], </s>, [MASK])
    std::vector<Index> punctuation;  ///< nothing but punctuation
    /// Per token the position of the last earlier one with the same id, −1: none. Only for tokens that are
    /// neither special nor punctuation.
    std::vector<Index> earlierEqual;
    std::vector<int> segment;  ///< per token: which of the two texts
    bool twoSegments = false;
    /// Over the measured keys before each position, and over all: how many, their positions, special ones.
    std::vector<double> keysBefore, positionsBefore, specialBefore;

    MeasuredText(const std::vector<Token>& textTokens, Specials policy);
};

/// What metrics ask about one layer besides weights, found once for all of its heads.
struct MeasuredLayer {
    const LayerTrace& trace;
    const MeasuredText& text;
    std::vector<Index> counted;        ///< per query: keys that it may see and that are measured
    std::vector<double> evenDistance;  ///< per query: mean |query − key| over these
    std::vector<double> evenSpecial;   ///< per query: the share of special tokens among these

    MeasuredLayer(const LayerTrace& layer, const MeasuredText& measuredText);
    /// Whether there is such a key, the query may see it, and it is measured.
    bool sees(Index query, Index key) const noexcept;
};

/// What values and weights say about one head.
struct MeasuredNorms {
    HeadNorms head;
    const Eigen::ArrayXf& layerOutput;  ///< per query, see LayerTrace::outputNorms
};

/// One row of a pattern as metrics see it.
struct MeasuredRow {
    const MeasuredLayer& layer;
    Index query = 0;
    Eigen::Map<const Eigen::ArrayXf> weights;  ///< per key; 0 where it is not measured
    double sum = 0;                            ///< of weights
    Index counted = 0;                         ///< keys; 0 where nothing can be said
    const HeadStatistics* found = nullptr;  ///< what the run found in the same weights; null: other weights
    const MeasuredNorms* norms = nullptr;   ///< null: not kept, or no metric asks for them

    /// Σ of the weights on these keys.
    double on(const std::vector<Index>& keys) const noexcept;
};

/// A head whose rows are measured.
struct HeadRows {
    const MeasuredLayer& layer;
    int head = 0;
    const MeasuredNorms* norms = nullptr;  ///< null: not kept, or no metric asks for them
};

/// Hands every row of a head to `each`, made again from q and k a panel at a time: those of `queries`, or all
/// where it is empty.
void forEachRow(const Kernels& kernels, const HeadRows& rows, const std::vector<Index>& queries,
                const std::function<void(const MeasuredRow&)>& each);

/// A whole pattern as metrics see it.
struct MeasuredHead {
    const Kernels& kernels;
    const MeasuredLayer& layer;
    int head = 0;
    Eigen::ArrayXd received;  ///< per key: sum over rows
    Index rows = 0;           ///< that count
};

}  // namespace headscope::core
