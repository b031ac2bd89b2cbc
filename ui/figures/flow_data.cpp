// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "ui/figures/beside.h"
#include "ui/figures/flow_figure.h"
#include "ui/figures/run_pattern.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr Index cellsAtOnce = Index{1} << 18;

/// Picks the lines of one row after another.
class Picker {
public:
    Picker(FlowData& data, const ViewSettings& settings) : m_data(data), m_settings(settings) {}

    /// Lines of differences are picked by their size.
    void addRow(int head, Index query, const float* values) {
        const Index keys = m_data.keys.size();
        const bool inWindow = m_data.window.contains(query);
        const bool queryMuted = isMuted(m_data.queries, query);
        double total = 0;
        double muted = 0;
        m_order.clear();
        for (Index key = 0; key < keys; ++key) {
            const float weight = std::abs(values[key]);
            if (!(weight > 0)) continue;
            total += weight;
            if (queryMuted || isMuted(m_data.keys, key))
                muted += weight;
            else
                m_order.push_back(key);
        }
        const double drawn = pick(head, query, values, total - muted);
        if (!inWindow) return;
        m_data.totalWeight += total;
        m_data.mutedWeight += muted;
        m_data.drawnWeight += drawn;
    }

private:
    bool isMuted(const TokenAxis& axis, Index place) const {
        return m_settings.muteSpecials && axis.labels[static_cast<std::size_t>(place)].special;
    }

    /// Takes the heaviest of m_order until the share of `available` is reached; answers how much that is.
    double pick(int head, Index query, const float* values, double available) {
        std::sort(m_order.begin(), m_order.end(), [values](Index a, Index b) {
            return std::abs(values[a]) != std::abs(values[b]) ? std::abs(values[a]) > std::abs(values[b])
                                                              : a < b;
        });
        // Rounding of a sum of floats must not add a line that exact numbers would not.
        const double enough =
            m_settings.share >= 1 ? available * 2 : m_settings.share * available * (1 - 1e-7);
        double taken = 0;
        for (const Index key : m_order) {
            if (taken >= enough) break;
            const float weight = std::abs(values[key]);
            taken += static_cast<double>(weight);
            if (m_data.window.contains(query) || m_data.window.contains(key))
                m_data.lines.push_back({query, key, weight, head, values[key] < 0});
        }
        return taken;
    }

    FlowData& m_data;
    const ViewSettings& m_settings;
    std::vector<Index> m_order;
};

void addHead(Picker& picker, int head, const core::PatternSource& pattern, const core::Progress& progress) {
    const Index rows = pattern.rows();
    const Index step = std::max<Index>(1, cellsAtOnce / std::max<Index>(1, pattern.columns()));
    for (Index first = 0; first < rows; first += step) {
        core::report(progress, static_cast<double>(first) / static_cast<double>(rows));
        const Index count = std::min(step, rows - first);
        const core::Matrix part = pattern.cells({first, 0, count, pattern.columns()});
        for (Index row = 0; row < count; ++row) picker.addRow(head, first + row, part.row(row).data());
    }
}

TokenWindow clampedWindow(TokenWindow window, Index places) {
    if (window.count <= 0 || window.count >= places) return {0, places};
    window.first = std::clamp<Index>(window.first, 0, places - window.count);
    return window;
}

std::shared_ptr<FlowData> flowOf(FlowPanel panel, const ViewSettings& settings, TokenWindow window,
                                 const core::Progress& progress) {
    auto data = std::make_shared<FlowData>();
    data->heads = std::move(panel.heads);
    data->queries = std::move(panel.queries);
    data->keys = std::move(panel.keys);
    data->side = panel.side;
    data->runText = std::move(panel.runText);
    data->gold = std::move(panel.gold);
    data->share = settings.share;
    data->words = settings.words;
    if (data->heads.empty()) return data;
    data->difference = data->heads.front().pattern->difference() != nullptr;
    data->window = clampedWindow(window, std::max(data->queries.size(), data->keys.size()));
    Picker picker(*data, settings);
    const auto count = static_cast<double>(data->heads.size());
    for (std::size_t i = 0; i < data->heads.size(); ++i) {
        const auto done = static_cast<double>(i);
        addHead(picker, static_cast<int>(i), *data->heads[i].pattern,
                core::part(progress, done / count, (done + 1) / count));
    }
    std::sort(data->lines.begin(), data->lines.end(), [](const FlowLine& a, const FlowLine& b) {
        return std::tie(a.weight, a.head, a.query, a.key) < std::tie(b.weight, b.head, b.query, b.key);
    });
    for (const FlowLine& line : data->lines) {
        // Lines that leave the window are cut off: they need no more room than the longest that stay inside.
        data->reachBack = std::max(data->reachBack, std::min(line.query - line.key, data->window.count));
        data->reachAhead = std::max(data->reachAhead, std::min(line.key - line.query, data->window.count));
    }
    core::report(progress, 1);
    return data;
}

}  // namespace

