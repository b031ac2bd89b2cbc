// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/charts/layer_chart_figure.h"

namespace headscope::ui {

/// The chart as a widget; the only place besides layerChartFigure() that knows Qt Charts.
class LayerChartView : public QWidget {
    Q_OBJECT
public:
    explicit LayerChartView(QWidget* parent = nullptr);
    ~LayerChartView() override;

    void show(const LayerChartData& shown, const Theme& theme);
    /// Nothing to show yet.
    void clear();

signals:
    void layerClicked(int layer);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace headscope::ui
