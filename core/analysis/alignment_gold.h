// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/gold.h"

namespace headscope::core {

/// Word of the source, word of the target; both counted from 0.
using WordLink = std::pair<Index, Index>;

/// Two texts and who is a translation of whom. The words of both stand between blanks.
struct AlignedText {
    GoldText gold;      ///< text is the source, pair the target; words of both, the source's first
    Index sources = 0;  ///< words of the source
    std::set<WordLink> sure;
    std::set<WordLink> possible;  ///< the sure ones among them

    Index targets() const noexcept { return static_cast<Index>(gold.words.size()) - sources; }
};

struct AlignmentFile {
    std::vector<AlignedText> texts;
    /// No link is to the first word of any text: either file counts from 1.
    bool noFirstWord = false;
};

struct AlignmentRequest {
    std::filesystem::path file;
    /// The texts where `file` has links alone: one pair on a line, a tab between source and target.
    std::optional<std::filesystem::path> corpus;
    Index base = 0;  ///< the number of the first word: 0 or 1
};

/// Reads word alignments, a text on each line: "source ||| target ||| links", or links alone for the texts of
/// `corpus`. Links are source-target (Pharaoh): 1-2 is sure, 1p2 and 1?2 are possible. Instead of links alone
/// a file may hold one link on each line: number of the text, counted from 1, source, target and S or P
/// (Mihalcea and Pedersen 2003). Lines that begin with # are comments where texts stand beside the links.
/// Throws Error(LineInvalid) naming file and line for whatever does not fit, BadArgument where there is no
/// link, and what opening and reading throw.
AlignmentFile readAlignments(const AlignmentRequest& request);

}  // namespace headscope::core
