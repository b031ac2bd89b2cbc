// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/grid_figure.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "ui/figures/colour_scale.h"
#include "ui/figures/legend.h"
#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

using core::Index;

constexpr double margin = 16;
constexpr double rowLabelWidth = 24;
constexpr double columnLabelHeight = 20;
constexpr double largestThumbnail = 72;
constexpr double legendSpace = 14;
constexpr double narrowLegend = 320;
constexpr double smallestPitch = 8;
constexpr double smallestMarked = 14;
constexpr double numberHeight = 11;
constexpr double numberWidth = 15;

/// Pixel i of `pixels` covers cells [i · cells / pixels, (i + 1) · cells / pixels); of them it takes the one
/// with the largest tone.
template <class Thumbnail, class Colour>
QImage pooled(const Thumbnail& thumbnail, int pixels, QRgb ground, const Colour& colourOf) {
    constexpr int none = core::DifferenceThumbnail::none;  // no tone of either kind
    const Index rows = std::min<Index>(thumbnail.rows, pixels);
    const Index columns = std::min<Index>(thumbnail.columns, pixels);
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.fill(ground);
    for (Index y = 0; y < rows; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
        for (Index x = 0; x < columns; ++x) {
            int kept = none;
            for (Index row = y * thumbnail.rows / rows; row < (y + 1) * thumbnail.rows / rows; ++row) {
                for (Index column = x * thumbnail.columns / columns;
                     column < (x + 1) * thumbnail.columns / columns; ++column) {
                    const int tone = thumbnail.tone(row, column);
                    if (kept == none || (tone != none && std::abs(tone) > std::abs(kept))) kept = tone;
                }
            }
            if (kept != none) line[x] = colourOf(kept);
        }
    }
    return image;
}

/// Paints what one head's thumbnail shows into a square of so many pixels; null where there is none yet.
class Thumbnails {
public:
    Thumbnails(const GridData& data, const GridLook& look, int pixels)
        : m_data(data), m_look(look), m_pixels(pixels), m_tones(thumbnailTones(look.scale)) {}

    QRgb ground() const { return m_data.difference ? table()[128] : table().front(); }

    QImage image(const GridData::Layer& layer, int head) const {
        const auto number = static_cast<std::size_t>(head);
        if (!m_data.difference)
            return pooled(layer.trace->statistics[number].thumbnail, m_pixels, ground(),
                          [this](int tone) { return table()[m_tones[static_cast<std::size_t>(tone)]]; });
        if (!m_data.changes) return {};
        return pooled((*m_data.changes)[layer.firstHead + number].thumbnail, m_pixels,
                      m_look.theme.sunken.rgb(), [this](int tone) { return differenceColour(tone); });
    }

private:
    const ColourTable& table() const {
        return m_data.difference ? differenceTable(m_look.theme.dark)
                                 : colourTable(m_look.colours, m_look.theme.dark);
    }
    QRgb differenceColour(int tone) const {
        const double root = tone / static_cast<double>(core::DifferenceThumbnail::largest);
        const double difference = std::copysign(root * root, root);
        return table()[differenceIndex(differencePosition(difference, m_data.largestChange, m_look.scale))];
    }

    const GridData& m_data;
    const GridLook& m_look;
    int m_pixels;
    std::array<std::uint8_t, 256> m_tones;
};

