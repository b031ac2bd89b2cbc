// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/run_spec.h"

namespace headscope::core {

/// A word of a gold text: its characters, which are those of the first text or of the second.
struct GoldWord {
    Span span;
    int sequence = 0;
    bool operator==(const GoldWord&) const = default;
};

/// Which word of a text stands in a relation to `word`? A head answers with the word that it looks at most.
struct GoldQuestion {
    std::string relation;           ///< "nsubj"
    std::string_view direction;     ///< "dependent-head": who is asked, and who would be right
    Index word = 0;                 ///< of GoldText::words, as are the following
    std::vector<Index> answers;     ///< any of them is right; never empty
    std::vector<Index> candidates;  ///< to choose from, answers among them; empty: all words but `word`
    /// The answer is not the word that `word` looks at most, but the one that looks at `word` most (Clark et
    /// al. 2019, section 4.1, where attention is transposed).
    bool received = false;
    std::string group = {};  ///< questions of one group are variants of a text that have to be right together
    bool operator==(const GoldQuestion&) const = default;
};

/// A text whose words stand in relations that somebody has written down.
struct GoldText {
    Index line = 1;  ///< of the file, where it begins
    std::string text;
    std::optional<std::string> pair = {};
    std::vector<GoldWord> words;  ///< in order; words that overlap stand for one piece of text
    std::vector<GoldQuestion> questions;
};

/// Two words that mean something to each other wherever they stand: iPhone is a product of the kind phone.
struct WordPair {
    std::string relation;
    std::string first;
    std::string second;
    bool operator==(const WordPair&) const = default;
};

struct GoldFile {
    std::string format;           ///< "CoNLL-U"
    std::vector<WordPair> pairs;  ///< of a file that has no texts of its own
    std::vector<GoldText> texts;
    /// Per relation how many more pronouns the file has that mean none of their candidates (GAP): nothing is
    /// asked about them, but who always chooses one is wrong there.
    std::map<std::string, Index> unanswered = {};
};

/// Reads dependencies (CoNLL-U), coreference (CoNLL-2012), pronouns (GAP's table; schemas after Rahman and Ng
/// 2012, four lines each) and word pairs, and knows them apart by what stands in the file. Byte order marks
/// and CRLF are read. Throws Error(LineInvalid) naming file and line for whatever does not fit, BadArgument
/// for a file that is none of these or asks nothing, and what opening and reading it throw.
GoldFile readGold(const std::filesystem::path& path);

/// Asks every word of `text` that has partners in it, in both directions. `line` is where the text stands.
GoldText askPairs(const std::vector<WordPair>& pairs, std::string text, Index line = 1);

}  // namespace headscope::core
