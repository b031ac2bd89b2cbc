// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/charts_view.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/layer_chart.h"
#include "ui/models/wording.h"

namespace headscope::ui {
namespace {

/// One text per item, keeping what is chosen.
void fill(QComboBox& box, const QStringList& texts, int first) {
    const QSignalBlocker quiet(&box);
    const int chosen = box.currentIndex() < 0 ? first : box.currentIndex();
    box.clear();
    box.addItems(texts);
    box.setCurrentIndex(chosen);
}

QStringList metricNames() {
    QStringList names;
    for (const core::Metric& metric : core::metrics()) names << metricName(metric);
    return names;
}

constexpr int entropyAt = 0;
constexpr int distanceAt = 3;

}  // namespace

ChartsView::ChartsView(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_header(new ViewHeader(this)),
      m_choice(new QComboBox(this)),
      m_metric(new QComboBox(this)),
      m_across(new QComboBox(this)),
      m_chart(new ChartView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_chart, 1);
    for (QComboBox* box : {m_choice, m_metric, m_across}) {
        m_header->addControl(box);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(7);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(box, &QComboBox::activated, this, &ChartsView::follow);
    }
    connect(m_chart, &ChartView::placeClicked, this, &ChartsView::goTo);
    connect(m_chart, &ChartView::pointClicked, this, [this](int point, bool more) { choose({point}, more); });
    connect(m_chart, &ChartView::pointsBrushed, this, &ChartsView::choose);
    connect(m_chart, &ChartView::pointHovered, this, &ChartsView::readPoint);
    connect(&shared, &Session::runChanged, this, &ChartsView::follow);
    connect(&shared, &Session::selectionChanged, this, &ChartsView::follow);
    connect(&shared, &Session::settingsChanged, this, &ChartsView::follow);
    connect(&shared, &Session::valuesFound, this, &ChartsView::follow);
    retranslate();
}

const core::Metric& ChartsView::metricOf(const QComboBox& box) const {
    return core::metrics()[static_cast<std::size_t>(std::max(0, box.currentIndex()))];
}

void ChartsView::showChart(ChartId id) {
    m_choice->setCurrentIndex(id);
    follow();
}

void ChartsView::follow() {
    m_metric->setVisible(shownChart() == ByLayer || shownChart() == Scatter);
    m_across->setVisible(shownChart() == Scatter);
    m_metric->setToolTip(metricDefinition(metricOf(*m_metric)));
    m_across->setToolTip(metricDefinition(metricOf(*m_across)));
    if (shownChart() != ByDistance) {
        m_job.cancel();
        m_wanted = {};
        m_distances.reset();
    }
    show(session().shown() ? current() : std::nullopt);
}

std::optional<Chart> ChartsView::current() {
    const Run& run = *session().shown();
    const Selection& selection = session().selection();
    switch (shownChart()) {
        case ByLayer: {
            const auto values = session().values(metricOf(*m_metric));
            if (!values) return std::nullopt;
            return layerChart(prepareLayerChart(*run.trace, *values, selection), m_theme);
        }
        case Scatter: {
            const auto across = session().values(metricOf(*m_across));
            const auto up = session().values(metricOf(*m_metric));
            if (!across || !up) return std::nullopt;
            return scatterChart(run, *across, *up, selection, m_theme);
        }
        case ByDistance:
            return distances();
        case AlongText:
            return entropyChart(entropyLines(run, session().difference(), lineHeads(selection)), selection,
                                session().difference() != nullptr, m_theme);
    }
    return std::nullopt;
}

std::optional<Chart> ChartsView::distances() {
    const Wanted wanted{session().shown(), session().difference(), lineHeads(session().selection()),
                        session().settings().words};
    if (wanted != m_wanted) {
        m_wanted = wanted;
        m_distances.reset();
        m_job.start<std::vector<HeadLine>>(
            [wanted](const core::Progress& progress) {
                return distanceLines(flowHeads(*wanted.run, wanted.difference, wanted.heads, wanted.words),
                                     progress);
            },
            [this](std::vector<HeadLine> lines) {
                m_distances = std::move(lines);
                follow();
            });
    }
    if (!m_distances) return std::nullopt;
    return distanceChart(*m_distances, session().selection(), wanted.difference != nullptr, m_theme);
}

void ChartsView::show(const std::optional<Chart>& chart) {
    m_shown = chart;
    chart ? m_chart->show(*chart, m_theme) : m_chart->clear();
    if (chart) emit prepared();
}

Figure ChartsView::figure() const {
    const RunPtr& run = session().shown();
    if (!run || !m_shown) return {};
    Caption caption;
    caption.title = m_shown->name;
    if (!m_shown->lines.empty()) caption.note = headsTitle(lineHeads(session().selection()));
    caption.subtitle = shownText(*run, session().difference());
    return chartFigure(*m_shown, m_theme, caption, {});
}

void ChartsView::goTo(double x) {
    const RunPtr& run = session().shown();
    if (!run) return;
    const auto place = static_cast<core::Index>(std::lround(x));
    if (shownChart() == ByLayer && place >= 0 && place < run->trace->layerCount()) {
        core::HeadId head = session().selection().head;
        head.layer = static_cast<int>(place);
        session().selectHead(head);
    } else if (shownChart() == AlongText && place >= 0 && place < run->trace->length()) {
        session().pin(place, std::nullopt);
    }
}

void ChartsView::choose(const QList<int>& points, bool more) {
    const RunPtr& run = session().shown();
    if (!run || shownChart() != Scatter || points.isEmpty()) return;
    const std::vector<core::HeadId> all = run->trace->headIds();
    const Selection& selection = session().selection();
    if (more && points.size() == 1)
        return session().select(withToggled(selection, all[static_cast<std::size_t>(points[0])]));
    std::vector<core::HeadId> heads = more ? selection.heads() : std::vector<core::HeadId>();
    for (const int point : points) heads.push_back(all[static_cast<std::size_t>(point)]);
    const bool kept = std::find(heads.begin(), heads.end(), selection.head) != heads.end();
    session().select(withHeads(selection, heads, kept ? selection.head : heads.front()));
}

void ChartsView::readPoint(int point) {
    const RunPtr& run = session().shown();
    if (!run || !m_shown || point < 0 || shownChart() != Scatter) return emit readingChanged({});
    const QPointF at = m_shown->points[static_cast<std::size_t>(point)].at;
    const core::HeadId head = run->trace->headIds()[static_cast<std::size_t>(point)];
    emit readingChanged(QStringLiteral("%1   %2 %3   %4 %5")
                            .arg(QString::fromStdString(core::headName(head)), m_shown->x.title,
                                 numberText(at.x(), 4), m_shown->y.title, numberText(at.y(), 4)));
}

void ChartsView::setTheme(const Theme& theme) {
    m_theme = theme;
    m_header->setTheme(theme);
    for (QComboBox* box : {m_choice, m_metric, m_across}) box->setFont(theme.textFont(12));
    follow();
}

void ChartsView::retranslate() {
    setAccessibleName(tr("Chart"));
    fill(*m_choice, {tr("By layer"), tr("Metrics"), tr("By distance"), tr("Along the text")}, 0);
    fill(*m_metric, metricNames(), entropyAt);
    fill(*m_across, metricNames(), distanceAt);
    m_choice->setAccessibleName(tr("Chart"));
    m_choice->setToolTip(
        tr("Heads of each layer · every head by two metrics · where heads look · entropy of every token"));
    m_metric->setAccessibleName(tr("Measure"));
    m_across->setAccessibleName(tr("Measure across"));
    follow();
}

void ChartsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
