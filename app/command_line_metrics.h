// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line_call.h"
#include "core/export/measure_report.h"

namespace headscope::app {

/// What --measure and --specials ask for. All rows; --from needs a text.
core::MeasureOptions measureOptions(const Options& options);

}  // namespace headscope::app
