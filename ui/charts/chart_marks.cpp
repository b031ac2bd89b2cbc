// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_marks.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {
namespace {

constexpr double radius = 3.2;
constexpr double chosenRadius = 4.4;
constexpr double nameHeight = 13;

QPainterPath pathOf(const ChartLine& line, const std::function<QPointF(QPointF)>& place) {
    QPainterPath path;
    bool broken = true;
    for (const QPointF& point : line.points) {
        if (std::isnan(point.y())) {
            broken = true;
            continue;
        }
        broken ? path.moveTo(place(point)) : path.lineTo(place(point));
        broken = false;
    }
    return path;
}

void paintPoint(QPainter& painter, const ChartPoint& point, const Theme& theme, QPointF at) {
    const double size = point.chosen ? chosenRadius : radius;
    painter.setPen(point.chosen ? QPen(theme.accent, 2) : QPen(theme.panel, 0.8));
    painter.setBrush(point.colour);
    painter.drawEllipse(at, size, size);
}

/// In the colours of the lines, from the right, as many as there is room for.
void paintNames(QPainter& painter, const Chart& chart, const Theme& theme, const QRectF& area) {
    const QFont font = theme.numberFont(10);
    double right = area.right() - 2;
    for (auto line = chart.lines.rbegin(); line != chart.lines.rend(); ++line) {
        const double width = textWidth(line->name, font) + 12;
        if (right - width < area.left()) return;
        const QRectF box(right - width, area.top() + 1, width, nameHeight);
        painter.fillRect(box, theme.panel);
        painter.setPen(QPen(line->colour, line->current ? 2.6 : 1.4));
        painter.drawLine(QPointF(box.left() + 2, box.center().y()),
                         QPointF(box.left() + 8, box.center().y()));
        drawText(painter, line->name, font,
                 {box.adjusted(11, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  line->current ? theme.ink : theme.ink2});
        right -= width + 4;
    }
}

}  // namespace

void paintChartMarks(QPainter& painter, const Chart& chart, const Theme& theme, const QRectF& area,
                     const std::function<QPointF(QPointF)>& place) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const bool current : {false, true}) {
        for (const ChartLine& line : chart.lines) {
            if (line.current != current) continue;
            painter.setPen(
                QPen(line.colour, current ? 2.2 : 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.drawPath(pathOf(line, place));
        }
    }
    for (const bool chosen : {false, true}) {
        for (const ChartPoint& point : chart.points)
            if (point.chosen == chosen && !std::isnan(point.at.x()) && !std::isnan(point.at.y()))
                paintPoint(painter, point, theme, place(point.at));
    }
    painter.setBrush(Qt::NoBrush);
    if (chart.lines.size() > 1) paintNames(painter, chart, theme, area);
    painter.restore();
}

}  // namespace headscope::ui
