// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/case_run.h"
#include "core/analysis/gold.h"
#include "core/model/model.h"

namespace headscope::core {

/// A run of a gold text, and what is asked about it.
struct AskedRun {
    TracePtr trace;
    /// Per word of the gold text the positions of its pieces; every token is a piece of at most one word, but
    /// for words that a person named by position. Empty for a word that the model reads nothing of: it was
    /// cut off, or shares its characters with the word before.
    std::vector<std::vector<Index>> words;
    std::vector<std::string> labels;  ///< per word what it is called
    std::vector<GoldQuestion> questions;
    /// Questions that are left out: the word asked or all answers have no pieces, or all other candidates.
    std::vector<GoldQuestion> lost;
};

/// For each of `words` the tokens that stand for its characters: each belongs to the word that it shares most
/// characters with, of equals to the first.
std::vector<std::vector<Index>> piecesOf(const std::vector<GoldWord>& words,
                                         const std::vector<Token>& tokens);

/// Runs a gold text, cut to what the model reads. Throws what running throws.
AskedRun askedRun(const Model& model, const GoldText& text, const Progress& progress = {});

/// The same of a run that is there: of that text, whole or cut.
AskedRun askedRun(TracePtr trace, const GoldText& text);

/// Runs a case that has a `to`. It becomes one question, put to `from`: its answers are the words of `to`;
/// its candidates these and `stronger_than`, or all words where there are none; its relation and group those
/// of the case ("link" where it names none). Throws what CaseRunner throws.
AskedRun askedRun(CaseRunner& runner, const Case& wanted, const Progress& progress = {});

}  // namespace headscope::core
