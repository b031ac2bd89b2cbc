// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/heatmap_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/heatmap_cells.h"
#include "ui/figures/heatmap_labels.h"
#include "ui/figures/legend.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double margin = 16;
constexpr double legendGap = 12;
constexpr double legendWidth = 408;
constexpr double narrowLegend = 320;
constexpr double smallestMap = 96;

struct Marks {
    LabelMarks queries;
    LabelMarks keys;
};

Marks marksOf(const HeatmapData& data, const HeatmapLook& look) {
    Marks marks{{data.queries.place(look.selection.query), data.queries.place(look.hover.query)},
                {data.keys.place(look.selection.key), data.keys.place(look.hover.key)}};
    if (look.pointed) {
        marks.queries.hovered = look.pointed->row;
        marks.keys.hovered = look.pointed->column;
    }
    return marks;
}

/// The cell that the reader looks at: under the pointer, else pinned.
std::optional<CellPlace> cellInFocus(const Marks& marks) {
    if (marks.queries.hovered && marks.keys.hovered)
        return CellPlace{*marks.queries.hovered, *marks.keys.hovered};
    if (marks.queries.pinned && marks.keys.pinned)
        return CellPlace{*marks.queries.pinned, *marks.keys.pinned};
    return std::nullopt;
}

/// Two lines along the row and two along the column of a cell; what is not given is left out.
void paintCross(QPainter& painter, const GridMapping& mapping, const LabelMarks& rows,
                const LabelMarks& columns, const QColor& accent) {
    const QRectF visible = mapping.visibleGrid();
    painter.save();
    painter.setClipRect(visible.adjusted(-1, -1, 1, 1));
    QColor pinned = accent;
    pinned.setAlphaF(0.45F);
    const auto lines = [&](const LabelMarks& marks, bool alongRows) {
        for (const auto& [place, colour] :
             {std::pair{marks.pinned, pinned}, std::pair{marks.hovered, accent}}) {
            if (!place) continue;
            const QRectF cell = mapping.cellRect(alongRows ? CellPlace{*place, 0} : CellPlace{0, *place});
            const QRectF band = alongRows
                                    ? QRectF(visible.left(), cell.top(), visible.width(), cell.height())
                                    : QRectF(cell.left(), visible.top(), cell.width(), visible.height());
            if (alongRows) {
                painter.fillRect(QRectF(band.left(), band.top() - 0.5, band.width(), 1), colour);
                painter.fillRect(QRectF(band.left(), band.bottom() - 0.5, band.width(), 1), colour);
            } else {
                painter.fillRect(QRectF(band.left() - 0.5, band.top(), 1, band.height()), colour);
                painter.fillRect(QRectF(band.right() - 0.5, band.top(), 1, band.height()), colour);
            }
        }
    };
    lines(rows, true);
    lines(columns, false);
    painter.restore();
}

void paintMarks(QPainter& painter, const GridMapping& mapping, const Marks& marks, const Theme& theme) {
    LabelMarks rows = marks.queries;
    LabelMarks columns = marks.keys;
    const bool pair = rows.pinned && columns.pinned;
    const std::optional<CellPlace> pinned =
        pair ? std::optional(CellPlace{*rows.pinned, *columns.pinned}) : std::nullopt;
    if (pair) rows.pinned = columns.pinned = std::nullopt;  // a ring says it better than four lines
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintCross(painter, mapping, rows, columns, theme.accent);
    if (!pinned) return;
    const QRectF cell = mapping.cellRect(*pinned);
    if (!mapping.visibleGrid().intersects(cell)) return;
    const double least = 7;
    const double grow = std::max(0.0, (least - cell.width()) / 2);
    drawRing(painter, cell.adjusted(-grow, -grow, grow, grow), theme.accent, theme.panel);
}

void paintLegend(QPainter& painter, const HeatmapData& data, const HeatmapLook& look, const Marks& marks,
                 const QRectF& area) {
    ColourLegend legend = data.difference ? differenceLegend(data.scale, data.range, data.maximum)
                                          : colourLegend(data.scale, data.range, data.maximum);
    if (const auto cell = cellInFocus(marks))
        if (const auto weight = data.weight(*cell)) legend.marker = data.position(*weight, cell->row);
    paintColourLegend(painter, legend, data.colours(look.colours, look.theme.dark), look.theme, area);
}

