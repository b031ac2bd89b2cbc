// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/byte_alphabet.h"

#include <array>

#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::string_view digits = "0123456789ABCDEF";

constexpr bool isPrintable(unsigned byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
}

constexpr std::array<char32_t, 256> makeLetters() {
    std::array<char32_t, 256> letters{};
    char32_t next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) letters[byte] = isPrintable(byte) ? char32_t{byte} : next++;
    return letters;
}

constexpr std::array<char32_t, 256> letters = makeLetters();
constexpr char32_t lettersEnd = 256 + 68;

constexpr std::array<int, lettersEnd> makeBytes() {
    std::array<int, lettersEnd> bytes{};
    for (int& byte : bytes) byte = -1;
    for (unsigned byte = 0; byte < 256; ++byte) bytes[letters[byte]] = static_cast<int>(byte);
    return bytes;
}

constexpr std::array<int, lettersEnd> bytesOfLetters = makeBytes();

}  // namespace

char32_t byteLetter(unsigned char byte) noexcept {
    return letters[byte];
}

std::optional<std::string> bytesOfPiece(std::string_view piece) {
    std::string bytes;
    for (std::size_t at = 0; at < piece.size();) {
        const Utf8Character character = characterAt(piece, at);
        if (character.code >= lettersEnd || bytesOfLetters[character.code] < 0) return std::nullopt;
        bytes += static_cast<char>(bytesOfLetters[character.code]);
        at += character.bytes;
    }
    return bytes;
}

void appendByteLetters(std::string_view text, std::vector<Change>& changes) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = characterAt(text, at).bytes;
        for (std::size_t i = 0; i < bytes; ++i)
            changes.push_back({byteLetter(static_cast<unsigned char>(text[at + i])), i == 0 ? 0 : 1});
        at += bytes;
    }
}

std::optional<unsigned char> byteOfFallbackPiece(std::string_view piece) noexcept {
    if (piece.size() != 6 || piece.substr(0, 3) != "<0x" || piece[5] != '>') return std::nullopt;
    const std::size_t high = digits.find(piece[3]);
    const std::size_t low = digits.find(piece[4]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    return static_cast<unsigned char>(high * 16 + low);
}

std::string fallbackPiece(unsigned char byte) {
    return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + '>';
}

std::string hexadecimal(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (!out.empty()) out += ' ';
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

}  // namespace headscope::core
