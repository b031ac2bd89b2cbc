// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/run_pattern.h"

#include <utility>

namespace headscope::ui {

core::PatternPtr runPattern(const Run& run, core::HeadId head, bool words) {
    // A run read from a file has patterns and no model.
    const core::Kernels& kernels = run.model ? run.model->kernels() : core::baseKernels();
    core::PatternPtr pattern = core::headPattern(run.trace, head, kernels);
    return pattern && words ? core::wordPattern(std::move(pattern), run.trace->spec.input) : pattern;
}

}  // namespace headscope::ui
