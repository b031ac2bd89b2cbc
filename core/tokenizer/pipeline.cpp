// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/pipeline.h"

#include "core/tokenizer/character_index.h"

namespace headscope::core {

std::vector<EncodedToken> Tokenizer::Pipeline::tokensOf(std::string_view text, int sequence,
                                                        bool specials) const {
    Pieces pieces = addedTokens.cut(text, normalizer, specials);
    if (preTokenizer) preTokenizer(pieces);
    const CharacterIndex index(text);
    WordMemory memory;
    std::vector<EncodedToken> out;
    for (Piece& piece : pieces) {
        if (!piece.tokenized) piece.tokens = model->tokenize(piece.text.text(), memory);
        for (ModelToken& token : piece.tokens) {
            const Span span = index.characters(piece.text.typedRange(token.range));
            out.push_back(
                {token.id, std::move(token.value), span, span, sequence, sequence, false, piece.addedToken});
        }
    }
    return out;
}

std::optional<std::string> Tokenizer::Pipeline::piece(std::int32_t id) const {
    if (const AddedToken* added = addedTokens.token(id)) return added->content;
    const std::string* piece = model->vocabulary().piece(id);
    return piece == nullptr ? std::nullopt : std::optional(*piece);
}

std::optional<std::int32_t> Tokenizer::Pipeline::id(std::string_view piece) const {
    const auto added = addedTokens.id(piece);
    return added ? added : model->vocabulary().id(piece);
}

}  // namespace headscope::core
