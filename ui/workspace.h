// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>
#include <vector>

#include "ui/views/cases_view.h"
#include "ui/views/charts_view.h"
#include "ui/views/link_heads_view.h"
#include "ui/views/segmented_control.h"
#include "ui/views/view.h"

namespace headscope::ui {

/// Where the views stand: left the overview and the table of heads, in the centre one big view of the table
/// of views, right the numbers.
class Workspace : public QWidget {
    Q_OBJECT
public:
    Workspace(Session& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Precondition: 0 ≤ index < views().size().
    void showView(int index);
    int viewIndex() const { return m_centre->currentIndex(); }
    View& view() const;
    View& overview() const { return *m_grid; }
    ChartsView& charts() const { return *m_charts; }

    /// The column of numbers; and in it the chart, which needs height.
    void setSideShown(bool shown) { m_right->setVisible(shown); }
    bool isSideShown() const { return !m_right->isHidden(); }
    void setChartShown(bool shown) { m_chartCard->setVisible(shown); }
    /// Where the arrow keys should act first.
    void focusGrid();
    void focusTable();

    LinkHeadsView& linkHeads() { return *m_linkHeads; }
    CasesView& cases() { return *m_cases; }
    /// Of the tables under the overview, from left to right.
    static QStringList tableNames();
    /// Precondition: one of them.
    void showTable(int index);
    SegmentedControl& tableSwitch() { return *m_tableSwitch; }
    QSplitter& columns() { return *m_columns; }
    QSplitter& left() { return *m_left; }
    QSplitter& right() { return *m_right; }

signals:
    void readingChanged(const QString& text);
    /// A big view was asked for from inside.
    void viewWanted(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* card(View* view, QSplitter* column);
    QWidget* tableCard(Session& session);
    View* adopt(View* view);
    void retranslate();
    void fillColumns(Session& session);
    /// The overview into the centre, or back to what was there.
    void enlargeOverview();

    QSplitter* m_columns;
    QSplitter* m_left;
    SegmentedControl* m_tableSwitch;
    QStackedWidget* m_tables;
    QStackedWidget* m_centre;
    int m_before = 0;  ///< the big view before the one that is shown
    QSplitter* m_right;
    QWidget* m_chartCard = nullptr;
    View* m_grid = nullptr;
    ChartsView* m_charts = nullptr;
    LinkHeadsView* m_linkHeads = nullptr;
    CasesView* m_cases = nullptr;
    std::vector<View*> m_views;  // all of them, also those of the columns
};

}  // namespace headscope::ui
