// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_device.h"

#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <algorithm>

#include "ui/export/colour_glyphs.h"
#include "ui/figures/isolated.h"

namespace headscope::ui {
namespace {

constexpr double pointsPerInch = 72;
constexpr double logicalDotsPerInch = 96;
constexpr int dotsPerInch = 1200;  // of a painter's coordinates; text and lines have no resolution

/// Whether every character has a glyph of its own that stands for nothing else: QPdfWriter finds characters
/// by looking for the first one that has the glyph.
bool isFoundByGlyphs(const TextLine& line) {
    qsizetype at = 0;
    for (const QGlyphRun& run : line.glyphs(0, line.text().size())) {
        if (run.isRightToLeft()) return false;
        const QList<quint32> glyphs = run.glyphIndexes();
        const QString characters = line.text().mid(at, glyphs.size());
        if (run.rawFont().glyphIndexesForString(characters) != glyphs) return false;
        at += glyphs.size();
    }
    return at == line.text().size();
}

void drawOutlines(QPainter& painter, const QList<QGlyphRun>& runs, QPointF start) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    for (const QGlyphRun& run : runs) {
        const QList<quint32> glyphs = run.glyphIndexes();
        const QList<QPointF> positions = run.positions();
        for (qsizetype i = 0; i < glyphs.size(); ++i)
            path.addPath(run.rawFont().pathForGlyph(glyphs[i]).translated(start + positions[i]));
    }
    painter.fillPath(path, painter.pen().color());
}

}  // namespace

PdfDevice::PdfDevice(QSizeF size, const QString& title) : QPdfWriter(&bytes) {
    bytes.open(QIODevice::WriteOnly);
    setResolution(dotsPerInch);
    setPageSize(QPageSize(size * pointsPerInch / logicalDotsPerInch, QPageSize::Point, QString(),
                          QPageSize::ExactMatch));
    setPageMargins(QMarginsF());
    setTitle(title);
    setCreator(QStringLiteral("Headscope"));
}

double PdfDevice::scale() const {
    return dotsPerInch / logicalDotsPerInch;
}

void PdfDevice::drawLine(QPainter& painter, const TextLine& line, QPointF start) {
    if (isFoundByGlyphs(line)) return line.drawGlyphs(painter, start);
    for (const TextCluster& cluster : line.clusters()) {
        if (cluster.colour)
            drawColourGlyphs(painter, line, cluster, start);
        else
            drawOutlines(painter, line.glyphs(cluster.begin, cluster.length), start);
    }
    hide(painter, line, start);
}

void PdfDevice::hide(const QPainter& painter, const TextLine& line, QPointF start) {
    const double toPoints = pointsPerInch / dotsPerInch;
    const QTransform page(toPoints, 0, 0, -toPoints, 0, pageLayout().fullRectPoints().height());
    const QTransform place = painter.combinedTransform() * page;
    for (const TextCluster& cluster : line.clusters()) {
        const QString text = withoutIsolation(line.text().mid(cluster.begin, cluster.length));
        if (text.isEmpty()) continue;
        const double width = std::max(0.1, cluster.right - cluster.left);
        const QTransform square(width, 0, 0, -line.font().pixelSize(), start.x() + cluster.left, start.y());
        m_texts.push_back({text, square * place});
    }
}

QByteArray PdfDevice::pdf() const {
    return withHiddenTexts(bytes.data(), m_texts);
}

}  // namespace headscope::ui
