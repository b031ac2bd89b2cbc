// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/sentence_piece_model.h"

#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/tokenizer/protobuf_reader.h"
#include "core/tokenizer/vocabulary.h"

namespace headscope::core {
namespace {

using Model = SentencePieceModel;

Error invalid(const Model& model, std::string reason) {
    return Error(ErrorCode::TokenizerInvalid, {model.file, std::move(reason)});
}

std::string text(const Model& model, std::string_view bytes) {
    if (findInvalidUtf8(bytes)) throw invalid(model, "a piece is not UTF-8");
    return std::string(bytes);
}

/// An id of the trainer's settings, which is a 32-bit number; negative when there is none.
std::int32_t settingId(std::uint64_t integer) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(integer));
}

Model::Piece readPiece(const Model& model, std::string_view message) {
    Model::Piece piece;
    ProtobufReader reader(message, model.file);
    while (const auto field = reader.next()) {
        switch (field->number) {
            case 1:
                piece.text = text(model, field->bytes);
                break;
            case 2:
                piece.score = field->real;
                break;
            case 3:
                if (field->integer < 1 || field->integer > 6)
                    throw invalid(model, "a piece has no known type");
                piece.type = static_cast<Model::PieceType>(field->integer);
                break;
        }
    }
    if (std::isnan(piece.score)) throw invalid(model, "a score is not a number");
    return piece;
}

void readTrainer(Model& model, std::string_view message) {
    std::int32_t beginning = 1;
    std::int32_t ending = 2;
    ProtobufReader reader(message, model.file);
    while (const auto field = reader.next()) {
        switch (field->number) {
            case 3:
                if (field->integer < 1 || field->integer > 4)
                    throw invalid(model, "it has no known model type");
                model.kind = static_cast<Model::Kind>(field->integer);
                break;
            case 35:
                model.byteFallback = field->integer != 0;
                break;
            case 40:
                model.unknownId = settingId(field->integer);
                break;
            case 41:
                beginning = settingId(field->integer);
                break;
            case 42:
                ending = settingId(field->integer);
                break;
            case 45:
                model.unknownPiece = text(model, field->bytes);
                break;
            case 46:
                model.beginningPiece = text(model, field->bytes);
                break;
            case 47:
                model.endingPiece = text(model, field->bytes);
                break;
        }
    }
    if (beginning < 0) model.beginningPiece.clear();
    if (ending < 0) model.endingPiece.clear();
}

void readNormalizer(Model& model, std::string_view message) {
    ProtobufReader reader(message, model.file);
    while (const auto field = reader.next()) {
        switch (field->number) {
            case 2:
                model.characterMap = std::string(field->bytes);
                break;
            case 3:
                model.addDummyPrefix = field->integer != 0;
                break;
            case 4:
                model.removeExtraWhitespace = field->integer != 0;
                break;
            case 5:
                model.escapeWhitespace = field->integer != 0;
                break;
        }
    }
}

}  // namespace

SentencePieceModel readSentencePieceModel(std::string_view bytes, std::string file) {
    Model model;
    model.file = std::move(file);
    ProtobufReader reader(bytes, model.file);
    while (const auto field = reader.next()) {
        if (field->number == 1) model.pieces.push_back(readPiece(model, field->bytes));
        if (field->number == 2) readTrainer(model, field->bytes);
        if (field->number == 3) readNormalizer(model, field->bytes);
        if (model.pieces.size() >= static_cast<std::size_t>(tokenIdLimit))
            throw invalid(model, "its vocabulary is too large");
    }
    if (model.pieces.empty()) throw invalid(model, "it has no pieces");
    return model;
}

}  // namespace headscope::core
