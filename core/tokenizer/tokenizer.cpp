// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>

#include "core/base/utf8.h"
#include "core/tokenizer/character_index.h"
#include "core/tokenizer/pipeline.h"
#include "core/tokenizer/words.h"

namespace headscope::core {
namespace {

/// A text, what tells its tokens' characters, and what is known of its tokens.
struct Source {
    explicit Source(std::string_view whole) : text(whole), index(whole) {}

    std::string_view characters(Span span) const {
        const ByteRange bytes = index.bytes(span);
        return text.substr(bytes.begin, bytes.end - bytes.begin);
    }

    std::string_view text;
    CharacterIndex index;
    std::vector<WordToken> tokens{};
    std::vector<std::size_t> positions{};  // of these tokens among those of all texts
};

Token specialToken(const EncodedToken& encoded, std::string piece) {
    Token token;
    token.id = encoded.id;
    token.label = piece;
    token.piece = std::move(piece);
    token.sequence = encoded.sequence;
    token.typeId = encoded.typeId;
    token.special = true;
    return token;
}

Token textToken(const Tokenizer::Pipeline& pipeline, const EncodedToken& encoded, const Source& source) {
    Token token = specialToken(encoded, pipeline.piece(encoded.id).value_or(encoded.value));
    token.span = encoded.span;
    token.special = encoded.addedToken && pipeline.addedTokens.isSpecial(token.piece);
    if (token.special) return token;
    const std::string_view surface = source.characters(encoded.surface);
    if (encoded.addedToken) {
        token.label = std::string(withoutOuterWhitespace(surface));
        return token;
    }
    Label label = labelOf(token.piece, surface, pipeline.spelling());
    token.label = std::move(label.text);
    token.bytes = std::move(label.bytes);
    return token;
}

/// The public tokens; what they are in their texts goes into `sources`.
std::vector<Token> publicTokens(const Tokenizer::Pipeline& pipeline, const Encodings& encodings,
                                std::vector<Source>& sources) {
    std::vector<Token> tokens;
    std::size_t count = 0;
    for (const auto& part : encodings) count += part.size();
    tokens.reserve(count);
    int sequence = 0;
    for (const auto& part : encodings) {
        for (const EncodedToken& encoded : part) {
            if (encoded.inserted) {
                tokens.push_back(specialToken(encoded, pipeline.piece(encoded.id).value_or(encoded.value)));
                tokens.back().sequence = sequence;  // It goes with the text before it.
                continue;
            }
            sequence = encoded.sequence;
            Source& source = sources[static_cast<std::size_t>(sequence)];
            source.positions.push_back(tokens.size());
            tokens.push_back(textToken(pipeline, encoded, source));
            source.tokens.push_back(
                {encoded.surface, tokens.back().special, encoded.addedToken, isWordMark(encoded.value)});
        }
    }
    return tokens;
}

/// The text that `tokens`, made from ids, spell, and the place of each in it. Special tokens spell nothing.
std::string spelledText(const Tokenizer::Pipeline& pipeline, const std::vector<Token>& tokens,
                        std::vector<ByteRange>& places) {
    std::string text;
    for (const Token& token : tokens) {
        const std::size_t begin = text.size();
        if (!token.special) text += spelt(token.piece, pipeline.spelling());
        places.push_back({begin, text.size()});
    }
    return text;
}

/// Gives tokens that were made from ids their words.
void setSpelledWords(const Tokenizer::Pipeline& pipeline, std::vector<Token>& tokens) {
    std::vector<ByteRange> places;
    const std::string text = spelledText(pipeline, tokens, places);
    const CharacterIndex index(text);
    std::vector<WordToken> spelled;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        WordToken& token = spelled.emplace_back();
        token.surface = index.characters(places[i]);
        // A piece that ends inside a character stands for it.
        if (places[i].begin < places[i].end)
            token.surface.end = index.characters({places[i].end - 1, places[i].end - 1}).begin + 1;
        token.special = tokens[i].special;
        token.alone = tokens[i].piece.empty() || pipeline.addedTokens.token(tokens[i].id) != nullptr;
        token.wordMark = isWordMark(tokens[i].piece);
    }
    const auto words = wordsOf(text, spelled);
    for (std::size_t i = 0; i < words.size(); ++i) tokens[i].word = words[i];
}

}  // namespace

std::vector<Token> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                     EncodeOptions options) const {
    std::vector<Source> sources;
    Encodings encodings;
    for (const std::optional<std::string_view>& part : {std::optional(text), pair}) {
        if (!part) continue;
        if (const auto bad = findInvalidUtf8(*part))
            throw Error(ErrorCode::TextNotUtf8, {std::to_string(*bad)});
        const int sequence = static_cast<int>(sources.size());
        const Source& source = sources.emplace_back(*part);
        encodings.push_back(
            m_pipeline->tokensOf(source.text, source.index, sequence, options.specialTokensInText));
    }
    if (m_pipeline->postProcessor) m_pipeline->postProcessor(encodings, options.addSpecialTokens);
    std::vector<Token> tokens = publicTokens(*m_pipeline, encodings, sources);
    for (const Source& source : sources) {
        const auto words = wordsOf(source.text, source.tokens);
        for (std::size_t i = 0; i < words.size(); ++i) tokens[source.positions[i]].word = words[i];
    }
    return tokens;
}

std::vector<Token> Tokenizer::fromIds(const std::vector<std::int32_t>& ids) const {
    std::vector<Token> tokens;
    for (const std::int32_t id : ids) {
        Token token;
        token.id = id;
        if (const auto piece = m_pipeline->piece(id)) {
            token.piece = *piece;
            token.special = m_pipeline->addedTokens.isSpecial(*piece);
            Label label = token.special ? Label{*piece, {}} : labelOf(*piece, {}, m_pipeline->spelling());
            token.label = std::move(label.text);
            token.bytes = std::move(label.bytes);
        } else {
            token.label = "<unused " + std::to_string(id) + ">";
        }
        tokens.push_back(std::move(token));
    }
    setSpelledWords(*m_pipeline, tokens);
    return tokens;
}

std::optional<std::string> Tokenizer::piece(std::int32_t id) const {
    return m_pipeline->piece(id);
}

std::optional<std::int32_t> Tokenizer::id(std::string_view piece) const {
    return m_pipeline->id(piece);
}

Index Tokenizer::vocabularySize() const noexcept {
    const auto modelEnd = static_cast<Index>(m_pipeline->model->vocabulary().idEnd());
    return std::max(modelEnd, static_cast<Index>(m_pipeline->addedTokens.idEnd()));
}

std::string Tokenizer::description() const {
    return std::string(m_pipeline->model->type()) + ", " + m_pipeline->file;
}

}  // namespace headscope::core
