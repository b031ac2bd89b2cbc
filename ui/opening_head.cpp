// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/opening_head.h"

#include <algorithm>
#include <map>

#include "core/analysis/links.h"

namespace headscope::ui {
namespace {

using Weights = std::map<core::HeadId, double>;

Weights linkWeights(const core::TracePtr& trace, const std::string& from, const std::string& to,
                    const core::Kernels& kernels) {
    Weights weights;
    for (const core::Link& link :
         core::rankHeads(trace, core::findWord(*trace, from), core::findWord(*trace, to), kernels)) {
        weights[link.head] = link.weight;
    }
    return weights;
}

/// The strongest link that a head's rows show; nothing when every row looks at itself, a neighbour or a
/// special token.
std::optional<core::Link> strongestFarLink(const core::Trace& trace, core::HeadId head) {
    const core::HeadStatistics& rows = trace.at(head).statistics[static_cast<std::size_t>(head.head)];
    std::optional<core::Link> best;
    for (core::Index query = 0; query < trace.length(); ++query) {
        const auto row = static_cast<std::size_t>(query);
        const core::Index key = rows.largestKey[row];
        if (key < 0 || std::abs(query - key) <= 1) continue;
        if (trace.tokens[row].special || trace.tokens[static_cast<std::size_t>(key)].special) continue;
        if (!best || rows.largest[row] > best->weight)
            best = core::Link{head, query, key, rows.largest[row], 1};
    }
    return best;
}

}  // namespace

Selection contentOpening(const Run& run) {
    const std::vector<core::HeadId> heads = run.trace->headIds();
    std::optional<core::Link> best;
    bool bestIsContent = false;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::optional<core::Link> link = strongestFarLink(*run.trace, heads[i]);
        if (!link) continue;
        const bool content = run.types[i].type == core::HeadType::Content;
        const bool better = content == bestIsContent ? !best || link->weight > best->weight : content;
        if (!better) continue;
        best = link;
        bestIsContent = content;
    }
    if (best) return {best->head, best->query, best->key};
    return {heads.empty() ? core::HeadId{} : heads.front(), {}, {}};
}

Selection exampleOpening(const Run& run, const ExampleText& example, const core::Progress& progress) {
    const core::Kernels& kernels = run.model->kernels();
    Weights scores = linkWeights(run.trace, example.from, example.to, kernels);
    if (!example.contrastText.empty()) {
        core::RunSpec spec = run.trace->spec;
        spec.input.text = example.contrastText;
        const core::TracePtr contrast = run.model->run(spec, {}, progress);
        const Weights there = linkWeights(contrast, example.from, example.contrastTo, kernels);
        for (auto& [head, weight] : scores) weight = std::min(weight, there.at(head));
    }
    const auto best = std::max_element(scores.begin(), scores.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == scores.end()) return {};
    return {best->first, core::findWord(*run.trace, example.from).front(),
            core::findWord(*run.trace, example.to).front()};
}

}  // namespace headscope::ui
