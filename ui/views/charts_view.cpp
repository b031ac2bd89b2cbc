// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/charts_view.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/layer_chart.h"
#include "ui/models/wording.h"
#include "ui/run_loader.h"

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

void pointTo(QComboBox& box, std::ptrdiff_t index) {
    const QSignalBlocker quiet(&box);
    box.setCurrentIndex(static_cast<int>(index));
}

/// Of a metric in the table; those that a session names are in it.
std::ptrdiff_t indexOf(const std::string& id) {
    const core::Metric* metric = core::metricNamed(id);
    return metric != nullptr ? metric - core::metrics().data() : 0;
}

constexpr int entropyAt = 0;
constexpr int distanceAt = 3;
static_assert(static_cast<int>(ChartKind::Training) == ChartsView::Training, "charts in one order");
constexpr int metricsFrom = 2;  // in the choice of what to follow over training, behind types and cases

}  // namespace

ChartsView::ChartsView(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_header(new ViewHeader(this)),
      m_choice(new QComboBox(this)),
      m_metric(new QComboBox(this)),
      m_across(new QComboBox(this)),
      m_over(new QComboBox(this)),
      m_chart(new ChartView(this)),
      m_work(new WorkBar(this)),
      m_series(shared.compute()) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_work, 1);
    column->addWidget(m_chart, 1);
    for (QComboBox* box : {m_choice, m_metric, m_across, m_over}) {
        m_header->addControl(box);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(7);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(box, &QComboBox::activated, this,
                box == m_over ? &ChartsView::follow : &ChartsView::chooseChart);
    }
    connect(m_chart, &ChartView::placeClicked, this, &ChartsView::goTo);
    connect(m_chart, &ChartView::pointClicked, this, [this](int point, bool more) { choose({point}, more); });
    connect(m_chart, &ChartView::pointsBrushed, this, &ChartsView::choose);
    connect(m_chart, &ChartView::pointHovered, this, &ChartsView::readPoint);
    connect(&shared, &Session::runChanged, this, &ChartsView::follow);
    connect(&shared, &Session::selectionChanged, this, &ChartsView::follow);
    connect(&shared, &Session::settingsChanged, this, &ChartsView::follow);
    connect(&shared, &Session::valuesFound, this, &ChartsView::follow);
    connect(&m_maps, &Finding::changed, this, &ChartsView::follow);
    connect(&m_series, &Finding::changed, this, &ChartsView::follow);
    retranslate();
}

QString ChartsView::whatChartsShow() {
    return tr(
        "Heads of each layer · every head by two metrics · where heads look · entropy of every token · which "
        "heads are alike · how heads change while a model is trained");
}

const core::Metric& ChartsView::metricOf(const QComboBox& box) const {
    return core::metrics()[static_cast<std::size_t>(std::max(0, box.currentIndex()))];
}

void ChartsView::showChart(ChartId id) {
    ViewSettings settings = session().settings();
    settings.chart = static_cast<ChartKind>(id);
    session().setSettings(settings);
    follow();
}

void ChartsView::chooseChart() {
    const auto idOf = [this](const QComboBox& box) { return std::string(metricOf(box).id); };
    ViewSettings settings = session().settings();
    settings.chart = static_cast<ChartKind>(m_choice->currentIndex());
    settings.chartMetric = idOf(*m_metric);
    settings.chartAcross = idOf(*m_across);
    session().setSettings(settings);
}

void ChartsView::follow() {
    const ViewSettings& settings = session().settings();
    pointTo(*m_choice, static_cast<std::ptrdiff_t>(settings.chart));
    pointTo(*m_metric, indexOf(settings.chartMetric));
    pointTo(*m_across, indexOf(settings.chartAcross));
    m_metric->setVisible(shownChart() == ByLayer || shownChart() == Scatter);
    m_across->setVisible(shownChart() == Scatter);
    m_over->setVisible(shownChart() == Training);
    const QString definition = shownChart() == Map ? headMapDefinition() : whatChartsShow();
    m_choice->setToolTip(QStringLiteral("<p>%1</p>").arg(definition.toHtmlEscaped()));  // so that it wraps
    m_metric->setToolTip(metricDefinition(metricOf(*m_metric)));
    m_across->setToolTip(metricDefinition(metricOf(*m_across)));
    if (shownChart() != ByDistance) {
        m_job.cancel();
        m_wanted = {};
        m_distances.reset();
    }
    const RunPtr& run = session().shown();
    m_maps.follow(run, session().settings().words, shownChart() == Map);
    m_series.follow(run, m_cases, shownChart() == Training);
    show(run ? current() : std::nullopt);
}

