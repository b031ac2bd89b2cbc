// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/charts/chart_view.h"
#include "ui/charts/head_charts.h"
#include "ui/head_maps.h"
#include "ui/job.h"
#include "ui/series_finder.h"
#include "ui/views/view.h"
#include "ui/views/view_header.h"
#include "ui/views/work_bar.h"

namespace headscope::ui {

/// One chart of the heads at a time: by layer, metric against metric, attention by distance, entropy along
/// the text, a map by how alike they are, checkpoints over the steps of their training. A click on a layer, a
/// head, a token or a step goes to it; a rubber band around heads chooses them.
class ChartsView : public View {
    Q_OBJECT
public:
    enum ChartId { ByLayer, Scatter, ByDistance, AlongText, Map, Training };
    static constexpr int chartCount = Training + 1;

    ChartsView(Session& session, QWidget* parent);

    Figure figure() const override;
    void setTheme(const Theme& theme) override;

    void showChart(ChartId id);
    ChartId shownChart() const { return static_cast<ChartId>(session().settings().chart); }
    /// "Metrics", translated.
    static QString nameOf(ChartId id);
    ChartView& chart() { return *m_chart; }
    /// In place of a chart that takes long to find.
    WorkBar& workBar() { return *m_work; }
    QComboBox& choice() const { return *m_choice; }
    /// Of the vertical axis, and of the horizontal one of the scatter chart.
    QComboBox& metricChoice() const { return *m_metric; }
    QComboBox& across() const { return *m_across; }
    /// What is shown over training: types of heads, cases, or a metric.
    QComboBox& seriesChoice() { return *m_over; }
    /// The file of cases that checkpoints are held against, too.
    void setCases(const QString& path);
    /// Whether what is shown is what was asked for.
    bool isSettled() const { return m_shown.has_value() && !m_job.isRunning(); }

signals:
    void prepared();
    /// A checkpoint, as what is opened.
    void modelWanted(const QString& model);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    /// From the controls into the session.
    void chooseChart();
    void follow();
    /// The chart as it stands; nothing while it is being found.
    std::optional<Chart> current();
    std::optional<Chart> distances();
    std::optional<Chart> map();
    std::optional<Chart> training();
    void showWork(bool waits);
    void goToStep(std::size_t step);
    /// The heads that its points are; none where its points are none.
    std::vector<core::HeadId> pointHeads() const;
    QString noteOf() const;
    static QString whatChartsShow();
    void show(const std::optional<Chart>& chart);
    const core::Metric& metricOf(const QComboBox& box) const;
    void goTo(double x);
    void goToNearestStep(double x);
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
    QComboBox* m_over;
    ChartView* m_chart;
    WorkBar* m_work;
    HeadMaps m_maps;
    SeriesFinder m_series;
    QString m_cases;
    std::vector<SeriesChart::Place> m_places;  // of the points over training
    std::optional<Chart> m_shown;
    Wanted m_wanted;
    std::optional<std::vector<HeadLine>> m_distances;
    Job m_job;
};

}  // namespace headscope::ui
