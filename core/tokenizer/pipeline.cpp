// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/pipeline.h"

namespace headscope::core {

std::vector<EncodedToken> Tokenizer::Pipeline::tokensOf(std::string_view text, const CharacterIndex& index,
                                                        int sequence, bool specials) const {
    Pieces pieces = addedTokens.cut(text, normalizer, specials);
    if (preTokenizer) preTokenizer(pieces);
    WordMemory memory;
    std::vector<ModelToken> tokens;
    std::vector<EncodedToken> out;
    out.reserve(pieces.size());
    for (const Piece& piece : pieces) {
        tokens.clear();
        if (piece.addedToken)
            tokens.push_back(
                {*piece.addedToken, std::string(piece.text.text()), {0, piece.text.text().size()}});
        else
            model->tokenize(piece.text.text(), memory, tokens);
        for (ModelToken& token : tokens) {
            const Span span = index.characters(piece.text.typedRange(token.range));
            out.push_back({token.id, std::move(token.value), span, span, sequence, sequence, false,
                           piece.addedToken.has_value()});
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
