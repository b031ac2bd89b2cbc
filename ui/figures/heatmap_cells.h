// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/heatmap_figure.h"

namespace headscope::ui {

/// The cells of a map: tones, hatching of what is masked, gaps, numbers, and the words in rows that see
/// nothing.
void paintCells(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                const GridMapping& mapping, PaintMode mode);

}  // namespace headscope::ui
