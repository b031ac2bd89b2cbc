// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/heatmap_figure.h"

class QPainter;

namespace headscope::ui {

/// Where the small picture of the whole map lies while the map is zoomed in: in the lower right corner of the
/// cells. Empty when the whole map is visible.
QRectF minimapRect(const HeatmapData& data, const GridMapping& mapping);

/// The whole map with a frame around the part that is looked at.
void paintMinimap(QPainter& painter, const HeatmapData& data, const GridMapping& mapping,
                  const HeatmapLook& look);

/// The cell under a point of the minimap; nothing outside it.
std::optional<CellPlace> minimapCell(const HeatmapData& data, const GridMapping& mapping, QPointF point);

}  // namespace headscope::ui
