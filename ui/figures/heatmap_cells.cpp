// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/heatmap_cells.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double gapCell = 8;    // cells of this size stand apart from each other
constexpr double hatchCell = 4;  // cells of this size are hatched where masked
constexpr double hatchSpacing = 6;

/// Entry 0 is masked, the others are the tones.
QList<QRgb> cellColours(const HeatmapData& data, const HeatmapLook& look) {
    const ColourTable& table = data.colours(look.colours, look.theme.dark);
    QList<QRgb> colours{mixed(look.theme.panel, look.theme.sunken, 0.75).rgb()};
    for (int tone = 0; tone < 255; ++tone)
        colours.push_back(table[static_cast<std::size_t>(std::lround(tone * 255 / 254.0))]);
    return colours;
}

/// The level of the pyramid whose blocks are at least one device pixel.
int levelFor(double devicePixelsPerCell) {
    int level = 0;
    while (level < 30 && std::ldexp(devicePixelsPerCell, level) < 0.999) ++level;
    return level;
}

core::CellRect inBlocks(const core::CellRect& cells, Index block) {
    const Index row = cells.row / block;
    const Index column = cells.column / block;
    return {row, column, (cells.row + cells.rows + block - 1) / block - row,
            (cells.column + cells.columns + block - 1) / block - column};
}

void paintTones(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                const GridMapping& mapping, PaintMode mode) {
    const auto block = static_cast<double>(data.block);
    // Vector pictures are looked at enlarged: they get every cell down to a quarter of a point.
    const double ratio = mode == PaintMode::Vector ? 4 : deviceRatio(painter);
    const int level = levelFor(mapping.cell() * block * ratio);
    const TonePyramid::Part part =
        data.tones->part(inBlocks(mapping.visibleCells(), data.block), level, cellColours(data, look));
    const double side = mapping.cell() * block;
    const QRectF target(mapping.grid().left() + side * static_cast<double>(part.covered.column),
                        mapping.grid().top() + side * static_cast<double>(part.covered.row),
                        side * static_cast<double>(part.covered.columns),
                        side * static_cast<double>(part.covered.rows));
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF visible = mapping.visibleGrid();
    if (!visible.adjusted(-0.01, -0.01, 0.01, 0.01).contains(target)) painter.setClipRect(visible);
    painter.drawImage(target, part.image);
    painter.restore();
}

bool isMasked(const HeatmapData& data, Index row, Index column) {
    return data.tones->at(row, column) == TonePyramid::masked;
}

/// Diagonal lines over masked cells, as few and long as possible: runs of masked cells are clipped against
/// the lines x + y = k · spacing, and pieces that meet from row to row become one.
QPainterPath hatching(const HeatmapData& data, const GridMapping& mapping) {
    const core::CellRect cells = mapping.visibleCells();
    const QRectF visible = mapping.visibleGrid();
    std::map<long, QLineF> open;
    QPainterPath path;
    const auto finish = [&path](const QLineF& line) {
        path.moveTo(line.p1());
        path.lineTo(line.p2());
    };
    const auto addRun = [&](const QRectF& run) {
        const auto first = static_cast<long>(std::ceil((run.left() + run.top()) / hatchSpacing));
        const auto last = static_cast<long>(std::floor((run.right() + run.bottom()) / hatchSpacing));
        for (long k = first; k <= last; ++k) {
            const double sum = static_cast<double>(k) * hatchSpacing;
            const double top = std::max(run.top(), sum - run.right());
            const double bottom = std::min(run.bottom(), sum - run.left());
            if (bottom - top < 1e-6) continue;
            const QLineF piece(sum - top, top, sum - bottom, bottom);
            const auto found = open.find(k);
            if (found != open.end() && std::abs(found->second.y2() - top) < 1e-6) {
                found->second.setP2(piece.p2());
                continue;
            }
            if (found != open.end()) finish(found->second);
            open[k] = piece;
        }
    };
    for (Index row = cells.row; row < cells.row + cells.rows; ++row)
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            if (!isMasked(data, row, column)) continue;
            const Index begin = column;
            while (column + 1 < cells.column + cells.columns && isMasked(data, row, column + 1)) ++column;
            addRun((mapping.cellRect({row, begin}) | mapping.cellRect({row, column})) & visible);
        }
    for (const auto& [k, line] : open) finish(line);
    return path;
}

