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

/// How many layers, from the first, a run of `spec` can take from `base`, a run of the same model: all before
/// the first whose edits differ, but never the last one, whose result is kept only after the final norm. 0
/// where `base` reads something else or lacks what `keep` wants; also where it did not keep its hidden
/// states, because nothing can go on from a layer without them.
int sharedLayers(const Trace& base, const RunSpec& spec, KeepOptions keep);

}  // namespace headscope::core
