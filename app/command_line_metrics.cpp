// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_metrics.h"

#include <algorithm>

#include "app/command_line_commands.h"
#include "core/analysis/links.h"
#include "core/export/standard_tables.h"

namespace headscope::app {

core::MeasureOptions measureOptions(const Options& options) {
    core::MeasureOptions measure;
    for (const std::string& id : options.measures) measure.metrics.push_back(core::metricNamed(id));
    measure.specials = core::specialsNamed(options.specials);
    return measure;
}

namespace {

void measureText(const CommandCall& call) {
    const Options& options = call.options;
    checkOut(call, core::DataKind::Report);
    core::MeasureOptions measure = measureOptions(options);
    const ModelRun run = runModel(call, core::neededFor(measure));
    const core::Trace& trace = *run.trace;
    const std::vector<core::HeadId> heads = selectedHeads(trace, options);
    measure.keepRows = options.average == "median";
    if (options.from) measure.queries = core::findWord(trace, *options.from);
    core::Report report{originOf(call, trace), {}, {}};
    if (options.offsets) {
        const core::Index reach = std::min<core::Index>(*options.offsets, trace.length() - 1);
        auto profiles = core::offsetProfiles(call.compute, trace, reach, measure);
        keepSelected(profiles, heads);
        report.tables = {core::offsetTable(profiles)};
    } else {
        core::Measures measures = core::measureHeads(call.compute, trace, measure,
                                                     call.terminal.progress("Measuring"), run.model.get());
        keepSelected(measures.heads, heads);
        report.facts = core::remarks(measures, trace.length(), run.model->config().headDim);
        const core::Average average = measure.keepRows ? core::Average::Median : core::Average::Mean;
        report.tables = {core::headTable(measures, average, options.bits),
                         core::definitionTable(measures, options.bits), core::sumTable(measures)};
    }
    report.tables.push_back(core::tokenTable(trace.tokens));
    deliver(call, report);
}

void nameTypes(const CommandCall& call) {
    const Options& options = call.options;
    checkOut(call, core::DataKind::Report);
    std::vector<core::LabelCases> cases;
    if (options.cases) {
        if (options.out) checkApart(*options.out, *options.cases);
        cases.push_back({*options.cases, casesOf(call).cases});
    }
    core::KeepOptions keep = core::neededFor({});
    keep.hidden = true;  // so that runs without a head begin at its layer
    const ModelRun run = runModel(call, keep);
    const core::Measures measures = core::measureHeads(call.compute, *run.trace, {}, {}, run.model.get());
    const core::Progress progress = call.terminal.progress("Looking at heads");
    const std::vector<core::HeadLabel> relations =
        core::relationLabels(*run.model, cases, core::part(progress, 0, 0.4));
    std::vector<core::HeadLabel> labels = core::headLabels(
        {*run.model, call.compute, measures, run.trace, relations}, core::part(progress, 0.4, 1));
    const std::vector<core::HeadId> heads = selectedHeads(*run.trace, options);
    keepSelected(labels, heads);
    core::Report report{originOf(call, *run.trace), {}, {}};
    const auto byChance = std::count_if(labels.begin(), labels.end(), [](const core::HeadLabel& label) {
        return label.interval && label.baseline && core::aboveBaseline(label) <= 0;
    });
    report.facts = {{"heads", "heads looked at", static_cast<std::int64_t>(heads.size())},
                    {"false_positive_rate", "heads that pass a baseline by chance, of each type", 0.025},
                    {"within_chance", "types whose interval reaches down to the baseline",
                     static_cast<std::int64_t>(byChance)}};
    report.tables = {core::labelTable(labels), core::labelDefinitionTable(),
                     core::tokenTable(run.trace->tokens)};
    deliver(call, report);
}

}  // namespace

void runMetrics(const CommandCall& call) {
    const Options& options = call.options;
    if (!options.merge.empty()) return runMerge(call);
    if (options.model.empty())
        refuse("metrics", "MODEL is missing; headscope metrics --help shows an example");
    if (options.corpus) return runCorpus(call);
    if (options.part) refuse("--part", "only a corpus has parts; name it with --corpus");
    if (options.types) return nameTypes(call);
    measureText(call);
}

}  // namespace headscope::app
