// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::core {

/// What a SentencePiece .model file says (sentencepiece_model.proto of that library), as far as a tokenizer
/// needs it.
struct SentencePieceModel {
    enum class Kind { Unigram = 1, Bpe = 2, Word = 3, Character = 4 };
    enum class PieceType { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };
    struct Piece {
        std::string text;
        float score = 0;
        PieceType type = PieceType::Normal;
    };

    std::string file;
    std::vector<Piece> pieces;  // by id
    Kind kind = Kind::Unigram;
    bool byteFallback = false;
    std::int32_t unknownId = 0;
    std::string unknownPiece = "<unk>";
    std::string beginningPiece = "<s>";  ///< empty: the model has none
    std::string endingPiece = "</s>";    ///< empty: the model has none
    std::string characterMap;            ///< precompiled_charsmap; may be empty
    bool addDummyPrefix = true;
    bool removeExtraWhitespace = true;
    bool escapeWhitespace = true;
};

/// Throws Error(TokenizerInvalid) when the bytes are no such model.
SentencePieceModel readSentencePieceModel(std::string_view bytes, std::string file);

}  // namespace headscope::core
