// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/legend.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr double barHeight = 8;
constexpr double barWidth = 248;
constexpr double wordsWidth = 148;

QImage barImage(const ColourTable& colours) {
    QImage image(static_cast<int>(colours.size()), 1, QImage::Format_RGB32);
    auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(0));
    std::copy(colours.begin(), colours.end(), pixels);
    return image;
}

void paintMarker(QPainter& painter, const QColor& colour, QPointF tip) {
    QPainterPath triangle(tip);
    triangle.lineTo(tip + QPointF(-4.5, -6));
    triangle.lineTo(tip + QPointF(4.5, -6));
    triangle.closeSubpath();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(triangle, colour);
    painter.restore();
}

}  // namespace

ColourLegend colourLegend(ToneScale scale, ToneRange range, double maximum) {
    ColourLegend legend;
    legend.label = range == ToneRange::PerRow
                       ? QCoreApplication::translate("Figure", "share of the row's maximum")
                       : QCoreApplication::translate("Figure", "attention weight");
    //: %1 is the tone scale (linear, √, log), %2 what its end stands for (whole map, per row, 0 to 1)
    legend.scale =
        QCoreApplication::translate("Figure", "%1 scale · %2").arg(scaleName(scale), rangeName(range));
    const double end = range == ToneRange::PerRow ? 1 : maximum;
    for (std::size_t i = 0; i < legend.ticks.size(); ++i)
        legend.ticks[i] = weightAtPosition(static_cast<double>(i) / 4, end, scale);
    return legend;
}

ColourLegend differenceLegend(ToneScale scale, ToneRange range, double maximum) {
    ColourLegend legend = colourLegend(scale, range, maximum);
    legend.difference = true;
    legend.label = range == ToneRange::PerRow
                       ? QCoreApplication::translate("Figure", "B − A, share of the row's maximum")
                       : QCoreApplication::translate("Figure", "B − A, attention weight");
    const double end = range == ToneRange::PerRow ? 1 : maximum;
    for (std::size_t i = 0; i < legend.ticks.size(); ++i) {
        const double at = static_cast<double>(i) / 2 - 1;
        legend.ticks[i] = std::copysign(weightAtPosition(std::abs(at), end, scale), at);
    }
    legend.ticks[2] = 0;
    return legend;
}

void paintColourLegend(QPainter& painter, const ColourLegend& legend, const ColourTable& colours,
                       const Theme& theme, const QRectF& area) {
    const double width = std::clamp(area.width() - wordsWidth, std::min(120.0, area.width()), barWidth);
    const QRectF bar(area.right() - width, area.top() + 6, width, barHeight);
    painter.drawImage(bar, barImage(colours));
    painter.setPen(QPen(theme.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    if (legend.marker)
        paintMarker(painter, theme.accent, {bar.left() + *legend.marker * bar.width(), bar.top() - 1});
    const QFont numbers = theme.numberFont(10);
    // Five numbers of 10 pixels need this much; a shorter bar keeps its ends and the middle.
    const std::size_t step = bar.width() < 190 ? 2 : 1;
    for (std::size_t i = 0; i < legend.ticks.size(); i += step) {
        const double x = bar.left() + bar.width() * static_cast<double>(i) / 4;
        // The outer numbers stay inside the bar's ends, so that they line up with the map above.
        QRectF box(x - 40, bar.bottom() + 3, 80, 14);
        Qt::Alignment alignment = Qt::AlignHCenter | Qt::AlignVCenter;
        if (i == 0) box.moveLeft(x), alignment = Qt::AlignLeft | Qt::AlignVCenter;
        if (i + 1 == legend.ticks.size()) box.moveRight(x), alignment = Qt::AlignRight | Qt::AlignVCenter;
        drawText(painter, legend.difference ? differenceText(legend.ticks[i]) : weightText(legend.ticks[i]),
                 numbers, {box, alignment, theme.ink2});
    }
    const QRectF words(area.left(), bar.top() - 4, bar.left() - 12 - area.left(), 16);
    if (words.width() < 60) return;
    const Qt::Alignment right = Qt::AlignRight | Qt::AlignVCenter;
    drawText(painter, legend.label, theme.textFont(12), {words, right, theme.ink2});
    drawText(painter, legend.scale, theme.textFont(11), {words.translated(0, 15), right, theme.ink3});
}

namespace {

constexpr double sampleWidth = 32;
constexpr double afterSample = 14;
constexpr double afterLabel = 12;
constexpr double beforeColours = 10;
constexpr double dotWidth = 13;
constexpr double afterColour = 14;

double coloursWidth(const WidthLegend& legend, const QFont& words) {
    double width = beforeColours;
    for (const auto& [colour, meaning] : legend.colours)
        width += dotWidth + textWidth(meaning, words) + afterColour;
    return width - afterColour + 1;
}

}  // namespace

void paintWidthLegend(QPainter& painter, const WidthLegend& legend, const Theme& theme, const QRectF& area) {
    const QFont words = theme.textFont(11);
    const QFont numbers = theme.numberFont(10);
    const auto samplesWidth = [&](std::span<const double> some) {
        double width = 0;
        for (const double sample : some)
            width += sampleWidth + textWidth(QString::number(sample, 'f', 1), numbers) + afterSample;
        return width;
    };
    // What colours mean is said nowhere else: where room is short the words about the width go first, then
    // some samples.
    static constexpr double every[] = {0.1, 0.5, 1.0};
    const double room = area.width() - coloursWidth(legend, words);
    const bool labelled = textWidth(legend.label, words) + afterLabel + samplesWidth(every) <= room;
    std::span<const double> samples(every);
    while (!labelled && samples.size() > 1 && samplesWidth(samples) > room) samples = samples.subspan(1);
    double x = area.left();
    const auto put = [&](const QString& text, const QFont& font, const QColor& colour) {
        const double width = textWidth(text, font);
        drawText(painter, text, font,
                 {{x, area.top(), width + 1, area.height()}, Qt::AlignLeft | Qt::AlignVCenter, colour});
        x += width;
    };
    if (labelled) {
        put(legend.label, words, theme.ink2);
        x += afterLabel;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double sample : samples) {
        const double width = legend.widthOfOne * sample;
        painter.fillRect(QRectF(x, area.center().y() - width / 2, 26, width), theme.ink2);
        x += sampleWidth;
        put(QString::number(sample, 'f', 1), numbers, theme.ink2);
        x += afterSample;
    }
    x += beforeColours;
    for (const auto& [colour, meaning] : legend.colours) {
        if (x + 18 + textWidth(meaning, words) > area.right()) break;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(QPointF(x + 4, area.center().y()), 4, 4);
        x += dotWidth;
        put(meaning, words, theme.ink2);
        x += afterColour;
    }
    painter.restore();
}

}  // namespace headscope::ui
