// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/views/head_table.h"
#include "ui/views/inspector.h"
#include "ui/views/max_attention_table.h"
#include "ui/views/overview_view.h"
#include "ui/window_style.h"

namespace headscope::ui {
namespace {

constexpr int gap = 10;
constexpr int leftWidth = 396;
constexpr int rightWidth = 300;
constexpr int centreWidth = 744;

QSplitter* splitter(Qt::Orientation orientation) {
    auto* made = new QSplitter(orientation);
    made->setHandleWidth(gap);
    made->setChildrenCollapsible(false);
    return made;
}

}  // namespace

Workspace::Workspace(Session& session, QWidget* parent)
    : QWidget(parent),
      m_columns(splitter(Qt::Horizontal)),
      m_left(splitter(Qt::Vertical)),
      m_tableSwitch(new SegmentedControl(this)),
      m_tables(new QStackedWidget),
      m_centre(new QStackedWidget),
      m_right(splitter(Qt::Vertical)) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(gap, gap, gap, gap);
    row->addWidget(m_columns);
    fillColumns(session);
    m_columns->setSizes({leftWidth, centreWidth, rightWidth});
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setStretchFactor(2, 0);
}

void Workspace::fillColumns(Session& session) {
    m_columns->addWidget(m_left);
    auto* centreCard = new QFrame(m_columns);
    setLook(*centreCard, "card");
    (new QVBoxLayout(centreCard))->addWidget(m_centre);
    m_columns->addWidget(centreCard);
    m_columns->addWidget(m_right);

    m_grid = new OverviewView(session, this, OverviewView::Room::Small);
    card(m_grid, m_left);
    m_left->addWidget(tableCard(session));
    for (const ViewInfo& info : views()) m_centre->addWidget(adopt(info.make(session, this)));
    card(new Inspector(session, this), m_right);
    m_charts = new ChartsView(session, this);
    m_chartCard = card(m_charts, m_right);
    connect(m_cases, &CasesView::fileOpened, m_charts, &ChartsView::setCases);
    for (OverviewView* each : findChildren<OverviewView*>())
        connect(each, &OverviewView::enlargeWanted, this, &Workspace::enlargeOverview);
    m_left->setSizes({380, 440});
    m_right->setSizes({540, 230});
    m_right->setStretchFactor(0, 1);
    m_right->setStretchFactor(1, 0);
}

QWidget* Workspace::card(View* view, QSplitter* column) {
    auto* frame = new QFrame(column);
    setLook(*frame, "card");
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(adopt(view));
    column->addWidget(frame);
    return frame;
}

QWidget* Workspace::tableCard(Session& session) {
    auto* frame = new QFrame;
    setLook(*frame, "card");
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(1, 8, 1, 1);
    column->addWidget(m_tableSwitch, 0, Qt::AlignHCenter);
    column->addWidget(m_tables, 1);
    m_tables->addWidget(adopt(new HeadTable(session, this)));
    m_tables->addWidget(adopt(new MaxAttentionTable(session, this)));
    m_linkHeads = new LinkHeadsView(session, this);
    m_tables->addWidget(adopt(m_linkHeads));
    m_cases = new CasesView(session, this);
    m_tables->addWidget(adopt(m_cases));
    connect(m_tableSwitch, &SegmentedControl::pressed, this, &Workspace::showTable);
    retranslate();
    return frame;
}

void Workspace::showTable(int index) {
    m_tables->setCurrentIndex(index);
    m_tableSwitch->setCurrent(index);
}

QStringList Workspace::tableNames() {
    return {tr("Heads"), tr("Strongest keys"), tr("This link"), tr("Cases")};
}

void Workspace::retranslate() {
    m_tableSwitch->setLabels(tableNames());
    m_tableSwitch->setCurrent(m_tables->currentIndex());
    m_tableSwitch->setAccessibleName(tr("Tables"));
}

void Workspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

View* Workspace::adopt(View* view) {
    m_views.push_back(view);
    connect(view, &View::readingChanged, this, &Workspace::readingChanged);
    return view;
}

void Workspace::setTheme(const Theme& theme) {
    m_tableSwitch->setTheme(theme);
    for (View* view : m_views) view->setTheme(theme);
}

void Workspace::showView(int index) {
    if (index == viewIndex()) return;
    m_before = viewIndex();
    m_centre->setCurrentIndex(index);
}

void Workspace::enlargeOverview() {
    const int overview = viewIndexOf("grid");
    const bool enlarged = viewIndex() == overview;
    emit viewWanted(enlarged ? m_before : overview);
    enlarged ? focusGrid() : view().setFocus(Qt::OtherFocusReason);
}

View& Workspace::view() const {
    return static_cast<View&>(*m_centre->currentWidget());
}

void Workspace::focusGrid() {
    m_grid->setFocus(Qt::OtherFocusReason);
}

void Workspace::focusTable() {
    const QWidget* shown = m_tables->currentWidget();
    QWidgetList parts{shown->findChild<QAbstractItemView*>()};
    // A table without rows may hide them.
    for (QToolButton* button : shown->findChildren<QToolButton*>()) parts.append(button);
    const auto takes = std::find_if(parts.begin(), parts.end(), [](const QWidget* part) {
        return part != nullptr && part->isVisible() && part->isEnabled();
    });
    if (takes != parts.end()) (*takes)->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace headscope::ui
