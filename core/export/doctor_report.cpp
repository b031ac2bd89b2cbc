// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/doctor_report.h"

#include <algorithm>
#include <utility>

namespace headscope::core {
namespace {

Cell number(const std::optional<int>& value) {
    return value ? Cell(std::int64_t{*value}) : Cell();
}

Table findingTable(const Diagnosis& diagnosis) {
    Table table{"findings", {"finding", "layer", "head", "tensor", "value", "limit", "evidence"}, {}};
    for (const Finding& finding : diagnosis.findings)
        table.rows.push_back(cells(std::string(finding.kind->id), number(finding.layer), number(finding.head),
                                   finding.tensor.empty() ? Cell() : Cell(finding.tensor), finding.value,
                                   cell(finding.limit), evidenceText(finding)));
    return table;
}

/// What the findings mean, each kind once.
Table adviceTable(const Diagnosis& diagnosis) {
    Table table{"advice", {"finding", "name", "sureness", "cause", "remedy"}, {}};
    for (const FindingKind& kind : findingKinds()) {
        const bool found = std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                                       [&](const Finding& finding) { return finding.kind == &kind; });
        if (!found) continue;
        table.rows.push_back(cells(std::string(kind.id), std::string(kind.name),
                                   std::string(surenessName(kind.sureness)), std::string(kind.cause),
                                   std::string(kind.remedy)));
    }
    return table;
}

}  // namespace

Report doctorReport(Origin origin, const Diagnosis& diagnosis) {
    Report report{std::move(origin), {}, {findingTable(diagnosis), adviceTable(diagnosis)}};
    report.facts.push_back({"findings", "findings", static_cast<std::int64_t>(diagnosis.findings.size())});
    report.facts.push_back({"ran", "the model ran", diagnosis.ran});
    report.tablesShown = diagnosis.findings.empty() ? 0 : 2;
    return report;
}

}  // namespace headscope::core
