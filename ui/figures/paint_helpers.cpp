// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/paint_helpers.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <algorithm>
#include <cmath>

#include "ui/figures/text_line.h"

namespace headscope::ui {

double deviceRatio(const QPainter& painter) {
    const QTransform& transform = painter.worldTransform();
    const double zoom = std::hypot(transform.m11(), transform.m12());
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
    return zoom * ratio > 0 ? zoom * ratio : 1.0;
}

QString shortened(const QString& text, const QFont& font, double width) {
    // Shaping a megabyte to find that it is too long takes seconds. No character that can be read is narrower
    // than half a pixel.
    const auto most = static_cast<qsizetype>(std::max(0.0, width) * 2) + 1;
    if (text.size() <= most && textWidth(text, font) <= width) return text;
    QString shorter = QFontMetricsF(font).elidedText(
        text.size() > most ? text.left(most) + QChar(0x2026) : text, Qt::ElideRight, width);
    // Emoji may be wider as they are drawn than in the font that was measured here.
    for (double room = width; !shorter.isEmpty() && textWidth(shorter, font) > width;)
        shorter = QFontMetricsF(font).elidedText(text.left(most), Qt::ElideRight,
                                                 room -= std::max(1, font.pixelSize()));
    return shorter;
}

double textWidth(const QString& text, const QFont& font) {
    return TextLine(text, font).width();
}

void drawText(QPainter& painter, const QString& text, const QFont& font, const TextSpot& spot) {
    const QFontMetricsF metrics(font);
    const QString shown = shortened(text, font, spot.box.width());
    if (shown.isEmpty()) return;
    const TextLine line(shown, font);
    double x = spot.box.left();
    if (spot.alignment & Qt::AlignRight) x = spot.box.right() - line.width();
    if (spot.alignment & Qt::AlignHCenter) x = spot.box.center().x() - line.width() / 2;
    // Centred by the height of capitals: digits and letters then stand in the middle, which ascent and
    // descent of fonts with room for accents do not give.
    double baseline = spot.box.center().y() + metrics.capHeight() / 2;
    if (spot.alignment & Qt::AlignTop) baseline = spot.box.top() + metrics.ascent();
    if (spot.alignment & Qt::AlignBottom) baseline = spot.box.bottom() - metrics.descent();
    painter.setPen(spot.colour);
    line.draw(painter, {x, baseline});
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

QString differenceText(double difference) {
    if (difference == 0) return QStringLiteral("0");
    return QChar(difference < 0 ? 0x2212 : u'+') + weightText(std::abs(difference));
}

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto channel = [share](int from, int to) {
        return static_cast<int>(std::lround(std::lerp(from, to, share)));
    };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()),
            channel(under.blue(), over.blue())};
}

}  // namespace headscope::ui
