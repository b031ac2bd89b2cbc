// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/labels.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

constexpr std::string_view blockMark = "\u2581";

bool isBlank(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && isWhitespace(characterAt(text, at).code)) at += characterAt(text, at).bytes;
    return at == text.size();
}

/// The piece in plain characters, its word marks as the spaces they stand for.
std::string plain(std::string_view piece, const Spelling& spelling) {
    if (spelling.byteLevel) {
        auto bytes = bytesOfPiece(piece);
        return bytes ? *bytes : std::string(piece);
    }
    std::string out(piece);
    for (std::size_t at = out.find(blockMark); at != std::string::npos; at = out.find(blockMark, at))
        out.replace(at, blockMark.size(), " ");
    return out;
}

/// Without the one space that only says "a word begins here".
std::string_view withoutWordMark(std::string_view text) {
    if (text.empty() || isBlank(text)) return text;
    const Utf8Character first = characterAt(text, 0);
    return isWhitespace(first.code) ? text.substr(first.bytes) : text;
}

std::string_view withoutMarks(std::string_view piece, const PieceMarks& marks) {
    const auto longer = [&piece](const std::string& mark) {
        return !mark.empty() && piece.size() > mark.size();
    };
    if (longer(marks.continuingPrefix) && piece.starts_with(marks.continuingPrefix))
        piece.remove_prefix(marks.continuingPrefix.size());
    if (longer(marks.endOfWord) && piece.ends_with(marks.endOfWord))
        piece.remove_suffix(marks.endOfWord.size());
    return piece;
}

std::string bytePart(std::string_view piece, std::string_view surface, const Spelling& spelling) {
    if (spelling.byteLevel) {
        auto bytes = bytesOfPiece(piece);
        return bytes && findInvalidUtf8(*bytes) ? *bytes : std::string();
    }
    // A person can also have typed the six characters of "<0xE7>".
    if (!spelling.marks.byteFallback || surface == piece) return {};
    const auto byte = byteOfFallbackPiece(piece);
    return byte && *byte >= 0x80 ? std::string(1, static_cast<char>(*byte)) : std::string();
}

}  // namespace

Label labelOf(std::string_view piece, std::string_view surface, const Spelling& spelling) {
    if (std::string bytes = bytePart(piece, surface, spelling); !bytes.empty()) {
        std::string text = hexadecimal(bytes);
        return {std::move(text), std::move(bytes)};
    }
    const auto byte = spelling.marks.byteFallback ? byteOfFallbackPiece(piece) : std::nullopt;
    std::string own = byte ? std::string(1, static_cast<char>(*byte))
                           : plain(withoutMarks(piece, spelling.marks), spelling);
    if (surface.empty()) return {std::string(withoutWordMark(own)), {}};
    // A mark that stands alone shares the characters of the word that it begins.
    if (surface != piece && !own.empty() && isBlank(own))
        return {isBlank(surface) ? std::string(surface) : own, {}};
    const bool marked = !own.empty() && own.front() == ' ';
    return {std::string(marked ? withoutWordMark(surface) : surface), {}};
}

std::string spelt(std::string_view piece, const Spelling& spelling) {
    const PieceMarks& marks = spelling.marks;
    if (const auto byte = marks.byteFallback ? byteOfFallbackPiece(piece) : std::nullopt)
        return std::string(1, static_cast<char>(*byte));
    const bool begins =
        marks.wholeWords || (!marks.continuingPrefix.empty() && !piece.starts_with(marks.continuingPrefix));
    const bool ends = !marks.endOfWord.empty() && piece.ends_with(marks.endOfWord);
    return (begins ? " " : "") + plain(withoutMarks(piece, marks), spelling) + (ends ? " " : "");
}

std::string_view withoutOuterWhitespace(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty() && isWhitespace(characterAt(rest, 0).code))
        rest.remove_prefix(characterAt(rest, 0).bytes);
    while (!rest.empty() && isWhitespace(characterBefore(rest, rest.size()).code))
        rest.remove_suffix(characterBefore(rest, rest.size()).bytes);
    return rest.empty() ? text : rest;
}

}  // namespace headscope::core
