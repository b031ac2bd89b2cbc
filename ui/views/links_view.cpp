// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/links_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QSignalBlocker>
#include <cmath>

#include "ui/figures/caption.h"
#include "ui/models/wording.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

namespace {

enum Switch { AllHeads, MuteSpecials };

}  // namespace

LinksView::LinksView(Session& shared, const LinksPainter& painter, QWidget* parent)
    : View(shared, parent),
      m_canvas(new LinksCanvas(shared, painter, this)),
      m_header(new ViewHeader(this)),
      m_switches(new SegmentedControl(this, false)),
      m_shareLabel(new QLabel(this)),
      m_share(new QSlider(Qt::Horizontal, this)),
      m_shareValue(new QLabel(this)),
      m_chips(new HeadChips(shared, this)),
      m_scroll(new QScrollBar(painter.scroll, this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 8);
    grid->setSpacing(0);
    grid->addWidget(m_header, 0, 0, 1, 2);
    grid->addWidget(m_chips, 1, 0, 1, 2);
    grid->addWidget(m_canvas, 2, 0);
    grid->addWidget(m_scroll, painter.scroll == Qt::Vertical ? 2 : 3, painter.scroll == Qt::Vertical ? 1 : 0);
    for (QWidget* control : {static_cast<QWidget*>(m_switches), static_cast<QWidget*>(m_shareLabel),
                             static_cast<QWidget*>(m_share), static_cast<QWidget*>(m_shareValue)}) {
        m_header->addControl(control);
    }
    m_share->setRange(5, 100);
    m_share->setPageStep(10);
    m_share->setFixedWidth(96);
    m_shareLabel->setBuddy(m_share);
    setFocusProxy(m_canvas);
    connectParts();
}

void LinksView::connectParts() {
    connect(m_switches, &SegmentedControl::pressed, this, &LinksView::switchPressed);
    connect(m_share, &QSlider::valueChanged, this, [this](int percent) {
        ViewSettings settings = session().settings();
        settings.share = percent / 100.0;
        session().setSettings(settings);
    });
    connect(m_chips, &HeadChips::headHovered, m_canvas, &LinksCanvas::setHoveredHead);
    connect(m_canvas, &LinksCanvas::readingChanged, this, &LinksView::readingChanged);
    connect(m_canvas, &LinksCanvas::prepared, this, &LinksView::followWindow);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas,
            [this](int first) { m_canvas->setFirstPlace(first); });
    connect(&session(), &Session::runChanged, this, &LinksView::follow);
    connect(&session(), &Session::selectionChanged, this, &LinksView::follow);
    connect(&session(), &Session::settingsChanged, this, &LinksView::follow);
}

void LinksView::setTheme(const Theme& theme) {
    m_header->setTheme(theme);
    m_switches->setTheme(theme);
    setTextLook(*m_shareLabel, theme.textFont(12), theme.ink2);
    setTextLook(*m_shareValue, theme.numberFont(12), theme.ink);
    m_chips->setTheme(theme);
    m_canvas->setTheme(theme);
    retranslate();
}

void LinksView::follow() {
    const RunPtr& run = session().shown();
    const Selection& selection = session().selection();
    m_header->setTitle(run ? headsTitle(selection.heads()) : QString());
    const ViewSettings& settings = session().settings();
    m_header->setNote(noteFor(note(), settings.words));
    m_switches->setDown(AllHeads,
                        run && selection.heads() == headsOfLayer(*run->trace, selection.head.layer));
    m_switches->setDown(MuteSpecials, settings.muteSpecials);
    const QSignalBlocker quiet(m_share);
    m_share->setValue(static_cast<int>(std::lround(settings.share * 100)));
    m_shareValue->setText(percentText(settings.share));
    followWindow();
}

void LinksView::followWindow() {
    const QSignalBlocker quiet(m_scroll);
    const auto places = static_cast<int>(m_canvas->places());
    const auto fits = static_cast<int>(m_canvas->capacity());
    m_scroll->setVisible(places > fits);
    m_scroll->setPageStep(fits);
    m_scroll->setRange(0, std::max(0, places - fits));
    m_scroll->setValue(static_cast<int>(m_canvas->firstPlace()));
}

void LinksView::switchPressed(int index) {
    ViewSettings settings = session().settings();
    const Selection& selection = session().selection();
    const RunPtr& run = session().shown();
    if (index == MuteSpecials) {
        settings.muteSpecials = m_switches->isDown(MuteSpecials);
        session().setSettings(settings);
    } else if (run && m_switches->isDown(AllHeads)) {
        session().select(
            withHeads(selection, headsOfLayer(*run->trace, selection.head.layer), selection.head));
    } else {
        session().selectHead(selection.head);
    }
    follow();
}

void LinksView::retranslate() {
    m_switches->setLabels({tr("All heads"), tr("Mute specials")});
    m_switches->setToolTips(
        {tr("Lines of every head of the layer, or of the selected one"),
         tr("No lines to or from special tokens; the part of the weight they take stays in the sums")});
    m_switches->setAccessibleName(tr("Which lines are shown"));
    m_shareLabel->setText(tr("Show"));
    m_share->setAccessibleName(tr("Share of each row's weight that is shown"));
    m_share->setToolTip(tr("Of every token the strongest links that together make this share of its weight"));
    // Room for the longest value, so that the row does not move.
    m_shareValue->setMinimumWidth(m_shareValue->fontMetrics().horizontalAdvance(percentText(1)));
    m_scroll->setAccessibleName(tr("Scroll tokens"));
    follow();
}

void LinksView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
