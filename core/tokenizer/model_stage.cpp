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

// A hostile text must not fill the memory twice.
constexpr std::size_t mostWords = 100'000;

}  // namespace

bool WordMemory::append(std::string_view word, std::size_t begin, std::vector<ModelToken>& tokens) const {
    if (word.size() > longestWord) return false;
    const auto found = m_words.find(word);
    if (found == m_words.end()) return false;
    for (const ModelToken& token : found->second)
        tokens.push_back({token.id, token.value, {begin + token.range.begin, begin + token.range.end}});
    return true;
}

void WordMemory::keep(std::string_view word, std::size_t begin, const std::vector<ModelToken>& tokens,
                      std::size_t first) {
    if (word.size() > longestWord || m_words.size() >= mostWords) return;
    std::vector<ModelToken>& kept = m_words[std::string(word)];
    for (std::size_t i = first; i < tokens.size(); ++i) {
        const ByteRange range = tokens[i].range;
        kept.push_back({tokens[i].id, tokens[i].value, {range.begin - begin, range.end - begin}});
    }
}

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
