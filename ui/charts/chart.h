// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QStringList>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figure.h"

namespace headscope::ui {

/// Numbers of an axis: its ends and the distance of its marks.
struct ChartRange {
    double low = 0;
    double high = 1;
    double step = 0.25;
};
/// What an axis counts in: positions and distances of tokens have no halves.
enum class AxisOf { Numbers, Positions };
/// Round numbers around what is to be shown.
ChartRange rangeAround(double smallest, double largest, AxisOf what = AxisOf::Numbers);

struct ChartAxis {
    QString title;
    ChartRange range;
    QStringList categories{};  ///< in place of numbers: one per box
};

/// Smallest, quartiles and largest of a group; nothing for an empty one.
struct ChartBox {
    std::optional<std::array<double, 5>> ends;
    bool selected = false;
};

/// Of six, that colour-blind people can tell apart; groups beyond the sixth begin again.
QColor groupColour(const Theme& theme, std::size_t group);

struct ChartPoint {
    QPointF at;
    QColor colour;
    bool chosen = false;
    QString name{};  ///< written beside it where there is room
};

struct ChartLine {
    QString name;
    QColor colour;
    bool current = false;
    std::vector<QPointF> points;  ///< left to right; a y that is no number breaks the line
};

/// What a chart shows, with its colours, for Qt Charts to lay out.
struct Chart {
    QString name;  ///< what it shows, in one sentence
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartBox> boxes{};
    std::vector<ChartPoint> points{};
    std::vector<ChartLine> lines{};
    /// Both axes have one scale and no numbers: what means something is how far points are apart.
    bool oneScale = false;
};

/// The chart as a picture. Must be made on the GUI thread of a QApplication (it lays out a QGraphicsScene);
/// the figure itself may then be painted on any thread.
Figure chartFigure(const Chart& chart, const Theme& theme, const Caption& caption, QSizeF size);

}  // namespace headscope::ui
