// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/tokenizer/pieces.h"
#include "core/tokenizer/stage.h"

namespace headscope::core {

/// Cuts the pieces into smaller ones before the model sees them. May be called from many threads.
using PreTokenizer = std::function<void(Pieces&)>;

/// A pre-tokenizer from its definition in tokenizer.json. Throws Error(TokenizerUnsupported,
/// TokenizerInvalid, Json…).
PreTokenizer makePreTokenizer(const Json& definition, const StageOverrides& overrides);

PreTokenizer bertPreTokenizer();
/// Letters, numbers and other characters apart, a space goes with what follows (GPT-2); then bytes as
/// printable letters.
PreTokenizer byteLevelPreTokenizer(bool addPrefixSpace);
/// Cuts out the matches of `pattern`.
PreTokenizer isolatingPreTokenizer(std::string_view pattern, const std::string& file);
/// Cuts out the matches of `pattern`, then writes bytes as printable letters.
PreTokenizer byteLevelPreTokenizer(std::string_view pattern, const std::string& file);

}  // namespace headscope::core
