// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/run_spec.h"

namespace headscope::core {

/// For each word of `tokens`, in order, the positions of its pieces. Special tokens stay single.
std::vector<std::vector<Index>> wordPositions(const std::vector<Token>& tokens);

/// The words of `tokens` in order, each as a token of its own, and for each the positions of its pieces.
///
/// A word's label is what stands in the text from its first piece to its last, without white space around it
/// and with the marks that belong to its last letter although a tokenizer drops them; its span says where
/// that is. Where there is no text (ids given by hand) the characters are put together from the pieces'
/// bytes. `bytes` is empty but for a word that is not whole characters.
struct WordGroups {
    std::vector<Token> words;
    std::vector<std::vector<Index>> positions;
};

/// The words of `tokens`, which were read from `input`. Throws std::bad_alloc.
WordGroups wordGroups(const std::vector<Token>& tokens, const Input& input);

}  // namespace headscope::core
