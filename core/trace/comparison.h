// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/trace/difference_pattern.h"

namespace headscope::core {

/// A run B beside the run A that it is compared with: of another text, another model, or with edits.
struct Comparison {
    TracePtr a;
    TracePtr b;
    std::shared_ptr<const TokenAlignment> tokens;
    std::shared_ptr<const TokenAlignment> words;

    const std::shared_ptr<const TokenAlignment>& alignment(bool ofWords) const {
        return ofWords ? words : tokens;
    }
};

/// Whether every head of one run has its counterpart in the other.
bool canCompare(const Trace& a, const Trace& b);

/// Precondition: canCompare().
Comparison compareRuns(TracePtr a, TracePtr b);

/// B − A of one head, between tokens or words; null when its layer has no attention. Throws
/// Error(NoSuchHead).
std::shared_ptr<const DifferencePattern> differencePattern(const Comparison& runs, HeadId head, bool words,
                                                           const Kernels& kernels);

}  // namespace headscope::core
