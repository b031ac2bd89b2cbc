// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/charts/layer_chart.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// The heads of every layer by one metric, with a switch for the metric. A click on a layer goes to it.
class LayerView : public View {
    Q_OBJECT
public:
    LayerView(Session& session, QWidget* parent);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void follow();
    const core::Metric* shownMetric() const;
    void selectLayer(int layer);

    Theme m_theme = Theme::light();
    ViewHeader* m_header;
    QComboBox* m_metric;
    LayerChartView* m_chart;
};

}  // namespace headscope::ui