void ChartsView::setCases(const QString& path) {
    m_cases = path;
    follow();
}

QString ChartsView::nameOf(ChartId id) {
    switch (id) {
        case ByLayer:
            return tr("By layer");
        case Scatter:
            return tr("Metrics");
        case ByDistance:
            return tr("By distance");
        case AlongText:
            return tr("Along the text");
        case Map:
            return tr("Map of heads");
        case Training:
            return tr("Over training");
    }
    return {};
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
        case Map:
            return map();
        case Training:
            return training();
    }
    return std::nullopt;
}

std::optional<Chart> ChartsView::map() {
    if (!m_maps.map()) return std::nullopt;
    return headMapChart(*m_maps.map(), session().selection().heads(), m_theme);
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

std::optional<Chart> ChartsView::training() {
    m_places.clear();
    if (!m_series.series() || m_series.series()->empty()) return std::nullopt;
    SeriesChoice choice;
    choice.heads = lineHeads(session().selection());
    choice.current = session().selection().head;
    const int index = std::max(0, m_over->currentIndex());
    if (index < metricsFrom) {
        choice.what = static_cast<SeriesChoice::What>(index);
    } else {
        choice.what = SeriesChoice::What::Metric;
        choice.metric = &core::metrics()[static_cast<std::size_t>(index - metricsFrom)];
    }
    const RunPtr& run = session().shown();
    if (const auto at = core::placeIn(run->opened->series, run->opened->name))
        choice.step = run->opened->series[*at].step;
    SeriesChart made = seriesChart(*m_series.series(), choice, m_theme);
    m_places = std::move(made.places);
    return made.chart;
}

void ChartsView::goToStep(std::size_t step) {
    const auto& series = session().shown()->opened->series;
    if (step < series.size()) emit modelWanted(QString::fromStdString(series[step].folder.string()));
}

void ChartsView::showWork(bool waits) {
    m_chart->setVisible(!waits);
    if (!waits) return m_work->follow(nullptr, {}, {});
    if (shownChart() == Map)
        return m_work->follow(
            &m_maps, tr("Compares all heads of this run with each other. With so many it takes a while."),
            tr("Comparing all heads…"));
    m_work->follow(&m_series,
                   m_series.hasCheckpoints()
                       ? tr("Opens every checkpoint, and runs the text and the open file of cases on it.")
                       : tr("Open a folder that holds checkpoint-<step> folders to see how heads change "
                            "while a model is trained."),
                   tr("Running every checkpoint…"));
    m_work->button().setVisible(m_series.hasCheckpoints());
}

void ChartsView::show(const std::optional<Chart>& chart) {
    m_shown = chart;
    chart ? m_chart->show(*chart, m_theme) : m_chart->clear();
    showWork(!chart && session().shown() && (shownChart() == Map || shownChart() == Training));
    if (chart) emit prepared();
}

Figure ChartsView::figure() const {
    const RunPtr& run = session().shown();
    if (!run || !m_shown) return {};
    Caption caption;
    caption.title = m_shown->name;
    caption.note = noteOf();
    // Of one run, also where the difference of two is shown.
    const bool ofOneRun = shownChart() == Map || shownChart() == Training;
    caption.subtitle = shownText(*run, ofOneRun ? nullptr : session().difference());
    return chartFigure(*m_shown, m_theme, caption, {});
}

QString ChartsView::noteOf() const {
    if (shownChart() == Map) return noteFor(headMapNote(), session().settings().words);
    if (shownChart() == Training) return {};  // its lines have names of their own
    return m_shown->lines.empty() ? QString() : headsTitle(lineHeads(session().selection()));
}

std::vector<core::HeadId> ChartsView::pointHeads() const {
    const bool ofHeads = shownChart() == Scatter || shownChart() == Map;
    return m_shown && ofHeads ? session().shown()->trace->headIds() : std::vector<core::HeadId>();
}

void ChartsView::goTo(double x) {
    const RunPtr& run = session().shown();
    if (!run) return;
    if (shownChart() == Training) return goToNearestStep(x);
    const auto place = static_cast<core::Index>(std::lround(x));
    if (shownChart() == ByLayer && place >= 0 && place < run->trace->layerCount()) {
        core::HeadId head = session().selection().head;
        head.layer = static_cast<int>(place);
        session().selectHead(head);
    } else if (shownChart() == AlongText && place >= 0 && place < run->trace->length()) {
        session().pin(place, std::nullopt);
    }
}

void ChartsView::goToNearestStep(double x) {
    if (!m_series.series()) return;
    std::size_t nearest = 0;
    const auto distance = [&](std::size_t step) {
        return std::abs(static_cast<double>((*m_series.series())[step].checkpoint.step) - x);
    };
    for (std::size_t step = 1; step < m_series.series()->size(); ++step)
        if (distance(step) < distance(nearest)) nearest = step;
    goToStep(nearest);
}

void ChartsView::choose(const QList<int>& points, bool more) {
    if (shownChart() == Training && points.size() == 1 && points[0] < static_cast<int>(m_places.size())) {
        const SeriesChart::Place place = m_places[static_cast<std::size_t>(points[0])];
        if (place.head && !session().selection().holds(*place.head)) session().selectHead(*place.head);
        return goToStep(place.step);
    }
    const std::vector<core::HeadId> all = pointHeads();
    if (all.empty() || points.isEmpty()) return;
    const Selection& selection = session().selection();
    if (more && points.size() == 1)
        return session().select(withToggled(selection, all[static_cast<std::size_t>(points[0])]));
    std::vector<core::HeadId> heads = more ? selection.heads() : std::vector<core::HeadId>();
    for (const int point : points) heads.push_back(all[static_cast<std::size_t>(point)]);
    const bool kept = std::find(heads.begin(), heads.end(), selection.head) != heads.end();
    session().select(withHeads(selection, heads, kept ? selection.head : heads.front()));
}

void ChartsView::readPoint(int point) {
    if (shownChart() == Training)
        return emit readingChanged(point >= 0 && point < static_cast<int>(m_places.size())
                                       ? m_places[static_cast<std::size_t>(point)].reading
                                       : QString());
    const std::vector<core::HeadId> all = pointHeads();
    if (all.empty() || point < 0) return emit readingChanged({});
    if (shownChart() == Map) return emit readingChanged(headMapReading(*m_maps.map(), point));
    const QPointF at = m_shown->points[static_cast<std::size_t>(point)].at;
    const core::HeadId head = all[static_cast<std::size_t>(point)];
    emit readingChanged(QStringLiteral("%1   %2 %3   %4 %5")
                            .arg(QString::fromStdString(core::headName(head)), m_shown->x.title,
                                 numberText(at.x(), 4), m_shown->y.title, numberText(at.y(), 4)));
}

void ChartsView::setTheme(const Theme& theme) {
    m_theme = theme;
    m_header->setTheme(theme);
    for (QComboBox* box : {m_choice, m_metric, m_across, m_over}) box->setFont(theme.textFont(12));
    m_work->setTheme(theme);
    follow();
}

void ChartsView::retranslate() {
    setAccessibleName(tr("Chart"));
    QStringList names;
    for (int id = 0; id < chartCount; ++id) names << nameOf(static_cast<ChartId>(id));
    fill(*m_choice, names, 0);
    fill(*m_metric, metricNames(), entropyAt);
    fill(*m_across, metricNames(), distanceAt);
    fill(*m_over, QStringList{tr("Head types"), tr("Cases")} + metricNames(), 0);
    m_choice->setAccessibleName(tr("Chart"));
    m_metric->setAccessibleName(tr("Measure"));
    m_across->setAccessibleName(tr("Measure across"));
    m_over->setAccessibleName(tr("What to follow over training"));
    follow();
}

void ChartsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
