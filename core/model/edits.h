// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/model_config.h"
#include "core/trace/trace.h"

namespace headscope::core {

/// Throws Error(NoSuchHead, GateInvalid) for edits that the model cannot follow.
void checkEdits(const ModelConfig& config, const std::vector<Edit>& edits);

/// Those of `edits` that change layer `layer`.
std::vector<Edit> editsOf(const std::vector<Edit>& edits, int layer);

}  // namespace headscope::core
