// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/heatmap_labels.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double slant = 55;          // degrees; steeper than 45 because neighbours are then further apart
constexpr double longestLabel = 112;  // longer ones are shortened
constexpr double labelGap = 8;
constexpr double markedHeight = 12.5;  // what a marked label needs across its direction
constexpr double digitWidth = 6;
constexpr int largestFont = 12;
constexpr int smallestFont = 8;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

/// 1, 2, 5, 10, 20 … : the first that is at least `least`.
Index roundStep(double least) {
    for (Index power = 1;; power *= 10)
        for (const Index factor : {1, 2, 5})
            if (static_cast<double>(power * factor) >= least) return power * factor;
}

QColor labelColour(const TokenLabel& label, bool marked, const Theme& theme) {
    if (marked) return theme.accent;
    if (label.absent) return mixed(theme.panel, theme.ink3, 0.6);
    return label.special ? theme.ink3 : theme.ink2;
}

/// One label as it will be drawn.
struct Label {
    QString text;
    QFont font;
    QColor colour;
    bool marked = false;
};

Label makeLabel(const TokenAxis& axis, Index place, const LabelStyle& style, bool marked,
                const Theme& theme) {
    const TokenLabel& token = axis.labels[static_cast<std::size_t>(place)];
    Label label;
    label.marked = marked;
    if (style.words || marked) {
        label.font = theme.textFont(marked ? std::max(style.fontPixels, 11) : style.fontPixels, marked);
        label.text = shortened(token.text, label.font, longestLabel);
        label.colour = labelColour(token, marked, theme);
    } else {
        label.font = theme.numberFont(style.fontPixels);
        const Index number = axis.numbers[static_cast<std::size_t>(place)];
        if (number >= 0) label.text = QString::number(number);
        label.colour = theme.ink3;
    }
    return label;
}

/// How many places must lie between labels: from a marked one to the plain one before it and after it, and
/// between two marked ones.
struct Clearance {
    double before = 0;
    double after = 0;
    double marked = 0;
};

bool isCrowded(Index place, const LabelMarks& marks, const Clearance& clearance) {
    for (const auto& mark : {marks.pinned, marks.hovered}) {
        if (!mark) continue;
        const auto distance = static_cast<double>(place - *mark);
        if (distance > -clearance.before && distance < clearance.after) return true;
    }
    return false;
}

/// The places that carry a label, marked ones last because they stand on top. Where the pointer is so near to
/// the pinned place that both labels would touch, the one under the pointer is written.
std::vector<std::pair<Index, bool>> labelledPlaces(Index first, Index count, const LabelStyle& style,
                                                   const LabelMarks& marks, const Clearance& clearance) {
    std::vector<std::pair<Index, bool>> places;
    for (Index place = first; place < first + count; ++place)
        if (place % style.step == 0 && !isCrowded(place, marks, clearance)) places.emplace_back(place, false);
    const bool both = marks.pinned && marks.hovered;
    const bool touch =
        both && std::abs(static_cast<double>(*marks.pinned - *marks.hovered)) < clearance.marked;
    for (const auto& mark : {touch ? std::nullopt : marks.pinned, marks.hovered})
        if (mark && *mark >= first && *mark < first + count) places.emplace_back(*mark, true);
    return places;
}

/// Slanted words need their height across; they lean over the upright numbers to their right.
Clearance columnClearance(const LabelStyle& style, Index places, double cell) {
    const double across = markedHeight / std::sin(radians(slant));
    const double half = static_cast<double>(QString::number(places).size()) * digitWidth / 2;
    const double pixel = 1 / std::max(cell, 1e-6);
    if (style.words) return {across * pixel, across * pixel, across * pixel};
    return {(half + 8) * pixel, (half + 22) * pixel, across * pixel};
}

void drawColumnLabel(QPainter& painter, const Label& label, QPointF foot, const Theme& theme) {
    const double height = label.font.pixelSize() + 2.0;
    const QRectF box(0, -height / 2, textWidth(label.text, label.font) + 2, height);
    painter.save();
    painter.translate(foot);
    painter.rotate(-slant);
    if (label.marked) painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.panel);
    drawText(painter, label.text, label.font, {box, Qt::AlignLeft | Qt::AlignVCenter, label.colour});
    painter.restore();
}

}  // namespace

