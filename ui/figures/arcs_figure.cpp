// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/arcs_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/figures/flow_lines.h"
#include "ui/figures/legend.h"
#include "ui/figures/line_raster.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double margin = 16;
constexpr double longestLabel = 112;
constexpr double labelSpace = 8;
constexpr double legendSpace = 14;
constexpr double largestStep = 44;
constexpr double smallestStep = 13;
constexpr double lowestArcs = 60;
constexpr double selfRadius = 0.24;  // of the step

bool goesUp(const FlowLine& line) {
    return line.key <= line.query;
}

ArcShape shapeOf(const FlowLine& line, const ArcsLayout& layout) {
    const bool up = goesUp(line);
    const QRectF& side = up ? layout.above : layout.below;
    const double base = up ? side.bottom() : side.top();
    const double from = layout.centre(line.query);
    const double to = layout.centre(line.key);
    ArcShape arc;
    arc.up = up;
    arc.width = static_cast<double>(line.weight) * layout.widthOfOne;
    arc.centre = QPointF((from + to) / 2, base);
    arc.radiusX = line.query == line.key ? layout.step * selfRadius : std::abs(to - from) / 2;
    arc.radiusY = arc.radiusX * layout.squeeze;
    return arc;
}

/// The part of the figure that arcs are drawn in.
QRectF canvas(const ArcsLayout& layout) {
    return layout.above | layout.below;
}

QSize layerSize(const QRectF& area, double ratio) {
    return {static_cast<int>(std::lround(area.width() * ratio)),
            static_cast<int>(std::lround(area.height() * ratio))};
}

template <class Wanted>
void rasterArcs(RasterTarget target, const FlowData& data, const ArcsLayout& layout, const Theme& theme,
                const Wanted& wanted) {
    const double ratio = target.ratio;
    const QPointF origin = canvas(layout).topLeft();
    for (const FlowLine& line : data.lines) {
        if (!wanted(line)) continue;
        ArcShape arc = shapeOf(line, layout);
        arc.centre = (arc.centre - origin) * ratio;
        arc.radiusX *= ratio;
        arc.radiusY *= ratio;
        arc.width *= ratio;
        target.raster.arc(arc, lineColour(data, line, theme));
    }
}

void paintRasterArcs(QPainter& painter, const FlowData& data, const FlowLook& look, const ArcsLayout& layout,
                     QSizeF size) {
    const double ratio = deviceRatio(painter);
    const FlowFocus focus = flowFocus(data, look);
    QImage layer = look.layer;
    if (layer.size() != layerSize(canvas(layout), ratio)) layer = arcsLayer(data, look, size, ratio);
    painter.setOpacity(focus.isNull() ? 1 : FlowFocus::faded);
    painter.drawImage(canvas(layout), layer);
    painter.setOpacity(1);
    if (focus.isNull()) return;
    LineRaster raster(layer.size());
    rasterArcs({raster, ratio}, data, layout, look.theme,
               [&focus](const FlowLine& line) { return focus.contains(line); });
    painter.drawImage(canvas(layout), raster.take());
}

void paintVectorArcs(QPainter& painter, const FlowData& data, const FlowLook& look,
                     const ArcsLayout& layout) {
    const FlowFocus focus = flowFocus(data, look);
    painter.setPen(Qt::NoPen);
    for (const bool meant : {false, true})
        for (const FlowLine& line : data.lines) {
            if (focus.contains(line) != meant) continue;
            QColor colour = lineColour(data, line, look.theme);
            if (!meant) colour.setAlphaF(colour.alphaF() * static_cast<float>(FlowFocus::faded));
            painter.fillPath(arcPath(shapeOf(line, layout)), colour);
        }
}

void paintPair(QPainter& painter, const FlowData& data, const FlowLook& look, const ArcsLayout& layout) {
    const FlowFocus focus = flowFocus(data, look);
    for (const FlowLine& line : data.lines)
        if (focus.isPair(line) && focus.contains(line))
            painter.fillPath(arcPath(shapeOf(line, layout)), pairColour(data, line, look.theme));
}

void paintGold(QPainter& painter, const FlowData& data, const FlowLook& look, const ArcsLayout& layout) {
    const auto middle = [&layout](Index first, Index count) {
        return (layout.centre(first) + layout.centre(first + count - 1)) / 2;
    };
    paintGoldLinks(painter, data, look, [&](const core::CellRect& at) {
        const bool up = at.column <= at.row;
        const double base = up ? layout.above.bottom() : layout.below.top();
        const double from = middle(at.row, at.rows);
        const double to = middle(at.column, at.columns);
        const double radius = at.column == at.row ? layout.step * selfRadius : std::abs(to - from) / 2;
        const double height = radius * layout.squeeze;
        const QRectF ellipse((from + to) / 2 - radius, base - height, 2 * radius, 2 * height);
        QPainterPath path;
        path.arcMoveTo(ellipse, 0);
        path.arcTo(ellipse, 0, up ? 180 : -180);
        return path;
    });
}

