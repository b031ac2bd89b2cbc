// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/normalized_text.h"

namespace headscope::core {

/// The printable character by which byte-level vocabularies write a byte: itself where it is printable
/// Latin-1, else one from U+0100 on ("Ġ" for the space).
char32_t byteLetter(unsigned char byte) noexcept;
/// The bytes that a piece of a byte-level vocabulary stands for; nothing when a character is no byte letter.
std::optional<std::string> bytesOfPiece(std::string_view piece);
/// Appends the changes that write every byte of `text` by its letter.
void appendByteLetters(std::string_view text, std::vector<Change>& changes);

/// The byte of a byte-fallback piece such as "<0xE7>"; nothing for any other piece.
std::optional<unsigned char> byteOfFallbackPiece(std::string_view piece) noexcept;
/// "<0xE7>"
std::string fallbackPiece(unsigned char byte);
/// Bytes as upper-case hexadecimal numbers with spaces between: "E7 94".
std::string hexadecimal(std::string_view bytes);

}  // namespace headscope::core
