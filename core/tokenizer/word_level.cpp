// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/model_stage.h"

namespace headscope::core {
namespace {

/// A whole piece of text is in the vocabulary, or unknown.
class WordLevel : public ModelStage {
public:
    WordLevel(Vocabulary vocabulary, std::string unknown)
        : ModelStage("WordLevel", std::move(vocabulary), {{}, {}, false, true}),
          m_unknown(std::move(unknown)) {}

    std::vector<ModelToken> tokenize(std::string_view text, WordMemory&) const override {
        if (const auto id = vocabulary().id(text)) return {{*id, std::string(text), {0, text.size()}}};
        return {{unknownId(m_unknown), m_unknown, {0, text.size()}}};
    }

private:
    std::string m_unknown;
};

}  // namespace

ModelPointer makeWordLevelFromJson(const Json& definition, const StageOverrides&) {
    return std::make_unique<WordLevel>(Vocabulary(definition.at("vocab")),
                                       definition.stringOr("unk_token", "<unk>"));
}

}  // namespace headscope::core
