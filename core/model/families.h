// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/model/architectures.h"

namespace headscope::core {

// The rows of the table, one list per kind of block.
std::vector<Architecture> bertFamilies();        ///< norms after each half of the block
std::vector<Architecture> encoderFamilies();     ///< the same with narrow embeddings, distances, windows
std::vector<Architecture> modernBertFamilies();  ///< encoders with norms before each half, rotation, windows
std::vector<Architecture> parallelFamilies();    ///< attention and MLP side by side
std::vector<Architecture> gemmaFamilies();       ///< norms on both sides of each half
std::vector<Architecture> gptFamilies();         ///< layer norms before each half
std::vector<Architecture> llamaFamilies();       ///< RMS norms, gated MLPs, rotation

// What several rows have in common.

inline constexpr std::string_view sequenceClass = "ForSequenceClassification";
inline constexpr std::string_view tokenClass = "ForTokenClassification";
inline constexpr std::string_view answersClass = "ForQuestionAnswering";

/// Language model, sequence and token classifiers of decoders: `projection` on the final hidden states.
std::vector<OutputHead> decoderOutputs(std::string_view projection);
/// Of encoders: a class per token, and begin and end of an answer.
OutputHead tokenClassifier();
OutputHead questionAnswering();
/// The block of BERT with a norm after each half, from which its relatives differ by a few fields.
Architecture bertRow();
/// The same with positions that count from the padding id, and with other names of the output heads.
Architecture robertaRow();
/// The RMS-normalised block of LLaMA, from which its relatives differ by a few fields.
Architecture llamaRow();

}  // namespace headscope::core
