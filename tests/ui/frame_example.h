// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/ui_environment.h"
#include "ui/run_loader.h"

namespace headscope::ui {

/// The built-in example; opened once.
inline const OpenModelPtr& pronouns() {
    static const OpenModelPtr opened = openModel("example:pronouns", testCompute());
    return opened;
}

/// The built-in example in Chinese; opened once.
inline const OpenModelPtr& chinesePronouns() {
    static const OpenModelPtr opened = openModel("example:pronouns-zh", testCompute());
    return opened;
}

inline LoadedRun runOf(const OpenModelPtr& opened, const std::string& text) {
    core::RunSpec spec;
    spec.model = opened->name;
    spec.input.text = text;
    return loadRun(opened, spec, {});
}

inline core::Index positionOf(const RunPtr& run, const std::string& label) {
    for (core::Index i = 0; i < run->trace->length(); ++i) {
        if (run->trace->tokens[static_cast<std::size_t>(i)].label == label) return i;
    }
    return -1;
}

inline constexpr const char* tiredText = "The animal didn't cross the street because it was too tired";
inline constexpr const char* wideText = "The animal didn't cross the street because it was too wide";
inline constexpr const char* chineseTiredText = "动物没有过马路，因为它太累了";
inline constexpr const char* chineseWideText = "动物没有过马路，因为它太宽了";

}  // namespace headscope::ui
