// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/max_attention_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <utility>

#include "ui/figures/isolated.h"
#include "ui/figures/token_label.h"
#include "ui/models/strongest_keys.h"
#include "ui/models/wording.h"

namespace headscope::ui {

MaxAttentionTable::MaxAttentionTable(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_header(new ViewHeader(this)),
      m_rows(new SegmentedControl(this)),
      m_model(new MaxAttentionModel(this)),
      m_sorted(new ValueSortModel(this)),
      m_delegate(new NumberDelegate({MaxAttentionModel::BarRole, -1, MaxAttentionModel::SpecialRole}, this)),
      m_table(new QTableView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 0, 4, 8);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_table, 1);
    m_header->addControl(m_rows);
    m_sorted->setSourceModel(m_model);
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(m_delegate);
    setUpNumberTable(*m_table);
    m_table->sortByColumn(MaxAttentionModel::WhoColumn, Qt::AscendingOrder);
    setFocusProxy(m_table);
    connect(m_rows, &SegmentedControl::pressed, this, &MaxAttentionTable::follow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &MaxAttentionTable::selectRow);
    connect(m_table, &QTableView::clicked, this, &MaxAttentionTable::selectRow);
    connect(&shared, &Session::runChanged, this, &MaxAttentionTable::follow);
    connect(&shared, &Session::selectionChanged, this, &MaxAttentionTable::follow);
    connect(&shared, &Session::settingsChanged, this, &MaxAttentionTable::follow);
    retranslate();
}

void MaxAttentionTable::setTheme(const Theme& theme) {
    m_header->setTheme(theme);
    m_rows->setTheme(theme);
    m_delegate->setTheme(theme);
    applyTheme(*m_table, theme);
}

void MaxAttentionTable::follow() {
    const bool heads = m_rows->current() == 1;
    const RunPtr& run = session().shown();
    const Selection& selection = session().selection();
    // Rows are about a head or about a query: only a change of that one makes new rows.
    const Shown wanted{run,
                       session().difference(),
                       heads,
                       heads ? core::HeadId{} : selection.head,
                       heads ? selection.query : std::nullopt,
                       session().settings().words};
    if (wanted != m_shown) {
        if (wanted.run != m_shown.run || wanted.difference != m_shown.difference ||
            wanted.words != m_shown.words)
            m_model->clear();
        m_shown = wanted;
        prepare();
    }
    retitle();
    followSelection();
}

void MaxAttentionTable::prepare() {
    m_job.cancel();
    if (!m_shown.run || (m_shown.heads && !m_shown.query)) return take({});
    const auto find = [asked = m_shown](const core::Progress& progress) {
        const Run& run = *asked.run;
        if (!asked.heads) return strongestKeysOf(run, asked.difference, {asked.head, asked.words}, progress);
        const core::Index row = RowMap(run.trace->tokens, asked.words).rowOf(*asked.query);
        std::vector<core::Link> links;
        for (const core::HeadId head : run.trace->headIds()) {
            const std::vector<core::Link> one =
                strongestKeysOf(run, asked.difference, {head, asked.words, row}, progress);
            links.insert(links.end(), one.begin(), one.end());
        }
        return links;
    };
    // Those of tokens are only read.
    if (!m_shown.words && !m_shown.difference) return take(find({}));
    m_job.start<std::vector<core::Link>>(find,
                                         [this](std::vector<core::Link> links) { take(std::move(links)); });
}

void MaxAttentionTable::take(std::vector<core::Link> links) {
    {
        const QScopedValueRollback following(m_following, true);
        if (m_shown.run) {
            const auto rows =
                m_shown.heads ? MaxAttentionModel::Rows::Heads : MaxAttentionModel::Rows::Tokens;
            m_model->show(m_shown.run, {rows, m_shown.words, m_shown.difference != nullptr},
                          std::move(links));
        } else {
            m_model->clear();
        }
        fitColumns(*m_table);
    }
    followSelection();
}

void MaxAttentionTable::retitle() {
    const RunPtr& run = session().shown();
    const Selection& selection = session().selection();
    m_header->setTitle(session().difference() ? tr("Largest change") : tr("Strongest key"));
    if (!run) return m_header->setNote({});
    if (m_rows->current() == 0) return m_header->setNote(headTitle(selection.head));
    if (!selection.query) return m_header->setNote(tr("Pin a token to see every head."));
    const core::Trace& trace = *run->trace;
    const bool words = session().settings().words;
    const auto place = static_cast<std::size_t>(RowMap(trace.tokens, words).rowOf(*selection.query));
    const core::Token token =
        words ? core::wordGroups(trace.tokens, trace.spec.input).words[place] : trace.tokens[place];
    m_header->setNote(tr("of “%1”").arg(isolated(tokenLabel(token).text)));
}

void MaxAttentionTable::followSelection() {
    const QScopedValueRollback following(m_following, true);
    const int row = m_model->rowOf(session().selection());
    if (row < 0) return m_table->clearSelection();
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
    if (m_table->currentIndex().row() == index.row() && m_table->selectionModel()->isRowSelected(index.row()))
        return;
    m_table->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void MaxAttentionTable::selectRow(const QModelIndex& index) {
    // The first row becomes current, but not selected, when the table gets the focus without one.
    if (m_following || !index.isValid() || !m_table->selectionModel()->isRowSelected(index.row())) return;
    const Selection pair = m_model->pairAt(m_sorted->mapToSource(index).row());
    session().pin(pair.head, pair.query, pair.key);
}

void MaxAttentionTable::resizeEvent(QResizeEvent*) {
    m_table->scrollTo(m_table->currentIndex());
}

void MaxAttentionTable::retranslate() {
    m_rows->setLabels({tr("Tokens"), tr("Heads")});
    m_rows->setToolTips(
        {tr("Every token, as the selected head sees it"), tr("Every head, as it sees the pinned token")});
    m_rows->setAccessibleName(tr("Rows"));
    if (m_rows->current() < 0) m_rows->setCurrent(0);
    setAccessibleName(tr("Strongest key"));
    m_table->setAccessibleName(tr("The key that gets the largest weight"));
    m_model->retranslate();
    follow();
}

void MaxAttentionTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
