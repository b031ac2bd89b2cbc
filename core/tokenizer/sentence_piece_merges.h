// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/model_stage.h"
#include "core/tokenizer/sentence_piece_model.h"

namespace headscope::core {

std::vector<ScoredPiece> scoredPieces(const SentencePieceModel& model, std::size_t first = 0);
Vocabulary vocabularyOf(const SentencePieceModel& model);

// A SentencePiece model of BPE type has no list of merges; it follows from the pieces.

/// The merges of LLaMA and Gemma: of any pieces, those that make the piece with the smallest id first.
Merges mergesByIds(const Vocabulary& vocabulary);
/// The merges of any other model: of normal pieces, those that make the piece with the best score first.
Merges mergesByScores(const SentencePieceModel& model, const Vocabulary& vocabulary);

}  // namespace headscope::core
