// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/gold_overlay.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/figures/paint_helpers.h"
#include "ui/figures/run_pattern.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double leastOutline = 6;
constexpr double sample = 10;
constexpr double lineSample = 22;

/// The places of token positions of the run whose map it is; other runs' positions may be in the axis too.
std::vector<Index> placesOf(const TokenAxis& axis, Index positions) {
    std::vector<Index> places(static_cast<std::size_t>(positions), 0);
    Index end = positions;  // where the place behind begins
    for (auto place = static_cast<Index>(axis.numbers.size()); place-- > 0;) {
        const Index begin = axis.numbers[static_cast<std::size_t>(place)];
        if (begin < 0) continue;
        std::fill(places.begin() + begin, places.begin() + end, place);
        end = begin;
    }
    return places;
}

/// From the first piece of a word to its last.
std::pair<Index, Index> sideOf(const std::vector<Index>& pieces, const std::vector<Index>& places) {
    const Index first = places[static_cast<std::size_t>(pieces.front())];
    return {first, places[static_cast<std::size_t>(pieces.back())] - first + 1};
}

void add(std::vector<GoldCell>& cells, GoldCell cell) {
    const auto same = std::find_if(cells.begin(), cells.end(),
                                   [&](const GoldCell& each) { return each.cells == cell.cells; });
    if (same == cells.end()) return cells.push_back(std::move(cell));
    if (!same->label.split(QStringLiteral(", ")).contains(cell.label))
        same->label += QStringLiteral(", ") + cell.label;
    same->sure = same->sure || cell.sure;
}

void outline(QPainter& painter, const QRectF& rect, bool sure, const Theme& theme) {
    QPainterPath path;
    path.addRect(rect);
    strokeGold(painter, path, sure, theme);
}

/// The small sign beside what the legend says.
QPainterPath sampleOf(GoldMark mark, const QRectF& box) {
    QPainterPath path;
    switch (mark) {
        case GoldMark::Outline:
            path.addRect(box);
            break;
        case GoldMark::Line:
            path.moveTo(box.left(), box.center().y());
            path.lineTo(box.right(), box.center().y());
            break;
    }
    return path;
}

QString words(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

}  // namespace

QString GoldOverlay::reading(CellPlace place) const {
    QStringList labels;
    for (const GoldCell& cell : cells) {
        const core::CellRect& rect = cell.cells;
        if (place.row < rect.row || place.row >= rect.row + rect.rows || place.column < rect.column ||
            place.column >= rect.column + rect.columns)
            continue;
        labels << (cell.sure ? words(QT_TRANSLATE_NOOP("Figure", "Gold: %1"))
                             : words(QT_TRANSLATE_NOOP("Figure", "Gold, possible: %1")))
                      .arg(cell.label);
    }
    return labels.join(QStringLiteral("   "));
}

QString GoldOverlay::summary() const {
    if (right.of == 0) return words(QT_TRANSLATE_NOOP("Figure", "%1: nothing about this text")).arg(file);
    return words(QT_TRANSLATE_NOOP("Figure", "%1: %2 of %3 links are the strongest of their word"))
        .arg(file)
        .arg(right.right)
        .arg(right.of);
}

GoldOverlay goldOverlay(const core::GoldData& gold, const Run& run, const core::HeadGroup& group,
                        const TokenAxis& axis) {
    GoldOverlay overlay;
    overlay.file = visibleText(gold.file.filename().string());
    const std::optional<core::AskedText> asked = gold.about(run.trace->spec.input);
    const core::PatternPtr pattern = groupPattern(run, nullptr, group, false);
    if (!asked || !pattern) return overlay;
    const core::AskedRun questions = core::askedRun(run.trace, asked->text);
    overlay.right = core::rightAnswers(questions, *pattern);
    const std::vector<Index> places = placesOf(axis, run.trace->length());
    for (const core::GoldLink& link : core::goldLinks(questions, asked->unsure)) {
        const auto [row, rows] = sideOf(link.query, places);
        const auto [column, columns] = sideOf(link.key, places);
        add(overlay.cells, {{row, column, rows, columns}, visibleText(link.relation), link.sure});
    }
    return overlay;
}

void paintGold(QPainter& painter, const GoldOverlay& gold, const GridMapping& mapping, const Theme& theme) {
    const QRectF visible = mapping.visibleGrid();
    painter.save();
    painter.setClipRect(visible.adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    for (const GoldCell& cell : gold.cells) {
        const core::CellRect& at = cell.cells;
        const QRectF cells = mapping.cellRect({at.row, at.column}) |
                             mapping.cellRect({at.row + at.rows - 1, at.column + at.columns - 1});
        const double inset = std::min(1.5, (cells.width() - leastOutline) / 2);
        const double insetDown = std::min(1.5, (cells.height() - leastOutline) / 2);
        const QRectF rect = cells.adjusted(inset, insetDown, -inset, -insetDown);
        if (visible.intersects(rect)) outline(painter, rect, cell.sure, theme);
    }
    painter.restore();
}

void strokeGold(QPainter& painter, const QPainterPath& path, bool sure, const Theme& theme) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.panel, 3.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(path);
    painter.setPen(QPen(theme.gold, 1.75, sure ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(path);
}

void paintGoldLegend(QPainter& painter, const GoldOverlay& gold, GoldMark mark, const Theme& theme,
                     const QRectF& area) {
    const double width = mark == GoldMark::Line ? lineSample : sample;
    const QFont font = theme.textFont(11);
    QRectF text = area;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    const auto draw = [&](bool sure, const QString& words) {
        const QRectF box(text.left() + 1, text.center().y() - sample / 2, width, sample);
        strokeGold(painter, sampleOf(mark, box), sure, theme);
        text.setLeft(box.right() + 7);
        drawText(painter, words, font, {text, Qt::AlignLeft | Qt::AlignVCenter, theme.ink2});
        text.setLeft(text.left() + textWidth(words, font) + 14);
    };
    draw(true, gold.summary());
    const bool unsure =
        std::any_of(gold.cells.begin(), gold.cells.end(), [](const GoldCell& cell) { return !cell.sure; });
    if (unsure && text.width() > 60) draw(false, words(QT_TRANSLATE_NOOP("Figure", "possible")));
    painter.restore();
}

}  // namespace headscope::ui
