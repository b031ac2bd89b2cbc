// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figures.h"

namespace headscope::ui {

/// The heads of one layer by one metric: smallest, quartiles, largest.
struct LayerBox {
    int layer = 0;
    std::vector<double> values;  ///< sorted; empty for a layer without attention
    double quantile(double share) const;
};

/// What the "by layer" chart shows.
struct LayerChartData {
    QString metric;  ///< in the language of the window, with "B − A" before it for differences
    QString unit;    ///< "nats", "tokens", or empty
    std::vector<LayerBox> boxes;
    std::optional<int> selectedLayer;
    std::optional<double> selectedValue;
};
/// Means over rows of every head, or how those of B differ from those of A, gathered by layer. Cheap: reads
/// Run::measures.
LayerChartData prepareLayerChart(const Run& run, const ComparedRunsPtr& difference,
                                 const core::Metric& metric, core::HeadId selected);

/// The chart as a picture. Must be made on the GUI thread of a QApplication (it lays out a QGraphicsScene);
/// the figure itself may then be painted on any thread.
Figure layerChartFigure(const LayerChartData& data, const Theme& theme, const Caption& caption, QSizeF size);

}  // namespace headscope::ui
