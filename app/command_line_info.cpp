// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "core/export/model_facts.h"

namespace headscope::app {

void runInfo(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    const core::ModelPtr model = core::Model::load(openCheckpoint(call), call.compute);
    const core::Index most = model->config().maxTokens;
    if (call.options.tokens && most > 0 && *call.options.tokens > most)
        refuse("--tokens", "the model reads at most " + std::to_string(most));
    core::Report report{originOf(call), core::modelFacts(*model), {}};
    const core::Index tokens = call.options.tokens ? *call.options.tokens : core::usualTokens(*model);
    const std::vector<core::Fact> memory = core::memoryFacts(*model, tokens);
    report.facts.insert(report.facts.end(), memory.begin(), memory.end());
    deliver(call, report);
}

}  // namespace headscope::app
