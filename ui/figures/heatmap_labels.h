// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/grid_mapping.h"
#include "ui/figures/theme.h"
#include "ui/figures/token_label.h"

class QPainter;

namespace headscope::ui {

/// Room that labels of a map need, from the widths of its labels.
struct LabelRoom {
    double left = 0;   ///< beside the rows
    double top = 0;    ///< over the columns
    double right = 0;  ///< where the last slanted labels reach beyond the map
};
LabelRoom labelRoom(const TokenAxis& queries, const TokenAxis& keys, double estimatedCell);

/// How the places of an axis are written at a cell size: words, or positions with gaps; never overlapping.
struct LabelStyle {
    int fontPixels = 12;
    bool words = true;
    core::Index step = 1;  ///< every step-th place carries a label
};
LabelStyle rowLabelStyle(double cell);
LabelStyle columnLabelStyle(double cell, core::Index places);

/// The places that are pinned or under the pointer: written in full and in the accent.
struct LabelMarks {
    std::optional<core::Index> pinned;
    std::optional<core::Index> hovered;
    bool contains(core::Index place) const { return place == pinned || place == hovered; }
};

void paintRowLabels(QPainter& painter, const TokenAxis& axis, const GridMapping& mapping,
                    const LabelMarks& marks, const Theme& theme);
void paintColumnLabels(QPainter& painter, const TokenAxis& axis, const GridMapping& mapping,
                       const LabelMarks& marks, const Theme& theme);
/// "key →" over "query ↓" in the corner.
void paintAxisHints(QPainter& painter, const GridMapping& mapping, const Theme& theme);

}  // namespace headscope::ui
