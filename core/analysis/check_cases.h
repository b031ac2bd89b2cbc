// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/analysis/cases.h"
#include "core/base/progress.h"
#include "core/model/model.h"

namespace headscope::core {

/// How one case came out, by its requirement that decided: one that failed, or else the closest one.
struct CaseResult {
    std::string name;
    bool passed = false;
    HeadId head;       ///< of the case; where any head will do, the one that does best
    double value = 0;  ///< what was measured: a weight, or an entropy in nats
    double limit = 0;  ///< what it had to reach, or keep below
    std::string detail;
};

/// Runs the texts of the cases and looks. A link without `minimum`, `stronger_than` and `unchanged` asks that
/// `to` is the word that `from` looks at most. Throws Error(BadArgument) naming file and case where it fits
/// the model badly (no such head or word, a text that is too long), and Cancelled.
std::vector<CaseResult> checkCases(const Model& model, std::span<const Case> cases,
                                   const Progress& progress = {});

}  // namespace headscope::core
