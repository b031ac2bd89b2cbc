// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/tokenizer/token.h"

namespace headscope::core {

struct EncodeOptions {
    bool addSpecialTokens = true;
    /// A special token that is written in the text ("[SEP]") is that token; otherwise it is text like any
    /// other.
    bool specialTokensInText = true;
};

/// Turns text into tokens exactly like the checkpoint's reference tokenizer. Immutable, may be used from many
/// threads.
class Tokenizer {
public:
    /// From tokenizer.json, else vocab.txt, else vocab.json + merges.txt; tokenizer_config.json is applied as
    /// the reference does. Nothing when the checkpoint has no tokenizer. Throws Error(TokenizerInvalid,
    /// TokenizerUnsupported, Json…).
    static std::optional<Tokenizer> load(const Checkpoint& checkpoint);
    /// From the text of a tokenizer.json; `name` for messages.
    static Tokenizer fromJson(std::string_view text, std::string name);

    /// The tokens of `text`, or of `text` and `pair`. UTF-8. Truncation and padding settings of the file are
    /// ignored. Throws Error(TextNotUtf8).
    std::vector<Token> encode(std::string_view text, std::optional<std::string_view> pair = {},
                              EncodeOptions options = {}) const;

    /// Tokens for ids given by hand: piece, label and special flag from the vocabulary, no spans; words are
    /// those of the text that the pieces spell.
    std::vector<Token> fromIds(const std::vector<std::int32_t>& ids) const;

    /// The piece of an id; nothing when the vocabulary has no such id.
    std::optional<std::string> piece(std::int32_t id) const;
    std::optional<std::int32_t> id(std::string_view piece) const;
    /// Highest id plus one.
    Index vocabularySize() const noexcept;
    /// "WordPiece", "BPE", "WordLevel", "Unigram", with the file it came from: for `info`.
    std::string description() const;

    struct Pipeline;

private:
    explicit Tokenizer(std::shared_ptr<const Pipeline> pipeline) : m_pipeline(std::move(pipeline)) {}
    std::shared_ptr<const Pipeline> m_pipeline;
};

}  // namespace headscope::core
