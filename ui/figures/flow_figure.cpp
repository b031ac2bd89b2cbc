// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/flow_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/figures/beside.h"
#include "ui/figures/flow_lines.h"
#include "ui/figures/legend.h"
#include "ui/figures/line_raster.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double margin = 16;
constexpr double labelGap = 10;
constexpr double longestLabel = 124;
constexpr double headerHeight = 26;
constexpr double legendSpace = 14;
constexpr double widestLines = 620;
constexpr double largestRow = 26;
constexpr double smallestRow = 14;
constexpr double narrowestLines = 120;
constexpr Index fewestRows = 4;

double labelRoom(const TokenAxis& axis) {
    return std::clamp(axis.widest + 4, 40.0, longestLabel) + labelGap;
}

/// Draws lines that pass `wanted` as paths, or into `raster`.
template <class Wanted>
void rasterLines(RasterTarget target, const FlowData& data, const FlowLayout& layout, const Theme& theme,
                 const Wanted& wanted) {
    const double ratio = target.ratio;
    for (const FlowLine& line : data.lines) {
        if (!wanted(line)) continue;
        target.raster.flow((layout.centre(line.query) - layout.lines.top()) * ratio,
                           (layout.centre(line.key) - layout.lines.top()) * ratio,
                           static_cast<double>(line.weight) * layout.widthOfOne * ratio,
                           lineColour(data, line, theme));
    }
}

void strokeLine(QPainter& painter, const FlowLayout& layout, const FlowLine& line, const QColor& colour) {
    painter.setBrush(Qt::NoBrush);
    QPen pen(colour, static_cast<double>(line.weight) * layout.widthOfOne);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawPath(flowPath({layout.lines.left(), layout.centre(line.query)},
                              {layout.lines.right(), layout.centre(line.key)}));
}

QSize layerSize(const QRectF& lines, double ratio) {
    return {static_cast<int>(std::lround(lines.width() * ratio)),
            static_cast<int>(std::lround(lines.height() * ratio))};
}

void paintRasterLines(QPainter& painter, const FlowData& data, const FlowLook& look, const FlowLayout& layout,
                      QSizeF size) {
    const double ratio = deviceRatio(painter);
    const FlowFocus focus = flowFocus(data, look);
    QImage layer = look.layer;
    if (layer.size() != layerSize(layout.lines, ratio)) layer = flowLayer(data, look, size, ratio);
    painter.setOpacity(focus.isNull() ? 1 : FlowFocus::faded);
    painter.drawImage(layout.lines, layer);
    painter.setOpacity(1);
    if (focus.isNull()) return;
    LineRaster raster(layer.size());
    rasterLines({raster, ratio}, data, layout, look.theme,
                [&focus](const FlowLine& line) { return focus.contains(line); });
    painter.drawImage(layout.lines, raster.take());
}

void paintVectorLines(QPainter& painter, const FlowData& data, const FlowLook& look,
                      const FlowLayout& layout) {
    const FlowFocus focus = flowFocus(data, look);
    // Faded lines first, so that those that are meant lie on top.
    for (const bool meant : {false, true})
        for (const FlowLine& line : data.lines) {
            if (focus.contains(line) != meant) continue;
            QColor colour = lineColour(data, line, look.theme);
            if (!meant) colour.setAlphaF(colour.alphaF() * static_cast<float>(FlowFocus::faded));
            strokeLine(painter, layout, line, colour);
        }
}

void paintPair(QPainter& painter, const FlowData& data, const FlowLook& look, const FlowLayout& layout) {
    const FlowFocus focus = flowFocus(data, look);
    for (const FlowLine& line : data.lines)
        if (focus.isPair(line) && focus.contains(line))
            strokeLine(painter, layout, line, pairColour(data, line, look.theme));
}

void paintGold(QPainter& painter, const FlowData& data, const FlowLook& look, const FlowLayout& layout) {
    const auto middle = [&layout](Index first, Index count) {
        return (layout.centre(first) + layout.centre(first + count - 1)) / 2;
    };
    paintGoldLinks(painter, data, look, [&](const core::CellRect& at) {
        return flowPath({layout.lines.left(), middle(at.row, at.rows)},
                        {layout.lines.right(), middle(at.column, at.columns)});
    });
}

/// One of the two columns of tokens.
struct Column {
    const TokenAxis& axis;
    bool keys = false;
    std::optional<Index> marked;
    std::map<Index, double> shade;  // place → weight that arrives there from (or leaves for) what is in focus
};

