// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/tensor/kernels.h"
#include "core/trace/trace.h"

namespace headscope::core {

/// Whether a mean over both, position by position, means something: as many tokens, with special tokens,
/// words and ends of texts at the same places.
bool sameShape(const std::vector<Token>& a, const std::vector<Token>& b);

/// The mean over runs of one model on texts of one shape, as a run: headPattern() and measures of it are the
/// means over the runs. So are its statistics, but for the largest weight of a row and its key, which are
/// those of the mean pattern; the entropy is the mean entropy, not that of the mean, and a thumbnail of more
/// than 64 tokens the mean of thumbnails. A token in which the texts differ is labelled with those of the
/// first two ("tired / wide", "tired / wide / …"). It has no hidden states; q and k are those of the first
/// run. Precondition: at least two, none itself a mean. Throws Error(Cancelled).
TracePtr meanTrace(const Compute& compute, std::vector<TracePtr> runs, RunSpec spec,
                   const Progress& progress = {});

}  // namespace headscope::core
