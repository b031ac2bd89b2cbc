// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/trace/spread_pattern.h"
#include "ui/figures/caption.h"
#include "ui/figures/gold_overlay.h"
#include "ui/figures/state.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {

/// A pattern with what its sides are called: alone in a picture, or that of A or B beside the other one.
struct PanelPattern {
    core::PatternPtr pattern;
    TokenAxis queries;         ///< rows
    TokenAxis keys;            ///< columns
    std::optional<Side> side;  ///< A or B, where the two stand beside each other …
    QString runText;           ///< … and which model and text that is
    std::optional<GoldOverlay> gold{};
};

/// A pattern alone; `tokens` are those of the run.
PanelPattern panelOf(core::PatternPtr pattern, const std::vector<core::Token>& tokens);

/// What the axis of one of two patterns beside each other is called: `drawn` is that of `drawnRun`, and
/// tokens are selected in `selectedRun`, whose pattern `selected` is.
TokenAxis besideAxis(const core::SpreadPattern& drawn, const Run& drawnRun,
                     const core::SpreadPattern& selected, const Run& selectedRun, bool words);

/// The patterns of a group of heads in A and in B, over one axis of the tokens (or words) of both; tokens are
/// selected in the run `shown`, A or B. Nothing where their layers have no attention.
std::vector<PanelPattern> besidePanels(const ComparedRuns& runs, const core::HeadGroup& group, bool words,
                                       Side shown);

/// What a map is made from: A and B beside each other, or the pattern of what is shown alone; with gold where
/// there is some.
struct PanelRequest {
    RunPtr run;
    core::PatternPtr pattern;  ///< of `heads`
    ComparedRunsPtr beside;    ///< null: `pattern` alone
    Side shown = Side::A;
    core::HeadGroup heads;
    bool words = false;
    GoldPtr gold;
};
/// For a job.
std::vector<PanelPattern> panelsOf(const PanelRequest& request);

/// What tells one of two runs from the other: its text, and where they differ its model.
QString besideText(const ComparedRuns& runs, Side side);
/// What stands over one of two panels: A or B, and where no caption stands over both, which run that is.
Caption panelCaption(Side side, const QString& runText, const Caption& overBoth);
/// "A" or "B".
QString sideName(Side side);

}  // namespace headscope::ui
