// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/links.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// Rows of a head.
struct AskedRows {
    core::HeadId head;
    bool words = false;                 ///< rows of words
    std::optional<core::Index> only{};  ///< nothing: all
};

/// The key with the largest weight for every query of `head`, or for the one at `only`; key −1 where a query
/// may see none. With `difference`, of which `run` is B: the key whose weight differs most, if any does.
/// Queries and keys are tokens, read from the statistics of the run, or words, whose weights have to be
/// computed. Nothing for a head without pattern. Throws Error(Cancelled).
std::vector<core::Link> strongestKeysOf(const Run& run, const ComparedRunsPtr& difference,
                                        const AskedRows& asked, const core::Progress& progress = {});

}  // namespace headscope::ui
