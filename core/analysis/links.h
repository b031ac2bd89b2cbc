// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/pattern_source.h"

namespace headscope::core {

/// One weight worth naming, or one difference.
struct Link {
    HeadId head;
    Index query = 0;
    Index key = 0;
    double weight = 0;
    Index rank = 1;  ///< of this key in its row, 1 = strongest
};

/// The `top` strongest keys of row `query` (of differences: the largest in absolute value), strongest first,
/// ties by position.
std::vector<Link> strongestKeys(const PatternSource& pattern, HeadId head, Index query, Index top);

/// The `top` strongest cells of the pattern whose query and key both pass `counts` (empty: all). Throws
/// Error(Cancelled).
std::vector<Link> strongestLinks(const PatternSource& pattern, HeadId head, Index top,
                                 const std::vector<bool>& counts = {}, const Progress& progress = {});

/// Positions of the pieces of a word argument: `it` (in whatever case, in every script), `it#2` (second
/// occurrence), `@11` (position). Throws Error(WordNotFound, WordAmbiguous) listing what there is.
std::vector<Index> findWord(const Trace& trace, std::string_view word);

/// Every head by the weight of the link from the pieces `from` (averaged) to the pieces `to` (added),
/// strongest first. `rank` is that of the strongest key of `to` in its row.
std::vector<Link> rankHeads(const TracePtr& trace, const std::vector<Index>& from,
                            const std::vector<Index>& to, const Kernels& kernels);

}  // namespace headscope::core
