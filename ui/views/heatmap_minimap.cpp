// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_minimap.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/colour_scale.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr double side = 104;
constexpr double distance = 12;

QList<QRgb> minimapColours(const HeatmapData& data, const HeatmapLook& look) {
    const ColourTable& table = data.colours(look.colours, look.theme.dark);
    QList<QRgb> colours(256);
    colours[TonePyramid::masked] = look.theme.sunken.rgb();
    // Tones are 1 + 0 … 254.
    for (int tone = 1; tone < 256; ++tone)
        colours[tone] = table[static_cast<std::size_t>(std::lround((tone - 1) * 255 / 254.0))];
    return colours;
}

/// The pyramid level that has about as many cells as the minimap has pixels.
int levelFor(const TonePyramid& tones, double pixels) {
    const auto longest = static_cast<double>(std::max(tones.rows(), tones.columns()));
    int level = 0;
    while (longest / (1 << (level + 1)) >= pixels && level + 1 < tones.levels()) ++level;
    return level;
}

}  // namespace

QRectF minimapRect(const HeatmapData& data, const GridMapping& mapping) {
    if (mapping.isFitted() || data.tones == nullptr) return {};
    const QRectF room = mapping.visibleGrid();
    if (room.width() < 2.5 * side || room.height() < 2.5 * side) return {};
    const double scale = side / static_cast<double>(std::max(mapping.rows(), mapping.columns()));
    const QSizeF size(scale * static_cast<double>(mapping.columns()),
                      scale * static_cast<double>(mapping.rows()));
    return {QPointF(room.right() - distance - size.width(), room.bottom() - distance - size.height()), size};
}

void paintMinimap(QPainter& painter, const HeatmapData& data, const GridMapping& mapping,
                  const HeatmapLook& look) {
    const QRectF rect = minimapRect(data, mapping);
    if (rect.isEmpty()) return;
    const TonePyramid& tones = *data.tones;
    const int level = levelFor(tones, side * deviceRatio(painter));
    const TonePyramid::Part whole =
        tones.part({0, 0, tones.rows(), tones.columns()}, level, minimapColours(data, look));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.fillRect(rect.adjusted(-4, -4, 4, 4), look.theme.panel);
    painter.drawImage(rect, whole.image);
    painter.setPen(QPen(look.theme.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));

    const QRectF grid = mapping.grid();
    const QRectF seen = mapping.visibleGrid();
    const auto share = [&](double at, double begin, double length) { return (at - begin) / length; };
    QRectF frame(
        QPointF(rect.left() + rect.width() * share(seen.left(), grid.left(), grid.width()),
                rect.top() + rect.height() * share(seen.top(), grid.top(), grid.height())),
        QSizeF(rect.width() * seen.width() / grid.width(), rect.height() * seen.height() / grid.height()));
    frame.setSize(frame.size().expandedTo(QSizeF(5, 5)));
    QColor tint = look.theme.accent;
    tint.setAlphaF(0.14F);
    painter.setPen(QPen(look.theme.accent, 1.5));
    painter.setBrush(tint);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRect(frame);
}

std::optional<CellPlace> minimapCell(const HeatmapData& data, const GridMapping& mapping, QPointF point) {
    const QRectF rect = minimapRect(data, mapping);
    if (rect.isEmpty() || !rect.contains(point)) return {};
    const auto place = [](double share, core::Index count) {
        return std::clamp<core::Index>(static_cast<core::Index>(share * static_cast<double>(count)), 0,
                                       count - 1);
    };
    return CellPlace{place((point.y() - rect.top()) / rect.height(), mapping.rows()),
                     place((point.x() - rect.left()) / rect.width(), mapping.columns())};
}

}  // namespace headscope::ui
