// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/head_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace headscope::ui {

HeadTable::HeadTable(Session& shared, QWidget* parent)
    : View(shared, parent),
      m_model(new HeadModel(this)),
      m_sorted(new ValueSortModel(this)),
      m_delegate(new NumberDelegate({HeadModel::BarRole, HeadModel::TypeRole, -1}, this)),
      m_table(new QTableView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 8);
    column->addWidget(m_table);
    m_sorted->setSourceModel(m_model);
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(m_delegate);
    setUpNumberTable(*m_table);
    m_table->sortByColumn(HeadModel::HeadColumn, Qt::AscendingOrder);
    setFocusProxy(m_table);
    // Keys select before they make current, clicks the other way round: the second of the two signals finds
    // both done.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &HeadTable::selectRow);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { selectRow(m_table->currentIndex()); });
    connect(&shared, &Session::runChanged, this, &HeadTable::showRun);
    connect(&shared, &Session::changesFound, this, &HeadTable::showRun);
    connect(&shared.headTypes(), &HeadTypes::changed, this, &HeadTable::showTypes);
    connect(&shared, &Session::selectionChanged, this, &HeadTable::followSelection);
    retranslate();
    showRun();
}

void HeadTable::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    applyTheme(*m_table, theme);
}

void HeadTable::showRun() {
    {
        // A current row that moves while the rows change is nobody's choice of a head.
        const QScopedValueRollback following(m_following, true);
        const bool differences = m_model->ofDifferences();
        m_model->setRun(session().shown(), session().difference(), session().changes());
        m_model->setLabels(session().headTypes().labels());
        // Of differences the largest are looked for; the order of runs is that of their heads.
        if (m_model->ofDifferences() != differences)
            m_table->sortByColumn(differences ? HeadModel::HeadColumn : HeadModel::TypeColumn,
                                  differences ? Qt::AscendingOrder : Qt::DescendingOrder);
    }
    fitColumns(*m_table);
    followSelection();
}

void HeadTable::showTypes() {
    m_model->setLabels(session().headTypes().labels());
    fitColumns(*m_table);
}

void HeadTable::followSelection() {
    const int row = m_model->rowOf(session().selection().head);
    if (row < 0) return;
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, HeadModel::HeadColumn));
    if (m_table->currentIndex().row() == index.row() && m_table->selectionModel()->isRowSelected(index.row()))
        return;
    const QScopedValueRollback following(m_following, true);
    m_table->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void HeadTable::selectRow(const QModelIndex& current) {
    // The first row becomes current, but not selected, when the table gets the focus without one.
    if (m_following || !current.isValid() || !m_table->selectionModel()->isRowSelected(current.row())) return;
    session().selectHead(m_model->headAt(m_sorted->mapToSource(current).row()));
}

void HeadTable::resizeEvent(QResizeEvent*) {
    m_table->scrollTo(m_table->currentIndex());
}

void HeadTable::retranslate() {
    setAccessibleName(tr("Heads"));
    m_table->setAccessibleName(tr("All heads with their measures"));
    m_model->retranslate();
    fitColumns(*m_table);
}

void HeadTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    View::changeEvent(event);
}

}  // namespace headscope::ui
