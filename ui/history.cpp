// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history.h"

#include <algorithm>
#include <utility>

namespace headscope::ui {

History::Step History::stepBetween(const WindowState& before, const WindowState& after) {
    if (before.a == after.a && before.b == after.b && before.side == after.side)
        return before.settings == after.settings && before.view == after.view ? Step::Selection : Step::Look;
    // Typing: one run of the same model on another text.
    const auto withTextOf = [](std::optional<core::RunSpec> spec, const std::optional<core::RunSpec>& other) {
        if (spec && other) spec->input = other->input;
        return spec;
    };
    const bool text = before.side == after.side && withTextOf(before.a, after.a) == after.a &&
                      withTextOf(before.b, after.b) == after.b;
    return text ? Step::Text : Step::Run;
}

void History::note(Entry entry, std::int64_t milliseconds) {
    if (m_entries.empty()) {
        m_entries.push_back(std::move(entry));
        return;
    }
    if (m_target && m_entries[*m_target].state == entry.state) {
        m_at = *std::exchange(m_target, std::nullopt);
        m_entries[m_at] = std::move(entry);
        m_lastStep.reset();
        return dropRuns();
    }
    if (m_entries[m_at].state == entry.state) return;
    m_target.reset();
    const Step step = stepBetween(m_entries[m_at].state, entry.state);
    const bool same =
        m_lastStep == step && step != Step::Run && milliseconds - m_lastTime < oneStepMilliseconds;
    m_entries.resize(m_at + 1);
    if (same)
        m_entries.back() = std::move(entry);
    else
        m_entries.push_back(std::move(entry));
    if (m_entries.size() > mostStates) m_entries.erase(m_entries.begin());
    m_at = m_entries.size() - 1;
    m_lastStep = step;
    m_lastTime = milliseconds;
    dropRuns();
}

const History::Entry& History::undo() {
    m_target = target() - 1;
    return m_entries[*m_target];
}

const History::Entry& History::redo() {
    m_target = target() + 1;
    return m_entries[*m_target];
}

void History::dropRuns() {
    const Entry& now = m_entries[m_at];
    std::size_t bytes = 0;
    std::vector<RunPtr> counted = {now.a, now.b};
    const auto keeps = [&](const RunPtr& run) {
        if (!run || std::find(counted.begin(), counted.end(), run) != counted.end()) return true;
        // A model that is not shown any more holds its weights, which are larger than any run.
        if (!now.a || (run->model != now.a->model && !(now.b && run->model == now.b->model))) return false;
        bytes += core::memoryOf(*run->trace);
        if (bytes > mostRunBytes) return false;
        counted.push_back(run);
        return true;
    };
    // From the nearest state on to the farthest, before and after.
    for (std::size_t distance = 1; distance < m_entries.size(); ++distance) {
        for (const bool before : {true, false}) {
            if (before ? distance > m_at : m_at + distance >= m_entries.size()) continue;
            Entry& entry = m_entries[before ? m_at - distance : m_at + distance];
            if (!keeps(entry.a)) entry.a = nullptr;
            if (!keeps(entry.b)) entry.b = nullptr;
        }
    }
}

}  // namespace headscope::ui
