// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
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
    HeadId head;        ///< of the case; where any head will do, the one that does best
    double value = 0;   ///< what was measured: a weight, or an entropy in nats
    double limit = 0;   ///< what it had to reach, or keep below
    double margin = 0;  ///< how far it is on the right side; below 0 what is missing
    std::string detail;
    std::optional<Index> query;  ///< where the word `from` begins, and the first of `to`
    std::optional<Index> key;
};

/// Runs the texts of the cases and looks. A link without `minimum`, `stronger_than` and `unchanged` asks that
/// `to` is the word that `from` looks at most. Throws Error(BadArgument) naming file and case where it fits
/// the model badly (no such head or word, a text that is too long), and Cancelled.
std::vector<CaseResult> checkCases(const Model& model, std::span<const Case> cases,
                                   const Progress& progress = {});

}  // namespace headscope::core
