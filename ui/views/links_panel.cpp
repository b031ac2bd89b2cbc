// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/links_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <cmath>

#include "ui/figures/caption.h"
#include "ui/figures/paint_helpers.h"
#include "ui/views/text_look.h"

namespace headscope::ui {

namespace {

/// The links worth naming: both ends in the text.
std::vector<core::Link> linksOf(const core::PatternSource& pattern, core::HeadId head,
                                const core::Progress& progress) {
    std::vector<bool> counts;
    for (const core::Token& token : pattern.rowTokens()) counts.push_back(!token.special);
    std::vector<core::Link> links =
        core::strongestLinks(pattern, head, LinksPanel::largestCount, counts, progress);
    // Between runs that are the same nothing changed most.
    if (pattern.difference() != nullptr)
        std::erase_if(links, [](const core::Link& link) { return link.weight == 0; });
    return links;
}

}  // namespace

LinksPanel::LinksPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(this)),
      m_note(new QLabel(this)),
      m_list(new LinkList(session, this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_note, 0, 1, Qt::AlignRight);
    grid->addWidget(m_list, 1, 0, 1, 2);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    constexpr int frame = 2;  // of the focus
    m_list->setFixedHeight(LinkList::rowHeight * static_cast<int>(largestCount) + frame);
    connect(&session, &Session::runChanged, this, &LinksPanel::prepareIfNeeded);
    connect(&session, &Session::settingsChanged, this, &LinksPanel::prepareIfNeeded);
    connect(&session, &Session::selectionChanged, this, &LinksPanel::prepareIfNeeded);
    retranslate();
    prepareIfNeeded();
}

void LinksPanel::setTheme(const Theme& theme) {
    m_title->setFont(theme.textFont(13, true));
    setTextLook(*m_note, theme.textFont(12), theme.ink2);
    m_list->setTheme(theme);
}

void LinksPanel::prepareIfNeeded() {
    const Wanted wanted{m_session.shown(), m_session.difference(), m_session.group(),
                        m_session.selection().head, m_session.settings().words};
    if (wanted == m_wanted) return;
    if (wanted.run != m_wanted.run || wanted.difference != m_wanted.difference) m_list->links().clear();
    m_wanted = wanted;
    followTitle();
    followWords();
    m_job.cancel();
    const core::PatternPtr pattern = wanted.run ? m_session.pattern() : nullptr;
    if (!pattern) return take({}, nullptr);
    const core::HeadId head = wanted.head;
    m_job.start<std::vector<core::Link>>(
        [pattern, head](const core::Progress& progress) { return linksOf(*pattern, head, progress); },
        [this, pattern](std::vector<core::Link> links) { take(std::move(links), pattern); });
}

void LinksPanel::take(std::vector<core::Link> links, const core::PatternPtr& pattern) {
    if (pattern) {
        m_list->links().show(std::move(links), pattern, RowMap(m_wanted.run->trace->tokens, m_wanted.words));
    } else {
        m_list->links().clear();
    }
    emit prepared();
}

void LinksPanel::retranslate() {
    m_note->setText(tr("without special tokens"));
    followTitle();
    followWords();
}

void LinksPanel::followTitle() {
    m_title->setText(m_wanted.difference ? tr("Largest changes") : tr("Strongest links"));
    m_list->setAccessibleName(m_wanted.difference ? tr("Largest changes of the chosen heads")
                                                  : tr("Strongest links of the chosen heads"));
}

void LinksPanel::followWords() {
    m_list->setToolTip(noteFor(tr("Click to pin the pair"), m_wanted.words));
}

void LinksPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
