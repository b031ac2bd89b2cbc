// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/colour_glyphs.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace headscope::ui {

void drawColourGlyphs(QPainter& painter, const TextLine& line, const TextCluster& cluster, QPointF start) {
    constexpr double height = 96;  // pixels: about what colour fonts hold, and sharp in print
    constexpr double margin = 1;   // drawings reach over their place
    const TextLine one(line.text().mid(cluster.begin, cluster.length), line.font());
    const double em = line.font().pixelSize();
    const double scale = std::max(1.0, height / em);
    const QRectF area(-margin, -1.2 * em, one.width() + 2 * margin, 1.6 * em);
    QImage image((area.size() * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter drawing(&image);
    drawing.setRenderHint(QPainter::SmoothPixmapTransform);
    drawing.scale(image.width() / area.width(), image.height() / area.height());
    one.drawGlyphs(drawing, -area.topLeft());
    drawing.end();
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(area.translated(start + QPointF(cluster.left, 0)), image);
    painter.restore();
}

}  // namespace headscope::ui