void paintColumn(QPainter& painter, const Column& column, const FlowLook& look, const FlowLayout& layout,
                 bool soften) {
    const Theme& theme = look.theme;
    const double pixels = std::clamp(std::floor(layout.rowHeight * 0.8), 9.0, 13.0);
    for (Index place = layout.window.first; place < layout.window.first + layout.window.count; ++place) {
        if (place >= column.axis.size()) break;
        const TokenLabel& token = column.axis.labels[static_cast<std::size_t>(place)];
        const bool marked = column.marked == place;
        const QFont font = theme.textFont(pixels, marked);
        const QString text = shortened(token.text, font, longestLabel);
        const double width = textWidth(text, font) + 1;
        const double y = layout.centre(place);
        const double height = std::min(layout.rowHeight, pixels + 6);
        const double left =
            column.keys ? layout.lines.right() + labelGap : layout.lines.left() - labelGap - width;
        const QRectF box(left, y - height / 2, width, height);
        const auto shade = column.shade.find(place);
        if (shade != column.shade.end() && !marked) {
            QColor ground = theme.data;
            ground.setAlphaF(static_cast<float>(0.62 * std::sqrt(std::min(1.0, shade->second))));
            painter.setPen(Qt::NoPen);
            painter.setBrush(ground);
            painter.drawRoundedRect(box.adjusted(-4, 0, 4, 0), 4, 4);
        }
        const bool shaded = shade != column.shade.end();
        QColor colour = !shaded && (token.special || soften) ? theme.ink3 : theme.ink;
        if (token.absent) colour = mixed(theme.panel, theme.ink3, 0.6);
        if (marked) colour = theme.accent;
        drawText(painter, text, font, {box, Qt::AlignLeft | Qt::AlignVCenter, colour});
    }
}

void paintColumns(QPainter& painter, const FlowData& data, const FlowLook& look, const FlowLayout& layout) {
    const FlowFocus focus = flowFocus(data, look);
    Column queries{data.queries, false, focus.query, {}};
    Column keys{data.keys, true, focus.key, {}};
    for (const FlowLine& line : data.lines) {
        if ((!focus.query && !focus.key) || !focus.contains(line)) continue;
        double& shade = focus.query ? keys.shade[line.key] : queries.shade[line.query];
        shade = std::max(shade, static_cast<double>(line.weight));
    }
    const bool soften = focus.query || focus.key;
    paintColumn(painter, queries, look, layout, soften);
    paintColumn(painter, keys, look, layout, soften);
    const QFont font = look.theme.textFont(11);
    const QRectF header(0, layout.lines.top() - headerHeight, 200, 16);
    const QString query = QCoreApplication::translate("Figure", "query");
    const QString key = QCoreApplication::translate("Figure", "key");
    QRectF box = header;
    box.moveRight(layout.lines.left() - labelGap);
    drawText(painter, query, font, {box, Qt::AlignRight | Qt::AlignVCenter, look.theme.ink3});
    box.moveLeft(layout.lines.right() + labelGap);
    drawText(painter, key, font, {box, Qt::AlignLeft | Qt::AlignVCenter, look.theme.ink3});
}

void paintWindowNote(QPainter& painter, const FlowData& data, const FlowLook& look,
                     const FlowLayout& layout) {
    const QRectF box(layout.lines.left(), layout.lines.top() - headerHeight, layout.lines.width(), 16);
    drawText(painter, windowNote(data), look.theme.textFont(11),
             {box, Qt::AlignHCenter | Qt::AlignVCenter, look.theme.ink2});
}

}  // namespace

double FlowLayout::centre(Index place) const {
    return lines.top() + (static_cast<double>(place - window.first) + 0.5) * rowHeight;
}

namespace {

std::optional<Index> rowAt(const FlowLayout& layout, double y) {
    if (y < layout.lines.top() || y >= layout.lines.bottom() || layout.rowHeight <= 0) return std::nullopt;
    const auto row = static_cast<Index>((y - layout.lines.top()) / layout.rowHeight);
    return layout.window.first + std::min(row, layout.window.count - 1);
}

}  // namespace

std::optional<Index> FlowLayout::queryAt(QPointF point) const {
    if (point.x() > lines.left() || point.x() < lines.left() - labelGap - longestLabel) return std::nullopt;
    return rowAt(*this, point.y());
}

std::optional<Index> FlowLayout::keyAt(QPointF point) const {
    if (point.x() < lines.right() || point.x() > lines.right() + labelGap + longestLabel) return std::nullopt;
    return rowAt(*this, point.y());
}

FlowLayout flowLayout(const FlowData& data, const FlowLook& look, QSizeF size) {
    FlowLayout layout;
    layout.window = data.window;
    const double left = labelRoom(data.queries);
    const double right = labelRoom(data.keys);
    const double width = std::clamp(size.width() - 2 * margin - left - right, 40.0, widestLines);
    const double top = margin + look.caption.height() + headerHeight;
    const double room =
        size.height() - top - margin - legendSpace - WidthLegend::height - goldLegendHeight(data);
    const auto rows = static_cast<double>(std::max<Index>(1, data.window.count));
    layout.rowHeight = std::clamp(room / rows, 4.0, largestRow);
    const double x = std::round(margin + left + (size.width() - 2 * margin - left - right - width) / 2);
    layout.lines = QRectF(x, top, std::floor(width), std::ceil(layout.rowHeight * rows));
    layout.widthOfOne = std::min(layout.rowHeight * 0.5, 10.0);
    return layout;
}

