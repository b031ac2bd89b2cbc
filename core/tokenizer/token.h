// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/executor.h"

namespace headscope::core {

/// Characters [begin, end) of a text, counted in Unicode code points.
struct Span {
    Index begin = 0;
    Index end = 0;
    bool operator==(const Span&) const = default;
};

/// One position of a model's input.
struct Token {
    std::int32_t id = 0;
    std::string piece;  ///< as the vocabulary writes it ("##ing", "Ġthe", "▁the", "<0xE7>")
    /// What a person should read: the characters this token stands for, without markers ("ing", "the"). For a
    /// token that is only part of a character, its bytes in hexadecimal ("E7", "E7 94"). UTF-8; may hold
    /// spaces and control characters.
    std::string label;
    std::optional<Span> span;  ///< exact characters in its text; none for tokens that stand for no characters
    int sequence = 0;          ///< 0 or 1: which of the two texts `span` counts in
    std::optional<Index>
        word;  ///< number of the word in its text that this token is part of; none for special tokens
    bool special = false;     ///< a special token of the model, added or typed
    std::string bytes;        ///< raw bytes, when the token is part of a character; else empty
    std::int32_t typeId = 0;  ///< segment for models with token types

    bool operator==(const Token&) const = default;
};

}  // namespace headscope::core
