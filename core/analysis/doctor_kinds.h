// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/doctor.h"

namespace headscope::core {

/// The row of the table that is called so; `id` must be one of them.
const FindingKind* findingKind(std::string_view id) noexcept;

/// Weights that are not finite or huge, by tensor. Some rows at a time.
std::vector<Finding> examineWeights(const Model& model, const Progress& progress);
/// Layers whose projections look like random numbers.
std::vector<Finding> examineTraining(const Model& model, const Progress& progress);

}  // namespace headscope::core
