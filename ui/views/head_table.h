// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "ui/models/head_model.h"
#include "ui/models/value_sort_model.h"
#include "ui/views/number_delegate.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// All heads with their pattern type and metrics, sortable. The selected rows are the chosen heads, the
/// current row is the current one, both ways. Ctrl+C copies the selected rows as tab-separated text.
class HeadTable : public View {
    Q_OBJECT
public:
    HeadTable(Session& session, QWidget* parent);

    void setTheme(const Theme& theme) override;

    QTableView& table() { return *m_table; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showRun();
    void showTypes();
    void followSelection();
    void selectRows();
    /// The selection with the heads of the selected rows; nothing where no row is.
    std::optional<Selection> chosenRows() const;

    HeadModel* m_model;
    ValueSortModel* m_sorted;
    NumberDelegate* m_delegate;
    QTableView* m_table;
    bool m_following = false;
};

}  // namespace headscope::ui
