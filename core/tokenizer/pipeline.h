// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/character_index.h"
#include "core/tokenizer/labels.h"
#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/post_processor.h"
#include "core/tokenizer/pre_tokenizer.h"
#include "core/tokenizer/tokenizer.h"

namespace headscope::core {

/// The stages of a tokenizer, in the order in which a text goes through them. Immutable once a Tokenizer
/// holds it.
struct Tokenizer::Pipeline {
    std::string file;  ///< where it came from, for description() and messages
    AddedTokens addedTokens;
    Normalizer normalizer;        ///< may be empty
    PreTokenizer preTokenizer;    ///< may be empty
    ModelPointer model;           ///< never null
    PostProcessor postProcessor;  ///< may be empty
    bool byteLevel = false;       ///< the vocabulary is written in byte letters

    /// Everything but the post-processor, for the text number `sequence`; `index` is that of the text.
    std::vector<EncodedToken> tokensOf(std::string_view text, const CharacterIndex& index, int sequence,
                                       bool specials) const;
    Spelling spelling() const { return {model->marks(), byteLevel}; }
    std::optional<std::string> piece(std::int32_t id) const;
    std::optional<std::int32_t> id(std::string_view piece) const;
};

}  // namespace headscope::core
