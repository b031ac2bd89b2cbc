// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/token_strip_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr qreal radius = 4;

struct ChipColours {
    QColor ground;  ///< invalid: none
    QColor text;
};

ChipColours chipColours(const TokenChip& chip, const TokenStripLook& look, std::size_t position) {
    const bool special = chip.kind == ChipKind::Special || chip.kind == ChipKind::Typed;
    const QColor plain = special ? look.theme.ink3 : look.theme.ink;
    if (look.shades == nullptr || position >= look.shades->size()) {
        return {chip.kind == ChipKind::Bytes ? look.theme.sunken : QColor(), plain};
    }
    const double shade = std::clamp((*look.shades)[position], look.differences ? -1.0 : 0.0, 1.0);
    const QRgb ground =
        look.differences
            ? differenceTable(look.theme.dark)[differenceIndex(shade)]
            : colourTable(look.colours, look.theme.dark)[static_cast<std::size_t>(std::lround(shade * 255))];
    // A ground close to the paper leaves the token its own colour, so that special tokens stay soft.
    return {QColor(ground), std::abs(shade) < 0.08 ? plain : readableOn(ground)};
}

/// Around what stands in the text but is not read as its characters.
void paintOutline(QPainter& painter, const TokenChip& chip, const Theme& theme) {
    QPen pen(theme.ink3, 1);
    if (chip.kind == ChipKind::Unknown) pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(chip.rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

/// A token that has no counterpart, like its cells in the map.
void paintHatching(QPainter& painter, const TokenChip& chip, const Theme& theme) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(mixed(theme.panel, theme.ink3, 0.4), Qt::BDiagPattern));
    painter.drawRoundedRect(chip.rect, radius, radius);
}

/// A bar above, as wide as the token: it reaches everywhere.
void paintGlobalMark(QPainter& painter, const TokenChip& chip, const Theme& theme) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.data);
    painter.drawRoundedRect(QRectF(chip.rect.left() + 2, chip.rect.top() - 4, chip.rect.width() - 4, 3), 1.5,
                            1.5);
}

void paintText(QPainter& painter, const TokenChip& chip, const Theme& theme, const QColor& colour) {
    const QFont font = chipFont(theme, chip.kind);
    if (chip.tag.isEmpty()) {
        drawText(painter, chip.text, font, {chip.rect, Qt::AlignHCenter | Qt::AlignVCenter, colour});
        return;
    }
    const QRectF inner = chip.rect.adjusted(5, 0, -4, 0);
    drawText(painter, chip.text, font, {inner, Qt::AlignLeft | Qt::AlignVCenter, colour});
    QColor softer = colour;
    softer.setAlphaF(0.7F);
    drawText(painter, chip.tag, chipTagFont(theme), {inner, Qt::AlignRight | Qt::AlignVCenter, softer});
}

void paintChip(QPainter& painter, const TokenChip& chip, const TokenStripLook& look, std::size_t position) {
    const ChipColours colours = chipColours(chip, look, position);
    if (colours.ground.isValid()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.ground);
        painter.drawRoundedRect(chip.rect, radius, radius);
    }
    if (position < look.unmatched.size() && look.unmatched[position])
        paintHatching(painter, chip, look.theme);
    if (chip.kind == ChipKind::Unknown || chip.kind == ChipKind::Typed)
        paintOutline(painter, chip, look.theme);
    if (position < look.global.size() && look.global[position]) paintGlobalMark(painter, chip, look.theme);
    paintText(painter, chip, look.theme, colours.text);
}

/// A ring with a halo in the panel's colour, so that it shows on every ground.
void paintRing(QPainter& painter, const QRectF& rect, const Theme& theme, Qt::PenStyle style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.panel, 3.5));
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), radius, radius);
    QPen pen(theme.accent, 2, style);
    if (style == Qt::DashLine) pen.setDashPattern({2.5, 1.5});
    painter.setPen(pen);
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
}

void paintMarks(QPainter& painter, const TokenStripLayout& layout, const TokenStripLook& look,
                std::size_t position) {
    const QRectF& rect = layout.chips[position].rect;
    if (position < look.partner.size() && look.partner[position])
        paintRing(painter, rect, look.theme, Qt::DashLine);
    if (position < look.active.size() && look.active[position])
        paintRing(painter, rect, look.theme, Qt::SolidLine);
    if (look.cursor != static_cast<core::Index>(position)) return;
    painter.setPen(QPen(look.theme.focusRing, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(-1.75, -1.75, 1.75, 1.75), radius + 2, radius + 2);
}

}  // namespace

void paintTokenStrip(QPainter& painter, const TokenStripLayout& layout, const TokenStripLook& look,
                     const QRectF& visible) {
    painter.setRenderHint(QPainter::Antialiasing);
    const auto above = [](const TokenChip& chip, qreal top) { return chip.rect.bottom() < top; };
    const auto first = std::lower_bound(layout.chips.begin(), layout.chips.end(), visible.top(), above);
    const auto begin = static_cast<std::size_t>(first - layout.chips.begin());
    std::size_t end = begin;
    while (end < layout.chips.size() && layout.chips[end].rect.top() <= visible.bottom()) ++end;

    for (std::size_t i = begin; i < end; ++i) paintChip(painter, layout.chips[i], look, i);
    painter.setPen(QPen(look.theme.ink2, 1));
    for (const QLineF& line : layout.underlines) {
        if (line.y1() >= visible.top() && line.y1() <= visible.bottom()) painter.drawLine(line);
    }
    for (std::size_t i = begin; i < end; ++i) paintMarks(painter, layout, look, i);
}

}  // namespace headscope::ui
