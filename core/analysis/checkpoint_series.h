// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/check_cases.h"
#include "core/analysis/head_labels.h"
#include "core/analysis/metrics.h"
#include "core/base/error.h"

namespace headscope::core {

/// One folder of a training run.
struct SeriesCheckpoint {
    std::filesystem::path folder;
    std::string name;        ///< "checkpoint-1000"
    std::uint64_t step = 0;  ///< 1000
    bool operator==(const SeriesCheckpoint&) const = default;
};

/// The folders called checkpoint-<step> in `folder`, by step. Throws Error(BadArgument) where there is none,
/// or two of the same step, and what reading the folder throws.
std::vector<SeriesCheckpoint> checkpointsIn(const std::filesystem::path& folder);

/// The checkpoints that lie in the folder `model`, or that it is one of; none where there are fewer than two,
/// or the folder cannot be read.
std::vector<SeriesCheckpoint> seriesAround(const std::filesystem::path& model);

/// Which of them `model` is; nothing where it is none.
std::optional<std::size_t> placeIn(std::span<const SeriesCheckpoint> series,
                                   const std::filesystem::path& model);

/// What a checkpoint does.
struct SeriesPoint {
    std::vector<CaseResult> cases;
    Measures measures;
    std::vector<HeadLabel> labels{};  ///< what its heads are for, by what takes no switching off
};

/// With the cases: measures are foundMeasures(), over their different texts, and there are no labels. Throws
/// what checkCases() throws.
SeriesPoint seriesPoint(const Model& model, std::span<const Case> cases, const Progress& progress = {});
/// With a text, and cases beside it: all measures of the run of `spec`, whatever model it names. Throws what
/// running and checkCases() throw.
SeriesPoint seriesPoint(const Model& model, const RunSpec& spec, std::span<const Case> cases,
                        const Progress& progress = {});

/// A checkpoint with what it does, or why it is left out.
struct SeriesStep {
    SeriesCheckpoint checkpoint;
    std::optional<SeriesPoint> point;
    std::optional<Error> problem;
};

/// Opens one checkpoint after the other and asks `measure` for its point. One that cannot be opened or run is
/// left out, because it may have been left half written; what would be wrong with each of them, such as cases
/// that do not fit, is thrown. Throws Error(BadArgument) where none opens, and Cancelled.
std::vector<SeriesStep> followSeries(
    const std::vector<SeriesCheckpoint>& checkpoints, const Compute& compute,
    const std::function<SeriesPoint(const Model& model, const Progress& progress)>& measure,
    const Progress& progress = {});

}  // namespace headscope::core
