// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/links.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// The key with the largest weight for every query of `head`, or for the one at `only`; key −1 where a query
/// may see none. With `difference`, of which `run` is B: the key whose weight differs most, if any does.
/// Queries and keys are tokens, read from the statistics of the run, or words, whose weights have to be
/// computed. Nothing for a head without pattern. Throws Error(Cancelled).
std::vector<core::Link> strongestKeysOf(const Run& run, const ComparedRunsPtr& difference, core::HeadId head,
                                        bool words, std::optional<core::Index> only = {},
                                        const core::Progress& progress = {});

}  // namespace headscope::ui
