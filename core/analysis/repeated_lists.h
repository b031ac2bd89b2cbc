// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/metrics.h"
#include "core/model/model.h"

namespace headscope::core {

/// Random tokens that stand twice, one copy right after the other: nothing in them but repetition, so that
/// what a head finds in the second copy it has found by looking (Olsson et al. 2022).
struct RepeatedList {
    Input input;
    Index begin = 0;  ///< of the first copy
    Index count = 0;  ///< tokens of one copy
};

/// Of plain tokens from the middle of the vocabulary, none twice, between the special tokens that the model
/// wants; the same for the same model everywhere. Lengths differ, so that a habit of looking so far back does
/// not pass for finding. None for models without vocabulary or with too few plain tokens or positions.
std::vector<RepeatedList> repeatedLists(const Model& model);

/// What a head does in second copies: the mean weight at the token after the same token in the first copy
/// (prefix matching, what induction heads do), at that token itself (duplicate), and at every key if
/// attention were even.
struct CopyScore {
    HeadId head;
    Accumulated induction, duplicate, even;
};

/// Adds the rows of one run of a list. `scores` is empty or has the same heads.
void addCopyScores(const TracePtr& trace, const RepeatedList& list, const Compute& compute,
                   std::vector<CopyScore>& scores);

/// By how much a head makes its model repeat, of the rows of second copies but the last: the logit of the
/// token that came next in the first copy, less the mean over the other tokens of the list, with the head
/// minus the same with the head switched off. Positive: what the head finds is what it says (copying, Olsson
/// et al. 2022, here by ablation).
struct Copying {
    HeadId head;
    Accumulated logits;
};

/// Whether the model predicts next tokens, without which there is no copying.
bool predictsNextTokens(const Model& model);

/// Adds the rows of a list. Throws what Model::run and Model::logits throw.
void addCopying(const Model& model, const RepeatedList& list, std::vector<Copying>& heads,
                const Progress& progress = {});

}  // namespace headscope::core
