// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line_call.h"
#include "ui/figures/figures.h"

namespace headscope::app {

/// Whether a file of this name is a picture by its suffix.
bool isPictureName(const std::filesystem::path& path);

/// What a picture of `run` begins with: how the options want it looked at.
ui::FigureRequest requestOf(const ui::RunPtr& run, const Options& options);

/// Refuses a --size or an --out that cannot be, before anything long is computed. Throws Error.
void checkPicture(const Options& options);

/// Draws what is asked for into --out and says so where it shows only some of the tokens. Throws Error.
void drawPicture(const CommandCall& call, const ui::FigureKind& kind, const ui::FigureRequest& request);

}  // namespace headscope::app
