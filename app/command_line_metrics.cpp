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

/// Drops what --layer and --head do not ask for.
template <typename Row>
void keepSelected(std::vector<Row>& rows, const std::vector<core::HeadId>& heads) {
    std::erase_if(
        rows, [&](const Row& row) { return std::find(heads.begin(), heads.end(), row.head) == heads.end(); });
}

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
        const core::Average average = measure.keepRows ? core::Average::Median : core::Average::Mean;
        report.tables = {core::headTable(measures, average, options.bits), core::definitionTable(measures),
                         core::sumTable(measures)};
    }
    report.tables.push_back(core::tokenTable(trace.tokens));
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
    measureText(call);
}

}  // namespace headscope::app
