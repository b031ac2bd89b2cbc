// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/line_raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace headscope::ui {

namespace {

constexpr int samplesPerColumn = 4;  // where an arc is steeper than 45°

/// `share` (0 … 256) of an opaque colour over a premultiplied pixel, two channels at a time.
inline QRgb blended(QRgb under, QRgb over, std::uint32_t share) {
    constexpr std::uint32_t even = 0x00FF00FFU;
    constexpr std::uint32_t half = 0x00800080U;
    const std::uint32_t rest = 256 - share;
    const std::uint32_t low = (((under & even) * rest + (over & even) * share + half) >> 8) & even;
    const std::uint32_t high = (((under >> 8) & even) * rest + ((over >> 8) & even) * share + half) & ~even;
    return low | high;
}

/// Height of a half ellipse over its base at distance `x` from its middle; nothing beside it.
std::optional<double> ellipseHeight(double x, double radiusX, double radiusY) {
    if (radiusX <= 0 || radiusY <= 0 || std::abs(x) >= radiusX) return std::nullopt;
    const double share = x / radiusX;
    return radiusY * std::sqrt(1 - share * share);
}

}  // namespace

/// A colour and its opacity in 256ths. Coverage of pixels counts in steps of 1 / `unit`: whole numbers,
/// because rounding floating-point ones costs more than the blending.
struct LineRaster::Ink {
    static constexpr int unit = 4096;

    QRgb colour;
    int opacity;

    explicit Ink(const QColor& c)
        : colour(c.rgb() | 0xFF000000U), opacity(static_cast<int>(std::lround(256 * c.alphaF()))) {}
    std::uint32_t share(int coverage) const {
        return static_cast<std::uint32_t>((std::min(coverage, unit) * opacity + unit / 2) / unit);
    }
};

QPainterPath flowPath(QPointF from, QPointF to) {
    const double third = (to.x() - from.x()) / 3;
    QPainterPath path(from);
    path.cubicTo(QPointF(from.x() + third, from.y()), QPointF(to.x() - third, to.y()), to);
    return path;
}

QPainterPath arcPath(const ArcShape& arc) {
    const double half = arc.width / 2;
    const auto box = [&](double grow) {
        const double radiusX = std::max(0.0, arc.radiusX + grow);
        const double radiusY = std::max(0.0, arc.radiusY + grow);
        return QRectF(arc.centre.x() - radiusX, arc.centre.y() - radiusY, 2 * radiusX, 2 * radiusY);
    };
    const QRectF outer = box(half);
    const QRectF inner = box(-half);
    const double turn = arc.up ? -180 : 180;
    QPainterPath path(QPointF(outer.left(), arc.centre.y()));
    path.arcTo(outer, 180, turn);
    if (inner.isEmpty()) {
        path.closeSubpath();
        return path;
    }
    path.lineTo(inner.right(), arc.centre.y());
    path.arcTo(inner, 0, -turn);
    path.closeSubpath();
    return path;
}

LineRaster::LineRaster(QSize size)
    : m_width(std::max(1, size.width())), m_height(std::max(1, size.height())) {
    m_pixels.assign(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height), 0);
    m_coverage.assign(static_cast<std::size_t>(m_height), 0);
    for (int x = 0; x < m_width; ++x) {
        const double t = (x + 0.5) / m_width;
        m_rise.push_back(t * t * (3 - 2 * t));
        m_slope.push_back(6 * t * (1 - t) / m_width);
    }
}