void paintHatching(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                   const GridMapping& mapping) {
    if (data.block != 1 || mapping.cell() < hatchCell) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(mixed(look.theme.panel, look.theme.ink3, look.theme.dark ? 0.28 : 0.24), 0.8));
    painter.drawPath(hatching(data, mapping));
    painter.restore();
}

/// Thin lines of paper between cells, so that equal neighbours can be counted; hatching runs
/// through them.
void paintGaps(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
               const GridMapping& mapping, PaintMode mode) {
    if (data.block != 1 || mapping.cell() < gapCell) return;
    const core::CellRect cells = mapping.visibleCells();
    const QRectF visible = mapping.visibleGrid();
    // On pixels the gap is the first pixel of a cell. Vector readers round images and lines each in their own
    // way: there the gap lies over the seam, so that no sliver of a neighbour shows.
    const double shift = mode == PaintMode::Vector ? -0.5 : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (Index column = cells.column + 1; column < cells.column + cells.columns; ++column)
        painter.fillRect(
            QRectF(mapping.cellRect({0, column}).left() + shift, visible.top(), 1, visible.height()),
            look.theme.panel);
    for (Index row = cells.row + 1; row < cells.row + cells.rows; ++row)
        painter.fillRect(QRectF(visible.left(), mapping.cellRect({row, 0}).top() + shift, visible.width(), 1),
                         look.theme.panel);
    painter.restore();
}

/// ".36", and "1.0" for what rounds to one; nothing for what rounds to zero. A decrease has its sign.
QString cellNumber(float weight, bool wide) {
    const int digits = wide ? 3 : 2;
    QString text = QString::number(static_cast<double>(std::abs(weight)), 'f', digits);
    if (text.toDouble() == 0) return {};
    if (text.startsWith(QLatin1String("0.")))
        text.remove(0, 1);
    else
        text.chop(1);
    return weight < 0 ? QChar(0x2212) + text : text;
}

void paintNumbers(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                  const GridMapping& mapping) {
    if (!look.numbers || mapping.cell() < HeatmapLayout::numberCell) return;
    const bool wide = mapping.cell() >= 52;
    const QFont font = look.theme.numberFont(mapping.cell() >= 44 ? 11 : 10);
    const ColourTable& table = data.colours(look.colours, look.theme.dark);
    const core::CellRect cells = mapping.visibleCells();
    painter.save();
    painter.setClipRect(mapping.visibleGrid());
    for (Index row = cells.row; row < cells.row + cells.rows; ++row)
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            const auto weight = data.weight({row, column});
            const QString text = weight ? cellNumber(*weight, wide) : QString();
            if (text.isEmpty()) continue;
            const double position = data.position(*weight, row);
            const QRgb ground = table[static_cast<std::size_t>(std::lround(255 * position))];
            drawText(painter, text, font,
                     {mapping.cellRect({row, column}), Qt::AlignCenter, readableOn(ground)});
        }
    painter.restore();
}

void paintBlindRows(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                    const GridMapping& mapping) {
    if (mapping.cell() < 9) return;
    const core::CellRect cells = mapping.visibleCells();
    const QRectF visible = mapping.visibleGrid();
    const QFont font = look.theme.textFont(10);
    for (Index row = cells.row; row < cells.row + cells.rows; ++row) {
        if (!data.blind[static_cast<std::size_t>(row)]) continue;
        const QString words = data.blindText(row);
        const QRectF cell = mapping.cellRect({row, 0});
        const QRectF patch(visible.left() + 4, cell.center().y() - 6, textWidth(words, font) + 9, 12);
        if (!visible.contains(patch)) continue;
        painter.fillRect(patch, look.theme.panel);
        drawText(painter, words, font, {patch, Qt::AlignCenter, look.theme.ink3});
    }
}

}  // namespace

void paintCells(QPainter& painter, const HeatmapData& data, const HeatmapLook& look,
                const GridMapping& mapping, PaintMode mode) {
    paintTones(painter, data, look, mapping, mode);
    paintGaps(painter, data, look, mapping, mode);
    paintHatching(painter, data, look, mapping);
    paintNumbers(painter, data, look, mapping);
    paintBlindRows(painter, data, look, mapping);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.hairline, 1));
    painter.drawRect(mapping.visibleGrid());
}

}  // namespace headscope::ui
