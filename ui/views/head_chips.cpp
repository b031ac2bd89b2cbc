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

std::vector<int> shownHeads(const Session& session) {
    const RunPtr& run = session.shown();
    if (!run) return {};
    const core::HeadId selected = session.selection().head;
    const int count = run->trace->headCount(selected.layer);
    std::vector<int> heads;
    for (int head : session.settings().shownHeads) {
        if (head >= 0 && head < count) heads.push_back(head);
    }
    std::sort(heads.begin(), heads.end());
    if (heads.empty() && count > 0) heads.push_back(selected.head);
    return heads;
}

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
    connect(&session, &Session::settingsChanged, this, &HeadChips::follow);
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
        const int head = static_cast<int>(m_chips.size());
        auto* chip = new ToggleButton(ToggleButton::Look::Chip, this);
        chip->setText(QString::number(head));
        chip->setTheme(m_theme);
        chip->installEventFilter(this);
        connect(chip, &ToggleButton::clicked, this, [this, head] { toggle(head); });
        connect(chip, &ToggleButton::doubleClicked, this, [this, head] { showAlone(head); });
        m_row->insertWidget(m_row->count() - 1, chip);
        m_chips.append(chip);
    }
}

void HeadChips::follow() {
    const RunPtr& run = m_session.shown();
    core::HeadId head = m_session.selection().head;
    setCount(run ? run->trace->headCount(head.layer) : 0);
    const std::vector<int> shown = shownHeads(m_session);
    for (head.head = 0; head.head < count(); ++head.head) {
        ToggleButton* each = chip(head.head);
        const core::HeadTypeEvidence type = typeOf(*run, head);
        each->setChecked(std::find(shown.begin(), shown.end(), head.head) != shown.end());
        each->setColour(m_theme.headColour(type.type));
        each->setAccessibleName(
            tr("Head %1: %2").arg(QString::fromStdString(core::headName(head)), headTypeText(type.type)));
        each->setToolTip(QStringLiteral("%1: %2").arg(headTitle(head), evidenceText(type)));
    }
}

void HeadChips::toggle(int head) {
    std::vector<int> heads = shownHeads(m_session);
    const auto found = std::find(heads.begin(), heads.end(), head);
    if (found == heads.end()) {
        heads.push_back(head);
    } else if (heads.size() > 1) {
        heads.erase(found);
    }
    std::sort(heads.begin(), heads.end());
    ViewSettings settings = m_session.settings();
    settings.shownHeads = heads;
    m_session.setSettings(settings);
    // The last one cannot be taken away; its button has changed by itself.
    follow();
}

void HeadChips::showAlone(int head) {
    ViewSettings settings = m_session.settings();
    settings.shownHeads.clear();
    m_session.setSettings(settings);
    core::HeadId selected = m_session.selection().head;
    selected.head = head;
    m_session.selectHead(selected);
    follow();
}

bool HeadChips::eventFilter(QObject* watched, QEvent* event) {
    const bool enters = event->type() == QEvent::Enter;
    if (enters || event->type() == QEvent::Leave) {
        core::HeadId head = m_session.selection().head;
        head.head = static_cast<int>(m_chips.indexOf(static_cast<ToggleButton*>(watched)));
        emit headHovered(enters && head.head >= 0 ? std::optional(head) : std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

void HeadChips::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
