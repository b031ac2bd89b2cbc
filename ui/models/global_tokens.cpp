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

core::Input withGlobalToggled(core::Input input, const core::Trace& trace, core::Index position) {
    std::vector<bool> global(trace.tokens.size());
    if (!input.globalTokens) {
        global = globalTokens(trace);
        global.resize(trace.tokens.size());
    } else {
        for (const std::int32_t token : *input.globalTokens)
            global.at(static_cast<std::size_t>(token)) = true;
    }
    global.at(static_cast<std::size_t>(position)).flip();
    input.globalTokens.emplace();
    for (std::size_t i = 0; i < global.size(); ++i)
        if (global[i]) input.globalTokens->push_back(static_cast<std::int32_t>(i));
    return input;
}

}  // namespace headscope::ui
