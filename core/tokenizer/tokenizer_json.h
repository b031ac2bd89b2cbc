// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/tokenizer/pipeline.h"
#include "core/tokenizer/tokenizer_config.h"

namespace headscope::core {

using PipelinePointer = std::shared_ptr<const Tokenizer::Pipeline>;

/// The stages that a tokenizer.json describes; `config` null: taken as it stands. Throws
/// Error(TokenizerInvalid, TokenizerUnsupported, Json…).
PipelinePointer readTokenizerJson(const Json& file, const TokenizerConfig* config);

/// The stages of a folder with only the older files: vocab.txt, or vocab.json and merges.txt; null when it
/// has neither. Throws as readTokenizerJson does.
PipelinePointer readLegacyFiles(const Checkpoint& checkpoint, const TokenizerConfig& config);

/// `<s> A </s>` and the like: `beginning` and `ending` around each text, the second text with type 1. Either
/// may be nothing.
PostProcessor beginningAndEnding(const std::optional<SpecialToken>& beginning,
                                 const std::optional<SpecialToken>& ending);

}  // namespace headscope::core
