// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <vector>

namespace headscope::ui {

/// Which way something is read: by its letters, or as what stands around it.
enum class Reading { Neutral, Number, LeftToRight, RightToLeft };
/// That of the first letter; without letters, whether there are digits.
Reading readingOf(const QString& text);

/// Whether a text of these words, in the order in which they are read, begins at the right.
bool beginsAtTheRight(std::span<const Reading> words);
/// The levels of words by the bidirectional algorithm (UAX #9, rules W2, W7, N1, N2, I1 and I2, with a word
/// in the place of a character): what has an odd one is read from right to left.
std::vector<int> readingLevels(std::span<const Reading> words, bool fromTheRight);
/// For each place of one line, from left to right, the word that stands there (UAX #9, rule L2).
std::vector<std::size_t> visualOrder(std::span<const int> levels);

}  // namespace headscope::ui
