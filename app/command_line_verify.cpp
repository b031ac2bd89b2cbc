// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/command_line_commands.h"
#include "core/analysis/verify.h"

namespace headscope::app {
namespace {

using core::CheckResult;

core::Table tableOf(const std::vector<CheckResult>& results) {
    core::Table table{"checks", {"name", "passed", "value", "limit", "detail"}, {}};
    for (const CheckResult& result : results) {
        table.rows.push_back(core::cells(result.name, result.passed, core::cell(result.value), result.limit,
                                         result.detail.english()));
    }
    return table;
}

}  // namespace

void runVerify(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    core::VerifyRequest request{core::Model::load(openCheckpoint(call), call.compute), call.compute, {}, {}};
    if (hasInput(call.options)) request.input = inputOf(call);
    if (call.options.against) request.references = core::readReferenceValues(*call.options.against);
    const std::vector<CheckResult> results = core::verify(request, call.terminal.progress("Checking"));
    const auto failed = std::count_if(results.begin(), results.end(),
                                      [](const CheckResult& result) { return !result.passed; });
    core::Report report{originOf(call), {}, {tableOf(results)}};
    report.facts.push_back({"passed", "checks passed", static_cast<std::int64_t>(results.size()) - failed});
    report.facts.push_back({"failed", "checks failed", std::int64_t{failed}});
    deliver(call, report);
    if (failed > 0) throw ChecksFailed();
}

}  // namespace headscope::app