/// Weight per place that arrives from (or leaves for) the token in focus.
std::map<Index, double> shades(const FlowData& data, const FlowFocus& focus) {
    std::map<Index, double> shade;
    if (!focus.query && !focus.key) return shade;
    for (const FlowLine& line : data.lines) {
        if (!focus.contains(line)) continue;
        double& weight = shade[focus.query ? line.key : line.query];
        weight = std::max(weight, static_cast<double>(line.weight));
    }
    return shade;
}

/// Tokens are written upwards, as many fit beside each other.
void paintTokens(QPainter& painter, const FlowData& data, const FlowLook& look, const ArcsLayout& layout) {
    const Theme& theme = look.theme;
    const FlowFocus focus = flowFocus(data, look);
    const std::map<Index, double> shade = shades(data, focus);
    const double pixels = std::clamp(std::floor(layout.step * 0.84), 9.0, 13.0);
    for (Index place = layout.window.first; place < layout.window.first + layout.window.count; ++place) {
        const TokenLabel& token = data.queries.labels[static_cast<std::size_t>(place)];
        const bool marked =
            focus.query == place || (!focus.query && focus.key == place) || focus.key == place;
        const QFont font = theme.textFont(pixels, marked);
        const QString text = shortened(token.text, font, layout.tokens.height());
        const double width = textWidth(text, font) + 1;
        painter.save();
        painter.translate(layout.centre(place), layout.tokens.center().y());
        painter.rotate(-90);
        const QRectF box(-width / 2, -(pixels + 4) / 2, width, pixels + 4);
        const auto found = shade.find(place);
        if (found != shade.end() && !marked) {
            QColor ground = theme.data;
            ground.setAlphaF(static_cast<float>(0.62 * std::sqrt(std::min(1.0, found->second))));
            painter.setPen(Qt::NoPen);
            painter.setBrush(ground);
            painter.drawRoundedRect(box.adjusted(-4, 0, 4, 0), 4, 4);
        }
        const bool shaded = found != shade.end();
        QColor colour = !shaded && (token.special || !shade.empty()) ? theme.ink3 : theme.ink;
        if (token.absent) colour = mixed(theme.panel, theme.ink3, 0.6);
        if (marked) colour = theme.accent;
        drawText(painter, text, font, {box, Qt::AlignLeft | Qt::AlignVCenter, colour});
        painter.restore();
    }
}

void paintNotes(QPainter& painter, const FlowData& data, const FlowLook& look, const ArcsLayout& layout,
                QSizeF size) {
    const WidthLegend legend{layout.widthOfOne, lineWidthMeaning(data), lineColourMeanings(data, look.theme)};
    const double gold = goldLegendHeight(data);
    const double width = size.width() - 2 * margin;
    const double bottom = size.height() - margin;
    paintWidthLegend(painter, legend, look.theme,
                     {margin, bottom - gold - WidthLegend::height, width, WidthLegend::height});
    if (data.gold)
        paintGoldLegend(painter, *data.gold, GoldMark::Line, look.theme,
                        {margin, bottom - gold, width, gold});
    const QRectF box(margin, margin + look.caption.height() - 6, size.width() - 2 * margin, 16);
    drawText(painter, windowNote(data), look.theme.textFont(11),
             {box, Qt::AlignRight | Qt::AlignVCenter, look.theme.ink2});
}

}  // namespace

double ArcsLayout::centre(Index place) const {
    return tokens.left() + (static_cast<double>(place - window.first) + 0.5) * step;
}

std::optional<Index> ArcsLayout::placeAt(QPointF point) const {
    if (!tokens.adjusted(0, -labelSpace, 0, labelSpace).contains(point) || step <= 0) return std::nullopt;
    const auto offset = static_cast<Index>((point.x() - tokens.left()) / step);
    return window.first + std::clamp<Index>(offset, 0, window.count - 1);
}

namespace {

double labelHeight(const FlowData& data) {
    return std::clamp(data.queries.widest * 13 / TokenAxis::fontPixels + 4, 24.0, longestLabel);
}

QSizeF smallestArcs(const FlowData& data, const FlowLook& look) {
    return {2 * margin + WidthLegend::smallestWidth, 2 * margin + look.caption.height() + labelHeight(data) +
                                                         2 * labelSpace + lowestArcs + legendSpace +
                                                         WidthLegend::height + goldLegendHeight(data)};
}

}  // namespace

namespace {

/// How far gold links reach inside the window, in places.
struct GoldReach {
    Index back = 0;
    Index ahead = 0;
};

GoldReach goldReach(const FlowData& data) {
    GoldReach reach;
    if (!data.gold) return reach;
    for (const GoldCell& link : data.gold->cells) {
        const core::CellRect& at = link.cells;
        if (!data.window.contains(at.row) && !data.window.contains(at.column)) continue;
        const Index across = std::max(at.rows, at.columns) - 1;
        const Index back = at.row - at.column;
        Index& side = back >= 0 ? reach.back : reach.ahead;
        side = std::max(side, std::min(std::abs(back) + across, data.window.count));
    }
    return reach;
}

}  // namespace

