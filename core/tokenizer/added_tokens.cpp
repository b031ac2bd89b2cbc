// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/added_tokens.h"

#include <algorithm>

#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

// Looking for a token costs up to its length at every place of the text.
constexpr std::size_t longestContent = 4096;

std::size_t whitespaceBegin(std::string_view text, std::size_t end) {
    while (end > 0) {
        const Utf8Character character = characterBefore(text, end);
        if (!isWhitespace(character.code)) break;
        end -= character.bytes;
    }
    return end;
}

std::size_t whitespaceEnd(std::string_view text, std::size_t begin) {
    while (begin < text.size()) {
        const Utf8Character character = characterAt(text, begin);
        if (!isWhitespace(character.code)) break;
        begin += character.bytes;
    }
    return begin;
}

bool touchesWord(std::string_view text, ByteRange range) {
    if (range.begin > 0 && isWordCharacter(characterBefore(text, range.begin).code)) return true;
    return range.end < text.size() && isWordCharacter(characterAt(text, range.end).code);
}

}  // namespace

AddedToken readAddedToken(const Json& definition, AddedToken defaults) {
    AddedToken token = std::move(defaults);
    if (definition.isString()) {
        token.content = std::string(definition.asString());
        return token;
    }
    token.content = std::string(definition.at("content").asString());
    token.singleWord = definition.boolOr("single_word", token.singleWord);
    token.lstrip = definition.boolOr("lstrip", token.lstrip);
    token.rstrip = definition.boolOr("rstrip", token.rstrip);
    token.normalized = definition.boolOr("normalized", token.normalized);
    token.special = definition.boolOr("special", token.special);
    return token;
}

void AddedTokens::add(const AddedToken& token, const ModelStage& model) {
    if (token.content.size() > longestContent)
        throw Error(ErrorCode::TokenizerInvalid,
                    {"added_tokens", "an added token is longer than 4096 bytes"});
    if (token.content.empty()) return;
    if (token.special) m_specialContents.insert(token.content);
    std::optional<std::int32_t> id = this->id(token.content);
    if (!id) id = model.vocabulary().id(token.content);
    if (!id) id = std::max(idEnd(), static_cast<std::int32_t>(model.entries()));
    m_ids.insert_or_assign(token.content, *id);
    m_tokens.insert_or_assign(*id, token);
}

void AddedTokens::prepare(const Normalizer& normalizer) {
    std::vector<Trie::Entry> raw;
    std::vector<Trie::Entry> normalized;
    std::vector<std::string> contents;
    contents.reserve(m_tokens.size());  // the entries look into it
    for (const auto& [id, token] : m_tokens) {
        if (!token.normalized) {
            raw.push_back({token.content, id});
            continue;
        }
        NormalizedText text(token.content);
        if (normalizer) normalizer(text);
        contents.emplace_back(text.text());
        normalized.push_back({contents.back(), id});
    }
    m_raw = Trie(std::move(raw));
    m_normalized = Trie(std::move(normalized));
}

std::vector<AddedTokens::Found> AddedTokens::find(std::string_view text, const Trie& trie,
                                                  bool specials) const {
    std::vector<Found> out;
    std::size_t end = 0;  // of what is in `out`
    for (std::size_t at = 0; at < text.size();) {
        const auto match = trie.longestPrefix(text.substr(at));
        if (!match) {
            ++at;
            continue;
        }
        ByteRange range{at, at + match->bytes};
        at = range.end;
        const AddedToken& token = m_tokens.at(match->value);
        if (!specials && isSpecial(token.content)) continue;
        if (token.singleWord && touchesWord(text, range)) continue;
        if (token.lstrip) range.begin = std::max(whitespaceBegin(text, range.begin), end);
        if (token.rstrip) range.end = whitespaceEnd(text, range.end);
        if (end < range.begin) out.push_back({{end, range.begin}, std::nullopt});
        // A token of whitespace that the one before has taken along leaves nothing.
        if (range.begin < range.end) out.push_back({range, match->value});
        end = range.end;
    }
    if (end != text.size()) out.push_back({{end, text.size()}, std::nullopt});
    return out;
}

void AddedTokens::cutPieces(Pieces& pieces, const Trie& trie, bool specials) const {
    Pieces out;
    for (Piece& piece : pieces) {
        if (piece.addedToken) {
            out.push_back(std::move(piece));
            continue;
        }
        for (const auto& [range, id] : find(piece.text.text(), trie, specials))
            out.push_back({piece.text.slice(range), id});
    }
    pieces = std::move(out);
}

Pieces AddedTokens::cut(std::string_view text, const Normalizer& normalizer, bool specials) const {
    Pieces pieces;
    pieces.push_back({NormalizedText(text), {}});
    cutPieces(pieces, m_raw, specials);
    if (normalizer) {
        for (Piece& piece : pieces)
            if (!piece.addedToken) normalizer(piece.text);
    }
    cutPieces(pieces, m_normalized, specials);
    return pieces;
}

std::optional<std::int32_t> AddedTokens::id(std::string_view content) const {
    const auto found = m_ids.find(content);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

const AddedToken* AddedTokens::token(std::int32_t id) const noexcept {
    const auto found = m_tokens.find(id);
    return found == m_tokens.end() ? nullptr : &found->second;
}

}  // namespace headscope::core
