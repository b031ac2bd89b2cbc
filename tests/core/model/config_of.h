// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/architectures.h"

namespace headscope::core {

/// As many tensors as the checkpoint of configOf() has: more than the deepest default has layers.
inline constexpr int tensorCount = 64;

/// What is read from config.json with the text `json`, of a checkpoint of meaningless tensors.
ModelConfig configOf(const std::string& json);

}  // namespace headscope::core
