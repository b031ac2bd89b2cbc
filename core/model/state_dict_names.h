// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

// How hand-written models call their tensors and modules.

/// Names of q, k and v in one module; with no k and v, all three are one tensor.
using ProjectionNames = std::array<std::string_view, 3>;
std::span<const ProjectionNames> projectionNames() noexcept;

std::string lower(std::string_view text);
bool holds(std::string_view text, std::string_view part) noexcept;

bool isBias(std::string_view name);
/// Causal masks and their fill, which modules keep as buffers.
bool isMask(const TensorView& view);
/// A tensor that is no weight of a module such as nn.Linear, but the model's own.
bool isParameter(std::string_view name) noexcept;

/// `pattern` with the numbers of a layer and a head in place of {} and {h}.
std::string withNumbers(std::string_view pattern, int layer, int head = 0);
/// `module` with {} in place of each of its numbers in turn; the numbers.
std::vector<std::pair<std::string, int>> numberedLayers(const std::string& module);
/// "sa.heads.{h}." of "sa.heads.3.": a module of one head, of those in a list that is called so.
std::string withHeadMark(const std::string& module);
/// The module that has the list of heads, "sa." of "sa.heads.{h}."; or the same one.
std::string moduleOfHeads(const std::string& module);
/// The block that a module is part of: what stands before its own name, up to the layer's number.
std::string blockOf(const std::string& module);

}  // namespace headscope::core
