// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/model_stage.h"

namespace headscope::core {
namespace {

constexpr StageRow<ModelPointer> rows[] = {
    {"BPE", makeBpeFromJson},
    {"WordPiece", makeWordPieceFromJson},
    {"WordLevel", makeWordLevelFromJson},
    {"Unigram", makeUnigramFromJson},
};

}  // namespace

ModelPointer makeModel(const Json& definition) {
    if (definition.find("type")) return makeStage(rows, "model", definition, {});
    // Files of 2020 do not say which model it is; its fields do.
    const Json vocabulary = definition.at("vocab");
    if (vocabulary.isArray()) return makeUnigramFromJson(definition, {});
    if (definition.find("merges")) return makeBpeFromJson(definition, {});
    if (definition.find("continuing_subword_prefix")) return makeWordPieceFromJson(definition, {});
    return makeWordLevelFromJson(definition, {});
}

}  // namespace headscope::core
