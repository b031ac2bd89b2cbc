// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/check_cases.h"
#include "core/analysis/metrics.h"

namespace headscope::core {

/// One folder of a training run.
struct SeriesCheckpoint {
    std::filesystem::path folder;
    std::string name;        ///< "checkpoint-1000"
    std::uint64_t step = 0;  ///< 1000
};

/// The folders called checkpoint-<step> in `folder`, by step. Throws Error(BadArgument) where there is none,
/// or two of the same step, and what reading the folder throws.
std::vector<SeriesCheckpoint> checkpointsIn(const std::filesystem::path& folder);

/// What a checkpoint does with the cases.
struct SeriesPoint {
    std::vector<CaseResult> cases;
    Measures measures;  ///< as foundMeasures(), over the different texts of the cases
};

/// Throws what checkCases() throws.
SeriesPoint seriesPoint(const Model& model, std::span<const Case> cases, const Progress& progress = {});

}  // namespace headscope::core