namespace {

QSizeF smallestFlow(const FlowData& data, const FlowLook& look) {
    const double labels = labelRoom(data.queries) + labelRoom(data.keys);
    const auto rows =
        static_cast<double>(std::min(std::max(data.queries.size(), data.keys.size()), fewestRows));
    return {2 * margin + std::max(WidthLegend::smallestWidth, labels + narrowestLines),
            2 * margin + look.caption.height() + headerHeight + rows * smallestRow + legendSpace +
                WidthLegend::height + goldLegendHeight(data)};
}

}  // namespace

Index flowCapacity(QSizeF size) {
    const double room = size.height() - 2 * margin - headerHeight - legendSpace - WidthLegend::height;
    return std::max<Index>(1, static_cast<Index>(room / smallestRow));
}

QImage flowLayer(const FlowData& data, const FlowLook& look, QSizeF size, double ratio) {
    const FlowLayout layout = flowLayout(data, look, size);
    LineRaster raster(layerSize(layout.lines, ratio));
    rasterLines({raster, ratio}, data, layout, look.theme, [](const FlowLine&) { return true; });
    return raster.take();
}

void paintFlow(QPainter& painter, const FlowData& data, const FlowLook& look, QSizeF size, PaintMode mode) {
    painter.fillRect(QRectF(QPointF(0, 0), size), look.theme.panel);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintCaption(painter, look.caption, look.theme,
                 {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    if (data.heads.empty()) return;
    const FlowLayout layout = flowLayout(data, look, size);
    painter.save();
    painter.setClipRect(layout.lines);
    if (mode == PaintMode::Vector)
        paintVectorLines(painter, data, look, layout);
    else
        paintRasterLines(painter, data, look, layout, size);
    paintPair(painter, data, look, layout);
    paintGold(painter, data, look, layout);
    painter.restore();
    paintColumns(painter, data, look, layout);
    paintWindowNote(painter, data, look, layout);
    const WidthLegend legend{layout.widthOfOne, lineWidthMeaning(data), lineColourMeanings(data, look.theme)};
    const double left = std::min(layout.lines.left(), std::max(margin, size.width() - margin - 520));
    const QRectF area(left, layout.lines.bottom() + legendSpace, size.width() - margin - left,
                      WidthLegend::height);
    paintWidthLegend(painter, legend, look.theme, area);
    if (data.gold)
        paintGoldLegend(painter, *data.gold, GoldMark::Line, look.theme,
                        {left, area.bottom(), area.width(), GoldOverlay::legendHeight});
}

FlowLook flowPanelLook(const FlowData& data, FlowLook look) {
    if (data.side) look.caption = panelCaption(*data.side, data.runText, look.caption);
    return look;
}

Figure flowFigure(FlowDataPtr data, FlowLook look, QSizeF size) {
    Figure figure;
    figure.size = size;
    if (size.isEmpty()) {
        const double row = data->window.count > 60 ? 15 : 20;
        const double height = 2 * margin + look.caption.height() + headerHeight + legendSpace +
                              WidthLegend::height + goldLegendHeight(*data) +
                              row * static_cast<double>(data->window.count);
        figure.size = QSizeF(760, std::ceil(height));
    }
    figure.smallest = smallestFlow(*data, look);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.shown = windowNote(*data);
    figure.paint = [data = std::move(data), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                    PaintMode mode) {
        paintFlow(painter, *data, look, target, mode);
    };
    return figure;
}

Figure trimmedFlowFigure(FlowDataPtr data, FlowLook look, QSizeF size) {
    const double used = flowLayout(*data, look, size).lines.bottom() + legendSpace + WidthLegend::height +
                        goldLegendHeight(*data) + margin;
    size.setHeight(std::min(size.height(), std::ceil(used)));
    return flowFigure(std::move(data), std::move(look), size);
}

std::optional<FlowLine> flowLineAt(const FlowData& data, const FlowLayout& layout, QPointF point) {
    if (!layout.lines.contains(point)) return std::nullopt;
    const double t = (point.x() - layout.lines.left()) / layout.lines.width();
    const double rise = t * t * (3 - 2 * t);
    for (auto line = data.lines.rbegin(); line != data.lines.rend(); ++line) {
        const double from = layout.centre(line->query);
        const double y = from + (layout.centre(line->key) - from) * rise;
        const double slope = (layout.centre(line->key) - from) * 6 * t * (1 - t) / layout.lines.width();
        const double reach = std::max(3.0, static_cast<double>(line->weight) * layout.widthOfOne / 2);
        if (std::abs(y - point.y()) <= reach * std::sqrt(1 + slope * slope)) return *line;
    }
    return std::nullopt;
}

QString flowDirection() {
    return QCoreApplication::translate("Figure", "left attends to right");
}

}  // namespace headscope::ui
