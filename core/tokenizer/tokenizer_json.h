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

/// The stages of a folder with a SentencePiece model or a tiktoken file; null when it has neither. Throws as
/// readTokenizerJson does.
PipelinePointer readModelFile(const Checkpoint& checkpoint, const TokenizerConfig& config);

/// The stages of a SentencePiece model; of a tiktoken file, of which each line is a piece in base64 and its
/// id.
PipelinePointer readSentencePiece(std::string_view bytes, const std::string& name,
                                  const TokenizerConfig& config);
bool isTiktoken(std::string_view text);
PipelinePointer readTiktoken(const MappedFile& file, const TokenizerConfig& config);

}  // namespace headscope::core
