// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "ui/figures/figure.h"
#include "ui/figures/state.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

/// Everything a picture is a function of.
struct FigureRequest {
    RunPtr run;
    ComparedRunsPtr difference;  ///< B − A is to be shown, and `run` is its B; null: `run` itself
    HeadChangesPtr changes;      ///< of all heads, for figures that show them all; null without difference
    Selection selection;         ///< the heads that are shown, and the tokens that are pinned
    GoldPtr gold{};              ///< drawn over maps and lines; null: none
    core::PatternPtr pattern;    ///< of those heads as one (or their difference), with words merged where
                                 ///< wanted; null for layers without attention
    Hover hover;
    ViewSettings settings;
    Theme theme;
    QSizeF size;  ///< empty: the figure's own preferred size
};

/// `figure`, a picture of `request`, with what files say of it: `view` and model, text, scale.
Figure described(Figure figure, const FigureRequest& request, const QString& view);

/// One row of the table of pictures that need no window.
struct FigureKind {
    std::string_view id;  ///< "grid", "heatmap", "flow", "arcs", "layers", …
    bool ofOneHead;
    /// Computes what is needed (on the calling thread, cancellable) and returns a value that only paints.
    Figure (*make)(const FigureRequest& request, const core::Progress& progress);
    bool ofDifferences = true;  ///< B − A can be shown
};
std::span<const FigureKind> figureKinds() noexcept;
/// Throws Error(UnknownView) listing the ids.
const FigureKind& figureKindNamed(std::string_view id);

}  // namespace headscope::ui
