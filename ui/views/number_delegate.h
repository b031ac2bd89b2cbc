// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "ui/figures/theme.h"

class QTableView;

namespace headscope::ui {

/// Paints the cells of the number tables: a bar under numbers, a dot before pattern types, the selected row
/// in the accent's tint. Finds what it needs under the model roles named here.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Roles of the models it serves; a negative one is not used.
    struct Roles {
        int bar = -1;      ///< double 0 … 1
        int type = -1;     ///< int of core::HeadType
        int special = -1;  ///< bool
    };
    NumberDelegate(Roles roles, QObject* parent);

    void setTheme(const Theme& theme) { m_theme = theme; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintBar(QPainter& painter, const QRectF& cell, double share, bool current) const;
    QRectF paintDot(QPainter& painter, QRectF cell, int type) const;

    Roles m_roles;
    Theme m_theme = Theme::light();
};

/// The selected rows of `table` (all columns, with a header line) as tab-separated text.
QString rowsAsTsv(const QTableView& table);
/// What all number tables share: whole rows, no grid, sortable, Ctrl+C copies the selected rows.
void setUpNumberTable(QTableView& table);
/// Columns as wide as what they hold; the last takes what is left.
void fitColumns(QTableView& table);
/// Fonts, colours and row height.
void applyTheme(QTableView& table, const Theme& theme);

}  // namespace headscope::ui
