// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/number_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QShortcut>
#include <QStyle>
#include <QTableView>
#include <algorithm>

#include "ui/figures/paint_helpers.h"

namespace headscope::ui {

namespace {

constexpr int rowHeight = 25;
constexpr qreal padding = 6;
constexpr qreal dotSize = 7;

void copyRows(const QTableView& table) {
    const QString text = rowsAsTsv(table);
    if (!text.isEmpty()) QApplication::clipboard()->setText(text);
}

/// Sorts by a column; by the one that is sorted by already, in the other direction. Numbers begin with the
/// largest.
void sortBy(QTableView& table, int column) {
    const QHeaderView& header = *table.horizontalHeader();
    const bool again = header.sortIndicatorSection() == column;
    const bool numbers = (table.model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() &
                          Qt::AlignRight) != 0;
    const bool falling = again ? header.sortIndicatorOrder() == Qt::AscendingOrder : numbers;
    table.sortByColumn(column, falling ? Qt::DescendingOrder : Qt::AscendingOrder);
}

/// What a click on a header does, for the keyboard (Menu key, Shift+F10).
void showSortMenu(QTableView& table, QPoint at) {
    auto* menu = new QMenu(&table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        const QString name = table.model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QAction* action = menu->addAction(QCoreApplication::translate("Table", "Sort by: %1").arg(name));
        QObject::connect(action, &QAction::triggered, &table, [&table, column] { sortBy(table, column); });
    }
    menu->popup(table.viewport()->mapToGlobal(at));
}

/// A cell for a line of tab-separated text: what would end it becomes a space.
QString cellText(const QVariant& value) {
    QString text = value.toString();
    for (QChar& each : text) {
        if (each == QLatin1Char('\t') || each == QLatin1Char('\n') || each == QLatin1Char('\r'))
            each = QLatin1Char(' ');
    }
    return text;
}

/// Qt draws the arrow of the sorted column over the end of a name that stands at the right.
class NumberHeader : public QHeaderView {
public:
    explicit NumberHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
        setSectionsClickable(true);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        if (option->sortIndicator != QStyleOptionHeader::None && (option->textAlignment & Qt::AlignRight))
            option->text += QString(arrowSpaces, QChar(QChar::Nbsp));
    }

private:
    static constexpr int arrowSpaces = 3;
};

}  // namespace

NumberDelegate::NumberDelegate(Roles roles, QObject* parent) : QStyledItemDelegate(parent), m_roles(roles) {}

QSize NumberDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool number = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    const QFontMetricsF metrics(number ? m_theme.numberFont(12) : m_theme.textFont(13));
    qreal width = metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * padding;
    if (m_roles.type >= 0 && index.data(m_roles.type).isValid()) width += dotSize + 6;
    return {qCeil(width), std::max(rowHeight, option.decorationSize.height())};
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    const bool current = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (current)
        painter->fillRect(option.rect, mixed(m_theme.panel, m_theme.accent, m_theme.dark ? 0.17 : 0.12));
    const int alignment = index.data(Qt::TextAlignmentRole).toInt();
    const bool number = (alignment & Qt::AlignRight) != 0;
    QRectF cell = QRectF(option.rect).adjusted(padding, 0, -padding, 0);
    const QVariant bar = m_roles.bar >= 0 ? index.data(m_roles.bar) : QVariant();
    if (bar.isValid()) {
        paintBar(*painter, cell, bar.toDouble(), current);
    }
    // Every text of a row stands as high as those over a bar.
    if (m_roles.bar >= 0) cell.adjust(0, -3, 0, -3);
    const QVariant type = m_roles.type >= 0 ? index.data(m_roles.type) : QVariant();
    if (type.isValid()) cell = paintDot(*painter, cell, type.toInt());
    const bool name = index.column() == 0;
    const bool special = m_roles.special >= 0 && index.data(m_roles.special).toBool();
    const QFont font = number || (name && m_roles.type >= 0) ? m_theme.numberFont(12) : m_theme.textFont(13);
    const QColor colour = name && current ? m_theme.accent : special ? m_theme.ink3 : m_theme.ink;
    drawText(*painter, index.data(Qt::DisplayRole).toString(), font,
             {cell, Qt::Alignment::fromInt(static_cast<Qt::Alignment::Int>(alignment)), colour});
    painter->restore();
}

