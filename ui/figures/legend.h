// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "ui/figures/colour_scale.h"
#include "ui/figures/theme.h"

class QPainter;

namespace headscope::ui {

/// A colour bar with the weights that its colours stand for.
struct ColourLegend {
    QString label;                  ///< "attention weight"
    QString scale;                  ///< "√ · whole map"
    std::array<double, 5> ticks{};  ///< weights (or differences) at 0, ¼, ½, ¾ and 1 of the bar
    bool difference = false;
    std::optional<double> marker;  ///< position of the weight that is looked at
    static constexpr double height = 34;
};
ColourLegend colourLegend(ToneScale scale, ToneRange range, double maximum);
/// Of B − A, from −maximum to maximum.
ColourLegend differenceLegend(ToneScale scale, ToneRange range, double maximum);

/// Paints the bar at the right of `area`, the words at the left of the bar.
void paintColourLegend(QPainter& painter, const ColourLegend& legend, const ColourTable& colours,
                       const Theme& theme, const QRectF& area);

/// A scale of line widths: each sample line is as wide as one of that weight in the figure.
struct WidthLegend {
    double widthOfOne = 1;
    QString label;                                    ///< "line width: attention weight"
    std::vector<std::pair<QColor, QString>> colours;  ///< what colours of lines mean
    static constexpr double height = 22;
    static constexpr double smallestWidth = 350;
};
void paintWidthLegend(QPainter& painter, const WidthLegend& legend, const Theme& theme, const QRectF& area);

}  // namespace headscope::ui
