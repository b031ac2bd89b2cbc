// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/grid_accessible.h"

#include <QAccessibleWidget>
#include <vector>

#include "ui/models/wording.h"
#include "ui/views/grid_canvas.h"

namespace headscope::ui {

namespace {

class GridAccessible;

/// One head of the table.
class CellAccessible : public QAccessibleInterface,
                       public QAccessibleTableCellInterface,
                       public QAccessibleActionInterface {
public:
    CellAccessible(GridCanvas& canvas, core::HeadId head) : m_canvas(canvas), m_head(head) {}

    bool isValid() const override { return true; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        const QRect place = m_canvas.rectOf(m_head).toAlignedRect();
        return {m_canvas.mapToGlobal(place.topLeft()), place.size()};
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name ? m_canvas.headLines(m_head).join(QStringLiteral(", ")) : QString();
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = isSelected();
        state.focused = m_canvas.selectedHead() == m_head && m_canvas.hasFocus();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface) return static_cast<QAccessibleTableCellInterface*>(this);
        if (type == QAccessible::ActionInterface) return static_cast<QAccessibleActionInterface*>(this);
        return nullptr;
    }

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return place().column; }
    int rowIndex() const override { return place().row; }
    bool isSelected() const override { return m_canvas.isSelected(m_head); }
    QAccessibleInterface* table() const override { return parent(); }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        if (name == pressAction()) m_canvas.selectHead(m_head);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    GridData::Place place() const {
        return m_canvas.data().placeOf(m_head).value_or(GridData::Place{-1, -1});
    }

    GridCanvas& m_canvas;
    core::HeadId m_head;
};

/// The whole grid. Cells are made when asked for and registered with Qt, which hands them out by number.
class GridAccessible : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit GridAccessible(GridCanvas& canvas)
        : QAccessibleWidget(&canvas, QAccessible::Table), m_canvas(canvas) {}
    ~GridAccessible() override { forget(); }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return static_cast<int>(m_canvas.heads().size()); }
    QAccessibleInterface* child(int index) const override {
        const std::vector<core::HeadId>& heads = m_canvas.heads();
        if (index < 0 || index >= childCount()) return nullptr;
        if (heads != m_heads) forget();
        m_heads = heads;
        m_cells.resize(heads.size(), 0);
        QAccessible::Id& id = m_cells[static_cast<std::size_t>(index)];
        if (id == 0) {
            id = QAccessible::registerAccessibleInterface(
                new CellAccessible(m_canvas, heads[static_cast<std::size_t>(index)]));
        }
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* cell) const override {
        for (int index = 0; index < childCount(); ++index) {
            if (child(index) == cell) return index;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int index = 0; index < childCount(); ++index) {
            if (child(index)->rect().contains(x, y)) return child(index);
        }
        return nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    int rowCount() const override { return static_cast<int>(m_canvas.data().rows.size()); }
    int columnCount() const override { return m_canvas.data().columns; }
    QAccessibleInterface* cellAt(int row, int column) const override {
        const std::vector<GridData::Row>& rows = m_canvas.data().rows;
        if (row < 0 || column < 0 || static_cast<std::size_t>(row) >= rows.size()) return nullptr;
        const std::vector<GridData::Cell>& cells = rows[static_cast<std::size_t>(row)].cells;
        if (static_cast<std::size_t>(column) >= cells.size()) return nullptr;
        return child(static_cast<int>(cells[static_cast<std::size_t>(column)].index));
    }
    int selectedCellCount() const override { return static_cast<int>(selectedCells().size()); }
    QList<QAccessibleInterface*> selectedCells() const override {
        QList<QAccessibleInterface*> cells;
        for (const core::HeadId head : m_canvas.heads())
            if (m_canvas.isSelected(head)) cells.append(child(m_canvas.indexOf(head)));
        return cells;
    }
    QString columnDescription(int column) const override { return QString::number(column); }
    QString rowDescription(int row) const override { return QString::number(row); }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    void forget() const {
        for (const QAccessible::Id id : m_cells) {
            if (id != 0) QAccessible::deleteAccessibleInterface(id);
        }
        m_cells.clear();
    }

    GridCanvas& m_canvas;
    mutable std::vector<core::HeadId> m_heads;
    mutable std::vector<QAccessible::Id> m_cells;
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object) {
    auto* canvas = qobject_cast<GridCanvas*>(object);
    return canvas != nullptr ? new GridAccessible(*canvas) : nullptr;
}

}  // namespace

void makeGridsAccessible() {
    QAccessible::installFactory(makeAccessible);
}

void announceSelectedCell(QWidget& grid) {
    if (!QAccessible::isActive() || !grid.hasFocus()) return;
    QAccessibleEvent event(&grid, QAccessible::Focus);
    const auto& canvas = static_cast<GridCanvas&>(grid);
    event.setChild(canvas.indexOf(canvas.selectedHead()));
    QAccessible::updateAccessibility(&event);
}

}  // namespace headscope::ui
