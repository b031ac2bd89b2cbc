// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/words.h"

#include <algorithm>

#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

bool isApostrophe(char32_t code) {
    return code == U'\'' || code == U'\u2019';
}
bool isNumberSeparator(char32_t code) {
    return code == U'.' || code == U',';
}
bool isSpacedLetter(char32_t code) {
    return isLetter(code) && isSpacedWordCharacter(code);
}

/// The characters of a text and which of them begin a word.
class WordMap {
public:
    explicit WordMap(std::string_view text);
    char32_t character(Index at) const { return m_characters[static_cast<std::size_t>(at)]; }
    /// Number of the word that a character belongs to.
    Index word(Index at) const { return m_words[static_cast<std::size_t>(at)]; }

private:
    bool continues(std::size_t at) const;
    bool joins(std::size_t middle, bool (*separator)(char32_t), bool (*part)(char32_t)) const;

    std::vector<char32_t> m_characters;
    std::vector<Index> m_words;
};

WordMap::WordMap(std::string_view text) : m_characters(codePoints(text)) {
    std::vector<bool> beginsCluster(m_characters.size() + 1);
    std::size_t character = 0;
    std::size_t byte = 0;
    for (const std::size_t end : graphemeEnds(text)) {
        beginsCluster[character] = true;
        for (; byte < end; byte += characterAt(text, byte).bytes) ++character;
    }
    m_words.reserve(m_characters.size());
    Index word = -1;
    for (std::size_t at = 0; at < m_characters.size(); ++at) {
        if (at == 0 || (beginsCluster[at] && !continues(at))) ++word;
        m_words.push_back(word);
    }
}

/// Whether the separator at `middle` stands between two parts, as in "don't" and "3.5".
bool WordMap::joins(std::size_t middle, bool (*separator)(char32_t), bool (*part)(char32_t)) const {
    return middle > 0 && middle + 1 < m_characters.size() && separator(m_characters[middle]) &&
           part(m_characters[middle - 1]) && part(m_characters[middle + 1]);
}

bool WordMap::continues(std::size_t at) const {
    const char32_t before = m_characters[at - 1];
    const char32_t here = m_characters[at];
    if (isWhitespace(before) || isWhitespace(here)) return isWhitespace(before) && isWhitespace(here);
    if (isSpacedWordCharacter(before) && isSpacedWordCharacter(here)) return true;
    if (before == here && !isWordCharacter(here)) return true;
    for (const std::size_t middle : {at - 1, at}) {
        if (joins(middle, isApostrophe, isSpacedLetter) || joins(middle, isNumberSeparator, isNumeric))
            return true;
    }
    return false;
}

struct Place {
    Span inside;         // the token's characters without whitespace at the ends, or all of them
    bool blank = false;  // nothing but whitespace
};

Place placeOf(const WordMap& map, Span surface) {
    Span inside = surface;
    while (inside.begin < inside.end && isWhitespace(map.character(inside.begin))) ++inside.begin;
    while (inside.begin < inside.end && isWhitespace(map.character(inside.end - 1))) --inside.end;
    if (inside.begin == inside.end) return {surface, true};
    return {inside, false};
}

/// Whether a token is a mark that stands directly before the token that begins the word.
bool marksNextWord(const WordToken& token, const WordToken& next) {
    return token.wordMark && !next.alone && next.surface.begin == token.surface.end;
}

}  // namespace

bool isWordMark(std::string_view piece) noexcept {
    return piece == "\u2581" || piece == "\u0120";
}

std::vector<std::optional<Index>> wordsOf(std::string_view text, const std::vector<WordToken>& tokens) {
    const WordMap map(text);
    std::vector<std::optional<Index>> words(tokens.size());
    Index group = -1;
    constexpr Index none = -1;
    Index previous = none;  // the text's word in which the token before ends
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].special) {
            previous = none;
            continue;
        }
        Place place = placeOf(map, tokens[i].surface);
        const bool marksNext =
            place.blank && i + 1 < tokens.size() && marksNextWord(tokens[i], tokens[i + 1]);
        if (marksNext) {
            const Place next = placeOf(map, tokens[i + 1].surface);
            if (!next.blank) place = {{next.inside.begin, next.inside.begin + 1}, false};
        }
        const bool empty = place.inside.begin == place.inside.end;
        const bool alone = tokens[i].alone || empty;
        if (alone || previous != map.word(place.inside.begin)) ++group;
        words[i] = group;
        previous = alone ? none : map.word(place.inside.end - 1);
    }
    return words;
}

}  // namespace headscope::core
