// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/comparison.h"

namespace headscope::core {

/// How the weights of several heads become one: the mean over the heads, or the largest of them.
enum class Combining { Mean, Largest };

/// Heads that are looked at as one.
struct HeadGroup {
    std::vector<HeadId> heads;
    Combining combining = Combining::Mean;
    bool operator==(const HeadGroup&) const = default;
};

/// Cell by cell over patterns of the same tokens; a query may see a key where it may in any of them. The rows
/// of a mean sum to 1 as those of its patterns do, those of the largest to 1 and more. One pattern is itself.
/// Precondition: there is one, and none is null.
PatternPtr combinedPattern(std::vector<PatternPtr> patterns, Combining combining);

/// The pattern of a group, with words merged in each head where wanted. Heads of layers without attention are
/// left out; null when none remains. Throws Error(NoSuchHead).
PatternPtr groupPattern(const TracePtr& trace, const HeadGroup& group, bool words, const Kernels& kernels);

/// B − A of a group likewise: what its pattern is in B, less what it is in A.
std::shared_ptr<const DifferencePattern> groupDifference(const Comparison& runs, const HeadGroup& group,
                                                         bool words, const Kernels& kernels);

}  // namespace headscope::core
