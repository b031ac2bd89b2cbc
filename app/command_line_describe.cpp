// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "app/model_argument.h"
#include "core/model/state_dict.h"

namespace headscope::app {
namespace {

std::string textOf(const core::WrittenDescription& written) {
    std::string text = "Found " + written.found.summary() + ":\n";
    for (const auto& [key, name] : written.found.tensors)
        text += "  " + std::string(key) + "  " + name + "\n";
    return text + "Wrote " + written.file.string() +
           ". Check in it what tensors cannot tell: placement of norms, activation, causal mask.\n";
}

}  // namespace

void runDescribe(const CommandCall& call) {
    const std::string model = modelArgument(call.options.model);
    call.terminal.write(
        textOf(core::describeModel(model, *call.options.heads, call.options.out.value_or(""))));
    call.terminal.flush();
}

}  // namespace headscope::app
