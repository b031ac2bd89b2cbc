// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <cstdint>
#include <cstring>

namespace headscope::core {
namespace {

/// The lead bytes first … last need `length` bytes in all, the second of them within low … high.
struct LeadRange {
    unsigned first, last;
    std::size_t length;
    unsigned low, high;
};

// Table 3-7 of the Unicode standard.
constexpr LeadRange leadRanges[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

/// Bytes of the well-formed character at the front of `text`; 0 when there is none.
std::size_t characterLength(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    if (byte(0) < 0x80) return 1;
    for (const LeadRange& range : leadRanges) {
        if (byte(0) < range.first || byte(0) > range.last) continue;
        if (text.size() < range.length || byte(1) < range.low || byte(1) > range.high) return 0;
        for (std::size_t i = 2; i < range.length; ++i) {
            if ((byte(i) & 0xC0) != 0x80) return 0;
        }
        return range.length;
    }
    return 0;
}

/// Bytes of plain ASCII at the front of `text`, rounded down to eight: headers and vocabularies are mostly
/// that.
std::size_t asciiBlocks(std::string_view text) noexcept {
    std::size_t length = 0;
    for (std::uint64_t block; length + sizeof block <= text.size(); length += sizeof block) {
        std::memcpy(&block, text.data() + length, sizeof block);
        if ((block & 0x8080808080808080u) != 0) break;
    }
    return length;
}

}  // namespace

std::optional<std::size_t> findInvalidUtf8(std::string_view text) noexcept {
    std::size_t position = 0;
    while (position < text.size()) {
        position += asciiBlocks(text.substr(position));
        for (int i = 0; i < 8 && position < text.size(); ++i) {
            const std::size_t length = characterLength(text.substr(position));
            if (length == 0) return position;
            position += length;
        }
    }
    return std::nullopt;
}

DecodedCharacter firstCharacter(std::string_view text) noexcept {
    const std::size_t bytes = characterLength(text);
    if (bytes == 0) return {U'\uFFFD', 0};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (bytes == 1) return {byte(0), 1};
    char32_t code = byte(0) & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) code = (code << 6) | (byte(i) & 0x3FU);
    return {code, bytes};
}

std::string toValidUtf8(std::string_view text) {
    std::string out;
    while (const auto bad = findInvalidUtf8(text)) {
        out.append(text.substr(0, *bad)).append("\xEF\xBF\xBD");
        text.remove_prefix(*bad + 1);
    }
    return out.append(text);
}

}  // namespace headscope::core
