// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>
#include <QString>
#include <functional>

class QPainter;

namespace headscope::ui {

/// How a figure will be looked at. `Vector` asks for real text and paths (SVG, PDF); `Raster` and `Screen`
/// may use images.
enum class PaintMode { Screen, Raster, Vector };

/// A picture as a value: it holds copies of all it shows, so it may outlive views and be painted on any
/// thread, into the widget, a PNG, an SVG or a PDF by the same function. Painting never computes what it
/// shows.
struct Figure {
    QSizeF size;          ///< preferred, in logical pixels
    QSizeF smallest;      ///< in less, parts of it would lie over each other
    QString title;        ///< one line: model, layer.head, view
    QString description;  ///< text and settings, for captions and metadata
    QString shown;        ///< where it shows only some of the tokens, which: "tokens 0 to 79 of 512"
    std::function<void(QPainter&, QSizeF, PaintMode)> paint;

    bool isNull() const { return !paint; }
};

}  // namespace headscope::ui
