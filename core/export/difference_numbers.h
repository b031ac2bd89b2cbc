// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/numbers.h"
#include "core/trace/comparison.h"

namespace headscope::core {

/// The patterns of `ofB` (a request of patterns alone, of runs.b) with those of A beside them and B − A.
/// Beside what numbersOf() gives of B, the arrays are: `ids_a`, the ids that A read; `in_a`, for every token
/// (or word) of B its place in A, or −1; per layer `attention_a_<kind>_<l>`, the weights of A in the places
/// of B, and `difference_<kind>_<l>`; both are not a number where A has no such query or key. The patterns
/// named for other formats are the differences. Throws as numbersOf().
Numbers differenceNumbers(const NumbersRequest& ofB, const Comparison& runs, Origin origin);

}  // namespace headscope::core
