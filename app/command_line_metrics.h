// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line_call.h"
#include "core/export/measure_report.h"

namespace headscope::app {

/// What --measure and --specials ask for. All rows; --from needs a text.
core::MeasureOptions measureOptions(const Options& options);

/// `metrics --corpus`. Throws Error.
void runCorpus(const CommandCall& call);
/// `metrics --merge`. Throws Error.
void runMerge(const CommandCall& call);

}  // namespace headscope::app
