// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/command_line_commands.h"
#include "app/command_line_picture.h"
#include "core/analysis/checkpoint_series.h"
#include "core/base/output_file.h"
#include "ui/charts/series_chart.h"
#include "ui/export/figure_formats.h"

namespace headscope::app {
namespace {

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

void addSummary(core::Table& table, const core::SeriesStep& step) {
    std::vector<core::Cell>& row = table.rows.emplace_back(
        core::cells(static_cast<std::int64_t>(step.checkpoint.step), step.checkpoint.name));
    if (!step.point) {
        row.resize(4);
        row.emplace_back(std::string(step.problem->what()));
        return;
    }
    const std::vector<core::CaseResult>& cases = step.point->cases;
    const auto passed = std::count_if(cases.begin(), cases.end(),
                                      [](const core::CaseResult& result) { return result.passed; });
    row.emplace_back(std::int64_t{passed});
    row.emplace_back(static_cast<std::int64_t>(cases.size()) - passed);
    row.emplace_back();
}

/// The cases, or one measure of a head.
ui::SeriesChoice choiceOf(const Options& options) {
    ui::SeriesChoice choice{ui::SeriesChoice::What::Cases};
    if (options.measures.empty()) return choice;
    if (!options.layer || !options.head) refuse("--measure", "say of which head with --layer and --head");
    choice.what = ui::SeriesChoice::What::Metric;
    choice.metric = core::metricNamed(options.measures.front());
    choice.heads = {{core::AttentionKind::Self, *options.layer, *options.head}};
    choice.current = choice.heads.front();
    return choice;
}

void drawSeries(const CommandCall& call, const std::vector<core::SeriesStep>& steps,
                const ui::SeriesChoice& choice) {
    ui::loadFonts();
    const ui::Theme theme = ui::Theme::light();
    const ui::SeriesChart made = ui::seriesChart(steps, choice, theme);
    ui::Caption caption;
    caption.title = made.chart.name;
    if (choice.current) caption.note = ui::headsTitle({*choice.current});
    caption.subtitle = QString::fromStdString(call.options.model + "  ·  " + *call.options.cases);
    ui::writeFigure(ui::chartFigure(made.chart, theme, caption, {}), *call.options.out, {},
                    call.terminal.progress("Drawing"));
}

/// Of the first checkpoint that opens.
void checkHead(const std::vector<core::SeriesStep>& steps, const ui::SeriesChoice& choice) {
    for (const core::SeriesStep& step : steps) {
        if (!step.point || !choice.current) continue;
        const auto& heads = step.point->measures.heads;
        const bool known = std::any_of(heads.begin(), heads.end(), [&](const core::HeadMeasures& head) {
            return head.head == *choice.current;
        });
        if (!known) refuse("--layer and --head", "no checkpoint has head " + core::headName(*choice.current));
        return;
    }
}

}  // namespace

void runSeries(const CommandCall& call) {
    const Options& options = call.options;
    const bool picture = options.out && isPictureName(*options.out);
    if (!picture && (!options.measures.empty() || options.layer || options.head))
        refuse("--measure, --layer and --head", "they choose what a picture shows; name one with --out");
    const ui::SeriesChoice choice = choiceOf(options);
    picture ? core::checkWritable(*options.out) : checkOut(call, core::DataKind::Report);
    if (options.out) checkApart(*options.out, *options.cases);
    const core::CaseFile cases = casesOf(call);
    const std::vector<core::SeriesStep> steps = core::followSeries(
        core::checkpointsIn(options.model), call.compute,
        [&](const core::Model& model, const core::Progress& progress) {
            return core::seriesPoint(model, cases.cases, progress);
        },
        call.terminal.progress("Checking"));
    core::Table series = seriesTable();
    core::Table summary = summaryTable();
    std::int64_t skipped = 0;
    for (const core::SeriesStep& step : steps) {
        addSummary(summary, step);
        if (step.point) {
            addPoint(series, step.checkpoint, *step.point);
        } else {
            ++skipped;
            call.terminal.note(step.checkpoint.name + " is left out: " + step.problem->what());
        }
    }
    checkHead(steps, choice);
    if (picture) return drawSeries(call, steps, choice);
    core::Report report{originOf(call), {}, {std::move(series), std::move(summary)}, 2};
    report.facts.push_back({"checkpoints", "checkpoints", static_cast<std::int64_t>(steps.size())});
    if (skipped > 0) report.facts.push_back({"skipped", "of them left out", std::int64_t{skipped}});
    deliver(call, report);
}

}  // namespace headscope::app
