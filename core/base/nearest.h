// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headscope::core {

/// The number of bytes to insert, delete, replace or swap with the next one that makes `b` of `a` (optimal
/// string alignment distance).
std::size_t editDistance(std::string_view a, std::string_view b);

/// The index of the choice that somebody who wrote `word` most likely meant: the nearest one, if no more than
/// a third of its bytes differ. Of equally near ones the first.
std::optional<std::size_t> nearest(std::string_view word, std::span<const std::string> choices);

}  // namespace headscope::core
