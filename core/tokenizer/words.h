// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/tokenizer/token.h"

namespace headscope::core {

/// What the words of a text need to know of one of its tokens.
struct WordToken {
    Span surface;           ///< the characters it stands for
    bool special = false;   ///< belongs to no word
    bool alone = false;     ///< is a word of its own
    bool wordMark = false;  ///< says "a word begins here" and nothing else
};
/// Whether a piece, as the vocabulary writes it, says "a word begins here" and nothing else.
bool isWordMark(std::string_view piece) noexcept;

/// The number of the word of `text` that each token is part of, counted from 0; nothing for special tokens.
///
/// Words are found in the text, not in the tokenizer's pieces, for two reasons: some tokenizers do not cut
/// words at all and others cut one word ("don't", "3.5", a letter and its accent) into several pieces; and
/// the same text has the same words under every tokenizer, so that two models can be compared word by word. A
/// word is a run of letters, marks, digits and connectors, with apostrophes between letters and separators
/// between digits; each character of a script without spaces; each other character, or a run of one such
/// character; a run of whitespace. All tokens must belong to `text`.
std::vector<std::optional<Index>> wordsOf(std::string_view text, const std::vector<WordToken>& tokens);

}  // namespace headscope::core