void NumberDelegate::paintBar(QPainter& painter, const QRectF& cell, double share, bool current) const {
    const qreal width = std::clamp(share, 0.0, 1.0) * std::min<qreal>(cell.width(), 40);
    if (width <= 0) return;
    const QColor colour = current ? m_theme.data : mixed(m_theme.panel, m_theme.data, 0.8);
    painter.fillRect(QRectF(cell.right() - width, cell.bottom() - 5, width, 2), colour);
}

QRectF NumberDelegate::paintDot(QPainter& painter, QRectF cell, int type) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.headColour(static_cast<core::HeadType>(type)));
    painter.drawEllipse(QRectF(cell.left(), cell.center().y() - dotSize / 2, dotSize, dotSize));
    return cell.adjusted(dotSize + 6, 0, 0, 0);
}

QString rowsAsTsv(const QTableView& table) {
    const QAbstractItemModel* model = table.model();
    QModelIndexList rows =
        table.selectionModel() ? table.selectionModel()->selectedRows() : QModelIndexList();
    if (rows.isEmpty()) return {};
    std::sort(rows.begin(), rows.end());
    const int columns = model->columnCount();
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < columns; ++column) {
        cells << cellText(model->headerData(column, Qt::Horizontal, Qt::DisplayRole));
    }
    lines << cells.join(QLatin1Char('\t'));
    for (const QModelIndex& row : rows) {
        cells.clear();
        for (int column = 0; column < columns; ++column)
            cells << cellText(row.siblingAtColumn(column).data());
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void setUpNumberTable(QTableView& table) {
    table.setHorizontalHeader(new NumberHeader(&table));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setSortingEnabled(true);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerItem);  // no row half under the header
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(rowHeight);
    table.verticalHeader()->setMinimumSectionSize(rowHeight);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setMinimumSectionSize(40);
    QObject::connect(table.horizontalHeader(), &QHeaderView::sortIndicatorChanged, &table, [&table] {
        fitColumns(table);
        table.scrollToTop();  // who sorts wants to see the ends
    });
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&table, &QWidget::customContextMenuRequested, &table,
                     [&table](QPoint at) { showSortMenu(table, at); });
    auto* copy = new QShortcut(QKeySequence::Copy, &table);
    copy->setContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(copy, &QShortcut::activated, &table, [&table] { copyRows(table); });
}

void fitColumns(QTableView& table) {
    // Not resizeColumnsToContents(): that keeps room for the arrow in every header, and a measure would be
    // out of view.
    QHeaderView& header = *table.horizontalHeader();
    const int arrow = header.style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, &header) +
                      2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
    for (int column = 0; column < header.count(); ++column) {
        const QString name = table.model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int room = qCeil(2 * padding) + (header.sortIndicatorSection() == column ? arrow : 0);
        const int content = static_cast<const QAbstractItemView&>(table).sizeHintForColumn(column);
        table.setColumnWidth(column, std::max(header.fontMetrics().horizontalAdvance(name) + room, content));
    }
    header.setStretchLastSection(true);
}

void applyTheme(QTableView& table, const Theme& theme) {
    QPalette palette = table.palette();
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::Text, theme.ink);
    palette.setColor(QPalette::Highlight, mixed(theme.panel, theme.accent, 0.12));
    table.setPalette(palette);
    table.setFont(theme.textFont(13));
    table.horizontalHeader()->setFont(theme.textFont(12));
    fitColumns(table);
    table.viewport()->update();
}

}  // namespace headscope::ui
