// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/state.h"

namespace headscope::ui {

/// What multiplies for a run; one that was read from a file has patterns and no model.
const core::Kernels& kernelsOf(const Run& run);

/// What the pattern of a head looks like; content where the run does not say.
core::HeadType typeOf(const Run& run, core::HeadId head);

/// The pattern of one head, with pieces merged into words where wanted; null when its layer has no attention.
/// Throws Error(NoSuchHead).
core::PatternPtr runPattern(const Run& run, core::HeadId head, bool words);
/// The pattern of a group of heads likewise; with `difference`, of which `run` is B, its B − A.
core::PatternPtr groupPattern(const Run& run, const ComparedRunsPtr& difference, const core::HeadGroup& group,
                              bool words);
/// B − A of one head likewise.
std::shared_ptr<const core::DifferencePattern> differencePattern(const ComparedRuns& runs, core::HeadId head,
                                                                 bool words);

}  // namespace headscope::ui
