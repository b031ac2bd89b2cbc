// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/link_heads_view.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/figures/caption.h"
#include "ui/figures/isolated.h"
#include "ui/figures/run_pattern.h"
#include "ui/figures/token_label.h"
#include "ui/models/wording.h"
#include "ui/views/text_look.h"

namespace headscope::ui {
namespace {

/// The weight of one cell in every head that has it, or its change, largest first.
std::vector<core::Link> headsOf(const Run& run, const ComparedRunsPtr& difference, core::CellRect cell,
                                bool words, const core::Progress& progress) {
    std::vector<core::Link> links;
    const std::vector<core::HeadId> heads = run.trace->headIds();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        core::report(progress, static_cast<double>(i) / static_cast<double>(heads.size()));
        const core::PatternPtr pattern =
            difference ? differencePattern(*difference, heads[i], words) : runPattern(run, heads[i], words);
        if (!pattern || (difference && !pattern->allowed(cell.row, cell.column))) continue;
        links.push_back({heads[i], cell.row, cell.column, static_cast<double>(pattern->cells(cell)(0, 0))});
    }
    std::stable_sort(links.begin(), links.end(), [](const core::Link& a, const core::Link& b) {
        return std::abs(a.weight) > std::abs(b.weight);
    });
    return links;
}

QString nameOf(const Run& run, core::Index position) {
    return isolated(tokenLabel(run.trace->tokens[static_cast<std::size_t>(position)]).text);
}

}  // namespace

LinkHeadsView::LinkHeadsView(Session& shared, QWidget* parent)
    : View(shared, parent), m_title(new QLabel(this)), m_list(new LinkList(shared, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 14, 8);
    column->addWidget(m_title);
    column->addWidget(m_list, 1);
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    setFocusProxy(m_list);
    connect(&shared, &Session::runChanged, this, &LinkHeadsView::prepareIfNeeded);
    connect(&shared, &Session::settingsChanged, this, &LinkHeadsView::prepareIfNeeded);
    connect(&shared, &Session::selectionChanged, this, &LinkHeadsView::prepareIfNeeded);
    retranslate();
    prepareIfNeeded();
}

void LinkHeadsView::setTheme(const Theme& theme) {
    setTextLook(*m_title, theme.textFont(13), theme.ink2);
    m_list->setTheme(theme);
}

void LinkHeadsView::prepareIfNeeded() {
    // A hidden table catches up when it is shown, and holds no run until then.
    if (!isVisible()) {
        m_job.cancel();
        m_wanted = {};
        return take({});
    }
    const Selection& selection = session().selection();
    const Wanted wanted{session().shown(), session().difference(), selection.query, selection.key,
                        session().settings().words};
    if (wanted == m_wanted) return;
    m_wanted = wanted;
    retranslate();
    m_job.cancel();
    if (!wanted.run || !wanted.query || !wanted.key) return take({});
    const RowMap rows(wanted.run->trace->tokens, wanted.words);
    const core::CellRect cell{rows.rowOf(*wanted.query), rows.rowOf(*wanted.key), 1, 1};
    m_job.start<std::vector<core::Link>>(
        [wanted, cell](const core::Progress& progress) {
            return headsOf(*wanted.run, wanted.difference, cell, wanted.words, progress);
        },
        [this](std::vector<core::Link> links) { take(std::move(links)); });
}

void LinkHeadsView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    prepareIfNeeded();
}

void LinkHeadsView::take(std::vector<core::Link> links) {
    m_links = std::move(links);
    showLinks();
}

void LinkHeadsView::showLinks() {
    std::vector<LinkModel::Entry> entries;
    const std::vector<core::HeadId> heads =
        m_wanted.run ? m_wanted.run->trace->headIds() : std::vector<core::HeadId>();
    for (const core::Link& link : m_links) {
        const auto at =
            static_cast<std::size_t>(std::find(heads.begin(), heads.end(), link.head) - heads.begin());
        entries.push_back({{link.head, m_wanted.query, m_wanted.key},
                           QStringLiteral("%1   %2").arg(QString::fromStdString(core::headName(link.head)),
                                                         headTypeText(m_wanted.run->types[at].type)),
                           link.weight});
    }
    m_list->links().show(std::move(entries), m_wanted.difference != nullptr);
}

void LinkHeadsView::retranslate() {
    setAccessibleName(tr("Heads by the pinned link"));
    m_list->setAccessibleName(tr("All heads by the weight of the pinned link"));
    m_list->setToolTip(noteFor(tr("Click to go to the head"), m_wanted.words));
    const bool pinned = m_wanted.run && m_wanted.query && m_wanted.key;
    if (!pinned)
        return m_title->setText(
            tr("Which heads link one word to another? Click the word that looks, then "
               "Shift+click the word that it should look at."));
    const QString query = nameOf(*m_wanted.run, *m_wanted.query);
    const QString key = nameOf(*m_wanted.run, *m_wanted.key);
    m_title->setText(m_wanted.difference ? tr("Heads by how much %1 → %2 changed").arg(query, key)
                                         : tr("Heads by the weight of %1 → %2").arg(query, key));
}

void LinkHeadsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showLinks();
    }
    View::changeEvent(event);
}

}  // namespace headscope::ui