/// The colour scale, and the line about gold data.
double legendHeight(const HeatmapData& data) {
    return ColourLegend::height + (data.gold ? GoldOverlay::legendHeight : 0);
}

QSizeF preferredSize(const HeatmapData& data, const HeatmapLook& look) {
    const double longest = static_cast<double>(std::max({data.queries.size(), data.keys.size(), Index{1}}));
    const double cell = std::clamp(std::floor(760 / longest), 0.25, 36.0);
    const LabelRoom room = labelRoom(data.queries, data.keys, cell);
    const double map = std::max(cell * static_cast<double>(data.keys.size()), 240.0);
    const double width = 2 * margin + room.left + room.right + map;
    const double height = 2 * margin + look.caption.height() + room.top +
                          cell * static_cast<double>(data.queries.size()) + legendGap + legendHeight(data);
    return {std::ceil(std::max(width, 480.0)), std::ceil(height)};
}

QSizeF smallestSize(const HeatmapData& data, const HeatmapLook& look) {
    const auto longest = static_cast<double>(std::max({data.queries.size(), data.keys.size(), Index{1}}));
    const LabelRoom room = labelRoom(data.queries, data.keys, smallestMap / longest);
    return {2 * margin + std::max(narrowLegend, room.left + smallestMap + room.right),
            2 * margin + look.caption.height() + room.top + smallestMap + legendGap + legendHeight(data)};
}

}  // namespace

HeatmapLayout heatmapLayout(const HeatmapData& data, const HeatmapLook& look, QSizeF size) {
    // How far the last slanted labels reach depends on the cells, and the cells on what the labels leave.
    LabelRoom room = labelRoom(data.queries, data.keys, 0);
    const double across =
        (size.width() - 2 * margin - room.left) / static_cast<double>(std::max<Index>(1, data.keys.size()));
    const double down =
        (size.height() - 2 * margin - look.caption.height() - room.top - legendGap - legendHeight(data)) /
        static_cast<double>(std::max<Index>(1, data.queries.size()));
    room = labelRoom(data.queries, data.keys,
                     std::clamp(std::min(across, down), 0.0, GridMapping::largestFittedCell));
    const double left = margin + room.left;
    const double top = margin + look.caption.height() + room.top;
    const QRectF area(left, top, std::max(1.0, size.width() - left - room.right - margin),
                      std::max(1.0, size.height() - top - margin - legendGap - legendHeight(data)));
    GridMapping mapping(data.queries.size(), data.keys.size(), area, look.viewport);
    const QRectF visible = mapping.visibleGrid();
    const double right = std::min(std::max(visible.right(), margin + narrowLegend), size.width() - margin);
    const double legendLeft = std::max(margin, right - legendWidth);
    const QRectF legend(legendLeft, visible.bottom() + legendGap, right - legendLeft, ColourLegend::height);
    const QRectF gold(margin, legend.bottom(), size.width() - 2 * margin, GoldOverlay::legendHeight);
    return {mapping, legend, data.gold ? gold : QRectF()};
}

void paintHeatmap(QPainter& painter, const HeatmapData& data, const HeatmapLook& look, QSizeF size,
                  PaintMode mode) {
    const Theme& theme = look.theme;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.panel);
    paintCaption(painter, look.caption, theme,
                 {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    const HeatmapLayout layout = heatmapLayout(data, look, size);
    if (data.queries.size() == 0 || data.keys.size() == 0) return;
    const Marks marks = marksOf(data, look);
    paintCells(painter, data, look, layout.mapping, mode);
    if (data.gold) paintGold(painter, *data.gold, layout.mapping, theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintAxisHints(painter, layout.mapping, theme);
    paintRowLabels(painter, data.queries, layout.mapping, marks.queries, theme);
    paintColumnLabels(painter, data.keys, layout.mapping, marks.keys, theme);
    paintMarks(painter, layout.mapping, marks, theme);
    paintLegend(painter, data, look, marks, layout.legend);
    if (data.gold) paintGoldLegend(painter, *data.gold, GoldMark::Outline, theme, layout.gold);
}

Figure heatmapFigure(HeatmapDataPtr data, HeatmapLook look, QSizeF size) {
    Figure figure;
    figure.size = size.isEmpty() ? preferredSize(*data, look) : size;
    figure.smallest = smallestSize(*data, look);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.paint = [data = std::move(data), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                    PaintMode mode) {
        paintHeatmap(painter, *data, look, target, mode);
    };
    return figure;
}

}  // namespace headscope::ui
