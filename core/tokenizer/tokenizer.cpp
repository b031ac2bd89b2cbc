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

/// A text with what tells its tokens' characters.
struct Source {
    std::string_view text;
    CharacterIndex index;

    std::string_view characters(Span span) const {
        const ByteRange bytes = index.bytes(span);
        return text.substr(bytes.begin, bytes.end - bytes.begin);
    }
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

/// Gives the tokens of one text their words; takes those of `encoded` that belong to it away.
void setWords(std::vector<Token>& tokens, std::vector<EncodedToken>& encoded, const Source& source,
              int sequence) {
    std::vector<EncodedToken> own;
    std::vector<std::size_t> positions;
    std::vector<bool> special;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (encoded[i].inserted || encoded[i].sequence != sequence) continue;
        own.push_back(std::move(encoded[i]));
        positions.push_back(i);
        special.push_back(tokens[i].special);
    }
    const auto words = wordsOf(source.text, own, special);
    for (std::size_t i = 0; i < words.size(); ++i) tokens[positions[i]].word = words[i];
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
    std::vector<EncodedToken> spelled;
    std::vector<bool> special;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        EncodedToken& token = spelled.emplace_back();
        token.value = tokens[i].piece;
        token.surface = index.characters(places[i]);
        // A piece that ends inside a character stands for it.
        if (places[i].begin < places[i].end)
            token.surface.end = index.characters({places[i].end - 1, places[i].end - 1}).begin + 1;
        token.addedToken = tokens[i].piece.empty() || pipeline.addedTokens.token(tokens[i].id) != nullptr;
        special.push_back(tokens[i].special);
    }
    const auto words = wordsOf(text, spelled, special);
    for (std::size_t i = 0; i < words.size(); ++i) tokens[i].word = words[i];
}

std::vector<EncodedToken> joined(Encodings encodings) {
    std::vector<EncodedToken> out;
    int sequence = 0;
    for (auto& part : encodings) {
        for (EncodedToken& token : part) {
            out.push_back(std::move(token));
            // An inserted token goes with the text before it.
            if (out.back().inserted) out.back().sequence = sequence;
            sequence = out.back().sequence;
        }
    }
    return out;
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
        encodings.push_back(m_pipeline->tokensOf(*part, sequence, options.specialTokensInText));
        sources.push_back({*part, CharacterIndex(*part)});
    }
    if (m_pipeline->postProcessor) m_pipeline->postProcessor(encodings, options.addSpecialTokens);
    std::vector<EncodedToken> encoded = joined(std::move(encodings));
    std::vector<Token> tokens;
    tokens.reserve(encoded.size());
    for (const EncodedToken& token : encoded) {
        if (token.inserted)
            tokens.push_back(specialToken(token, m_pipeline->piece(token.id).value_or(token.value)));
        else
            tokens.push_back(
                textToken(*m_pipeline, token, sources[static_cast<std::size_t>(token.sequence)]));
    }
    for (std::size_t i = 0; i < sources.size(); ++i)
        setWords(tokens, encoded, sources[i], static_cast<int>(i));
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
