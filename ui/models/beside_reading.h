// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/beside.h"

namespace headscope::ui {

/// One of two patterns over one axis of the tokens of both.
struct BesidePattern {
    const core::PatternSource& pattern;
    const TokenAxis& axis;
};
/// What A and B have in a cell, in one line: both weights and their difference, or which of the two texts has
/// no such token.
QString besideReadingText(const BesidePattern& a, const BesidePattern& b, CellPlace cell);

}  // namespace headscope::ui
