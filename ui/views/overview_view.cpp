// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview_view.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/figures/side_by_side.h"
#include "ui/models/wording.h"

namespace headscope::ui {

OverviewView::OverviewView(Session& shared, QWidget* parent, Room room)
    : View(shared, parent),
      m_canvas(new GridCanvas(shared, this, room == Room::Large ? std::optional(Side::B) : std::nullopt)),
      m_header(new ViewHeader(this)),
      m_measure(new QComboBox(this)),
      m_sort(new SegmentedControl(this, false)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    if (room == Room::Large) {
        m_canvasOfA = new GridCanvas(shared, this, Side::A);
        row->addWidget(m_canvasOfA, 1);
        connectCanvas(*m_canvasOfA);
    }
    row->addWidget(m_canvas, 1);
    column->addLayout(row, 1);
    m_header->addControl(m_measure);
    m_header->addControl(m_sort);
    // The longest name must not decide how wide the column of the overview is.
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_measure->setMinimumContentsLength(10);
    setFocusProxy(m_canvas);
    connect(m_measure, &QComboBox::activated, this, &OverviewView::choose);
    connect(m_sort, &SegmentedControl::pressed, this, &OverviewView::choose);
    connectCanvas(*m_canvas);
    retranslate();
}

void OverviewView::connectCanvas(GridCanvas& canvas) {
    connect(&canvas, &GridCanvas::readingChanged, this, &OverviewView::readingChanged);
    connect(&canvas, &GridCanvas::enlargeWanted, this, &OverviewView::enlargeWanted);
    connect(&canvas, &GridCanvas::prepared, this, &OverviewView::follow);
}

Figure OverviewView::figure() const {
    const ComparedRunsPtr both = m_canvasOfA != nullptr ? session().beside() : nullptr;
    if (!both) return m_canvas->figure();
    const Figure a = m_canvasOfA->figure();
    const Figure b = m_canvas->figure();
    if (a.isNull() || b.isNull()) return {};
    return sideBySide({a, b}, besideGridCaption(*both), m_canvas->theme());
}

void OverviewView::setTheme(const Theme& theme) {
    m_header->setTheme(theme);
    m_measure->setFont(theme.textFont(12));
    m_sort->setTheme(theme);
    m_canvas->setTheme(theme);
    if (m_canvasOfA != nullptr) m_canvasOfA->setTheme(theme);
}

void OverviewView::choose() {
    ViewSettings settings = session().settings();
    settings.measure = m_measure->currentData().toString().toStdString();
    settings.sortHeads = m_sort->isDown(0) && !settings.measure.empty();
    session().setSettings(settings);
}

void OverviewView::follow() {
    const ViewSettings& settings = session().settings();
    const QSignalBlocker quiet(m_measure);
    m_measure->setCurrentIndex(std::max(0, m_measure->findData(QString::fromStdString(settings.measure))));
    const core::Metric* metric = core::metricNamed(settings.measure);
    m_measure->setToolTip(metric != nullptr ? metricDefinition(*metric)
                                            : tr("The measure in whose colours the heads are"));
    const bool beside = m_canvasOfA != nullptr && session().beside() != nullptr;
    if (m_canvasOfA != nullptr) m_canvasOfA->setVisible(beside);
    m_sort->setVisible(metric != nullptr && !beside);
    m_sort->setDown(0, settings.sortHeads);
    // With a measure the legend says the rest.
    m_header->setNote(m_canvas->isMeasuring() ? tr("measuring…")
                      : metric == nullptr     ? tr("layers ↓  heads →")
                                              : QString());
}

void OverviewView::fillMeasures() {
    const QSignalBlocker quiet(m_measure);
    m_measure->clear();
    m_measure->addItem(tr("No measure"), QString());
    for (const core::Metric& metric : core::metrics())
        m_measure->addItem(metricName(metric), QString::fromStdString(std::string(metric.id)));
}

void OverviewView::retranslate() {
    m_header->setTitle(tr("Overview"));
    setAccessibleName(tr("Overview"));
    fillMeasures();
    m_measure->setAccessibleName(tr("Measure in whose colours the heads are"));
    m_sort->setLabels({tr("Sorted")});
    m_sort->setToolTips({tr("Heads in the order of the measure, largest first")});
    m_sort->setAccessibleName(tr("Order of the heads"));
    for (GridCanvas* canvas : {m_canvas, m_canvasOfA}) {
        if (canvas == nullptr) continue;
        canvas->setAccessibleName(tr("All heads"));
        canvas->setAccessibleDescription(
            tr("One thumbnail per head, layers down and heads across. Arrow keys move between heads, Space "
               "gives the thumbnails more room."));
    }
    follow();
}

void OverviewView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
