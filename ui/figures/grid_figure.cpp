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

constexpr double smallestMarked = 14;
constexpr double margin = GridLayout::margin;
constexpr double numberHeight = 11;
constexpr double numberWidth = 15;
constexpr double framedFrom = 22;  // smaller thumbnails show their measure alone
constexpr double namedFrom = 30;   // and smaller ones have no room for their name

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

    QImage image(const GridData::Cell& cell) const {
        if (!m_data.difference)
            return pooled(cell.trace->statistics[static_cast<std::size_t>(cell.head.head)].thumbnail,
                          m_pixels, ground(),
                          [this](int tone) { return table()[m_tones[static_cast<std::size_t>(tone)]]; });
        if (!m_data.changes) return {};
        return pooled((*m_data.changes)[cell.index].thumbnail, m_pixels, m_look.theme.sunken.rgb(),
                      [this](int tone) { return differenceColour(tone); });
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

/// The colours of a measure; not those of the thumbnails, which mean weights.
const ColourTable& measureTable(const GridData& data, const GridLook& look) {
    return data.values->difference ? differenceTable(look.theme.dark)
                                   : colourTable(ColourMap::Viridis, look.theme.dark);
}

/// The ground of a cell in the colour of its measure; nothing for a head without.
std::optional<QColor> measureColour(const GridData& data, const GridLook& look, std::size_t head) {
    const std::optional<double> value = data.values->values[head];
    if (!value) return std::nullopt;
    const auto at = static_cast<std::size_t>(std::lround(255 * data.values->position(*value)));
    return QColor::fromRgb(measureTable(data, look)[at]);
}

/// How much of a cell's side the frame in the colour of its measure takes.
double frameOf(const GridData& data, double cell) {
    if (!data.values) return 0;
    return cell >= framedFrom ? std::clamp(std::round(cell * 0.11), 3.0, 7.0) : cell / 2;
}

void paintThumbnails(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout,
                     PaintMode mode) {
    const double ratio = mode == PaintMode::Vector ? 4 : deviceRatio(painter);
    const double frame = frameOf(data, layout.cell());
    const double inner = layout.cell() - 2 * frame;
    const Thumbnails thumbnails(data, look, std::max(1, static_cast<int>(inner * ratio)));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        const std::vector<GridData::Cell>& cells = data.rows[row].cells;
        for (std::size_t column = 0; column < cells.size(); ++column) {
            const QRectF rect = layout.place(static_cast<int>(row), static_cast<int>(column));
            if (data.values)
                painter.fillRect(rect,
                                 measureColour(data, look, cells[column].index).value_or(look.theme.panel));
            if (inner > 0) {
                const QRectF map = rect.adjusted(frame, frame, -frame, -frame);
                const QImage image = thumbnails.image(cells[column]);
                painter.fillRect(map, QColor::fromRgb(thumbnails.ground()));
                if (!image.isNull()) painter.drawImage(map, image);
            }
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

/// Which numbers of lines that stand `pitch` apart are written: all while they fit, then every second, fifth
/// …, and always the selected one, which needs the room of others that are near.
struct Numbering {
    double pitch;
    double room;   ///< that a number takes
    double tight;  ///< every second one fits from here

    bool writes(int line, int selected) const {
        const int step = pitch >= room ? 1 : (pitch >= tight ? 2 : 5);
        return line == selected || (line % step == 0 && std::abs(line - selected) * pitch >= room);
    }
};

void paintLayerNumbers(QPainter& painter, const GridData& data, const GridLook& look,
                       const GridLayout& layout) {
    const Theme& theme = look.theme;
    const Numbering numbering{layout.pitch(), numberHeight, 6};
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const std::optional<int> layer = data.rows[i].layer;
        if (!layer || !numbering.writes(*layer, look.selection.head.layer)) continue;
        const QRectF label = layout.rowLabel(static_cast<int>(i));
        const QColor colour = *layer == look.selection.head.layer ? theme.ink : theme.ink3;
        drawText(painter, QString::number(*layer), theme.numberFont(10),
                 {label, Qt::AlignRight | Qt::AlignVCenter, colour});
        if (!data.rows[i].cells.empty()) continue;
        drawText(painter, QCoreApplication::translate("Figure", "no attention"), theme.textFont(11),
                 {QRectF(label.right() + 10, label.top(), 240, label.height()),
                  Qt::AlignLeft | Qt::AlignVCenter, theme.ink3});
    }
}

void paintNumbers(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout) {
    if (data.rows.empty() || !data.rows.front().layer) return;  // columns of an order mean nothing
    paintLayerNumbers(painter, data, look, layout);
    const Numbering numbering{layout.pitch(), numberWidth, 8};
    for (int column = 0; column < data.columns; ++column) {
        if (!numbering.writes(column, look.selection.head.head)) continue;
        const QColor colour = column == look.selection.head.head ? look.theme.ink : look.theme.ink3;
        drawText(painter, QString::number(column), look.theme.numberFont(10),
                 {layout.columnLabel(column), Qt::AlignHCenter | Qt::AlignVCenter, colour});
    }
}

/// In an order of their own heads say who they are.
void paintNames(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout) {
    if (data.rows.empty() || data.rows.front().layer || layout.cell() < namedFrom) return;
    const QFont font = look.theme.numberFont(10);
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        const std::vector<GridData::Cell>& cells = data.rows[row].cells;
        for (std::size_t column = 0; column < cells.size(); ++column) {
            const QRectF rect = layout.place(static_cast<int>(row), static_cast<int>(column));
            const QString name = QString::fromStdString(core::headName(cells[column].head));
            const double width = textWidth(name, font) + 4;
            const QRectF patch(rect.left(), rect.bottom() - 12, std::min(width, rect.width()), 12);
            painter.fillRect(patch, look.theme.panel);
            drawText(painter, name, font, {patch, Qt::AlignHCenter | Qt::AlignVCenter, look.theme.ink2});
        }
    }
}

void paintRings(QPainter& painter, const GridLook& look, const GridLayout& layout) {
    const Theme& theme = look.theme;
    const auto light = [&](core::HeadId head) {
        const QRectF rect = layout.rectOf(head);
        if (rect.isEmpty()) return;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3);
    };
    for (const core::HeadId head : look.selection.others) light(head);
    if (look.hovered && *look.hovered != look.selection.head) light(*look.hovered);
    const QRectF rect = layout.rectOf(look.selection.head);
    if (rect.isEmpty()) return;
    drawRing(painter, rect.adjusted(-1.5, -1.5, 1.5, 1.5), theme.accent, theme.panel);
    if (!look.focused) return;
    painter.setPen(QPen(theme.focusRing, 1.5));
    painter.drawRoundedRect(rect.adjusted(-4.5, -4.5, 4.5, 4.5), 5, 5);
}

