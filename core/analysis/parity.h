// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/verify.h"

namespace headscope::core {

/// Runs `model` on the ids of `values` and compares every other array with what it computed; one result per
/// array, also for those that it does not know. Throws what running throws.
std::vector<CheckResult> parity(const Model& model, const ReferenceValues& values, const Progress& progress);

}  // namespace headscope::core
