// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <utility>

#include "core/analysis/alignment_gold.h"
#include "core/analysis/asked_run.h"
#include "core/analysis/share.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {

/// A text of gold data. An alignment asks every word of the target which words of the source it translates.
struct AskedText {
    GoldText text;
    std::set<WordLink> unsure;  ///< word asked and answer: only possible
};

/// Gold data of any kind, to look at one text after the other.
struct GoldData {
    std::filesystem::path file;
    std::string format;           ///< "CoNLL-U"; empty where a session names a file that is gone
    std::vector<WordPair> pairs;  ///< asked of whatever text
    std::vector<AskedText> texts;
    Index base = 0;            ///< of a word alignment: the number of the first word …
    bool noFirstWord = false;  ///< … which no link of it is to: it may count from the other one

    std::vector<Input> inputs() const;
    /// What is asked about the text of `input`; nothing where that is not in the data.
    std::optional<AskedText> about(const Input& input) const;
};

/// readGold(), or readAlignments() of a file that brings its texts and counts from `base`, 0 or 1. Throws as
/// these do.
GoldData readGoldData(const std::filesystem::path& path, Index base = 0);
/// Whether a file can be nothing but gold data, by its first line; schemas look like any text. Throws what
/// opening and reading it throw.
bool isGoldData(const std::filesystem::path& path);

/// A pair of words that gold data asks for: a query and one of its answers.
struct GoldLink {
    std::vector<Index> query;  ///< positions of the pieces of the word asked
    std::vector<Index> key;    ///< and of the answer
    std::string relation;
    std::string_view direction;
    bool sure = true;
};
/// Those of the questions that ask where a word looks.
std::vector<GoldLink> goldLinks(const AskedRun& run, const std::set<WordLink>& unsure);

/// How many of these questions are answered by `pattern`, which is one between the tokens of the run, with a
/// right word: the one with the largest weight, as scoreRelations() counts.
Share rightAnswers(const AskedRun& run, const PatternSource& pattern);

}  // namespace headscope::core
