// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/state.h"

namespace headscope::ui {

/// Whether the run's model lets tokens see all and be seen by all in spite of a window.
bool hasGlobalTokens(const Run& run);
/// Per token, whether it is global in this run; empty where none is.
std::vector<bool> globalTokens(const core::Trace& trace);
/// `input`, whose global tokens are positions of `trace`, with one more of them, or one less.
core::Input withGlobalToggled(core::Input input, const core::Trace& trace, core::Index position);

}  // namespace headscope::ui
