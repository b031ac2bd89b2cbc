// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/svg_device.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QTextItem>
#include <QXmlStreamWriter>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "ui/export/colour_glyphs.h"
#include "ui/export/svg_values.h"

namespace headscope::ui {

namespace {

constexpr int dotsPerInch = 96;

/// Text and how it looks. It may go on: charts hand over one line in pieces, one for each script and fallback
/// font.
struct Line {
    QPointF start;
    double end = 0;  // where the next piece would begin
    QString text;
    QFont font;
    QColor colour;
    double opacity = 1;
    QTransform transform;
};

/// Neighbours in a line that are all emoji or all not.
struct LinePart {
    QString text;
    double left = 0;
    double right = 0;
    bool colour = false;
};

std::vector<LinePart> partsOf(const TextLine& line, const std::vector<TextCluster>& clusters) {
    std::vector<LinePart> parts;
    for (const TextCluster& cluster : clusters) {
        if (parts.empty() || parts.back().colour != cluster.colour)
            parts.push_back({{}, cluster.left, cluster.right, cluster.colour});
        LinePart& part = parts.back();
        part.text += line.text().mid(cluster.begin, cluster.length);
        part.left = std::min(part.left, cluster.left);
        part.right = std::max(part.right, cluster.right);
    }
    return parts;
}

}  // namespace

/// Translates the calls of a painter. Clips become <clipPath>, everything else one element per call.
class SvgEngine : public QPaintEngine {
public:
    SvgEngine(QSizeF size, QString title, QString description)
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~PatternTransform & ~PerspectiveTransform &
                                           ~ConicalGradientFill & ~PorterDuff & ~BlendModes &
                                           ~ObjectBoundingModeGradients & ~MaskedBrush)),
          m_size(size),
          m_title(std::move(title)),
          m_description(std::move(description)),
          m_xml(&m_svg) {}

    bool begin(QPaintDevice* /*device*/) override {
        m_svg.clear();
        m_xml.writeStartDocument();
        m_xml.writeStartElement(QStringLiteral("svg"));
        m_xml.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
        m_xml.writeNamespace(QStringLiteral("http://www.w3.org/1999/xlink"), QStringLiteral("xlink"));
        m_xml.writeAttribute(QStringLiteral("width"), number(m_size.width()));
        m_xml.writeAttribute(QStringLiteral("height"), number(m_size.height()));
        // Of "-->" a reader's font would make an arrow.
        m_xml.writeAttribute(QStringLiteral("style"), QStringLiteral("font-variant-ligatures:none"));
        m_xml.writeAttribute(QStringLiteral("viewBox"),
                             QStringLiteral("0 0 ") + point(m_size.width(), m_size.height()));
        m_xml.writeTextElement(QStringLiteral("title"), xmlText(m_title));
        m_xml.writeTextElement(QStringLiteral("desc"), xmlText(m_description));
        return true;
    }

    bool end() override {
        closeClip();
        m_xml.writeEndDocument();
        return !m_xml.hasError();
    }

    void updateState(const QPaintEngineState& changed) override {
        if (changed.state() & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) m_clipChanged = true;
    }

    void drawPath(const QPainterPath& path) override {
        if (path.isEmpty()) return;
        openElement(QStringLiteral("path"));
        m_xml.writeAttribute(QStringLiteral("d"), pathData(path));
        writeBrush(path.fillRule());
        writePen();
        m_xml.writeEndElement();
    }

    void drawRects(const QRectF* rects, int count) override {
        for (int i = 0; i < count; ++i) {
            openElement(QStringLiteral("rect"));
            writeRect(rects[i]);
            writeBrush(Qt::WindingFill);
            writePen();
            m_xml.writeEndElement();
        }
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (count <= 0) return;
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i) path.lineTo(points[i]);
        if (mode == PolylineMode) {
            openElement(QStringLiteral("path"));
            m_xml.writeAttribute(QStringLiteral("d"), pathData(path));
            m_xml.writeAttribute(QStringLiteral("fill"), QStringLiteral("none"));
            writePen();
            m_xml.writeEndElement();
            return;
        }
        path.closeSubpath();
        path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
        drawPath(path);
    }

    void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags /*flags*/) override {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        QImage part = source == QRectF(image.rect()) ? image : image.copy(source.toAlignedRect());
        const bool smooth = painter()->renderHints().testFlag(QPainter::SmoothPixmapTransform);
        if (!smooth) part = enlarged(part, target.size());
        part.save(&buffer, "PNG");
        openElement(QStringLiteral("image"));
        writeRect(target);
        m_xml.writeAttribute(QStringLiteral("preserveAspectRatio"), QStringLiteral("none"));
        if (!smooth) {
            // Browsers know "pixelated"; "optimizeSpeed" is what SVG 1.1 readers take for the same.
            m_xml.writeAttribute(QStringLiteral("image-rendering"), QStringLiteral("optimizeSpeed"));
            m_xml.writeAttribute(QStringLiteral("style"), QStringLiteral("image-rendering:pixelated"));
        }
        m_xml.writeAttribute(QStringLiteral("xlink:href"),
                             QStringLiteral("data:image/png;base64,") + QString::fromLatin1(png.toBase64()));
        m_xml.writeEndElement();
    }

    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawTextItem(const QPointF& position, const QTextItem& item) override {
        const QColor colour = painter()->pen().color();
        const bool goesOn = m_line && !m_clipChanged && m_line->transform == painter()->worldTransform() &&
                            m_line->colour == colour && sameFont(m_line->font, item.font()) &&
                            std::abs(m_line->start.y() - position.y()) < 0.01 &&
                            std::abs(m_line->end - position.x()) < 0.05;
        if (!goesOn) {
            flushText();
            applyClip();
            m_line = lineAt(position, item.font());
        }
        m_line->text += item.text();
        m_line->end = position.x() + item.width();
    }

    /// A <text> in the order in which it is read; where it has emoji, with a <tspan> for each part at its
    /// place.
    void writeLine(const TextLine& line, QPointF start, const std::vector<TextCluster>& clusters) {
        flushText();
        applyClip();
        const bool backwards = line.isRightToLeft();
        Line place = lineAt(start, line.font());
        const std::vector<LinePart> parts = partsOf(line, clusters);
        const auto edge = [&](double left, double right) {
            return start + QPointF(backwards ? right : left, 0);
        };
        place.start = edge(0, line.width());
        openText(place);
        if (backwards) m_xml.writeAttribute(QStringLiteral("direction"), QStringLiteral("rtl"));
        if (parts.size() == 1 && !parts[0].colour) {
            m_xml.writeCharacters(xmlText(line.text()));
        } else {
            for (const LinePart& part : parts) {
                m_xml.writeStartElement(QStringLiteral("tspan"));
                writePosition(inElement(place, edge(part.left, part.right)));
                if (part.colour) m_xml.writeAttribute(QStringLiteral("fill-opacity"), QStringLiteral("0"));
                m_xml.writeCharacters(xmlText(part.text));
                m_xml.writeEndElement();
            }
        }
        m_xml.writeEndElement();
    }

    Type type() const override { return User; }

    const QByteArray& svg() const { return m_svg; }

