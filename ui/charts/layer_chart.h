// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/figures/head_values.h"

namespace headscope::ui {

/// The heads of one layer by one metric: smallest, quartiles, largest.
struct LayerBox {
    int layer = 0;
    std::vector<double> values;  ///< sorted; empty for a layer without attention
    double quantile(double share) const;
};

/// What the "by layer" chart shows.
struct LayerChartData {
    QString metric;  ///< in the language of the window, with its unit, and "B − A" before it for differences
    std::vector<LayerBox> boxes;
    std::vector<std::pair<int, double>> chosen;  ///< layers and values of the chosen heads
    int selectedLayer = -1;
};
LayerChartData prepareLayerChart(const core::Trace& trace, const HeadValues& values,
                                 const Selection& selection);
Chart layerChart(const LayerChartData& data, const Theme& theme);

}  // namespace headscope::ui
