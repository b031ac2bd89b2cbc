// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/stage.h"

namespace headscope::core {

/// What the files beside a vocabulary say: tokenizer_config.json, special_tokens_map.json, added_tokens.json,
/// config.json.
struct TokenizerConfig {
    Json settings;          ///< tokenizer_config.json; null when absent
    std::string className;  ///< "Bert", "GPT2", "Llama" …: tokenizer_class without "Tokenizer" and "Fast";
                            ///< may be empty
    std::string modelType;  ///< model_type of config.json; may be empty
    /// bos_token, eos_token, unk_token, sep_token, pad_token, cls_token, mask_token, as far as the files have
    /// them
    std::map<std::string, AddedToken, std::less<>> named;
    std::vector<AddedToken> declared;  ///< added_tokens_decoder, in the order of the ids
    std::vector<AddedToken> older;  ///< added_tokens.json, additional_special_tokens: only added when missing

    /// The named token's text, or `fallback`.
    std::string tokenText(std::string_view name, std::string_view fallback) const;
    /// What tokenizer_config.json changes in the stages of a tokenizer.json.
    StageOverrides overrides() const;
};

TokenizerConfig readTokenizerConfig(const Checkpoint& checkpoint);

/// Adds the tokens that the files declare beside the vocabulary, as the reference does: tokens with settings
/// of their own change those of a token that is there, names alone only add what is missing.
void addDeclaredTokens(const TokenizerConfig& config, AddedTokens& tokens, const ModelStage& model);

}  // namespace headscope::core
