// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/head_types.h"
#include "ui/job.h"
#include "ui/measuring.h"
#include "ui/window_state.h"

namespace headscope::ui {

/// The only shared mutable state of the window. GUI thread only.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(const core::Compute& compute, QObject* parent = nullptr);

    const core::Compute& compute() const { return m_compute; }

    /// Null until a run is there.
    const RunPtr& a() const { return m_a; }
    const RunPtr& b() const { return m_b; }
    /// The run whose tokens views show: A, or B when side() is B or Difference.
    const RunPtr& shown() const;
    Side side() const { return m_side; }
    /// A or B: which run that is.
    Side shownSide() const { return m_side == Side::A ? Side::A : Side::B; }
    /// Both runs where B − A can be shown; null otherwise.
    const ComparedRunsPtr& compared() const { return m_compared; }
    /// The same while B − A is shown; null otherwise.
    ComparedRunsPtr difference() const { return m_side == Side::Difference ? m_compared : nullptr; }
    /// The same while large views show A beside B, whatever the side of the others; null otherwise.
    ComparedRunsPtr beside() const { return m_settings.sideBySide ? m_compared : nullptr; }
    /// How every head differs, while B − A is shown; null until that is found.
    const HeadChangesPtr& changes() const { return m_changes; }
    /// What the heads of the shown run are for.
    HeadTypes& headTypes() { return m_headTypes; }
    const Selection& selection() const { return m_selection; }
    const Hover& hover() const { return m_hover; }
    const ViewSettings& settings() const { return m_settings; }
    const TextList& texts() const { return m_texts; }
    /// Null while none is open.
    const GoldPtr& gold() const { return m_gold; }

    /// The chosen heads, and how they become one.
    core::HeadGroup group() const { return {m_selection.heads(), m_settings.combining}; }
    /// The pattern of `head` as the views show it (side and words applied); null without a run or pattern.
    core::PatternPtr pattern(core::HeadId head) const;
    /// The pattern of group() likewise.
    core::PatternPtr pattern() const;

    /// A metric of every head as the views show it. Nothing while it is being measured, until valuesFound(),
    /// and without a run.
    std::optional<HeadValues> values(const core::Metric& metric);
    /// The same of A and of B alone, on one scale, while they stand beside each other.
    std::optional<BesideValues> besideValues(const core::Metric& metric);

    /// A new run A. The selection stays where it still exists (same head, same token positions when the text
    /// has them); for another model it goes to the run's opening head.
    void setRun(RunPtr run);
    void setRunB(RunPtr run);
    /// Does nothing for a side that is not there.
    void setSide(Side side);
    /// Clamped to what exists; signals only when something changed.
    void select(const Selection& selection);
    /// That head alone.
    void selectHead(core::HeadId head);
    /// Pins tokens, or none, in the heads that are chosen; in `head` alone where that is not one of them.
    void pin(std::optional<core::Index> query, std::optional<core::Index> key);
    void pin(core::HeadId head, std::optional<core::Index> query, std::optional<core::Index> key);
    void setHover(const Hover& hover);
    void setSettings(const ViewSettings& settings);
    void setTexts(const TextList& texts);
    void setGold(GoldPtr gold);
    /// Runs, side, selection, settings and texts at once, each as far as it exists.
    void restore(RunPtr a, RunPtr b, const WindowState& state);
    /// Asks for a run B with this gate of a head; the window sees to it.
    void wantGate(const core::HeadGate& gate) { emit gateWanted(gate); }

signals:
    void gateWanted(const headscope::core::HeadGate& gate);
    void runChanged();
    void changesFound();
    void valuesFound();
    void failed(const headscope::core::Error& error);
    void selectionChanged();
    void hoverChanged();
    void settingsChanged();
    void textsChanged();
    void goldChanged();

private:
    Selection clamped(Selection selection) const;
    void replace(RunPtr& place, RunPtr run);
    /// Brings selection and hover in line with the run that is shown now, and tells everybody.
    void showRun(const RunPtr& before);
    void findChanges();

    core::Compute m_compute;
    RunPtr m_a;
    RunPtr m_b;
    ComparedRunsPtr m_compared;
    HeadChangesPtr m_changes;
    ComparedRunsPtr m_changesOf;  ///< what they are, or will be, of
    Side m_side = Side::A;
    Selection m_selection;
    Hover m_hover;
    ViewSettings m_settings;
    TextList m_texts;
    GoldPtr m_gold;
    /// The last pattern() and what it is of: pointers that move ask for it again and again.
    struct PatternOf {
        RunPtr run;
        ComparedRunsPtr difference;
        core::HeadGroup heads;
        bool words = false;
        bool operator==(const PatternOf&) const = default;
    };
    mutable PatternOf m_patternOf;
    mutable core::PatternPtr m_pattern;
    Job m_finding;
    HeadTypes m_headTypes;
    Measuring m_measuring;
};

}  // namespace headscope::ui
