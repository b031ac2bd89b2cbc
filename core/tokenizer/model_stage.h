// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tokenizer/pieces.h"
#include "core/tokenizer/stage.h"
#include "core/tokenizer/vocabulary.h"

namespace headscope::core {

/// How a vocabulary marks its pieces.
struct PieceMarks {
    std::string continuingPrefix;  ///< "##" of pieces inside a word; may be empty
    std::string endOfWord;         ///< "</w>" of pieces at the end of a word; may be empty
    bool byteFallback = false;     ///< "<0xE7>" is a byte
    bool wholeWords = false;       ///< every piece is a word of its own
};

/// The tokens of words that were cut before, for the duration of one text: words repeat.
class WordMemory {
public:
    /// Bytes; longer words hardly repeat and are not kept.
    static constexpr std::size_t longestWord = 64;

    /// Appends the tokens of `word`, which stands at byte `begin` of its piece, when they are known.
    bool append(std::string_view word, std::size_t begin, std::vector<ModelToken>& tokens) const;
    /// Keeps the tokens from number `first` on as those of `word`, if it is short.
    void keep(std::string_view word, std::size_t begin, const std::vector<ModelToken>& tokens,
              std::size_t first);

private:
    StringMap<std::vector<ModelToken>> m_words;
};

/// Cuts a piece of text into pieces of its vocabulary. Immutable, may be used from many threads.
class ModelStage {
public:
    ModelStage(std::string_view type, Vocabulary vocabulary, PieceMarks marks)
        : m_type(type), m_vocabulary(std::move(vocabulary)), m_marks(std::move(marks)) {}
    virtual ~ModelStage() = default;
    ModelStage(const ModelStage&) = delete;
    ModelStage& operator=(const ModelStage&) = delete;

    /// Appends the tokens of `text`, not empty. Throws Error(TokenizerInvalid) when the text needs an unknown
    /// token that the vocabulary lacks.
    virtual void tokenize(std::string_view text, WordMemory& memory,
                          std::vector<ModelToken>& tokens) const = 0;

    /// "WordPiece", "BPE", "WordLevel" or "Unigram"
    std::string_view type() const noexcept { return m_type; }
    const Vocabulary& vocabulary() const noexcept { return m_vocabulary; }
    /// How many entries the file's vocabulary has; added tokens are numbered from there.
    virtual std::size_t entries() const noexcept { return m_vocabulary.size(); }
    const PieceMarks& marks() const noexcept { return m_marks; }

protected:
    /// The id of the unknown token; throws when the vocabulary lacks it.
    std::int32_t unknownId(std::string_view unknownPiece) const {
        if (const auto id = m_vocabulary.id(unknownPiece)) return *id;
        throw Error(ErrorCode::TokenizerInvalid, {m_type, "its unknown token \"" + std::string(unknownPiece) +
                                                              "\" is not in its vocabulary"});
    }

private:
    std::string m_type;
    Vocabulary m_vocabulary;
    PieceMarks m_marks;
};

using ModelPointer = std::unique_ptr<const ModelStage>;

/// The model from its definition in tokenizer.json. Throws Error(TokenizerUnsupported, TokenizerInvalid,
/// Json…).
ModelPointer makeModel(const Json& definition);

struct WordPieceSettings {
    std::string unknown = "[UNK]";
    std::string continuingPrefix = "##";
    std::size_t longestWord = 100;  ///< characters; a longer word is one unknown token
};
ModelPointer makeWordPiece(Vocabulary vocabulary, const WordPieceSettings& settings);

using Merges = std::vector<std::pair<std::string, std::string>>;
struct BpeSettings {
    std::optional<std::string> unknown;
    std::string continuingPrefix;
    std::string endOfWord;
    bool fuseUnknown = false;
    bool byteFallback = false;
    bool ignoreMerges = false;
};
/// `file` is what errors call the place the merges came from. Throws Error(TokenizerInvalid).
ModelPointer makeBpe(Vocabulary vocabulary, const Merges& merges, const BpeSettings& settings,
                     const std::string& file);

struct ScoredPiece {
    std::string text;
    double score = 0;
};
struct UnigramSettings {
    std::optional<std::int32_t> unknown;
    bool byteFallback = false;
};
/// `pieces` by id. Throws Error(TokenizerInvalid).
ModelPointer makeUnigram(const std::vector<ScoredPiece>& pieces, const UnigramSettings& settings,
                         const std::string& file);

// The rows of the table in model_stage.cpp.
ModelPointer makeWordPieceFromJson(const Json& definition, const StageOverrides& overrides);
ModelPointer makeWordLevelFromJson(const Json& definition, const StageOverrides& overrides);
ModelPointer makeBpeFromJson(const Json& definition, const StageOverrides& overrides);
ModelPointer makeUnigramFromJson(const Json& definition, const StageOverrides& overrides);

}  // namespace headscope::core
