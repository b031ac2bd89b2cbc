// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/alignment_gold.h"
#include "core/analysis/share.h"
#include "core/model/model.h"

namespace headscope::core {

/// Counts of predicted links A against sure ones S and possible ones P (Och and Ney 2003), added up over
/// texts.
struct AlignmentCounts {
    Index predicted = 0;
    Index sure = 0;
    Index predictedSure = 0;      ///< |A ∩ S|
    Index predictedPossible = 0;  ///< |A ∩ P|

    void add(const std::set<WordLink>& links, const AlignedText& gold);
    /// |A ∩ P| / |A|; nothing without predictions.
    std::optional<double> precision() const;
    /// |A ∩ S| / |S|; nothing without sure links.
    std::optional<double> recall() const;
    /// 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|). 0 where A and S are both empty, 1 where one of them is: also
    /// where A holds possible links and nothing is sure, for which the formula would say 0.
    double errorRate() const;
};

/// Which row of a pattern stands for a word of the target.
enum class AlignmentRows {
    Own,       ///< those of its own pieces: the word is read there ("AWI" in Kobayashi et al. 2020)
    Previous,  ///< those one token earlier: a decoder predicts the word there ("AWO")
};
/// "own", "previous"
std::string_view alignmentRowsName(AlignmentRows rows) noexcept;

struct AlignmentHead {
    HeadId head;
    AlignmentRows rows = AlignmentRows::Own;
    Share right;  ///< target words with links whose strongest source word is one of them
    AlignmentCounts counts;
    double weight = 0;  ///< mean weight of these words on theirs together: soft gold mass
};

struct AlignmentScores {
    std::vector<AlignmentHead> heads;  ///< best first, by error rate
    AlignmentCounts
        diagonal;  ///< who links every target word to the source word at its place, or to the last
    Share diagonalRight;
    Index texts = 0;
    Index lost = 0;  ///< target words that the model reads nothing of, or whose texts were cut
};

/// Every target word that the model reads is linked to the source word that its row weighs most, of equals
/// the first; special tokens and the words of the target are left aside. Both texts are read as one pair by a
/// model of one stack. Throws what running throws, and Cancelled.
AlignmentScores scoreAlignments(const Model& model, std::span<const AlignedText> texts,
                                const Progress& progress = {});

}  // namespace headscope::core
