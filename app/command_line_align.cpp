// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "core/analysis/alignment_scores.h"

namespace headscope::app {
namespace {

core::Table headTable(const core::AlignmentScores& scores, std::optional<int> top) {
    core::Table table{"heads",
                      {"layer", "head", "kind", "rows", "aer", "precision", "recall", "accuracy", "low",
                       "high", "count", "weight"},
                      {}};
    for (const core::AlignmentHead& head : scores.heads) {
        if (top && static_cast<int>(table.rows.size()) >= *top) break;
        const core::Interval interval = core::wilsonInterval(head.right);
        table.rows.push_back(core::cells(
            std::int64_t{head.head.layer}, std::int64_t{head.head.head},
            std::string(core::kindName(head.head.kind)), std::string(core::alignmentRowsName(head.rows)),
            head.counts.errorRate(), core::cell(head.counts.precision()), core::cell(head.counts.recall()),
            core::cell(head.right.value()), interval.low, interval.high, std::int64_t{head.right.of},
            head.weight));
    }
    return table;
}

core::Table baselineTable(const core::AlignmentScores& scores) {
    core::Table table{"baselines", {"name", "aer", "precision", "recall", "accuracy"}, {}};
    table.rows.push_back(core::cells(
        std::string("same place"), scores.diagonal.errorRate(), core::cell(scores.diagonal.precision()),
        core::cell(scores.diagonal.recall()), core::cell(scores.diagonalRight.value())));
    return table;
}

}  // namespace

void runAlign(const CommandCall& call) {
    const Options& options = call.options;
    checkOut(call, core::DataKind::Report);
    if (options.out) checkApart(*options.out, *options.gold);
    if (options.out && options.corpus) checkApart(*options.out, *options.corpus);
    core::AlignmentRequest request{*options.gold, {}, options.base};
    if (options.corpus) request.corpus = *options.corpus;
    const core::AlignmentFile gold = core::readAlignments(request);
    if (gold.noFirstWord && options.base == 0)
        call.terminal.note("No link is to a first word: if " + *options.gold +
                           " counts from 1, say --base 1.");
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    const core::AlignmentScores scores =
        core::scoreAlignments(*model, gold.texts, call.terminal.progress("Aligning"));
    core::Report report{originOf(call), {}, {headTable(scores, options.top), baselineTable(scores)}, 2};
    report.facts.push_back(
        {"scored", "scored",
         std::string("rows of the second text over the words of the first, both read as one "
                     "pair; special tokens left out")});
    report.facts.push_back({"texts", "pairs of texts", std::int64_t{scores.texts}});
    report.facts.push_back({"sure", "sure links", std::int64_t{scores.diagonal.sure}});
    if (scores.lost > 0)
        report.facts.push_back(
            {"lost", "target words that the model reads nothing of", std::int64_t{scores.lost}});
    deliver(call, report);
}

}  // namespace headscope::app