void paintThumbnails(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout,
                     PaintMode mode) {
    const double ratio = mode == PaintMode::Vector ? 4 : deviceRatio(painter);
    const Thumbnails thumbnails(data, look, std::max(1, static_cast<int>(layout.cell() * ratio)));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setBrush(Qt::NoBrush);
    for (const GridData::Layer& layer : data.layers) {
        if (layer.trace == nullptr) continue;
        for (int head = 0; head < layer.trace->heads; ++head) {
            const QRectF rect = layout.rectOf({layer.trace->kind, layer.layer, head});
            const QImage image = thumbnails.image(layer, head);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.fillRect(rect, QColor::fromRgb(thumbnails.ground()));
            if (!image.isNull()) painter.drawImage(rect, image);
            painter.setPen(QPen(look.theme.hairline, 1));
            painter.drawRect(rect);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintMarks(QPainter& painter, const GridLook& look, const GridLayout& layout) {
    if (layout.cell() < smallestMarked) return;
    const double side = std::clamp(layout.cell() / 5, 4.0, 9.0);
    painter.setPen(QPen(look.theme.panel, 1));
    for (const GridMark& mark : look.marks) {
        const QPointF corner = layout.rectOf(mark.head).topRight();
        painter.setBrush(look.theme.headColour(mark.colour));
        painter.drawPolygon(QPolygonF({corner - QPointF(side, 0), corner, corner + QPointF(0, side)}));
    }
    painter.setBrush(Qt::NoBrush);
}

/// A stroke through every head whose output the run has changed.
void paintGates(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout) {
    for (const core::Edit& edit : data.trace->spec.edits) {
        const QRectF rect = layout.rectOf(std::get<core::HeadGate>(edit).head);
        if (rect.isEmpty()) continue;
        const double inset = std::min(3.0, rect.width() / 6);
        const QLineF stroke(rect.bottomLeft() + QPointF(inset, -inset),
                            rect.topRight() + QPointF(-inset, inset));
        // On a ground of its own, so that it is seen on dark cells as well as on light ones.
        painter.setPen(QPen(look.theme.panel, 4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(stroke);
        painter.setPen(QPen(look.theme.ink, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(stroke);
    }
}

void paintNumbers(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout) {
    const Theme& theme = look.theme;
    const QFont font = theme.numberFont(10);
    // Numbers stand on every line while they fit, then on every second, fifth …
    const double pitch = layout.rowLabel(1).top() - layout.rowLabel(0).top();
    const int rowStep = pitch >= numberHeight ? 1 : (pitch >= 6 ? 2 : 5);
    const int columnStep = pitch >= numberWidth ? 1 : (pitch >= 8 ? 2 : 5);
    // The selected line always has its number, which needs the room of others that are near.
    const auto isWritten = [pitch](int line, int step, int distance, double room) {
        return distance == 0 || (line % step == 0 && std::abs(distance) * pitch >= room);
    };
    const auto colourFor = [&](bool current) { return current ? theme.ink : theme.ink3; };
    for (std::size_t row = 0; row < data.layers.size(); ++row) {
        const int layer = data.layers[row].layer;
        const bool current = layer == look.selected.layer;
        if (!isWritten(static_cast<int>(row), rowStep, layer - look.selected.layer, numberHeight)) continue;
        drawText(
            painter, QString::number(layer), font,
            {layout.rowLabel(static_cast<int>(row)), Qt::AlignRight | Qt::AlignVCenter, colourFor(current)});
        if (data.layers[row].trace != nullptr) continue;
        const QRectF label = layout.rowLabel(static_cast<int>(row));
        const QRectF box(label.right() + 10, label.top(), 240, label.height());
        drawText(painter, QCoreApplication::translate("Figure", "no attention"), theme.textFont(11),
                 {box, Qt::AlignLeft | Qt::AlignVCenter, theme.ink3});
    }
    for (int column = 0; column < data.columns; ++column) {
        const bool current = column == look.selected.head;
        if (!isWritten(column, columnStep, column - look.selected.head, numberWidth)) continue;
        drawText(painter, QString::number(column), font,
                 {layout.columnLabel(column), Qt::AlignHCenter | Qt::AlignVCenter, colourFor(current)});
    }
}

void paintRings(QPainter& painter, const GridLook& look, const GridLayout& layout) {
    const Theme& theme = look.theme;
    if (look.hovered && *look.hovered != look.selected) {
        const QRectF rect = layout.rectOf(*look.hovered);
        if (!rect.isEmpty()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.accent, 1.5));
            painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3);
        }
    }
    const QRectF rect = layout.rectOf(look.selected);
    if (rect.isEmpty()) return;
    drawRing(painter, rect.adjusted(-1.5, -1.5, 1.5, 1.5), theme.accent, theme.panel);
    if (!look.focused) return;
    painter.setPen(QPen(theme.focusRing, 1.5));
    painter.drawRoundedRect(rect.adjusted(-4.5, -4.5, 4.5, 4.5), 5, 5);
}

double headerHeight(const Caption& caption) {
    return margin + caption.height() + columnLabelHeight;
}

/// Only a picture explains its colours: in the window the large map beside the wall does.
double legendHeight(const Caption& caption) {
    return caption.isNull() ? 0 : legendSpace + ColourLegend::height;
}

/// Under the wall, as wide as it within limits.
QRectF legendArea(const GridData& data, const GridLayout& layout, QSizeF size) {
    const QRectF first = layout.rowLabel(0);
    const double bottom = layout.rowLabel(static_cast<int>(data.layers.size()) - 1).bottom();
    const double wallRight = layout.columnLabel(data.columns - 1).center().x() + layout.cell() / 2;
    const double width =
        std::min(std::clamp(wallRight - first.left(), narrowLegend, 420.0), size.width() - 2 * margin);
    const double right = std::min(size.width() - margin, std::max(wallRight, margin + width));
    return {right - width, bottom + legendSpace, width, ColourLegend::height};
}

void paintGridLegend(QPainter& painter, const GridData& data, const GridLook& look, const QRectF& area) {
    if (!data.difference)
        return paintColourLegend(painter, colourLegend(look.scale, ToneRange::Fixed, 1),
                                 colourTable(look.colours, look.theme.dark), look.theme, area);
    ColourLegend legend = differenceLegend(look.scale, ToneRange::WholeMap, data.largestChange);
    //: %1 is the tone scale (linear, √, log)
    legend.scale = QCoreApplication::translate("Figure", "%1 scale · all heads").arg(scaleName(look.scale));
    paintColourLegend(painter, legend, differenceTable(look.theme.dark), look.theme, area);
}

}  // namespace

GridData prepareGrid(core::TracePtr trace) {
    GridData data;
    std::size_t heads = 0;
    for (int layer = 0; layer < trace->layerCount(); ++layer) {
        const core::LayerTrace* found = trace->layers[static_cast<std::size_t>(layer)].get();
        data.layers.push_back({layer, found, heads});
        data.columns = std::max(data.columns, trace->headCount(layer));
        heads += static_cast<std::size_t>(trace->headCount(layer));
    }
    data.trace = std::move(trace);
    return data;
}

GridData prepareDifferenceGrid(core::TracePtr trace, HeadChangesPtr changes) {
    GridData data = prepareGrid(std::move(trace));
    data.difference = true;
    data.changes = std::move(changes);
    if (!data.changes) return data;
    double largest = 0;
    for (const core::HeadChange& change : *data.changes)
        if (change.largest) largest = std::max(largest, std::abs(change.largest->difference()));
    if (largest > 0) data.largestChange = largest;
    return data;
}

GridLayout::GridLayout(const GridData& data, const Caption& caption, QSizeF size) : m_data(data) {
    const auto columns = static_cast<double>(std::max(1, data.columns));
    const auto rows = static_cast<double>(std::max<std::size_t>(1, data.layers.size()));
    const double top = headerHeight(caption);
    const double width = size.width() - 2 * margin - rowLabelWidth;
    const double height = size.height() - top - margin - legendHeight(caption);
    const double pitch = std::floor(std::min({width / columns, height / rows, largestThumbnail + 8}));
    m_gap = std::clamp(std::floor(pitch * 0.14), pitch >= 8 ? 2.0 : 1.0, 8.0);
    m_cell = std::max(2.0, pitch - m_gap);
    // The wall stands in the middle with its numbers, and at the top.
    const double used = rowLabelWidth + columns * (m_cell + m_gap) - m_gap;
    const double left = margin + std::max(0.0, std::floor((size.width() - 2 * margin - used) / 2));
    m_origin = QPointF(left + rowLabelWidth, top);
}

QRectF GridLayout::place(int row, int column) const {
    return {m_origin.x() + column * (m_cell + m_gap), m_origin.y() + row * (m_cell + m_gap), m_cell, m_cell};
}

QRectF GridLayout::rectOf(core::HeadId head) const {
    for (std::size_t row = 0; row < m_data.layers.size(); ++row) {
        const GridData::Layer& layer = m_data.layers[row];
        if (layer.trace == nullptr || layer.layer != head.layer || layer.trace->kind != head.kind) continue;
        if (head.head >= 0 && head.head < layer.trace->heads) return place(static_cast<int>(row), head.head);
    }
    return {};
}

std::optional<core::HeadId> GridLayout::headAt(QPointF point) const {
    const double pitch = m_cell + m_gap;
    // Half of the gap belongs to the thumbnail beside it, so that there are no dead stripes.
    const double x = std::floor((point.x() - m_origin.x() + m_gap / 2) / pitch);
    const double y = std::floor((point.y() - m_origin.y() + m_gap / 2) / pitch);
    if (x < 0 || y < 0 || x >= m_data.columns || y >= static_cast<double>(m_data.layers.size()))
        return std::nullopt;
    const GridData::Layer& layer = m_data.layers[static_cast<std::size_t>(y)];
    const int head = static_cast<int>(x);
    if (layer.trace == nullptr || head >= layer.trace->heads) return std::nullopt;
    return core::HeadId{layer.trace->kind, layer.layer, head};
}

QRectF GridLayout::rowLabel(int row) const {
    const QRectF cell = place(row, 0);
    return {cell.left() - rowLabelWidth, cell.top(), rowLabelWidth - 7, cell.height()};
}

QRectF GridLayout::columnLabel(int column) const {
    const QRectF cell = place(0, column);
    return {cell.center().x() - 20, cell.top() - columnLabelHeight + 2, 40, columnLabelHeight - 6};
}

void paintGrid(QPainter& painter, const GridData& data, const GridLook& look, QSizeF size, PaintMode mode) {
    painter.fillRect(QRectF(QPointF(0, 0), size), look.theme.panel);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintCaption(painter, look.caption, look.theme,
                 {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    if (data.layers.empty()) return;
    const GridLayout layout(data, look.caption, size);
    paintThumbnails(painter, data, look, layout, mode);
    paintMarks(painter, look, layout);
    paintGates(painter, data, look, layout);
    paintNumbers(painter, data, look, layout);
    paintRings(painter, look, layout);
    if (look.caption.isNull()) return;
    paintGridLegend(painter, data, look, legendArea(data, layout, size));
}

namespace {

/// Columns and rows of the wall, at least one of each.
QSizeF wallSize(const GridData& data) {
    return {static_cast<double>(std::max(1, data.columns)),
            static_cast<double>(std::max<std::size_t>(1, data.layers.size()))};
}

/// A figure whose thumbnails stand `pitch` apart.
QSizeF sizeFor(const GridData& data, const Caption& caption, double pitch, double narrowest) {
    const QSizeF wall = wallSize(data) * pitch;
    return {std::max(2 * margin + rowLabelWidth + wall.width(), narrowest),
            headerHeight(caption) + wall.height() + legendHeight(caption) + margin};
}

}  // namespace

Caption gridCaption(const Run& run, const ComparedRunsPtr& difference) {
    Caption caption;
    caption.title = QCoreApplication::translate("Figure", "All heads");
    if (difference) caption.title = QStringLiteral("B − A  ·  ") + caption.title;
    caption.note = QCoreApplication::translate("Figure", "layers down, heads across");
    caption.subtitle = shownText(run, difference);
    return caption;
}

Figure gridFigure(GridData data, GridLook look, QSizeF size) {
    Figure figure;
    figure.size = size;
    if (size.isEmpty()) {
        const QSizeF wall = wallSize(data);
        const double pitch =
            std::clamp(std::floor(720 / std::max(wall.width(), wall.height())), 16.0, largestThumbnail + 8);
        figure.size = sizeFor(data, look.caption, pitch, 480);
    }
    figure.smallest = sizeFor(data, look.caption, smallestPitch, 2 * margin + narrowLegend);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.paint = [data = std::move(data), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                    PaintMode mode) {
        paintGrid(painter, data, look, target, mode);
    };
    return figure;
}

}  // namespace headscope::ui