ArcsLayout arcsLayout(const FlowData& data, const FlowLook& look, QSizeF size) {
    ArcsLayout layout;
    layout.window = data.window;
    const auto places = static_cast<double>(std::max<Index>(1, data.window.count));
    const double width = std::max(40.0, size.width() - 2 * margin);
    layout.step = std::clamp(width / places, 4.0, largestStep);
    const double top = margin + look.caption.height();
    const double bottom = size.height() - margin - WidthLegend::height - goldLegendHeight(data) - legendSpace;
    const double labels = labelHeight(data);
    const double room = std::max(20.0, bottom - top - labels - 2 * labelSpace);
    // Both sides are squeezed alike, so that equal distances look equal; each side gets the room it needs.
    const GoldReach gold = goldReach(data);
    const double upReach =
        std::max(layout.step * static_cast<double>(std::max(data.reachBack, gold.back)) / 2, layout.step / 2);
    const double downReach = layout.step * static_cast<double>(std::max(data.reachAhead, gold.ahead)) / 2;
    layout.widthOfOne = std::min(layout.step * 0.45, 9.0);
    layout.squeeze = std::min(1.0, (room - 2 * layout.widthOfOne) / std::max(1.0, upReach + downReach));
    const double above = upReach * layout.squeeze + layout.widthOfOne;
    const double below = downReach * layout.squeeze + layout.widthOfOne;
    const double used = above + below + labels + 2 * labelSpace;
    const double y = std::round(top + std::max(0.0, (bottom - top - used) / 2));
    const double left = std::round((size.width() - layout.step * places) / 2);
    layout.above = QRectF(left, y, layout.step * places, std::ceil(above));
    layout.tokens = QRectF(left, layout.above.bottom() + labelSpace, layout.step * places, labels);
    layout.below = QRectF(left, layout.tokens.bottom() + labelSpace, layout.step * places, std::ceil(below));
    return layout;
}

Index arcsCapacity(QSizeF size) {
    return std::max<Index>(1, static_cast<Index>((size.width() - 2 * margin) / smallestStep));
}

QImage arcsLayer(const FlowData& data, const FlowLook& look, QSizeF size, double ratio) {
    const ArcsLayout layout = arcsLayout(data, look, size);
    LineRaster raster(layerSize(canvas(layout), ratio));
    rasterArcs({raster, ratio}, data, layout, look.theme, [](const FlowLine&) { return true; });
    return raster.take();
}

void paintArcs(QPainter& painter, const FlowData& data, const FlowLook& look, QSizeF size, PaintMode mode) {
    painter.fillRect(QRectF(QPointF(0, 0), size), look.theme.panel);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintCaption(painter, look.caption, look.theme,
                 {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    if (data.heads.empty()) return;
    const ArcsLayout layout = arcsLayout(data, look, size);
    painter.save();
    painter.setClipRect(canvas(layout));
    if (mode == PaintMode::Vector)
        paintVectorArcs(painter, data, look, layout);
    else
        paintRasterArcs(painter, data, look, layout, size);
    paintPair(painter, data, look, layout);
    paintGold(painter, data, look, layout);
    painter.restore();
    paintTokens(painter, data, look, layout);
    paintNotes(painter, data, look, layout, size);
}

Figure arcsFigure(FlowDataPtr data, FlowLook look, QSizeF size) {
    Figure figure;
    figure.size = size;
    if (size.isEmpty()) {
        const double step = std::clamp(860.0 / static_cast<double>(std::max<Index>(1, data->window.count)),
                                       16.0, largestStep);
        const double width = std::max(560.0, step * static_cast<double>(data->window.count) + 2 * margin);
        figure.size = QSizeF(std::ceil(width),
                             std::ceil(std::clamp(width * 0.72, 420.0, 900.0) + look.caption.height()));
    }
    figure.smallest = smallestArcs(*data, look);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.shown = windowNote(*data);
    figure.paint = [data = std::move(data), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                    PaintMode mode) {
        paintArcs(painter, *data, look, target, mode);
    };
    return figure;
}

std::optional<FlowLine> arcAt(const FlowData& data, const ArcsLayout& layout, QPointF point) {
    for (auto line = data.lines.rbegin(); line != data.lines.rend(); ++line) {
        const ArcShape arc = shapeOf(*line, layout);
        const double dx = point.x() - arc.centre.x();
        const double dy = arc.up ? arc.centre.y() - point.y() : point.y() - arc.centre.y();
        if (dy < 0 || arc.radiusX <= 0 || arc.radiusY <= 0) continue;
        // Distance from the ellipse to first order: f / |grad f| of f = sqrt((x/a)² + (y/b)²) − 1.
        const double u = dx / arc.radiusX;
        const double v = dy / arc.radiusY;
        const double f = std::hypot(u, v);
        const double gradient = std::hypot(u / arc.radiusX, v / arc.radiusY) / std::max(f, 1e-9);
        if (std::abs(f - 1) <= std::max(3.0, arc.width / 2) * gradient) return *line;
    }
    return std::nullopt;
}

QString arcsDirection() {
    return QCoreApplication::translate("Figure", "up: back · down: ahead");
}

}  // namespace headscope::ui
