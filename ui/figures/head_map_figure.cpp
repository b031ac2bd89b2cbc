// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/head_map_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <array>

#include "ui/figures/caption.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {
namespace {

using core::HeadType;
using core::Index;

constexpr double margin = 24;
constexpr double radius = 4;
constexpr double labelPixels = 11;
constexpr double labelGap = 3;
// Only to tell colours apart: clusters beyond the sixth begin again.
constexpr std::array palette = {HeadType::Content, HeadType::Previous, HeadType::Broad,
                                HeadType::Local,   HeadType::Self,     HeadType::Sink};

QColor clusterColour(const Theme& theme, Index cluster) {
    return theme.headColour(palette[static_cast<std::size_t>(cluster) % palette.size()]);
}

Caption captionOf(const HeadMapData& data) {
    Caption caption;
    caption.title = QCoreApplication::translate("Figure", "Map of heads");
    caption.note = QCoreApplication::translate("Figure", "near: look alike; colour: cluster; stress %1")
                       .arg(weightText(data.map.stress));
    caption.subtitle = data.subtitle;
    return caption;
}

/// Where the dots stand in `area`: one scale for both axes, the middle in the middle.
std::vector<QPointF> dotsIn(const core::PlaneMap& map, const QRectF& area) {
    const Eigen::RowVector2d low = map.places.colwise().minCoeff();
    const Eigen::RowVector2d high = map.places.colwise().maxCoeff();
    const Eigen::RowVector2d reach = high - low;
    double scale = 0;
    if (reach.maxCoeff() > 0)
        scale = std::min(reach[0] > 0 ? area.width() / reach[0] : area.height() / reach[1],
                         reach[1] > 0 ? area.height() / reach[1] : area.width() / reach[0]);
    const Eigen::RowVector2d middle = (low + high) / 2;
    std::vector<QPointF> dots;
    for (Index head = 0; head < map.places.rows(); ++head) {
        const Eigen::RowVector2d from = (map.places.row(head) - middle) * scale;
        dots.push_back(area.center() + QPointF(from[0], -from[1]));
    }
    return dots;
}

/// Right of the dot, left of it, above or below: the first that nothing stands in.
std::optional<QRectF> roomFor(const QPointF& dot, QSizeF label, const std::vector<QRectF>& taken) {
    const double across = radius + labelGap;
    const std::array<QPointF, 4> corners = {
        QPointF(dot.x() + across, dot.y() - label.height() / 2),
        QPointF(dot.x() - across - label.width(), dot.y() - label.height() / 2),
        QPointF(dot.x() - label.width() / 2, dot.y() - radius - label.height()),
        QPointF(dot.x() - label.width() / 2, dot.y() + radius)};
    for (const QPointF& corner : corners) {
        const QRectF box(corner, label);
        const bool free = std::none_of(taken.begin(), taken.end(),
                                       [&](const QRectF& other) { return box.intersects(other); });
        if (free) return box;
    }
    return {};
}

void paintMap(QPainter& painter, const HeadMapData& data, const Theme& theme, QSizeF size) {
    painter.fillRect(QRectF(QPointF(), size), theme.panel);
    const QRectF inner = QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin);
    const Caption caption = captionOf(data);
    paintCaption(painter, caption, theme, inner);
    const QFont font = theme.numberFont(labelPixels);
    const double widest = textWidth(QStringLiteral("00.00"), font) + radius + labelGap;
    const QRectF area = inner.adjusted(widest, caption.height() + margin, -widest, -margin);
    const std::vector<QPointF> dots = dotsIn(data.map, area);
    std::vector<QRectF> taken;
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t head = 0; head < dots.size(); ++head) {
        painter.setBrush(clusterColour(theme, data.clusters[head]));
        painter.drawEllipse(dots[head], radius, radius);
        taken.emplace_back(dots[head] - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    }
    for (std::size_t head = 0; head < dots.size(); ++head) {
        const QString name = QString::fromStdString(core::headName(data.heads[head]));
        const QSizeF label(textWidth(name, font) + 1, labelPixels + 3);
        const std::optional<QRectF> box = roomFor(dots[head], label, taken);
        if (!box) continue;
        drawText(painter, name, font, {*box, Qt::AlignCenter, theme.ink2});
        taken.push_back(*box);
    }
}

}  // namespace

Figure headMapFigure(HeadMapData data, const Theme& theme) {
    Figure figure;
    figure.size = QSizeF(720, 720);
    figure.smallest = QSizeF(240, 240);
    const Caption caption = captionOf(data);
    figure.title = caption.title;
    figure.description = data.subtitle + QStringLiteral("  ·  ") + caption.note;
    figure.paint = [data = std::move(data), theme](QPainter& painter, QSizeF size, PaintMode) {
        paintMap(painter, data, theme, size);
    };
    return figure;
}

}  // namespace headscope::ui
