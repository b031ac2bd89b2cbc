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

}  // namespace headscope::core
