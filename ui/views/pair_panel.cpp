// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/pair_panel.h"

#include <QEvent>
#include <QGridLayout>

#include "ui/figures/caption.h"
#include "ui/models/wording.h"
#include "ui/views/hover_tip.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

PairPanel::PairPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_pair(new QLabel(this)),
      m_weight(new QLabel(this)),
      m_positions(new QLabel(this)),
      m_rank(new QLabel(this)),
      m_hint(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_pair, 0, 0);
    grid->addWidget(m_weight, 0, 1, Qt::AlignRight);
    grid->addWidget(m_positions, 1, 0);
    grid->addWidget(m_rank, 1, 1, Qt::AlignRight);
    grid->addWidget(m_hint, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    // Tokens may look like markup, and a long one must not widen the panel.
    m_pair->setTextFormat(Qt::PlainText);
    m_pair->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_weight->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hint->setWordWrap(true);
    connect(&session, &Session::runChanged, this, &PairPanel::followRows);
    connect(&session, &Session::settingsChanged, this, &PairPanel::followRows);
    connect(&session, &Session::selectionChanged, this, &PairPanel::follow);
    connect(&session, &Session::hoverChanged, this, &PairPanel::follow);
    followRows();
}

void PairPanel::setTheme(const Theme& theme) {
    m_pair->setFont(theme.textFont(13, true));
    setTextLook(*m_weight, theme.numberFont(15), theme.accent);
    for (QLabel* quiet : {m_positions, m_rank, m_hint}) {
        setTextLook(*quiet, theme.textFont(12), theme.ink2);
    }
    // The hint takes the room of a reading, so that nothing below moves while the pointer travels.
    setMinimumHeight(QFontMetrics(m_weight->font()).height() + QFontMetrics(m_rank->font()).height() + 6);
}

void PairPanel::followRows() {
    const RunPtr& run = m_session.shown();
    m_rows = run ? RowMap(run->trace->tokens, m_session.settings().words) : RowMap();
    follow();
}

std::optional<PairReading> PairPanel::reading() const {
    const Hover& hover = m_session.hover();
    const Selection& selection = m_session.selection();
    const auto query = hover.query ? hover.query : selection.query;
    const auto key = hover.key ? hover.key : selection.key;
    const core::PatternPtr pattern = query && key ? m_session.pattern() : nullptr;
    return pattern ? readPair(*pattern, m_rows, *query, *key) : std::nullopt;
}

void PairPanel::follow() {
    const std::optional<PairReading> pair = reading();
    for (QLabel* label : {m_pair, m_weight, m_positions, m_rank}) label->setVisible(pair.has_value());
    m_hint->setVisible(!pair);
    m_hint->setText(tr("Point at a cell or a line to read its weight. Click to keep it."));
    if (!pair) return;
    m_pair->setText(pairText(*pair));
    m_pair->setToolTip(asToolTip(pairText(*pair)));
    m_weight->setText(weightReading(*pair, pair->before ? 3 : 4));
    m_weight->setToolTip(noteFor(weightReading(*pair, 6), m_session.settings().words));
    m_positions->setText(positionsText(*pair));
    m_rank->setText(pair->before ? changeReading(*pair, 4) : rankText(*pair));
    m_rank->setToolTip(pair->before ? rankText(*pair) : QString());
}

void PairPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) follow();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
