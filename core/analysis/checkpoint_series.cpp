// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checkpoint_series.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "core/analysis/case_run.h"
#include "core/base/error.h"
#include "core/base/system_error_text.h"

namespace headscope::core {
namespace {

constexpr std::string_view prefix = "checkpoint-";

std::optional<std::uint64_t> stepOf(const std::string& name) {
    if (!name.starts_with(prefix)) return {};
    std::uint64_t step = 0;
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, step);
    if (error != std::errc() || stop != end) return {};
    return step;
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

}  // namespace headscope::core
