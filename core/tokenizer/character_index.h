// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/tokenizer/regex.h"
#include "core/tokenizer/token.h"

namespace headscope::core {

/// Translates bytes of a text into characters (code points). Looks at the text only while it is made.
class CharacterIndex {
public:
    explicit CharacterIndex(std::string_view text);

    /// The characters that bytes `range` belong to; ranges outside the text are cut off at its end.
    Span characters(ByteRange range) const noexcept;
    /// The bytes of characters `span`. Precondition: inside the text.
    ByteRange bytes(Span span) const noexcept;
    Index characterCount() const noexcept { return static_cast<Index>(m_begins.size()) - 1; }

private:
    std::vector<std::size_t> m_begins;      // first byte of each character, then the text's size
    std::vector<std::size_t> m_characters;  // character of each byte, then the number of characters
};

}  // namespace headscope::core