QImage LineRaster::take() const {
    QImage image(m_width, m_height, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return image;
    constexpr int tile = 32;  // small enough that the lines of a tile stay in the cache
    for (int left = 0; left < m_width; left += tile)
        for (int y = 0; y < m_height; ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            const int right = std::min(left + tile, m_width);
            for (int x = left; x < right; ++x)
                line[x] = m_pixels[static_cast<std::size_t>(x) * static_cast<std::size_t>(m_height) +
                                   static_cast<std::size_t>(y)];
        }
    return image;
}

void LineRaster::span(int x, double top, double bottom, const Ink& ink) {
    constexpr int unit = Ink::unit;
    const auto fixed = [this](double y) {
        return static_cast<int>(std::clamp(y, 0.0, static_cast<double>(m_height)) * unit);
    };
    const int from = fixed(top);
    const int to = fixed(bottom);
    if (to <= from) return;
    const int first = from / unit;
    const int last = (to - 1) / unit;
    QRgb* pixel = column(x) + first;
    if (first == last) {
        *pixel = blended(*pixel, ink.colour, ink.share(to - from));
        return;
    }
    *pixel = blended(*pixel, ink.colour, ink.share((first + 1) * unit - from));
    const std::uint32_t full = ink.share(unit);
    for (int y = first + 1; y < last; ++y) {
        ++pixel;
        *pixel = blended(*pixel, ink.colour, full);
    }
    ++pixel;
    *pixel = blended(*pixel, ink.colour, ink.share(to - last * unit));
}

void LineRaster::flow(double fromY, double toY, double width, const QColor& colour) {
    const Ink ink(colour);
    const double drop = toY - fromY;
    for (int x = 0; x < m_width; ++x) {
        const auto i = static_cast<std::size_t>(x);
        const double middle = fromY + drop * m_rise[i];
        const double slope = drop * m_slope[i];
        // A line that rises takes more of a column than its width across.
        const double half = width / 2 * std::sqrt(1 + slope * slope);
        span(x, middle - half, middle + half, ink);
    }
}

void LineRaster::arc(const ArcShape& arc, const QColor& colour) {
    const Ink ink(colour);
    const double reach = arc.radiusX + arc.width / 2;
    const int first = std::max(0, static_cast<int>(std::floor(arc.centre.x() - reach)));
    const int last = std::min(m_width - 1, static_cast<int>(std::ceil(arc.centre.x() + reach)));
    // Beyond this distance from the middle the ellipse is steeper than 45°.
    const double flat =
        arc.radiusX * arc.radiusX / std::max(1e-9, std::hypot(arc.radiusX, arc.radiusY)) - arc.width / 2;
    for (int x = first; x <= last; ++x) {
        if (std::abs(x + 0.5 - arc.centre.x()) + 0.5 < flat)
            arcColumn(x, arc, ink);
        else
            steepArcColumn(x, arc, ink);
    }
}

void LineRaster::arcColumn(int x, const ArcShape& arc, const Ink& ink) {
    const double half = arc.width / 2;
    const double away = x + 0.5 - arc.centre.x();
    const double outer = ellipseHeight(away, arc.radiusX + half, arc.radiusY + half).value_or(0);
    const double inner = ellipseHeight(away, arc.radiusX - half, arc.radiusY - half).value_or(0);
    if (arc.up)
        span(x, arc.centre.y() - outer, arc.centre.y() - inner, ink);
    else
        span(x, arc.centre.y() + inner, arc.centre.y() + outer, ink);
}

/// Several samples per column, added up before they are blended: edges that stand almost upright stay smooth.
void LineRaster::steepArcColumn(int x, const ArcShape& arc, const Ink& ink) {
    const double half = arc.width / 2;
    int lowest = m_height;
    int highest = -1;
    for (int sample = 0; sample < samplesPerColumn; ++sample) {
        const double away = x + (sample + 0.5) / samplesPerColumn - arc.centre.x();
        const auto outer = ellipseHeight(away, arc.radiusX + half, arc.radiusY + half);
        if (!outer) continue;
        const double inner = ellipseHeight(away, arc.radiusX - half, arc.radiusY - half).value_or(0);
        const double top = std::max(0.0, arc.up ? arc.centre.y() - *outer : arc.centre.y() + inner);
        const double bottom =
            std::min<double>(m_height, arc.up ? arc.centre.y() - inner : arc.centre.y() + *outer);
        for (int y = static_cast<int>(top); y < bottom; ++y) {
            const double covered = std::min(bottom, y + 1.0) - std::max<double>(top, y);
            m_coverage[static_cast<std::size_t>(y)] += static_cast<float>(covered / samplesPerColumn);
            lowest = std::min(lowest, y);
            highest = std::max(highest, y);
        }
    }
    QRgb* pixels = column(x);
    for (int y = lowest; y <= highest; ++y) {
        float& coverage = m_coverage[static_cast<std::size_t>(y)];
        QRgb& pixel = pixels[y];
        pixel = blended(pixel, ink.colour, ink.share(static_cast<int>(coverage * Ink::unit)));
        coverage = 0;
    }
}

}  // namespace headscope::ui
