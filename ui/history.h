// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/window_state.h"

namespace headscope::ui {

/// What the window showed, one state after the other, for undo and redo. Steps of one kind that follow one
/// another closely (a walk through heads, a word that is typed) become one. The runs of recent states are
/// kept as long as they need little memory, so that going back is instant; older ones run again.
class History {
public:
    static constexpr std::size_t mostStates = 200;
    static constexpr std::int64_t oneStepMilliseconds = 700;
    static constexpr std::size_t mostRunBytes = std::size_t{256} << 20;

    struct Entry {
        WindowState state;
        RunPtr a;
        RunPtr b;
    };

    /// What is shown now, `milliseconds` after some moment. A state that was asked for by undo() or redo() is
    /// where the history then stands; another one drops the states after it.
    void note(Entry entry, std::int64_t milliseconds);

    bool canUndo() const { return target() > 0; }
    bool canRedo() const { return target() + 1 < m_entries.size(); }
    /// The state to show next. Until it is noted nothing changes, but undoing again goes one further.
    /// Precondition: canUndo(), canRedo().
    const Entry& undo();
    const Entry& redo();
    /// The state asked for will not be shown.
    void giveUp() { m_target.reset(); }

private:
    enum class Step { Run, Text, Selection, Look };
    static Step stepBetween(const WindowState& before, const WindowState& after);
    std::size_t target() const { return m_target.value_or(m_at); }
    void dropRuns();

    std::vector<Entry> m_entries;
    std::size_t m_at = 0;
    std::optional<std::size_t> m_target;  // what was asked for and is not shown yet
    std::optional<Step> m_lastStep;       // nothing: the next one is a step of its own
    std::int64_t m_lastTime = 0;
};

}  // namespace headscope::ui
