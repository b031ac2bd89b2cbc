// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/pattern_source.h"

namespace headscope::core {

/// The mean of patterns, cell by cell, between `tokens`. A cell that any of them allows is allowed.
/// Precondition: at least one, each of tokens.size() rows and columns.
PatternPtr meanPattern(std::vector<PatternPtr> patterns, std::vector<Token> tokens);

}  // namespace headscope::core
