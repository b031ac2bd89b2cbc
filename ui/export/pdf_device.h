// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBuffer>
#include <QPdfWriter>
#include <vector>

#include "ui/export/pdf_text_layer.h"
#include "ui/figures/text_line.h"

namespace headscope::ui {

/// Where a document is written; a base, because it must be there before QPdfWriter and after it.
struct PdfBytes {
    QBuffer bytes;
};

/// A painter that paints on this writes a PDF of one page: text in embedded fonts where those can carry it,
/// else as outlines or, of emoji, images, with the characters in a hidden layer. All of it can be searched
/// and copied.
class PdfDevice : private PdfBytes, public QPdfWriter, public LineDevice {
public:
    /// `size` in logical pixels of 1/96 inch.
    PdfDevice(QSizeF size, const QString& title);

    /// A painter on this must be scaled by so much before it paints in logical pixels.
    double scale() const;
    void drawLine(QPainter& painter, const TextLine& line, QPointF start) override;
    /// The document; complete once the painter has ended.
    QByteArray pdf() const;

private:
    void hide(const QPainter& painter, const TextLine& line, QPointF start);

    std::vector<HiddenText> m_texts;
};

}  // namespace headscope::ui
