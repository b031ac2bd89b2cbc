// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::core {

/// A character of a UTF-8 text and the number of bytes it takes there.
struct Utf8Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};

/// The character that begins at byte `at`; U+FFFD of one byte where the text is not UTF-8. Precondition: at <
/// text.size().
Utf8Character characterAt(std::string_view text, std::size_t at) noexcept;
/// The character that ends before byte `end`. Precondition: 0 < end <= text.size(), valid UTF-8.
Utf8Character characterBefore(std::string_view text, std::size_t end) noexcept;
void appendUtf8(std::string& out, char32_t code);
std::vector<char32_t> codePoints(std::string_view text);
std::size_t countCodePoints(std::string_view text) noexcept;

// Character classes, each equal to the reference tokenizers' for every code point. Where the reference's
// tables are older than ICU's, the age of a character decides; what is left are single exceptions.

/// White_Space.
bool isWhitespace(char32_t code) noexcept;
/// Word characters of regular expressions: letters, marks, decimal digits, connectors, joiners.
bool isWordCharacter(char32_t code) noexcept;
/// Any numeral (general category N).
bool isNumeric(char32_t code) noexcept;
/// What BERT's text cleaning deletes: control, format and private characters; not tab, line feed, carriage
/// return.
bool isBertControl(char32_t code) noexcept;
/// ASCII punctuation and symbols, and Unicode punctuation.
bool isPunctuation(char32_t code) noexcept;
/// What BERT's accent stripping deletes after decomposition.
bool isBertAccent(char32_t code) noexcept;
/// What the StripAccents normaliser deletes: any mark.
bool isCombiningMark(char32_t code) noexcept;
/// The blocks that BERT sets apart with spaces.
bool isCjkIdeograph(char32_t code) noexcept;
/// A letter, mark or digit of a script that separates words by spaces (not Chinese, Japanese, Thai …).
bool isSpacedWordCharacter(char32_t code) noexcept;
bool isLetter(char32_t code) noexcept;

/// The script of a character as the UnicodeScripts stage counts it: any two characters with the same number
/// are of one script; nothing for characters that go with every script.
std::optional<int> scriptGroup(char32_t code) noexcept;

/// `text` as it compares equal to every text that differs only in case or in how accents are composed:
/// "ÄRGER" and "ärger", "ΟΔΟΣ" and "οδος", "STRASSE" and "Straße" (Unicode 15, D145, without a language).
/// Bytes that are not UTF-8 become U+FFFD. Throws std::bad_alloc.
std::string caseFolded(std::string_view text);

/// Full lower-casing of one character, without context or language: one to three characters.
std::vector<char32_t> lowercase(char32_t code);

/// Canonical or compatibility decomposition of one character, complete; empty when it has none.
std::vector<char32_t> decomposition(char32_t code, bool compatibility);
/// Canonical combining class.
int combiningClass(char32_t code) noexcept;
/// The character that two characters compose to (NFC); nothing when they do not.
std::optional<char32_t> composition(char32_t first, char32_t second) noexcept;

/// The ends, in bytes and ascending, of the extended grapheme clusters (what a person calls a character).
/// Throws std::bad_alloc.
std::vector<std::size_t> graphemeEnds(std::string_view text);

}  // namespace headscope::core
