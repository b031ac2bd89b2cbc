// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/layer_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace headscope::ui {

double LayerBox::quantile(double share) const {
    if (values.empty()) return 0;
    const double at = share * static_cast<double>(values.size() - 1);
    const auto left = static_cast<std::size_t>(at);
    const std::size_t right = std::min(left + 1, values.size() - 1);
    return std::lerp(values[left], values[right], at - static_cast<double>(left));
}

LayerChartData prepareLayerChart(const core::Trace& trace, const HeadValues& values,
                                 const Selection& selection) {
    LayerChartData data;
    data.metric = values.title();
    data.selectedLayer = selection.head.layer;
    for (int layer = 0; layer < trace.layerCount(); ++layer) data.boxes.push_back({layer, {}});
    const std::vector<core::HeadId> heads = trace.headIds();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (!values.values[i]) continue;
        data.boxes[static_cast<std::size_t>(heads[i].layer)].values.push_back(*values.values[i]);
        if (selection.holds(heads[i])) data.chosen.emplace_back(heads[i].layer, *values.values[i]);
    }
    for (LayerBox& box : data.boxes) std::sort(box.values.begin(), box.values.end());
    return data;
}

Chart layerChart(const LayerChartData& data, const Theme& theme) {
    Chart chart;
    chart.name = QCoreApplication::translate("Figure", "%1 by layer").arg(data.metric);
    chart.x.title = QCoreApplication::translate("Figure", "Layer");
    chart.y.title = data.metric;
    double largest = 0;
    double smallest = 0;  // every metric has a natural zero
    for (const LayerBox& box : data.boxes) {
        chart.x.categories << QString::number(box.layer);
        ChartBox& shown = chart.boxes.emplace_back();
        shown.selected = box.layer == data.selectedLayer;
        if (box.values.empty()) continue;
        largest = std::max(largest, box.values.back());
        smallest = std::min(smallest, box.values.front());
        shown.ends.emplace();
        for (std::size_t i = 0; i < 5; ++i) (*shown.ends)[i] = box.quantile(static_cast<double>(i) / 4);
    }
    chart.y.range = rangeAround(smallest, largest);
    for (const auto& [layer, value] : data.chosen)
        chart.points.push_back({{static_cast<double>(layer), value}, theme.accent, true});
    return chart;
}

}  // namespace headscope::ui
