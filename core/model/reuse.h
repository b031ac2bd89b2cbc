// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model_config.h"
#include "core/trace/trace.h"

namespace headscope::core {

/// How many layers, from the first, a run of `spec` can take from `base`, a run of the same model: all before
/// the first whose edits differ, but never the last one, whose result is kept only after the final norm. 0
/// where `base` reads something else or lacks what `keep` wants; also where it did not keep its hidden
/// states, because nothing can go on from a layer without them.
int sharedLayers(const Trace& base, const RunSpec& spec, KeepOptions keep);

/// How many tokens, from the first, a run of `next` can take from `base`, another run of the same model with
/// the same edits: those that both begin with, where no token before them sees one after and positions mean
/// the same in both. At least one token is left to compute. 0 where `base` did not keep values and what
/// `keep` wants.
Index sharedTokens(const ModelConfig& config, const Trace& base, const Trace& next, KeepOptions keep);

}  // namespace headscope::core
