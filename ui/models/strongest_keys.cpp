// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/strongest_keys.h"

#include "ui/figures/run_pattern.h"

namespace headscope::ui {
namespace {

using core::Index;

core::Link ofToken(const core::HeadStatistics& statistics, core::HeadId head, Index query) {
    const auto row = static_cast<std::size_t>(query);
    return {head, query, statistics.largestKey[row], static_cast<double>(statistics.largest[row]), 1};
}

core::Link inPattern(const core::PatternSource& pattern, core::HeadId head, Index query) {
    const std::vector<core::Link> strongest = core::strongestKeys(pattern, head, query, 1);
    const bool none = strongest.empty() || (pattern.difference() != nullptr && strongest.front().weight == 0);
    return none ? core::Link{head, query, -1, 0, 1} : strongest.front();
}

/// What has to be computed; null where the run has found it.
core::PatternPtr patternFor(const Run& run, const ComparedRunsPtr& difference, core::HeadId head,
                            bool words) {
    if (difference) return differencePattern(*difference, head, words);
    return words ? runPattern(run, head, true) : nullptr;
}

}  // namespace

std::vector<core::Link> strongestKeysOf(const Run& run, const ComparedRunsPtr& difference,
                                        const AskedRows& asked, const core::Progress& progress) {
    const auto& [head, words, only] = asked;
    const core::LayerTrace* layer = run.trace->find(head);
    if (layer == nullptr) return {};
    const core::PatternPtr pattern = patternFor(run, difference, head, words);
    const core::HeadStatistics& statistics = layer->statistics[static_cast<std::size_t>(head.head)];
    const Index count = pattern ? pattern->rows() : layer->queries();
    std::vector<core::Link> links;
    for (Index query = only.value_or(0); query < (only ? *only + 1 : count) && query < count; ++query) {
        core::report(progress, static_cast<double>(query) / static_cast<double>(count));
        links.push_back(pattern ? inPattern(*pattern, head, query) : ofToken(statistics, head, query));
    }
    return links;
}

}  // namespace headscope::ui
