// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "app/command_line_commands.h"
#include "core/analysis/check_cases.h"
#include "core/base/output_file.h"
#include "core/export/junit.h"

namespace headscope::app {
namespace {

using core::CaseResult;

core::Table tableOf(const std::vector<CaseResult>& results) {
    core::Table table{"cases", {"name", "passed", "value", "limit", "layer", "head", "detail"}, {}};
    for (const CaseResult& result : results)
        table.rows.push_back(core::cells(result.name, result.passed, result.value, result.limit,
                                         std::int64_t{result.head.layer}, std::int64_t{result.head.head},
                                         result.detail));
    return table;
}

/// Before anything is read.
void checkApartFromCases(const CommandCall& call) {
    const Options& options = call.options;
    if (options.out) checkApart(*options.out, *options.cases);
    if (!options.junit) return;
    checkApart(*options.junit, *options.cases);
    if (options.out &&
        std::filesystem::weakly_canonical(*options.out) == std::filesystem::weakly_canonical(*options.junit))
        refuse("--junit", "it names the same file as --out");
    core::checkWritable(*options.junit);
}

void writeJunit(const std::string& path, const std::string& suite, const std::vector<CaseResult>& results) {
    std::vector<core::JunitCase> cases;
    for (const CaseResult& result : results)
        cases.push_back(
            {result.name, result.passed, "head " + core::headName(result.head) + ": " + result.detail});
    core::writeWhole(path, core::junitText(suite, cases));
}

}  // namespace

void runCheck(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    checkApartFromCases(call);
    const core::CaseFile file = casesOf(call);
    Options options = call.options;
    if (options.model.empty()) options.model = file.model;
    if (options.model.empty()) refuse(file.name, "it names no \"model\"; add one, or say which with --model");
    const CommandCall named{options, call.command, call.compute, call.terminal};
    const core::ModelPtr model = core::Model::load(openCheckpoint(named), call.compute);
    const std::vector<CaseResult> results =
        core::checkCases(*model, file.cases, call.terminal.progress("Checking"));
    const auto failed = std::count_if(results.begin(), results.end(),
                                      [](const CaseResult& result) { return !result.passed; });
    core::Report report{originOf(named), {}, {tableOf(results)}};
    report.facts.push_back({"passed", "cases passed", static_cast<std::int64_t>(results.size()) - failed});
    report.facts.push_back({"failed", "cases failed", std::int64_t{failed}});
    if (options.junit) writeJunit(*options.junit, std::filesystem::path(file.name).stem().string(), results);
    deliver(named, report);
    if (failed > 0) throw ChecksFailed();
}

}  // namespace headscope::app
