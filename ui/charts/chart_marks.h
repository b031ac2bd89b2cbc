// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/charts/chart.h"

class QPainter;

namespace headscope::ui {

/// Points and lines of a chart, over axes that stand already; `place` tells where a value of both axes is.
void paintChartMarks(QPainter& painter, const Chart& chart, const Theme& theme, const QRectF& area,
                     const std::function<QPointF(QPointF)>& place);

}  // namespace headscope::ui
