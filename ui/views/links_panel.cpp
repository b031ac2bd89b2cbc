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

constexpr double barWidth = 50;

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

void LinkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool picked = option.state.testFlag(QStyle::State_Selected);
    const QRectF row(option.rect);
    if (picked || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(picked ? mixed(m_theme.panel, m_theme.accent, 0.13) : m_theme.sunken);
        painter->drawRoundedRect(row, 4, 4);
    }
    const QFont numbers = m_theme.numberFont(12);
    const QString number = index.data(LinkModel::WeightTextRole).toString();
    const double numberWidth = textWidth(number, numbers) + 8;
    const QRectF bar(row.right() - numberWidth - barWidth - 4, row.center().y() - 2.5, barWidth, 5);
    painter->setPen(Qt::NoPen);
    painter->setBrush(mixed(m_theme.panel, m_theme.data, 0.18));
    painter->drawRoundedRect(bar, 2.5, 2.5);
    QRectF filled = bar;
    filled.setWidth(
        std::max(2.0, barWidth * std::min(1.0, std::abs(index.data(LinkModel::WeightRole).toDouble()))));
    painter->setBrush(m_theme.data);
    painter->drawRoundedRect(filled, 2.5, 2.5);
    drawText(*painter, index.data().toString(), m_theme.textFont(13),
             {QRectF(row.left() + 4, row.top(), bar.left() - row.left() - 12, row.height()),
              Qt::AlignLeft | Qt::AlignVCenter, m_theme.ink});
    drawText(*painter, number, numbers,
             {row.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, m_theme.ink});
    painter->restore();
}

LinksPanel::LinksPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(this)),
      m_note(new QLabel(this)),
      m_list(new QListView(this)),
      m_model(new LinkModel(this)),
      m_delegate(new LinkDelegate(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_note, 0, 1, Qt::AlignRight);
    grid->addWidget(m_list, 1, 0, 1, 2);
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    constexpr int frame = 2;  // of the focus
    m_list->setFixedHeight(LinkDelegate::rowHeight * static_cast<int>(largestCount) + frame);
    connect(m_list, &QListView::clicked, this, &LinksPanel::selectLink);
    connect(m_list, &QListView::activated, this, &LinksPanel::selectLink);
    connect(&session, &Session::runChanged, this, &LinksPanel::prepareIfNeeded);
    connect(&session, &Session::settingsChanged, this, &LinksPanel::prepareIfNeeded);
    connect(&session, &Session::selectionChanged, this, &LinksPanel::prepareIfNeeded);
    retranslate();
    prepareIfNeeded();
}

void LinksPanel::setTheme(const Theme& theme) {
    m_title->setFont(theme.textFont(13, true));
    setTextLook(*m_note, theme.textFont(12), theme.ink2);
    m_delegate->setTheme(theme);
    QPalette palette = m_list->palette();
    palette.setColor(QPalette::Base, theme.panel);
    m_list->setPalette(palette);
    m_list->viewport()->update();
}

void LinksPanel::prepareIfNeeded() {
    const Wanted wanted{m_session.shown(), m_session.difference(), m_session.selection().head,
                        m_session.settings().words};
    if (wanted == m_wanted) return followSelection();
    if (wanted.run != m_wanted.run || wanted.difference != m_wanted.difference) m_model->clear();
    m_wanted = wanted;
    followTitle();
    followWords();
    m_job.cancel();
    const core::PatternPtr pattern = wanted.run ? m_session.pattern(wanted.head) : nullptr;
    if (!pattern) return take({}, nullptr);
    const core::HeadId head = wanted.head;
    m_job.start<std::vector<core::Link>>(
        [pattern, head](const core::Progress& progress) { return linksOf(*pattern, head, progress); },
        [this, pattern](std::vector<core::Link> links) { take(std::move(links), pattern); });
}

void LinksPanel::take(std::vector<core::Link> links, const core::PatternPtr& pattern) {
    if (pattern) {
        m_model->show(std::move(links), pattern, RowMap(m_wanted.run->trace->tokens, m_wanted.words));
    } else {
        m_model->clear();
    }
    followSelection();
    emit prepared();
}

void LinksPanel::followSelection() {
    const int row = m_model->rowOf(m_session.selection());
    if (row < 0) return m_list->clearSelection();
    m_list->selectionModel()->setCurrentIndex(m_model->index(row), QItemSelectionModel::ClearAndSelect);
}

void LinksPanel::selectLink(const QModelIndex& index) {
    if (index.isValid()) m_session.select(m_model->pairAt(index.row()));
}

void LinksPanel::retranslate() {
    m_note->setText(tr("without special tokens"));
    followTitle();
    followWords();
}

void LinksPanel::followTitle() {
    m_title->setText(m_wanted.difference ? tr("Largest changes") : tr("Strongest links"));
    m_list->setAccessibleName(m_wanted.difference ? tr("Largest changes of the selected head")
                                                  : tr("Strongest links of the selected head"));
}

void LinksPanel::followWords() {
    m_list->setToolTip(noteFor(tr("Click to pin the pair"), m_wanted.words));
}

void LinksPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace headscope::ui
