// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "app/command_line_gold.h"
#include "core/analysis/find_heads.h"

namespace headscope::app {
namespace {

/// The cases of --cases, or the one link of the text.
std::vector<core::Case> linksOf(const CommandCall& call) {
    const Options& options = call.options;
    if (options.cases) {
        if (options.literalSpecials || options.global)
            refuse("--cases", "the cases say what to read; leave out --literal-specials and --global");
        if (hasInput(options) || options.from || options.to || !options.rivals.empty())
            refuse("--cases",
                   "the cases say what to read and which link is meant; leave out --text, --from, "
                   "--to and --not");
        return casesOf(call).cases;
    }
    if (!options.from || !options.to)
        refuse("find", "give the words of the link with --from and --to, or a file with --cases or --gold");
    core::Case one;
    one.name = *options.from + " → " + *options.to;
    one.input = inputOf(call);
    one.from = options.from;
    one.to = {*options.to};
    one.strongerThan = options.rivals;
    return {one};
}

core::Table headTable(const core::FindResult& found, std::optional<int> top) {
    core::Table table{"heads", {"layer", "head", "kind", "weight", "largest", "preferred", "groups"}, {}};
    for (const core::HeadScore& head : found.heads) {
        if (top && static_cast<int>(table.rows.size()) >= *top) break;
        table.rows.push_back(core::cells(
            std::int64_t{head.head.layer}, std::int64_t{head.head.head},
            std::string(core::kindName(head.head.kind)), head.weight, core::cell(head.score.largest.value()),
            core::cell(head.score.preferred.value()), core::cell(head.score.groups.value())));
    }
    return table;
}

core::Table baselineTable(const core::FindResult& found) {
    core::Table table{"baselines", {"name", "largest", "preferred", "groups"}, {}};
    for (const core::Baseline& baseline : found.baselines)
        table.rows.push_back(core::cells(baseline.name, core::cell(baseline.largest),
                                         core::cell(baseline.preferred), core::cell(baseline.groups)));
    return table;
}

}  // namespace

void runFind(const CommandCall& call) {
    if (call.options.gold) return runFindGold(call);
    if (call.options.corpus || call.options.apart != 1)
        refuse(call.options.corpus ? "--corpus" : "--apart", "it goes with --gold");
    checkOut(call, core::DataKind::Report);
    if (call.options.cases && call.options.out) checkApart(*call.options.out, *call.options.cases);
    const std::vector<core::Case> cases = linksOf(call);
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    const core::FindResult found = core::findHeads(*model, cases, call.terminal.progress("Looking"));
    core::Report report{originOf(call), {}, {headTable(found, call.options.top), baselineTable(found)}, 2};
    const core::LinkScore& counts = found.heads.front().score;
    report.facts.push_back({"cases", "links looked at", std::int64_t{found.cases}});
    report.facts.push_back(
        {"choices", "of them with words to be stronger than", std::int64_t{counts.preferred.of}});
    report.facts.push_back({"groups", "groups of cases", std::int64_t{counts.groups.of}});
    deliver(call, report);
}

}  // namespace headscope::app
