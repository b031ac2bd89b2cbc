// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/command_line_commands.h"
#include "core/analysis/doctor.h"

namespace headscope::app {
namespace {

core::Cell number(const std::optional<int>& value) {
    return value ? core::Cell(std::int64_t{*value}) : core::Cell();
}

core::Table findingTable(const core::Diagnosis& diagnosis) {
    core::Table table{"findings", {"finding", "layer", "head", "tensor", "value", "limit", "evidence"}, {}};
    for (const core::Finding& finding : diagnosis.findings)
        table.rows.push_back(
            core::cells(std::string(finding.kind->id), number(finding.layer), number(finding.head),
                        finding.tensor.empty() ? core::Cell() : core::Cell(finding.tensor), finding.value,
                        core::cell(finding.limit), finding.evidence.english()));
    return table;
}

/// What the findings mean, each kind once.
core::Table adviceTable(const core::Diagnosis& diagnosis) {
    core::Table table{"advice", {"finding", "name", "sureness", "cause", "remedy"}, {}};
    for (const core::FindingKind& kind : core::findingKinds()) {
        const bool found = std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                                       [&](const core::Finding& finding) { return finding.kind == &kind; });
        if (!found) continue;
        table.rows.push_back(core::cells(std::string(kind.id), std::string(kind.name),
                                         std::string(core::surenessName(kind.sureness)),
                                         std::string(kind.cause), std::string(kind.remedy)));
    }
    return table;
}

}  // namespace

void runDoctor(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    core::DoctorRequest request{core::Model::load(openCheckpoint(call), call.compute), call.compute, {}};
    if (hasInput(call.options)) request.input = inputOf(call);
    const core::Diagnosis diagnosis = core::examine(request, call.terminal.progress("Examining"));
    core::Report report{originOf(call), {}, {findingTable(diagnosis)}};
    report.facts.push_back({"findings", "findings", static_cast<std::int64_t>(diagnosis.findings.size())});
    report.facts.push_back({"ran", "the model ran", diagnosis.ran});
    report.tables.push_back(adviceTable(diagnosis));
    report.tablesShown = diagnosis.findings.empty() ? 0 : 2;
    deliver(call, report);
}

}  // namespace headscope::app