void paintThumbnailLegend(QPainter& painter, const GridData& data, const GridLook& look, const QRectF& area) {
    if (!data.difference)
        return paintColourLegend(painter, colourLegend(look.scale, ToneRange::Fixed, 1),
                                 colourTable(look.colours, look.theme.dark), look.theme, area);
    ColourLegend legend = differenceLegend(look.scale, ToneRange::WholeMap, data.largestChange);
    //: %1 is the tone scale (linear, √, log)
    legend.scale = QCoreApplication::translate("Figure", "%1 scale · all heads").arg(scaleName(look.scale));
    paintColourLegend(painter, legend, differenceTable(look.theme.dark), look.theme, area);
}

void paintMeasureLegend(QPainter& painter, const GridData& data, const GridLook& look, const QRectF& area) {
    const auto& range = data.values->range;
    if (!range)
        return drawText(
            painter,
            QCoreApplication::translate("Figure", "%1: no head has a value here").arg(data.values->title()),
            look.theme.textFont(12), {area, Qt::AlignRight | Qt::AlignTop, look.theme.ink2});
    ColourLegend legend;
    legend.label = data.values->title();
    legend.scale = data.rows.front().layer ? QCoreApplication::translate("Figure", "smallest to largest head")
                                           : QCoreApplication::translate("Figure", "sorted, largest first");
    legend.difference = data.values->difference;
    for (std::size_t i = 0; i < legend.ticks.size(); ++i)
        legend.ticks[i] = std::lerp(range->first, range->second, static_cast<double>(i) / 4);
    paintColourLegend(painter, legend, measureTable(data, look), look.theme, area);
}

void paintLegends(QPainter& painter, const GridData& data, const GridLook& look, const GridLayout& layout) {
    QRectF area = layout.legendArea();
    if (data.values) {
        paintMeasureLegend(painter, data, look, area);
        area.translate(0, ColourLegend::height);
    }
    if (!look.caption.isNull()) paintThumbnailLegend(painter, data, look, area);
}

}  // namespace

void paintGrid(QPainter& painter, const GridData& data, const GridLook& look, QSizeF size, PaintMode mode) {
    painter.fillRect(QRectF(QPointF(0, 0), size), look.theme.panel);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintCaption(painter, look.caption, look.theme,
                 {margin, margin - 4, size.width() - 2 * margin, look.caption.height()});
    if (data.rows.empty()) return;
    const GridLayout layout(data, look.caption, size);
    paintThumbnails(painter, data, look, layout, mode);
    paintMarks(painter, look, layout);
    paintNames(painter, data, look, layout);
    paintGates(painter, data, look, layout);
    paintNumbers(painter, data, look, layout);
    paintRings(painter, look, layout);
    paintLegends(painter, data, look, layout);
}

Caption gridCaption(const Run& run, const ComparedRunsPtr& difference, bool sorted) {
    Caption caption;
    caption.title = QCoreApplication::translate("Figure", "All heads");
    if (difference) caption.title = QStringLiteral("B − A  ·  ") + caption.title;
    if (!sorted) caption.note = QCoreApplication::translate("Figure", "layers down, heads across");
    caption.subtitle = shownText(run, difference);
    return caption;
}

Caption besideGridCaption(const ComparedRuns& runs) {
    return besideCaption(runs, QCoreApplication::translate("Figure", "All heads"),
                         QCoreApplication::translate("Figure", "layers down, heads across"));
}

Figure gridFigure(GridData data, GridLook look, QSizeF size) {
    Figure figure;
    figure.size = size;
    if (size.isEmpty()) {
        const double side = static_cast<double>(std::max<std::size_t>(
            {data.rows.size(), static_cast<std::size_t>(data.columns), std::size_t{1}}));
        const double pitch = std::clamp(std::floor(720 / side), 16.0, GridLayout::largestThumbnail + 8);
        figure.size = gridSize(data, look.caption, pitch, 480);
    }
    figure.smallest =
        gridSize(data, look.caption, GridLayout::smallestPitch, 2 * margin + GridLayout::narrowLegend);
    figure.title = look.caption.title;
    figure.description = look.caption.subtitle;
    figure.paint = [data = std::move(data), look = std::move(look)](QPainter& painter, QSizeF target,
                                                                    PaintMode mode) {
        paintGrid(painter, data, look, target, mode);
    };
    return figure;
}

}  // namespace headscope::ui
