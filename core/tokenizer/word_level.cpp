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

    void tokenize(std::string_view text, WordMemory&, std::vector<ModelToken>& tokens) const override {
        const auto id = vocabulary().id(text);
        tokens.push_back(
            {id ? *id : unknownId(m_unknown), id ? std::string(text) : m_unknown, {0, text.size()}});
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
