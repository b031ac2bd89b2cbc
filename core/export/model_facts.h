// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/export/table.h"
#include "core/model/model.h"

namespace headscope::core {

/// What a model is made of: sizes, positions, mask, tokenizer, outputs, and what became of its tensors.
/// Labels, and shown values that are plain words, are translated in context "Fact".
std::vector<Fact> modelFacts(const Model& model);

/// What a run of `tokens` tokens takes in memory: run_tokens; layer_bytes, layers_bytes (the largest and all
/// layers as floats), kept_bytes (of these at one time, at most), run_bytes (beside the weights: what the
/// trace keeps and the largest panel), total_bytes. Throws Error(TextTooLong) beyond what the model reads.
std::vector<Fact> memoryFacts(const Model& model, Index tokens);

/// How long a text is when nobody says: 512 tokens, or what the model reads where that is less.
Index usualTokens(const Model& model) noexcept;

}  // namespace headscope::core
