// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/pattern_source.h"

namespace headscope::core {

/// The row of a word: the mean over those of its pieces, which may not be none. [columns]
Vector rowOfWord(const PatternSource& pattern, const std::vector<Index>& pieces);

/// The weight of a row on a word: the sum over its pieces.
double weightOfWord(const Vector& row, const std::vector<Index>& pieces);

/// Weights between words, each the positions of its pieces: rowOfWord() and weightOfWord() of words
/// [begin, end) with each, 0 where a word has no pieces. [end − begin, words]
Eigen::MatrixXd wordWeights(const PatternSource& pattern, const std::vector<std::vector<Index>>& words,
                            Index begin, Index end);
/// Of all words.
Eigen::MatrixXd wordWeights(const PatternSource& pattern, const std::vector<std::vector<Index>>& words);

}  // namespace headscope::core
