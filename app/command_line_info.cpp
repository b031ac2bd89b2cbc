// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "core/export/model_facts.h"

namespace headscope::app {

void runInfo(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    core::Report report{originOf(call), core::modelFacts(*model), {}};
    const core::Index tokens = call.options.tokens ? *call.options.tokens : core::usualTokens(*model);
    const std::vector<core::Fact> memory = core::memoryFacts(*model, tokens);
    report.facts.insert(report.facts.end(), memory.begin(), memory.end());
    deliver(call, report);
}

}  // namespace headscope::app
