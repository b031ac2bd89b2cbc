// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>
#include <memory>

#include "ui/figures/text_line.h"

namespace headscope::ui {

class SvgEngine;

/// A painter that paints on this writes an SVG: text as one <text> per line with a list of fallback fonts,
/// emoji as images under text that is not seen, paths with short numbers, other images lossless and never
/// smoothed. One logical pixel is one user unit, 1/96 inch.
class SvgDevice : public QPaintDevice, public LineDevice {
public:
    /// `title` and `description` become <title> and <desc>.
    SvgDevice(QSizeF size, const QString& title, const QString& description);
    ~SvgDevice() override;

    QPaintEngine* paintEngine() const override;
    void drawLine(QPainter& painter, const TextLine& line, QPointF start) override;
    /// The document; complete once the painter has ended.
    QByteArray svg() const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSizeF m_size;
    std::unique_ptr<SvgEngine> m_engine;
};

}  // namespace headscope::ui
