// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/export/table.h"

namespace headscope::core {

/// How many columns of a terminal UTF-8 `text` takes: 2 for East Asian wide characters and emoji, 0 for
/// combining marks and other characters that add to the one before.
std::size_t displayWidth(std::string_view text) noexcept;

/// `text` as a person can read it on one line: control characters as \xNN, in quotes when it is empty or has
/// space at an end, which nobody would see otherwise.
std::string readable(std::string_view text);

/// A cell for people: fractions with four decimals, "-" for an empty cell.
std::string shownText(const Cell& cell);

/// Facts as aligned lines, then the first table with aligned columns; numbers to the right, no trailing
/// space.
std::string plainText(const Report& report);

/// The value of a fact as people read it, on one line.
std::string factText(const Fact& fact);

}  // namespace headscope::core
