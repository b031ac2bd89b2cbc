// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checkpoint_series.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include "core/analysis/case_run.h"
#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "checkpoint-";

std::optional<std::uint64_t> stepOf(const std::string& name) {
    if (!name.starts_with(prefix)) return {};
    std::uint64_t step = 0;
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, step);
    if (error != std::errc() || stop != end) return {};
    return step;
}

// What is wrong with a checkpoint and only running it shows.
constexpr std::array ofTheModel = {ErrorCode::NotFinite, ErrorCode::NoTokenizer};
// No fault of the checkpoint: the next one would meet it, too.
constexpr std::array ofTheMachine = {ErrorCode::Cancelled, ErrorCode::OutOfMemory};

/// Absolute, and without the slash that ends it.
fs::path plainPath(const fs::path& path) {
    std::error_code unreadable;
    const fs::path place = fs::absolute(path, unreadable).lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

bool isOneOf(std::span<const ErrorCode> codes, ErrorCode code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

std::vector<SeriesCheckpoint> checkpointsIn(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) throw Error(ErrorCode::FileNotFound, {folder.string()});
    if (!std::filesystem::is_directory(folder, error))
        throw Error(
            ErrorCode::BadArgument,
            {folder.string(), "it is no folder; name the one that holds the checkpoint-<step> folders"});
    std::vector<SeriesCheckpoint> found;
    std::filesystem::directory_iterator entries(folder, error);
    for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
        const std::string name = entries->path().filename().string();
        std::error_code unreadable;
        const auto step = stepOf(name);
        if (step && entries->is_directory(unreadable)) found.push_back({entries->path(), name, *step});
    }
    if (error) throw Error(ErrorCode::ReadFailed, {folder.string(), systemErrorText(error.value())});
    if (found.empty())
        throw Error(ErrorCode::BadArgument, {folder.string(), "there is no checkpoint-<step> folder in it"});
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::tie(a.step, a.name) < std::tie(b.step, b.name);
    });
    const auto twice = std::adjacent_find(found.begin(), found.end(),
                                          [](const auto& a, const auto& b) { return a.step == b.step; });
    if (twice != found.end())
        throw Error(ErrorCode::BadArgument, {folder.string(), twice->name + " and " + (twice + 1)->name +
                                                                  " are the same step; remove one of them"});
    return found;
}

std::vector<SeriesCheckpoint> seriesAround(const std::filesystem::path& model) {
    std::error_code unreadable;
    const fs::path folder = plainPath(model);
    const bool isCheckpoint = stepOf(folder.filename().string()).has_value();
    if (!fs::is_directory(folder, unreadable)) return {};
    try {
        std::vector<SeriesCheckpoint> found = checkpointsIn(isCheckpoint ? folder.parent_path() : folder);
        return found.size() < 2 ? std::vector<SeriesCheckpoint>() : found;
    } catch (const Error&) {
        return {};  // a model like most
    }
}

std::optional<std::size_t> placeIn(std::span<const SeriesCheckpoint> series, const fs::path& model) {
    const fs::path wanted = plainPath(model);
    const auto found = std::find_if(series.begin(), series.end(), [&](const SeriesCheckpoint& each) {
        return plainPath(each.folder) == wanted;
    });
    if (found == series.end()) return {};
    return static_cast<std::size_t>(found - series.begin());
}

SeriesPoint seriesPoint(const Model& model, std::span<const Case> cases, const Progress& progress) {
    SeriesPoint point{checkCases(model, cases, part(progress, 0, 0.5)), {}};
    CaseRunner runner(model);
    std::vector<Input> measured;
    const Progress measuring = part(progress, 0.5, 1);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        report(measuring, static_cast<double>(i) / static_cast<double>(cases.size()));
        if (std::find(measured.begin(), measured.end(), cases[i].input) != measured.end()) continue;
        measured.push_back(cases[i].input);
        point.measures.add(foundMeasures(*runner.run(cases[i]).trace));
    }
    report(progress, 1);
    return point;
}

SeriesPoint seriesPoint(const Model& model, const RunSpec& spec, std::span<const Case> cases,
                        const Progress& progress) {
    constexpr double runEnd = 0.2;
    constexpr double measuresEnd = 0.4;
    constexpr double labelsEnd = 0.8;
    const TracePtr trace = model.run(spec, neededFor({}), part(progress, 0, runEnd));
    SeriesPoint point;
    point.measures = measureHeads(model.compute(), *trace, {}, part(progress, runEnd, measuresEnd), &model);
    point.labels =
        headLabels({model, model.compute(), point.measures, nullptr}, part(progress, measuresEnd, labelsEnd));
    if (!cases.empty()) point.cases = checkCases(model, cases, part(progress, labelsEnd, 1));
    report(progress, 1);
    return point;
}

std::vector<SeriesStep> followSeries(
    const std::vector<SeriesCheckpoint>& checkpoints, const Compute& compute,
    const std::function<SeriesPoint(const Model& model, const Progress& progress)>& measure,
    const Progress& progress) {
    std::vector<SeriesStep> steps;
    const auto count = static_cast<double>(checkpoints.size());
    for (const SeriesCheckpoint& checkpoint : checkpoints) {
        const auto done = static_cast<double>(steps.size());
        SeriesStep& step = steps.emplace_back(SeriesStep{checkpoint, {}, {}});
        ModelPtr model;
        try {
            const Progress own = part(progress, done / count, (done + 1) / count);
            report(own, 0);
            model = Model::load(Checkpoint::open(checkpoint.folder), compute);
            step.point = measure(*model, own);
        } catch (const Error& error) {
            const bool broken = (model == nullptr || isOneOf(ofTheModel, error.code())) &&
                                !isOneOf(ofTheMachine, error.code());
            if (!broken) throw;
            step.problem = error;
        }
    }
    if (std::none_of(steps.begin(), steps.end(), [](const SeriesStep& step) { return step.point; }))
        throw Error(ErrorCode::BadArgument, {checkpoints.front().folder.parent_path().string(),
                                             "none of its checkpoints opens; of the first: " +
                                                 std::string(steps.front().problem->what())});
    return steps;
}

}  // namespace headscope::core
