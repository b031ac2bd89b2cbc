// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/layer_view.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/wording.h"

namespace headscope::ui {

LayerView::LayerView(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_header(new ViewHeader(this)),
      m_metric(new QComboBox(this)),
      m_chart(new LayerChartView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_chart, 1);
    m_header->addControl(m_metric);
    connect(m_metric, &QComboBox::activated, this, &LayerView::follow);
    connect(m_chart, &LayerChartView::layerClicked, this, &LayerView::selectLayer);
    connect(&shared, &Session::runChanged, this, &LayerView::follow);
    connect(&shared, &Session::selectionChanged, this, &LayerView::follow);
    retranslate();
}

const core::Metric* LayerView::shownMetric() const {
    const int index = m_metric->currentIndex();
    return index < 0 ? nullptr : &headMetrics()[static_cast<std::size_t>(index)];
}

void LayerView::follow() {
    const RunPtr& run = session().shown();
    if (!run || shownMetric() == nullptr) return m_chart->clear();
    m_chart->show(prepareLayerChart(*run, session().difference(), *shownMetric(), session().selection().head),
                  m_theme);
    m_metric->setToolTip(metricDefinition(*shownMetric()));
}

Figure LayerView::figure() const {
    const RunPtr& run = session().shown();
    if (!run || shownMetric() == nullptr) return {};
    Caption caption;
    const LayerChartData chart =
        prepareLayerChart(*run, session().difference(), *shownMetric(), session().selection().head);
    caption.title = QStringLiteral("%1: %2").arg(tr("By layer"), chart.metric);
    caption.subtitle = shownText(*run, session().difference());
    return layerChartFigure(chart, m_theme, caption, {});
}

void LayerView::selectLayer(int layer) {
    core::HeadId head = session().selection().head;
    head.layer = layer;
    session().selectHead(head);
}

void LayerView::setTheme(const Theme& theme) {
    m_theme = theme;
    m_header->setTheme(theme);
    m_metric->setFont(theme.textFont(12));
    follow();
}

void LayerView::retranslate() {
    m_header->setTitle(tr("By layer"));
    setAccessibleName(tr("By layer"));
    {
        const QSignalBlocker quiet(m_metric);
        const int chosen = std::max(0, m_metric->currentIndex());
        m_metric->clear();
        for (const core::Metric& each : headMetrics()) m_metric->addItem(metricName(each));
        m_metric->setCurrentIndex(chosen);
    }
    m_metric->setAccessibleName(tr("Measure"));
    m_chart->setAccessibleName(tr("The heads of every layer: smallest, quartiles, largest"));
    follow();
}

void LayerView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
