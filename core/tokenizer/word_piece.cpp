// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/trie.h"
#include "core/tokenizer/unicode.h"

namespace headscope::core {
namespace {

/// Longest pieces first from the left; pieces behind the first one carry a prefix in the vocabulary. A word
/// that cannot be covered so, even by other choices, is unknown as a whole.
class WordPiece : public ModelStage {
public:
    WordPiece(Vocabulary vocabulary, const WordPieceSettings& settings);
    void tokenize(std::string_view text, WordMemory&, std::vector<ModelToken>& tokens) const override;

private:
    WordPieceSettings m_settings;
    Trie m_first;
    Trie m_continuing;  // without the prefix
};

/// The pieces that begin with `prefix`, without it.
Trie piecesWithPrefix(const Vocabulary& vocabulary, std::string_view prefix) {
    std::vector<Trie::Entry> entries;
    for (const auto& [piece, id] : vocabulary.ids()) {
        const std::string_view view = piece;
        if (view.starts_with(prefix)) entries.push_back({view.substr(prefix.size()), id});
    }
    return Trie(std::move(entries));
}

WordPiece::WordPiece(Vocabulary vocabulary, const WordPieceSettings& settings)
    : ModelStage("WordPiece", std::move(vocabulary), {settings.continuingPrefix, {}, false}),
      m_settings(settings),
      m_first(piecesWithPrefix(this->vocabulary(), "")),
      m_continuing(piecesWithPrefix(this->vocabulary(), settings.continuingPrefix)) {}

void WordPiece::tokenize(std::string_view text, WordMemory&, std::vector<ModelToken>& tokens) const {
    const std::size_t first = tokens.size();
    const auto unknown = [&] {
        tokens.resize(first);
        tokens.push_back({unknownId(m_settings.unknown), m_settings.unknown, {0, text.size()}});
    };
    if (countCodePoints(text) > m_settings.longestWord) return unknown();
    for (std::size_t begin = 0; begin < text.size();) {
        const Trie& trie = begin == 0 ? m_first : m_continuing;
        const auto match = trie.longestPrefix(text.substr(begin));
        if (!match) return unknown();
        const std::string_view part = text.substr(begin, match->bytes);
        std::string value = begin == 0 ? std::string(part) : m_settings.continuingPrefix + std::string(part);
        tokens.push_back({match->value, std::move(value), {begin, begin + match->bytes}});
        begin += match->bytes;
    }
}

}  // namespace

ModelPointer makeWordPiece(Vocabulary vocabulary, const WordPieceSettings& settings) {
    return std::make_unique<WordPiece>(std::move(vocabulary), settings);
}

ModelPointer makeWordPieceFromJson(const Json& definition, const StageOverrides&) {
    WordPieceSettings settings;
    settings.unknown = definition.stringOr("unk_token", settings.unknown);
    settings.continuingPrefix = definition.stringOr("continuing_subword_prefix", settings.continuingPrefix);
    const std::int64_t longest = definition.intOr("max_input_chars_per_word", 100);
    settings.longestWord = static_cast<std::size_t>(std::max<std::int64_t>(longest, 0));
    return makeWordPiece(Vocabulary(definition.at("vocab")), settings);
}

}  // namespace headscope::core