private:
    void flushText() {
        if (!m_line) return;
        const Line line = *m_line;
        m_line.reset();
        openText(line);
        m_xml.writeCharacters(xmlText(line.text));
        m_xml.writeEndElement();
    }

    Line lineAt(QPointF start, const QFont& font) const {
        return {
            start, 0, {}, font, painter()->pen().color(), painter()->opacity(), painter()->worldTransform()};
    }

    /// A point where the line is, in the coordinates of its <text>.
    static QPointF inElement(const Line& line, QPointF point) {
        return line.transform.type() > QTransform::TxTranslate ? point : line.transform.map(point);
    }

    void openText(const Line& line) {
        m_xml.writeStartElement(QStringLiteral("text"));
        if (line.transform.type() > QTransform::TxTranslate)
            m_xml.writeAttribute(QStringLiteral("transform"), matrixText(line.transform));
        writePosition(inElement(line, line.start));
        m_xml.writeAttribute(QStringLiteral("font-family"), familyList(line.font));
        m_xml.writeAttribute(QStringLiteral("font-size"), QString::number(line.font.pixelSize()));
        if (line.font.weight() != QFont::Normal)
            m_xml.writeAttribute(QStringLiteral("font-weight"),
                                 QString::number(static_cast<int>(line.font.weight())));
        writeColour(QStringLiteral("fill"), line.colour, line.opacity);
        m_xml.writeAttribute(QStringLiteral("xml:space"), QStringLiteral("preserve"));
    }

    void writePosition(QPointF position) {
        m_xml.writeAttribute(QStringLiteral("x"), number(position.x()));
        m_xml.writeAttribute(QStringLiteral("y"), number(position.y()));
    }

    void writeRect(const QRectF& rect) {
        writePosition(rect.topLeft());
        m_xml.writeAttribute(QStringLiteral("width"), number(rect.width()));
        m_xml.writeAttribute(QStringLiteral("height"), number(rect.height()));
    }

    void openElement(const QString& name) {
        flushText();
        applyClip();
        m_xml.writeStartElement(name);
        const QTransform& transform = painter()->worldTransform();
        if (transform.type() != QTransform::TxNone)
            m_xml.writeAttribute(QStringLiteral("transform"), matrixText(transform));
    }

    void applyClip() {
        if (!m_clipChanged) return;
        m_clipChanged = false;
        closeClip();
        if (!painter()->hasClipping()) return;
        const QPainterPath path = painter()->worldTransform().map(painter()->clipPath());
        const QString id = QStringLiteral("clip%1").arg(++m_clips);
        m_xml.writeStartElement(QStringLiteral("clipPath"));
        m_xml.writeAttribute(QStringLiteral("id"), id);
        m_xml.writeStartElement(QStringLiteral("path"));
        m_xml.writeAttribute(QStringLiteral("d"), pathData(path));
        m_xml.writeEndElement();
        m_xml.writeEndElement();
        m_xml.writeStartElement(QStringLiteral("g"));
        m_xml.writeAttribute(QStringLiteral("clip-path"), QStringLiteral("url(#%1)").arg(id));
        m_inClip = true;
    }

    void closeClip() {
        flushText();
        if (m_inClip) m_xml.writeEndElement();
        m_inClip = false;
    }

    void writeColour(const QString& attribute, const QColor& colour, double opacity) {
        m_xml.writeAttribute(attribute, colour.name());
        const double alpha = static_cast<double>(colour.alphaF()) * opacity;
        if (alpha < 0.9995) m_xml.writeAttribute(attribute + QStringLiteral("-opacity"), number(alpha));
    }

    void writeBrush(Qt::FillRule rule) {
        const QBrush& brush = painter()->brush();
        if (brush.style() == Qt::NoBrush) {
            m_xml.writeAttribute(QStringLiteral("fill"), QStringLiteral("none"));
            return;
        }
        writeColour(QStringLiteral("fill"), brush.color(), painter()->opacity());
        if (rule == Qt::OddEvenFill)
            m_xml.writeAttribute(QStringLiteral("fill-rule"), QStringLiteral("evenodd"));
    }

    void writePen() {
        const QPen& pen = painter()->pen();
        if (pen.style() == Qt::NoPen) return;
        writeColour(QStringLiteral("stroke"), pen.color(), painter()->opacity());
        m_xml.writeAttribute(QStringLiteral("stroke-width"), number(pen.widthF() > 0 ? pen.widthF() : 1));
        if (pen.isCosmetic())
            m_xml.writeAttribute(QStringLiteral("vector-effect"), QStringLiteral("non-scaling-stroke"));
        if (pen.capStyle() == Qt::SquareCap)
            m_xml.writeAttribute(QStringLiteral("stroke-linecap"), QStringLiteral("square"));
        if (pen.capStyle() == Qt::RoundCap)
            m_xml.writeAttribute(QStringLiteral("stroke-linecap"), QStringLiteral("round"));
        if (pen.style() == Qt::SolidLine) return;
        QStringList dashes;
        for (const qreal dash : pen.dashPattern()) dashes << number(dash * std::max(1.0, pen.widthF()));
        m_xml.writeAttribute(QStringLiteral("stroke-dasharray"), dashes.join(QLatin1Char(',')));
    }

    QSizeF m_size;
    QString m_title;
    QString m_description;
    QByteArray m_svg;
    QXmlStreamWriter m_xml;
    std::optional<Line> m_line;
    bool m_clipChanged = false;
    bool m_inClip = false;
    int m_clips = 0;
};

