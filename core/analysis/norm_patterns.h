// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/head_norms.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {

/// Norm-based attention of one head: weight · ‖f(x)‖, how long the vector is that a key adds to a query
/// (Kobayashi et al. 2020). Rows do not sum to 1. The run must have kept v and z. Throws Error(NoSuchHead).
PatternPtr normPattern(TracePtr trace, HeadId head, const Model& model);

/// The same of a whole layer: ‖Σ over heads weight · f(x)‖, the norm of the sum, in which heads can cancel
/// each other. Throws Error(NoSuchHead) where the layer has no attention, and BadArgument where rows of
/// global tokens have values of their own.
PatternPtr layerNormPattern(TracePtr trace, int layer, const Model& model);

}  // namespace headscope::core
