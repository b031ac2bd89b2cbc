// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/figures/state.h"

namespace headscope::ui {

/// The largest difference of a weight, "−0.98"; "–" where nothing differs.
QString changeText(const core::HeadChange& change);
/// What that number is.
QString changeDefinition();
/// Where a head changed most and how much on the whole, a line each. `tokens` are those of B.
QStringList changeLines(const core::HeadChange& change, const std::vector<core::Token>& tokens);

/// How many tokens (or words) are compared, and which ones only one of the runs has.
QString alignmentText(const ComparedRuns& runs, bool words);

}  // namespace headscope::ui
