// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/svg_values.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace headscope::ui {
namespace {

/// `times.width()` × `times.height()` pixels for each pixel. QImage::scaled() rounds its steps and would
/// shift cells.
QImage repeated(const QImage& image, QSize times) {
    const QImage source =
        image.format() == QImage::Format_Indexed8 ? image : image.convertToFormat(QImage::Format_ARGB32);
    QImage large(image.width() * times.width(), image.height() * times.height(), source.format());
    if (large.isNull()) return image;
    large.setColorTable(source.colorTable());
    const auto bytes = static_cast<std::size_t>(source.depth()) / 8;
    for (int y = 0; y < large.height(); ++y) {
        const uchar* from = source.constScanLine(y / times.height());
        uchar* to = large.scanLine(y);
        for (int x = 0; x < large.width(); ++x)
            std::memcpy(to + static_cast<std::size_t>(x) * bytes,
                        from + static_cast<std::size_t>(x / times.width()) * bytes, bytes);
    }
    return large;
}

}  // namespace

/// Three decimals are finer than any screen or printer, and halve the file.
QString number(double value) {
    if (!std::isfinite(value)) return QStringLiteral("0");
    QString text = QString::number(value, 'f', 3);
    while (text.endsWith(QLatin1Char('0'))) text.chop(1);
    if (text.endsWith(QLatin1Char('.'))) text.chop(1);
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

/// Characters that XML cannot hold, from a title typed by somebody.
QString xmlText(QString text) {
    for (QChar& c : text) {
        const bool control =
            c.unicode() < 0x20 && c != QLatin1Char('\t') && c != QLatin1Char('\n') && c != QLatin1Char('\r');
        if (control || c.unicode() >= 0xFFFE) c = QChar::ReplacementCharacter;
    }
    return text;
}

QString point(double x, double y) {
    return number(x) + QLatin1Char(' ') + number(y);
}

QString pathData(const QPainterPath& path) {
    QString data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
            case QPainterPath::MoveToElement:
                data += QLatin1Char('M') + point(element.x, element.y);
                break;
            case QPainterPath::LineToElement:
                data += QLatin1Char('L') + point(element.x, element.y);
                break;
            case QPainterPath::CurveToElement:
                data += QLatin1Char('C') + point(element.x, element.y);
                break;
            case QPainterPath::CurveToDataElement:
                data += QLatin1Char(' ') + point(element.x, element.y);
                break;
        }
    }
    return data;
}

QString matrixText(const QTransform& t) {
    return QStringLiteral("matrix(%1 %2 %3 %4 %5 %6)")
        .arg(number(t.m11()), number(t.m12()), number(t.m21()), number(t.m22()), number(t.dx()),
             number(t.dy()));
}

/// Some readers smooth every image, whatever it says. Pixels that are already several times as large as on
/// paper stay crisp in those too; as PNG, repeated pixels cost next to nothing.
QImage enlarged(const QImage& image, QSizeF target) {
    constexpr double perUnit = 3;
    constexpr int longestSide = 4096;
    const auto times = [](double wanted, int pixels) {
        const int most = std::max(1, longestSide / std::max(1, pixels));
        return std::clamp(static_cast<int>(std::ceil(wanted * perUnit / std::max(1, pixels))), 1, most);
    };
    const QSize each(times(target.width(), image.width()), times(target.height(), image.height()));
    return each == QSize(1, 1) ? image : repeated(image, each);
}

/// 'Inter','Noto Sans CJK SC',sans-serif
QString familyList(const QFont& font) {
    QStringList quoted;
    for (const QString& family : font.families()) {
        // Some readers take even digits from them; what needs them is an image.
        if (family.contains(QLatin1String("Emoji"))) continue;
        const bool generic = family == QLatin1String("sans-serif") || family == QLatin1String("monospace");
        quoted << (generic ? family : QLatin1Char('\'') + family + QLatin1Char('\''));
    }
    return quoted.join(QLatin1Char(','));
}

bool sameFont(const QFont& a, const QFont& b) {
    return a.families() == b.families() && a.pixelSize() == b.pixelSize() && a.weight() == b.weight();
}

}  // namespace headscope::ui
