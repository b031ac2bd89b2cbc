// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/tokenizer/tokenizer.h"
#include "tests/fuzz/fuzz_target.h"

namespace headscope::fuzz {

inline core::Index codePoints(std::string_view text) {
    core::Index count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

inline void checkTokens(const std::vector<core::Token>& tokens, std::string_view text) {
    const core::Index length = codePoints(text);
    for (const core::Token& token : tokens) {
        require(token.id >= 0, "ids are not negative");
        if (!token.span) continue;
        require(token.span->begin >= 0 && token.span->begin <= token.span->end && token.span->end <= length,
                "spans lie inside the text");
    }
}

/// Everything a tokenizer does with one text.
inline void checkTokenizer(const core::Tokenizer& tokenizer, std::string_view text) {
    const std::vector<core::Token> tokens = tokenizer.encode(text);
    checkTokens(tokens, text);
    require(tokenizer.encode(text) == tokens, "the same text gives the same tokens");
    std::vector<std::int32_t> ids = {-1, 0, 1, 1 << 30};
    for (const core::Token& token : tokens) ids.push_back(token.id);
    tokenizer.fromIds(ids);
    tokenizer.description();
    tokenizer.encode(text.substr(0, 20), text, {.addSpecialTokens = false, .specialTokensInText = false});
}

}  // namespace headscope::fuzz
