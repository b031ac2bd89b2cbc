// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QImage>
#include <QPainterPath>
#include <QString>
#include <QTransform>

namespace headscope::ui {

// How values of Qt read in an SVG file.

/// Three decimals are finer than any screen or printer, and halve the file.
QString number(double value);
/// Without the characters that XML cannot hold, from a title typed by somebody.
QString xmlText(QString text);
/// "x y"
QString point(double x, double y);
/// The d attribute of a <path>.
QString pathData(const QPainterPath& path);
/// The transform attribute.
QString matrixText(const QTransform& t);
/// Pixels repeated until they are several times as large as on paper: some readers smooth every image,
/// whatever it says.
QImage enlarged(const QImage& image, QSizeF target);
/// 'Inter','Noto Sans CJK SC',sans-serif
QString familyList(const QFont& font);
/// Whether text in both may stand in one <text>.
bool sameFont(const QFont& a, const QFont& b);

}  // namespace headscope::ui
