// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/command_line_commands.h"
#include "core/analysis/checkpoint_series.h"

namespace headscope::app {
namespace {

// What is wrong with a checkpoint and only running it shows.
constexpr std::array ofTheModel = {core::ErrorCode::NotFinite, core::ErrorCode::NoTokenizer};
// No fault of the checkpoint: the next one would meet it, too.
constexpr std::array ofTheMachine = {core::ErrorCode::Cancelled, core::ErrorCode::OutOfMemory};

core::Table seriesTable() {
    return {"series",
            {"step", "checkpoint", "what", "name", "layer", "head", "kind", "value", "limit", "passed"},
            {}};
}

void addPoint(core::Table& table, const core::SeriesCheckpoint& checkpoint, const core::SeriesPoint& point) {
    const auto begin = [&](const char* what, std::string name,
                           core::HeadId head) -> std::vector<core::Cell>& {
        return table.rows.emplace_back(core::cells(
            static_cast<std::int64_t>(checkpoint.step), checkpoint.name, std::string(what), std::move(name),
            std::int64_t{head.layer}, std::int64_t{head.head}, std::string(core::kindName(head.kind))));
    };
    for (const core::CaseResult& result : point.cases) {
        std::vector<core::Cell>& row = begin("case", result.name, result.head);
        row.emplace_back(result.value);
        row.emplace_back(result.limit);
        row.emplace_back(result.passed);
    }
    for (const core::HeadMeasures& head : point.measures.heads) {
        for (std::size_t i = 0; i < point.measures.metrics.size(); ++i) {
            std::vector<core::Cell>& row =
                begin("measure", std::string(point.measures.metrics[i]->id), head.head);
            row.push_back(core::cell(head.values[i].mean()));
            row.resize(table.columns.size());
        }
    }
}

/// For people: a row per checkpoint.
core::Table summaryTable() {
    return {"checkpoints", {"step", "checkpoint", "passed", "failed", "problem"}, {}};
}

}  // namespace

void runSeries(const CommandCall& call) {
    const Options& options = call.options;
    checkOut(call, core::DataKind::Report);
    if (options.out) checkApart(*options.out, *options.cases);
    const core::CaseFile cases = casesOf(call);
    const std::vector<core::SeriesCheckpoint> checkpoints = core::checkpointsIn(options.model);
    core::Table series = seriesTable();
    core::Table summary = summaryTable();
    std::int64_t skipped = 0;
    const core::Progress progress = call.terminal.progress("Checking");
    const auto count = static_cast<double>(checkpoints.size());
    for (std::size_t i = 0; i < checkpoints.size(); ++i) {
        const core::SeriesCheckpoint& checkpoint = checkpoints[i];
        std::vector<core::Cell>& row = summary.rows.emplace_back(
            core::cells(static_cast<std::int64_t>(checkpoint.step), checkpoint.name));
        core::ModelPtr model;
        try {
            model = core::Model::load(core::Checkpoint::open(checkpoint.folder), call.compute);
            const core::SeriesPoint point = core::seriesPoint(
                *model, cases.cases,
                core::part(progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count));
            const auto passed = std::count_if(point.cases.begin(), point.cases.end(),
                                              [](const core::CaseResult& result) { return result.passed; });
            row.emplace_back(std::int64_t{passed});
            row.emplace_back(static_cast<std::int64_t>(point.cases.size()) - passed);
            row.emplace_back();
            addPoint(series, checkpoint, point);
        } catch (const core::Error& error) {
            // A checkpoint that was left half written must not cost the others; cases that do not fit do.
            const bool broken =
                (model == nullptr ||
                 std::find(ofTheModel.begin(), ofTheModel.end(), error.code()) != ofTheModel.end()) &&
                std::find(ofTheMachine.begin(), ofTheMachine.end(), error.code()) == ofTheMachine.end();
            if (!broken) throw;
            ++skipped;
            row.resize(4);
            row.emplace_back(std::string(error.what()));
            call.terminal.note(checkpoint.name + " is left out: " + error.what());
        }
    }
    if (skipped == static_cast<std::int64_t>(checkpoints.size()))
        refuse(options.model, "none of its checkpoints opens; of the first: " +
                                  std::get<std::string>(summary.rows.front().back()));
    core::Report report{originOf(call), {}, {std::move(series), std::move(summary)}, 2};
    report.facts.push_back({"checkpoints", "checkpoints", static_cast<std::int64_t>(checkpoints.size())});
    if (skipped > 0) report.facts.push_back({"skipped", "of them left out", std::int64_t{skipped}});
    deliver(call, report);
}

}  // namespace headscope::app
