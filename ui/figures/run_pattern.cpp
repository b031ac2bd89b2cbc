// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/run_pattern.h"

#include <algorithm>
#include <utility>

namespace headscope::ui {

const core::Kernels& kernelsOf(const Run& run) {
    return run.model ? run.model->kernels() : core::baseKernels();
}

ComparedRunsPtr compared(const RunPtr& a, const RunPtr& b) {
    if (!a || !b || !core::canCompare(*a->trace, *b->trace)) return nullptr;
    return std::make_shared<ComparedRuns>(ComparedRuns{a, b, core::compareRuns(a->trace, b->trace)});
}

core::HeadType typeOf(const Run& run, core::HeadId head) {
    const std::vector<core::HeadId> all = run.trace->headIds();
    const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), head) - all.begin());
    return at < run.types.size() ? run.types[at].type : core::HeadType::Content;
}

core::PatternPtr runPattern(const Run& run, core::HeadId head, bool words) {
    core::PatternPtr pattern = core::headPattern(run.trace, head, kernelsOf(run));
    return pattern && words ? core::wordPattern(std::move(pattern), run.trace->spec.input) : pattern;
}

core::PatternPtr groupPattern(const Run& run, const ComparedRunsPtr& difference, const core::HeadGroup& group,
                              bool words) {
    if (difference) return core::groupDifference(difference->traces, group, words, kernelsOf(run));
    return core::groupPattern(run.trace, group, words, kernelsOf(run));
}

std::shared_ptr<const core::DifferencePattern> differencePattern(const ComparedRuns& runs, core::HeadId head,
                                                                 bool words) {
    return core::differencePattern(runs.traces, head, words, kernelsOf(*runs.b));
}

}  // namespace headscope::ui
