// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_marks.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {
namespace {

constexpr double radius = 3.2;
constexpr double chosenRadius = 4.4;
constexpr double nameHeight = 13;
constexpr double namePixels = 10;
constexpr double nameGap = 3;
constexpr std::size_t mostNames = 400;  // of points: more would not find room

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

bool isShown(const ChartPoint& point) {
    return !std::isnan(point.at.x()) && !std::isnan(point.at.y());
}

/// Right of the point, left of it, above or below: the first that is inside and that nothing stands in.
std::optional<QRectF> roomFor(const QPointF& point, QSizeF name, const QRectF& area,
                              const std::vector<QRectF>& taken) {
    const double across = radius + nameGap;
    const std::array<QPointF, 4> corners = {
        QPointF(point.x() + across, point.y() - name.height() / 2),
        QPointF(point.x() - across - name.width(), point.y() - name.height() / 2),
        QPointF(point.x() - name.width() / 2, point.y() - radius - name.height()),
        QPointF(point.x() - name.width() / 2, point.y() + radius)};
    for (const QPointF& corner : corners) {
        const QRectF box(corner, name);
        const bool free =
            area.contains(box) && std::none_of(taken.begin(), taken.end(),
                                               [&](const QRectF& other) { return box.intersects(other); });
        if (free) return box;
    }
    return {};
}

/// Those of chosen points first.
void paintPointNames(QPainter& painter, const std::vector<ChartPoint>& points, const Theme& theme,
                     const QRectF& area, const std::function<QPointF(QPointF)>& place) {
    if (points.size() > mostNames) return;
    const QFont font = theme.numberFont(namePixels);
    std::vector<QRectF> taken;
    for (const ChartPoint& point : points)
        taken.emplace_back(place(point.at) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    for (const bool chosen : {true, false}) {
        for (const ChartPoint& point : points) {
            if (point.chosen != chosen || point.name.isEmpty() || !isShown(point)) continue;
            const QSizeF size(textWidth(point.name, font) + 1, namePixels + 3);
            const std::optional<QRectF> box = roomFor(place(point.at), size, area, taken);
            if (!box) continue;
            drawText(painter, point.name, font, {*box, Qt::AlignCenter, chosen ? theme.ink : theme.ink2});
            taken.push_back(*box);
        }
    }
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
            if (point.chosen == chosen && isShown(point)) paintPoint(painter, point, theme, place(point.at));
    }
    painter.setBrush(Qt::NoBrush);
    paintPointNames(painter, chart.points, theme, area, place);
    if (chart.oneScale) {
        const QRectF bottom(area.left(), area.bottom() - titleHeight, area.width(), titleHeight);
        drawText(painter, chart.x.title, theme.textFont(11), {bottom, Qt::AlignCenter, theme.ink3});
    }
    if (chart.lines.size() > 1) paintNames(painter, chart, theme, area);
    painter.restore();
}

}  // namespace headscope::ui
