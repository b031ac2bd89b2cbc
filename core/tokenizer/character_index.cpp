// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/character_index.h"

#include <algorithm>

#include "core/tokenizer/unicode.h"

namespace headscope::core {

CharacterIndex::CharacterIndex(std::string_view text) {
    m_characters.reserve(text.size() + 1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = characterAt(text, at).bytes;
        m_characters.insert(m_characters.end(), bytes, m_begins.size());
        m_begins.push_back(at);
        at += bytes;
    }
    m_characters.push_back(m_begins.size());
    m_begins.push_back(text.size());
}

Span CharacterIndex::characters(ByteRange range) const noexcept {
    const auto character = [this](std::size_t byte) {
        return static_cast<Index>(m_characters[std::min(byte, m_characters.size() - 1)]);
    };
    return {character(range.begin), std::max(character(range.begin), character(range.end))};
}

ByteRange CharacterIndex::bytes(Span span) const noexcept {
    return {m_begins[static_cast<std::size_t>(span.begin)], m_begins[static_cast<std::size_t>(span.end)]};
}

}  // namespace headscope::core