LabelRoom labelRoom(const TokenAxis& queries, const TokenAxis& keys, double estimatedCell) {
    const double sine = std::sin(radians(slant));
    const double cosine = std::cos(radians(slant));
    LabelRoom room;
    room.left = std::clamp(queries.widest + 2, 48.0, longestLabel) + labelGap;
    room.top = std::clamp(sine * (std::min(keys.widest, longestLabel) + 4) + 14, 44.0, 112.0);
    const Index places = keys.size();
    for (Index place = std::max<Index>(0, places - 12); place < places; ++place) {
        const double width = std::min(keys.labels[static_cast<std::size_t>(place)].width + 4, longestLabel);
        const double reach = cosine * width - estimatedCell * (static_cast<double>(places - place) - 0.5);
        room.right = std::max(room.right, reach);
    }
    return room;
}

LabelStyle rowLabelStyle(double cell) {
    const int pixels = static_cast<int>(cell * 0.86);
    if (pixels >= smallestFont) return {std::min(pixels, largestFont), true, 1};
    return {10, false, roundStep(16 / std::max(cell, 1e-6))};
}

LabelStyle columnLabelStyle(double cell, Index places) {
    const int pixels = static_cast<int>(cell * std::sin(radians(slant)));
    if (pixels >= smallestFont) return {std::min(pixels, largestFont), true, 1};
    const double digits = std::max(2.0, std::ceil(std::log10(static_cast<double>(places) + 1)));
    return {10, false, roundStep((digits * 6 + 10) / std::max(cell, 1e-6))};
}

void paintRowLabels(QPainter& painter, const TokenAxis& axis, const GridMapping& mapping,
                    const LabelMarks& marks, const Theme& theme) {
    const core::CellRect cells = mapping.visibleCells();
    const QRectF visible = mapping.visibleGrid();
    const LabelStyle style = rowLabelStyle(mapping.cell());
    const double room = markedHeight / std::max(mapping.cell(), 1e-6);
    for (const auto& [place, marked] :
         labelledPlaces(cells.row, cells.rows, style, marks, {room, room, room})) {
        const double y = mapping.cellRect({place, 0}).center().y();
        if (y < visible.top() - 1 || y > visible.bottom() + 1) continue;
        const Label label = makeLabel(axis, place, style, marked, theme);
        const double width = textWidth(label.text, label.font) + 1;
        const double height = label.font.pixelSize() + 3.0;
        const QRectF box(visible.left() - labelGap - width, y - height / 2, width, height);
        if (marked) painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.panel);
        drawText(painter, label.text, label.font, {box, Qt::AlignRight | Qt::AlignVCenter, label.colour});
    }
}

void paintColumnLabels(QPainter& painter, const TokenAxis& axis, const GridMapping& mapping,
                       const LabelMarks& marks, const Theme& theme) {
    const core::CellRect cells = mapping.visibleCells();
    const QRectF visible = mapping.visibleGrid();
    const LabelStyle style = columnLabelStyle(mapping.cell(), axis.size());
    const Clearance clearance = columnClearance(style, axis.size(), mapping.cell());
    for (const auto& [place, marked] : labelledPlaces(cells.column, cells.columns, style, marks, clearance)) {
        const double x = mapping.cellRect({0, place}).center().x();
        if (x < visible.left() - 1 || x > visible.right() + 1) continue;
        const Label label = makeLabel(axis, place, style, marked, theme);
        if (style.words || marked) {
            drawColumnLabel(painter, label, {x + 1, visible.top() - 8}, theme);
            continue;
        }
        const QRectF box(x - 30, visible.top() - 18, 60, 14);
        drawText(painter, label.text, label.font, {box, Qt::AlignHCenter | Qt::AlignVCenter, label.colour});
    }
}

void paintAxisHints(QPainter& painter, const GridMapping& mapping, const Theme& theme) {
    const QRectF visible = mapping.visibleGrid();
    const QFont font = theme.textFont(11);
    const QRectF box(visible.left() - labelGap - 100, visible.top() - 19, 100, 14);
    const Qt::Alignment right = Qt::AlignRight | Qt::AlignVCenter;
    drawText(painter, QCoreApplication::translate("Figure", "key →"), font,
             {box.translated(0, -15), right, theme.ink3});
    drawText(painter, QCoreApplication::translate("Figure", "query ↓"), font, {box, right, theme.ink3});
}

}  // namespace headscope::ui
