// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QPainterPath>
#include <QPointF>
#include <cstddef>
#include <vector>

namespace headscope::ui {

/// The S-shaped line from `from` to `to`: y follows 3t² − 2t³, which is exactly this Bézier curve. To be
/// stroked.
QPainterPath flowPath(QPointF from, QPointF to);

/// Half of an elliptic ring that stands on a horizontal line.
struct ArcShape {
    QPointF centre;
    double radiusX = 0;
    double radiusY = 0;
    double width = 1;
    bool up = true;
};
/// Its outline, to be filled.
QPainterPath arcPath(const ArcShape& arc);

/// Draws many translucent lines into an image, each as short runs of pixels per column: an order of magnitude
/// faster than strokes of QPainter. Coordinates are device pixels of the image; what lies outside is cut off.
/// The shapes are those of flowPath() and arcPath().
class LineRaster {
public:
    explicit LineRaster(QSize size);

    /// From (0, fromY) at the left edge to (image width, toY) at the right one, `width` wide across its own
    /// direction.
    void flow(double fromY, double toY, double width, const QColor& colour);
    void arc(const ArcShape& arc, const QColor& colour);

    /// What was drawn so far, premultiplied.
    QImage take() const;

private:
    struct Ink;

    void span(int x, double top, double bottom, const Ink& ink);
    void arcColumn(int x, const ArcShape& arc, const Ink& ink);
    void steepArcColumn(int x, const ArcShape& arc, const Ink& ink);

    QRgb* column(int x) { return m_pixels.data() + static_cast<std::ptrdiff_t>(x) * m_height; }

    int m_width;
    int m_height;
    std::vector<QRgb> m_pixels;     // column after column, because spans run down
    std::vector<double> m_rise;     // per column: 3t² − 2t³
    std::vector<double> m_slope;    // per column: its derivative by x
    std::vector<float> m_coverage;  // of one column
};

/// Where lines go: an image whose pixels are 1 / ratio of a logical one.
struct RasterTarget {
    LineRaster& raster;
    double ratio;
};

}  // namespace headscope::ui
