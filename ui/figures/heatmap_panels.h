// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/heatmap_figure.h"

namespace headscope::ui {

/// Where a panel stands in a picture of that size: all of it, or the left or the right half.
QRectF heatmapPanelRect(const HeatmapPanels& panels, std::size_t index, const HeatmapLook& look, QSizeF size);
/// How it is looked at there: `look`, with a caption that says A or B where there are two. Without a caption
/// over both, it also says what that is.
HeatmapLook heatmapPanelLook(const HeatmapPanels& panels, std::size_t index, HeatmapLook look);

/// Paints the background too. Any thread.
void paintHeatmaps(QPainter& painter, const HeatmapPanels& panels, const HeatmapLook& look, QSizeF size,
                   PaintMode mode);
/// Precondition: there is a panel.
Figure heatmapsFigure(HeatmapPanels panels, HeatmapLook look, QSizeF size);

/// withExactCells() of each. For a job.
HeatmapPanels withExactCells(const HeatmapPanels& panels, core::CellRect cells,
                             const core::Progress& progress = {});

}  // namespace headscope::ui
