// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace headscope::ui {

/// Device pixels per logical pixel of what `painter` paints on, zoom of the painter included.
double deviceRatio(const QPainter& painter);

/// A text, where it stands and how.
struct TextSpot {
    QRectF box;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    QColor colour;
};
/// One line of plain text, shortened with "…" where it does not fit.
void drawText(QPainter& painter, const QString& text, const QFont& font, const TextSpot& spot);

/// `text` in `font` as it fits into `width`.
QString shortened(const QString& text, const QFont& font, double width);
double textWidth(const QString& text, const QFont& font);

/// A ring around `rect` with a halo, so that it shows on every colour.
void drawRing(QPainter& painter, const QRectF& rect, const QColor& colour, const QColor& halo);

/// A number of weights as legends and cells write it: "0.05", "0.0004", "1.00".
QString weightText(double weight);
/// The same with its sign: "+0.38", "−0.05", "0".
QString differenceText(double difference);

/// `over` on `under`, `share` of it.
QColor mixed(const QColor& under, const QColor& over, double share);

}  // namespace headscope::ui
