// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/charts/chart.h"

class QPainter;

namespace headscope::ui {

/// Below the points of a chart with one scale, where the title of its x axis stands.
inline constexpr double titleHeight = 16;

/// Points and lines of a chart, over axes that stand already; `place` tells where a value of both axes is.
void paintChartMarks(QPainter& painter, const Chart& chart, const Theme& theme, const QRectF& area,
                     const std::function<QPointF(QPointF)>& place);

}  // namespace headscope::ui
