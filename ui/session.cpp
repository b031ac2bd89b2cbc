// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session.h"

#include <algorithm>
#include <utility>

#include "ui/figures/run_pattern.h"
#include "ui/models/carried_tokens.h"

namespace headscope::ui {
namespace {

bool sameModel(const RunPtr& a, const RunPtr& b) {
    return a && b && a->model == b->model;
}

void dropOutside(std::optional<core::Index>& position, core::Index length) {
    if (position && (*position < 0 || *position >= length)) position.reset();
}

}  // namespace

Session::Session(const core::Compute& compute, QObject* parent)
    : QObject(parent), m_compute(compute), m_headTypes(compute) {
    connect(&m_finding, &Job::failed, this, &Session::failed);
    connect(&m_measuring, &Measuring::failed, this, &Session::failed);
    connect(&m_measuring, &Measuring::found, this, &Session::valuesFound);
}

const RunPtr& Session::shown() const {
    return m_side != Side::A && m_b ? m_b : m_a;
}

core::PatternPtr Session::pattern(core::HeadId head) const {
    const RunPtr& run = shown();
    if (!run || run->trace->find(head) == nullptr) return nullptr;
    if (m_side == Side::Difference) return differencePattern(*m_compared, head, m_settings.words);
    return runPattern(*run, head, m_settings.words);
}

std::optional<HeadValues> Session::values(const core::Metric& metric) {
    return shown() ? m_measuring.values(metric, shown(), difference()) : std::nullopt;
}

std::optional<BesideValues> Session::besideValues(const core::Metric& metric) {
    const ComparedRunsPtr runs = beside();
    if (!runs) return std::nullopt;
    std::optional<HeadValues> a = m_measuring.values(metric, runs->a, nullptr);
    std::optional<HeadValues> b = m_measuring.values(metric, runs->b, nullptr);
    if (!a || !b) return std::nullopt;
    return onOneScale(*std::move(a), *std::move(b));
}

core::PatternPtr Session::pattern() const {
    const RunPtr& run = shown();
    const PatternOf wanted{run, difference(), group(), m_settings.words};
    if (wanted == m_patternOf) return m_pattern;
    m_pattern = run ? groupPattern(*run, wanted.difference, wanted.heads, wanted.words) : nullptr;
    m_patternOf = wanted;
    return m_pattern;
}

void Session::setRun(RunPtr run) {
    replace(m_a, std::move(run));
}

void Session::setRunB(RunPtr run) {
    if (!run && m_side != Side::A) setSide(Side::A);
    replace(m_b, std::move(run));
}

void Session::replace(RunPtr& place, RunPtr run) {
    if (place == run) return;
    const RunPtr before = shown();
    place = std::move(run);
    m_compared = ui::compared(m_a, m_b);
    if (m_side == Side::Difference && !m_compared) m_side = Side::B;
    showRun(before);
}

void Session::setSide(Side side) {
    if (side == m_side || (side == Side::B && !m_b) || (side == Side::Difference && !m_compared)) return;
    const RunPtr before = shown();
    m_side = side;
    showRun(before);
}

void Session::showRun(const RunPtr& before) {
    m_patternOf = {};
    m_pattern.reset();
    const RunPtr& run = shown();
    Selection selection = m_selection;
    if (run != before && run) {
        selection = sameModel(before, run) ? selection : Selection{run->openingHead, {}, {}, {}};
        if (sameModel(before, run)) {
            selection.query = carried(before->trace->tokens, run->trace->tokens, selection.query);
            selection.key = carried(before->trace->tokens, run->trace->tokens, selection.key);
        }
    }
    const bool moved = std::exchange(m_selection, clamped(selection)) != m_selection;
    const bool left = std::exchange(m_hover, Hover{}) != m_hover;
    findChanges();
    m_headTypes.follow(run);
    // The run first: whoever hears of the selection or the hover may look it up in the run.
    emit runChanged();
    if (moved) emit selectionChanged();
    if (left) emit hoverChanged();
}

void Session::findChanges() {
    const ComparedRunsPtr wanted = difference();
    if (wanted == m_changesOf) return;
    m_finding.cancel();
    m_changes.reset();
    m_changesOf = wanted;
    if (!wanted) return;
    m_finding.start<HeadChangesPtr>(
        [wanted, compute = m_compute](const core::Progress& progress) {
            return std::make_shared<const HeadChanges>(
                core::compareHeads(compute, wanted->traces, false, progress));
        },
        [this](HeadChangesPtr changes) {
            m_changes = std::move(changes);
            emit changesFound();
        });
}

void Session::select(const Selection& selection) {
    const Selection next = clamped(selection);
    if (next == m_selection) return;
    m_selection = next;
    emit selectionChanged();
}

void Session::selectHead(core::HeadId head) {
    select(withOnly(m_selection, head));
}

void Session::pin(std::optional<core::Index> query, std::optional<core::Index> key) {
    pin(m_selection.head, query, key);
}

void Session::pin(core::HeadId head, std::optional<core::Index> query, std::optional<core::Index> key) {
    Selection next = m_selection.holds(head) ? withAdded(m_selection, head) : withOnly(m_selection, head);
    next.query = query;
    next.key = key;
    select(next);
}

void Session::setHover(const Hover& hover) {
    const core::Index length = shown() ? shown()->trace->length() : 0;
    Hover next = hover;
    dropOutside(next.query, length);
    dropOutside(next.key, length);
    if (next == m_hover) return;
    m_hover = next;
    emit hoverChanged();
}

void Session::setSettings(const ViewSettings& settings) {
    if (settings == m_settings) return;
    m_settings = settings;
    emit settingsChanged();
}

void Session::restore(RunPtr a, RunPtr b, const WindowState& state) {
    const bool sameRuns = a == m_a && b == m_b;
    const Side sideBefore = m_side;
    const ViewSettings settingsBefore = m_settings;
    m_a = std::move(a);
    m_b = std::move(b);
    if (!sameRuns) {
        m_compared = ui::compared(m_a, m_b);
        m_patternOf = {};
        m_pattern.reset();
    }
    m_side = m_b ? state.side : Side::A;
    if (m_side == Side::Difference && !m_compared) m_side = Side::B;
    const bool moved = std::exchange(m_selection, clamped(state.selection)) != m_selection;
    const bool left = std::exchange(m_hover, Hover{}) != m_hover;
    m_settings = state.settings;
    findChanges();
    m_headTypes.follow(shown());
    if (!sameRuns || m_side != sideBefore) emit runChanged();
    if (moved) emit selectionChanged();
    if (left) emit hoverChanged();
    if (m_settings != settingsBefore) emit settingsChanged();
    setTexts(state.texts);
    setGold(state.gold);
}

void Session::setGold(GoldPtr gold) {
    if (gold == m_gold) return;
    m_gold = std::move(gold);
    emit goldChanged();
}

void Session::setTexts(const TextList& texts) {
    if (texts == m_texts) return;
    m_texts = texts;
    emit textsChanged();
}

Selection Session::clamped(Selection selection) const {
    const RunPtr& run = shown();
    if (!run) return {};
    const core::Trace& trace = *run->trace;
    core::HeadId head = selection.head;
    head.layer = std::clamp(head.layer, 0, std::max(0, trace.layerCount() - 1));
    head.head = std::clamp(head.head, 0, std::max(0, trace.headCount(head.layer) - 1));
    if (trace.find(head) == nullptr) head = run->openingHead;
    std::vector<core::HeadId> others = std::move(selection.others);
    std::erase_if(others, [&](core::HeadId other) { return trace.find(other) == nullptr; });
    selection = withHeads(std::move(selection), std::move(others), head);
    dropOutside(selection.query, trace.length());
    dropOutside(selection.key, trace.length());
    return selection;
}

}  // namespace headscope::ui
