// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/charts/chart_view.h"
#include "ui/charts/head_charts.h"
#include "ui/job.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"

namespace headscope::ui {

/// One chart of the heads at a time: by layer, metric against metric, attention by distance, entropy along
/// the text. A click on a layer, a head or a token goes to it; a rubber band around heads chooses them.
class ChartsView : public View {
    Q_OBJECT
public:
    enum ChartId { ByLayer, Scatter, ByDistance, AlongText };

    ChartsView(Session& session, QWidget* parent);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;

    void showChart(ChartId id);
    ChartId shownChart() const { return static_cast<ChartId>(m_choice->currentIndex()); }
    ChartView& chart() { return *m_chart; }
    /// Of the vertical axis, and of the horizontal one of the scatter chart.
    QComboBox& metricChoice() { return *m_metric; }
    QComboBox& across() { return *m_across; }
    /// Whether what is shown is what was asked for.
    bool isSettled() const { return m_shown.has_value() && !m_job.isRunning(); }

signals:
    void prepared();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void follow();
    /// The chart as it stands; nothing while it is being found.
    std::optional<Chart> current();
    std::optional<Chart> distances();
    void show(const std::optional<Chart>& chart);
    const core::Metric& metricOf(const QComboBox& box) const;
    void goTo(double x);
    void choose(const QList<int>& points, bool more);
    void readPoint(int point);

    /// What the profiles at hand are of.
    struct Wanted {
        RunPtr run;
        ComparedRunsPtr difference;
        std::vector<core::HeadId> heads;
        bool words = false;
        bool operator==(const Wanted&) const = default;
    };

    Theme m_theme = Theme::light();
    ViewHeader* m_header;
    QComboBox* m_choice;
    QComboBox* m_metric;
    QComboBox* m_across;
    ChartView* m_chart;
    std::optional<Chart> m_shown;
    Wanted m_wanted;
    std::optional<std::vector<HeadLine>> m_distances;
    Job m_job;
};

}  // namespace headscope::ui
