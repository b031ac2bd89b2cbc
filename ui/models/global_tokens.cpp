// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/global_tokens.h"

#include <algorithm>

namespace headscope::ui {

bool hasGlobalTokens(const Run& run) {
    return run.model && run.model->config().design.globalTokens != core::GlobalTokens::Never;
}

std::vector<bool> globalTokens(const core::Trace& trace) {
    const auto layer = std::find_if(trace.layers.begin(), trace.layers.end(),
                                    [](const auto& each) { return each != nullptr; });
    if (layer == trace.layers.end() || (*layer)->rules.globalTokens.empty()) return {};
    std::vector<bool> global(trace.tokens.size());
    for (const core::Index position : (*layer)->rules.globalTokens)
        global[static_cast<std::size_t>(position)] = true;
    return global;
}

core::Input withGlobalToggled(const core::Trace& trace, core::Index position) {
    std::vector<bool> global = globalTokens(trace);
    global.resize(trace.tokens.size());
    global[static_cast<std::size_t>(position)].flip();
    core::Input input = trace.spec.input;
    input.globalTokens.emplace();
    for (std::size_t i = 0; i < global.size(); ++i)
        if (global[i]) input.globalTokens->push_back(static_cast<std::int32_t>(i));
    return input;
}

}  // namespace headscope::ui
