// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/head_chips.h"

#include <QEvent>
#include <algorithm>

#include "ui/models/wording.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

namespace {

/// The type of a head of the run; Content for one that the run does not have.
core::HeadTypeEvidence typeOf(const Run& run, core::HeadId head) {
    for (std::size_t i = 0; i < run.measures.size(); ++i) {
        if (run.measures[i].head == head) return run.types[i];
    }
    return {};
}

}  // namespace

HeadChips::HeadChips(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_label(new QLabel(this)), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(16, 0, 12, 4);
    m_row->setSpacing(5);
    m_row->addWidget(m_label);
    m_row->addSpacing(6);
    m_row->addStretch(1);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&session, &Session::runChanged, this, &HeadChips::follow);
    connect(&session, &Session::selectionChanged, this, &HeadChips::follow);
    retranslate();
}

void HeadChips::setTheme(const Theme& theme) {
    m_theme = theme;
    setTextLook(*m_label, theme.textFont(12), theme.ink2);
    for (ToggleButton* each : m_chips) each->setTheme(theme);
    follow();
}

void HeadChips::retranslate() {
    m_label->setText(tr("Heads"));
    setAccessibleName(tr("Heads whose lines are shown"));
    follow();
}

void HeadChips::setCount(int count) {
    while (m_chips.size() > count) delete m_chips.takeLast();
    while (m_chips.size() < count) {
        const int index = static_cast<int>(m_chips.size());
        auto* chip = new ToggleButton(ToggleButton::Look::Chip, this);
        chip->setTheme(m_theme);
        chip->installEventFilter(this);
        connect(chip, &ToggleButton::clicked, this, [this, index] { toggle(index); });
        connect(chip, &ToggleButton::doubleClicked, this, [this, index] { isolate(index); });
        m_row->insertWidget(m_row->count() - 1, chip);
        m_chips.append(chip);
    }
}

void HeadChips::follow() {
    const RunPtr& run = m_session.shown();
    const Selection& selection = m_session.selection();
    const int layer = selection.head.layer;
    m_heads = run ? headsOfLayer(*run->trace, layer) : std::vector<core::HeadId>();
    for (const core::HeadId head : run ? selection.others : std::vector<core::HeadId>())
        if (head.layer != layer) m_heads.push_back(head);
    setCount(static_cast<int>(m_heads.size()));
    for (int index = 0; index < count(); ++index) showHead(index);
}

void HeadChips::showHead(int index) {
    const core::HeadId head = m_heads[static_cast<std::size_t>(index)];
    const Selection& selection = m_session.selection();
    const core::HeadTypeEvidence type = typeOf(*m_session.shown(), head);
    const QString name = QString::fromStdString(core::headName(head));
    ToggleButton* each = chip(index);
    const QString text = head.layer == selection.head.layer ? QString::number(head.head) : name;
    if (text != each->text()) {
        each->setText(text);
        each->updateGeometry();
    }
    each->setChecked(selection.holds(head));
    each->setColour(m_theme.headColour(type.type));
    each->setAccessibleName(tr("Head %1: %2").arg(name, headTypeText(type.type)));
    each->setToolTip(QStringLiteral("%1: %2").arg(headTitle(head), evidenceText(type)));
}

void HeadChips::toggle(int index) {
    m_session.select(withToggled(m_session.selection(), m_heads[static_cast<std::size_t>(index)]));
    // The last one cannot be taken away; its button has changed by itself.
    follow();
}

void HeadChips::isolate(int index) {
    const core::HeadId head = m_heads[static_cast<std::size_t>(index)];
    if (m_session.selection().heads() != std::vector{head}) return m_session.selectHead(head);
    m_session.select(
        withHeads(m_session.selection(), headsOfLayer(*m_session.shown()->trace, head.layer), head));
}

bool HeadChips::eventFilter(QObject* watched, QEvent* event) {
    const bool enters = event->type() == QEvent::Enter;
    if (enters || event->type() == QEvent::Leave) {
        const auto index = m_chips.indexOf(static_cast<ToggleButton*>(watched));
        emit headHovered(enters && index >= 0 ? std::optional(m_heads[static_cast<std::size_t>(index)])
                                              : std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

void HeadChips::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
