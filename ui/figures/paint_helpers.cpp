// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/paint_helpers.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <algorithm>
#include <cmath>

namespace headscope::ui {

double deviceRatio(const QPainter& painter) {
    const QTransform& transform = painter.worldTransform();
    const double zoom = std::hypot(transform.m11(), transform.m12());
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
    return zoom * ratio > 0 ? zoom * ratio : 1.0;
}

QString shortened(const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    // Shaping a megabyte to find that it is too long takes seconds. No character that can be read is narrower
    // than half a pixel.
    const auto most = static_cast<qsizetype>(std::max(0.0, width) * 2) + 1;
    if (text.size() <= most && metrics.horizontalAdvance(text) <= width) return text;
    return metrics.elidedText(text.size() > most ? text.left(most) + QChar(0x2026) : text, Qt::ElideRight,
                              width);
}

double textWidth(const QString& text, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

void drawText(QPainter& painter, const QString& text, const QFont& font, const TextSpot& spot) {
    const QFontMetricsF metrics(font);
    const QString shown = shortened(text, font, spot.box.width());
    if (shown.isEmpty()) return;
    const double width = metrics.horizontalAdvance(shown);
    double x = spot.box.left();
    if (spot.alignment & Qt::AlignRight) x = spot.box.right() - width;
    if (spot.alignment & Qt::AlignHCenter) x = spot.box.center().x() - width / 2;
    // Centred by the height of capitals: digits and letters then stand in the middle, which ascent and
    // descent of fonts with room for accents do not give.
    double baseline = spot.box.center().y() + metrics.capHeight() / 2;
    if (spot.alignment & Qt::AlignTop) baseline = spot.box.top() + metrics.ascent();
    if (spot.alignment & Qt::AlignBottom) baseline = spot.box.bottom() - metrics.descent();
    painter.setFont(font);
    painter.setPen(spot.colour);
    painter.drawText(QPointF(x, baseline), shown);
}

void drawRing(QPainter& painter, const QRectF& rect, const QColor& colour, const QColor& halo) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(halo, 5));
    painter.drawRoundedRect(rect, 3, 3);
    painter.setPen(QPen(colour, 2));
    painter.drawRoundedRect(rect, 3, 3);
    painter.restore();
}

QString weightText(double weight) {
    if (weight == 0 || weight >= 0.01) return QString::number(weight, 'f', 2);
    if (weight >= 0.0001) return QString::number(weight, 'f', 4);
    return QString::number(weight, 'e', 0);
}

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto channel = [share](int from, int to) {
        return static_cast<int>(std::lround(std::lerp(from, to, share)));
    };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()),
            channel(under.blue(), over.blue())};
}

}  // namespace headscope::ui
