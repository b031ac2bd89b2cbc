// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/series_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QSignalBlocker>

#include "ui/run_loader.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int widest = 480;

/// None where there is no run, or its model is no checkpoint among others.
std::span<const core::SeriesCheckpoint> seriesOf(const RunPtr& run) {
    if (!run || !run->opened) return {};
    return run->opened->series;
}

}  // namespace

SeriesBar::SeriesBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_place(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_title);
    row->addWidget(m_slider, 2);
    row->addWidget(m_place);
    row->addStretch(1);
    setLook(*m_title, "quiet");
    m_slider->setTracking(false);  // every value is a model to open
    m_slider->setPageStep(1);
    m_slider->setMaximumWidth(widest);
    connect(m_slider, &QSlider::sliderMoved, this, &SeriesBar::showPlace);
    connect(m_slider, &QSlider::valueChanged, this, [this](int place) {
        showPlace(place);
        const auto series = seriesOf(m_session.shown());
        if (place < static_cast<int>(series.size()))
            emit modelWanted(QString::fromStdString(series[static_cast<std::size_t>(place)].folder.string()));
    });
    connect(&session, &Session::runChanged, this, &SeriesBar::follow);
    follow();
}

void SeriesBar::follow() {
    const RunPtr& run = m_session.shown();
    const auto series = seriesOf(run);
    setVisible(!series.empty());
    if (series.empty()) return;
    m_title->setText(tr("Training step"));
    m_slider->setAccessibleName(tr("Checkpoint of the training"));
    m_slider->setToolTip(tr("The same text and head at another checkpoint of this training"));
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(series.size()) - 1);
    const auto at = core::placeIn(series, run->opened->name);
    m_slider->setValue(static_cast<int>(at.value_or(series.size() - 1)));
    showPlace(m_slider->value());
    if (!at) m_place->setText(tr("the model beside its %1 checkpoints").arg(series.size()));
}

void SeriesBar::showPlace(int place) {
    const auto series = seriesOf(m_session.shown());
    if (place < 0 || place >= static_cast<int>(series.size())) return;
    m_place->setText(
        tr("%1 · %2 of %3")
            .arg(QLocale().toString(static_cast<qulonglong>(series[static_cast<std::size_t>(place)].step)))
            .arg(place + 1)
            .arg(series.size()));
}

void SeriesBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