SvgDevice::SvgDevice(QSizeF size, const QString& title, const QString& description)
    : m_size(size), m_engine(std::make_unique<SvgEngine>(size, title, description)) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
    return m_engine.get();
}

void SvgDevice::drawLine(QPainter& painter, const TextLine& line, QPointF start) {
    painter.drawPath(QPainterPath());  // the engine hears of a new clip with the next thing that is drawn
    const std::vector<TextCluster> clusters = line.clusters();
    for (const TextCluster& cluster : clusters) {
        if (cluster.colour) drawColourGlyphs(painter, line, cluster, start);
    }
    m_engine->writeLine(line, start, clusters);
}

QByteArray SvgDevice::svg() const {
    return m_engine->svg();
}

int SvgDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
        case PdmWidth:
            return static_cast<int>(std::ceil(m_size.width()));
        case PdmHeight:
            return static_cast<int>(std::ceil(m_size.height()));
        case PdmWidthMM:
            return static_cast<int>(std::lround(m_size.width() * 25.4 / dotsPerInch));
        case PdmHeightMM:
            return static_cast<int>(std::lround(m_size.height() * 25.4 / dotsPerInch));
        case PdmNumColors:
            return 0x7FFFFFFF;
        case PdmDepth:
            return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

}  // namespace headscope::ui
