// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line_call.h"

namespace headscope::app {

/// find --gold: all heads by how well they follow each relation of a gold file. Throws Error, ClosedPipe.
void runFindGold(const CommandCall& call);

}  // namespace headscope::app
