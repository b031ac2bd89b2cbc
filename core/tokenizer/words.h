// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/tokenizer/character_index.h"
#include "core/tokenizer/post_processor.h"

namespace headscope::core {

/// The number of the word of `text` that each token is part of, counted from 0; nothing for special tokens.
///
/// Words are found in the text, not in the tokenizer's pieces, for two reasons: some tokenizers do not cut
/// words at all and others cut one word ("don't", "3.5", a letter and its accent) into several pieces; and
/// the same text has the same words under every tokenizer, so that two models can be compared word by word. A
/// word is a run of letters, marks, digits and connectors, with apostrophes between letters and separators
/// between digits; each character of a script without spaces; each other character, or a run of one such
/// character; a run of whitespace. `isSpecial` tells which of `tokens` are special. All tokens must belong to
/// `text`, inserted ones aside.
std::vector<std::optional<Index>> wordsOf(std::string_view text, const std::vector<EncodedToken>& tokens,
                                          const std::vector<bool>& isSpecial);

}  // namespace headscope::core
