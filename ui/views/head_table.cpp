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
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &HeadTable::selectRows);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HeadTable::selectRows);
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
    const auto indexOf = [this](core::HeadId head) {
        return m_sorted->mapFromSource(m_model->index(m_model->rowOf(head), HeadModel::HeadColumn));
    };
    const Selection& selection = session().selection();
    if (m_model->rowOf(selection.head) < 0 || chosenRows() == selection) return;
    const QScopedValueRollback following(m_following, true);
    QItemSelection rows;
    for (const core::HeadId head : selection.heads()) rows.select(indexOf(head), indexOf(head));
    constexpr auto replace = QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
    m_table->selectionModel()->select(rows, replace);
    m_table->selectionModel()->setCurrentIndex(indexOf(selection.head), QItemSelectionModel::NoUpdate);
    m_table->scrollTo(indexOf(selection.head));
}

std::optional<Selection> HeadTable::chosenRows() const {
    std::vector<core::HeadId> heads;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
        heads.push_back(m_model->headAt(m_sorted->mapToSource(row).row()));
    if (heads.empty()) return std::nullopt;
    const QModelIndex current = m_table->currentIndex();
    const bool holds = current.isValid() && m_table->selectionModel()->isRowSelected(current.row());
    const core::HeadId head = holds ? m_model->headAt(m_sorted->mapToSource(current).row()) : heads.front();
    return withHeads(session().selection(), std::move(heads), head);
}

void HeadTable::selectRows() {
    if (m_following) return;
    const std::optional<Selection> chosen = chosenRows();
    // One head always stays, and a row that becomes current with the focus is nobody's choice.
    chosen ? session().select(*chosen) : followSelection();
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
