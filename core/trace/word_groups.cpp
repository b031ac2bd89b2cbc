// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/word_groups.h"

#include <algorithm>
#include <string_view>

#include "core/base/utf8.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/character_index.h"
#include "core/tokenizer/labels.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// A text from which words are cut out by the numbers of their characters.
class WordText {
public:
    explicit WordText(std::string_view text)
        : m_text(text), m_index(text), m_clusterEnds(graphemeEnds(text)) {}

    /// Gives `word` the characters that its pieces' `span` covers; answers whether there are any.
    bool spell(Token& word, Span span) const {
        if (span.begin >= span.end || span.end > m_index.characterCount()) return false;
        ByteRange range = m_index.bytes(span);
        range.end = *std::lower_bound(m_clusterEnds.begin(), m_clusterEnds.end(), range.end);
        const std::string_view characters =
            withoutOuterWhitespace(m_text.substr(range.begin, range.end - range.begin));
        range.begin = static_cast<std::size_t>(characters.data() - m_text.data());
        word.label = std::string(characters);
        word.bytes.clear();
        word.span = m_index.characters({range.begin, range.begin + characters.size()});
        return true;
    }

private:
    std::string_view m_text;
    CharacterIndex m_index;
    std::vector<std::size_t> m_clusterEnds;  // in bytes; the last one is the text's size
};

/// Gives `word` the characters that the bytes of its pieces make, or the bytes where they make none.
void spellBytes(Token& word, std::string_view bytes) {
    const std::string_view inside = withoutOuterWhitespace(bytes);
    const bool whole = !findInvalidUtf8(inside);
    word.label = whole ? std::string(inside) : hexadecimal(inside);
    word.bytes = whole ? std::string() : std::string(inside);
}

Token mergedWord(const std::vector<Token>& tokens, const std::vector<Index>& positions,
                 const std::vector<WordText>& texts) {
    Token word = tokens[static_cast<std::size_t>(positions.front())];
    if (word.special) return word;
    std::string bytes;
    for (const Index position : positions) {
        const Token& piece = tokens[static_cast<std::size_t>(position)];
        if (position != positions.front()) word.piece += ' ' + piece.piece;
        bytes += piece.bytes.empty() ? piece.label : piece.bytes;
        if (!piece.span) continue;
        if (!word.span) word.span = piece.span;
        word.span->begin = std::min(word.span->begin, piece.span->begin);
        word.span->end = std::max(word.span->end, piece.span->end);
    }
    const auto sequence = static_cast<std::size_t>(word.sequence);
    const bool inText = word.span && sequence < texts.size() && texts[sequence].spell(word, *word.span);
    if (!inText) spellBytes(word, bytes);
    return word;
}

std::vector<WordText> textsOf(const Input& input) {
    std::vector<WordText> texts;
    if (!input.ids.empty() || input.vectors) return texts;
    texts.emplace_back(input.text);
    if (input.pair) texts.emplace_back(*input.pair);
    return texts;
}

}  // namespace

std::vector<std::vector<Index>> wordPositions(const std::vector<Token>& tokens) {
    std::vector<std::vector<Index>> words;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const Token* previous = i > 0 ? &tokens[i - 1] : nullptr;
        const bool continues = previous && !token.special && !previous->special && token.word &&
                               previous->word == token.word && previous->sequence == token.sequence;
        if (!continues) words.emplace_back();
        words.back().push_back(static_cast<Index>(i));
    }
    return words;
}

WordGroups wordGroups(const std::vector<Token>& tokens, const Input& input) {
    const std::vector<WordText> texts = textsOf(input);
    WordGroups groups;
    groups.positions = wordPositions(tokens);
    for (const auto& positions : groups.positions)
        groups.words.push_back(mergedWord(tokens, positions, texts));
    return groups;
}

}  // namespace headscope::core
