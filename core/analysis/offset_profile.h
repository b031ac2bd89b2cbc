// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/metrics.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {

/// Where a head looks by distance: per offset key − query the mean weight over the queries that may see that
/// key.
struct OffsetProfile {
    HeadId head;
    Index reach = 0;                  ///< offsets −reach … reach
    std::vector<Accumulated> values;  ///< 2 · reach + 1

    const Accumulated& at(Index offset) const { return values[static_cast<std::size_t>(reach + offset)]; }
};

/// Of one pattern, offsets −reach … reach: its weights or differences, over the queries that may see the key.
std::vector<Accumulated> offsetProfile(const PatternSource& pattern, Index reach);

/// Of every head of a run. `options.metrics` is not looked at.
std::vector<OffsetProfile> offsetProfiles(const Compute& compute, const Trace& trace, Index reach,
                                          const MeasureOptions& options = {});

}  // namespace headscope::core
