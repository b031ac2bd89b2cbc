// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inspector.h"

#include <QEvent>
#include <QFrame>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/views/answers_panel.h"
#include "ui/views/head_panel.h"
#include "ui/views/links_panel.h"
#include "ui/views/pair_panel.h"
#include "ui/views/types_panel.h"

namespace headscope::ui {

Inspector::Inspector(Session& shared, QWidget* parent) : View(shared, parent) {
    auto* content = new QWidget;
    m_head = new HeadPanel(shared, content);
    m_types = new TypesPanel(shared, content);
    m_pair = new PairPanel(shared, content);
    m_links = new LinksPanel(shared, content);
    m_answers = new AnswersPanel(shared, content);
    auto* sections = new QVBoxLayout(content);
    sections->setContentsMargins(16, 14, 16, 14);
    sections->setSpacing(10);
    sections->addWidget(m_head);
    sections->addWidget(m_types);
    for (QWidget* section :
         {static_cast<QWidget*>(m_pair), static_cast<QWidget*>(m_answers), static_cast<QWidget*>(m_links)}) {
        m_lines.push_back(new QFrame(content));
        m_lines.back()->setFixedHeight(1);
        sections->addWidget(m_lines.back());
        sections->addWidget(section);
    }
    sections->addStretch(1);
    // No line stands over a section that is not there.
    m_lines[1]->setVisible(m_answers->isVisibleTo(content));
    connect(m_answers, &AnswersPanel::shownChanged, m_lines[1], &QFrame::setVisible);

    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);  // what can be reached is inside it
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    retranslate();
}

void Inspector::setTheme(const Theme& theme) {
    m_head->setTheme(theme);
    m_types->setTheme(theme);
    m_pair->setTheme(theme);
    m_links->setTheme(theme);
    m_answers->setTheme(theme);
    for (QFrame* line : m_lines)
        line->setStyleSheet(QStringLiteral("background: %1").arg(theme.hairline.name()));
}

void Inspector::retranslate() {
    setAccessibleName(tr("Selected head"));
}

void Inspector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