std::vector<FlowHead> flowHeads(const Run& run, const ComparedRunsPtr& difference,
                                const std::vector<core::HeadId>& heads, bool words) {
    std::vector<FlowHead> found;
    for (const core::HeadId head : heads) {
        core::PatternPtr pattern =
            difference ? differencePattern(*difference, head, words) : runPattern(run, head, words);
        if (!pattern) continue;
        found.push_back({head, typeOf(run, head), std::move(pattern)});
    }
    return found;
}

std::vector<FlowPanel> besideFlows(const ComparedRuns& runs, const std::vector<core::HeadId>& heads,
                                   bool words, Side shown) {
    FlowPanel a;
    FlowPanel b;
    for (const core::HeadId head : heads) {
        const core::PatternPair pair = core::groupPair(runs.traces, {{head}}, words, kernelsOf(*runs.b));
        if (!pair.a) continue;
        if (a.heads.empty()) {
            const core::SpreadPattern& selected = shown == Side::A ? *pair.a : *pair.b;
            const Run& selectedRun = shown == Side::A ? *runs.a : *runs.b;
            a = {{},
                 besideAxis(*pair.a, *runs.a, selected, selectedRun, words),
                 {},
                 Side::A,
                 besideText(runs, Side::A)};
            b = {{},
                 besideAxis(*pair.b, *runs.b, selected, selectedRun, words),
                 {},
                 Side::B,
                 besideText(runs, Side::B)};
            a.keys = a.queries;
            b.keys = b.queries;
        }
        a.heads.push_back({head, typeOf(*runs.a, head), pair.a});
        b.heads.push_back({head, typeOf(*runs.b, head), pair.b});
    }
    if (a.heads.empty()) return {};
    return {std::move(a), std::move(b)};
}

TokenWindow windowAround(std::optional<Index> query, std::optional<Index> key, Index count) {
    if (!query && !key) return {0, count};
    const Index one = query ? *query : *key;
    const Index other = key && std::abs(*key - one) < count ? *key : one;
    const Index spare = count - 1 - std::abs(one - other);
    return {std::max<Index>(0, std::min(one, other) - spare / 2), count};
}

FlowPanel flowPanel(std::vector<FlowHead> heads, const std::vector<core::Token>& tokens) {
    FlowPanel panel{std::move(heads), {}, {}, {}, {}};
    if (!panel.heads.empty()) {
        panel.queries = makeAxis(panel.heads.front().pattern->rowTokens(), tokens);
        panel.keys = makeAxis(panel.heads.front().pattern->columnTokens(), tokens);
    }
    return panel;
}

FlowDataPtr prepareFlow(std::vector<FlowHead> heads, const std::vector<core::Token>& tokens,
                        const ViewSettings& settings, TokenWindow window, const core::Progress& progress) {
    return prepareFlows({flowPanel(std::move(heads), tokens)}, settings, window, progress).front();
}

std::vector<FlowDataPtr> prepareFlows(std::vector<FlowPanel> panels, const ViewSettings& settings,
                                      TokenWindow window, const core::Progress& progress) {
    std::vector<std::shared_ptr<FlowData>> all;
    core::Index back = 0;
    core::Index ahead = 0;
    const auto count = static_cast<double>(panels.size());
    for (FlowPanel& panel : panels) {
        const auto done = static_cast<double>(all.size());
        all.push_back(flowOf(std::move(panel), settings, window,
                             core::part(progress, done / count, (done + 1) / count)));
        back = std::max(back, all.back()->reachBack);
        ahead = std::max(ahead, all.back()->reachAhead);
    }
    for (const auto& data : all) {
        data->reachBack = back;
        data->reachAhead = ahead;
    }
    return {all.begin(), all.end()};
}

}  // namespace headscope::ui
