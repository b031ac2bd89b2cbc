// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QThreadPool>
#include <set>

#include "tests/ui/frame_window.h"
#include "ui/views/head_table.h"
#include "ui/views/heatmap_view.h"

namespace headscope::ui {
namespace {

/// Whether the picture of the window changes where `widget` is when it loses the focus.
bool showsItsFocus(MainWindow& window, QWidget& widget) {
    const QRect place(widget.mapTo(&window, QPoint(0, 0)), widget.size());
    const QRect around = place.adjusted(-4, -4, 4, 4).intersected(window.rect());
    const QImage with = window.grab(around).toImage();
    widget.clearFocus();
    const QImage without = window.grab(around).toImage();
    widget.setFocus(Qt::TabFocusReason);
    return with != without;
}

std::string nameOf(const QWidget& widget) {
    return widget.metaObject()->className() + std::string(" \"") + widget.accessibleName().toStdString() +
           '"';
}

/// Walks with the Tab key from where the focus is until it comes back.
std::set<QWidget*> walk(MainWindow& window) {
    QWidget* const start = QApplication::focusWidget();
    std::set<QWidget*> visited;
    for (QWidget* now = start; now != nullptr && visited.insert(now).second;
         now = QApplication::focusWidget()) {
        EXPECT_TRUE(showsItsFocus(window, *now)) << nameOf(*now);
        QTest::keyClick(now, Qt::Key_Tab);
    }
    EXPECT_EQ(QApplication::focusWidget(), start);
    return visited;
}

TEST(Keyboard, TabReachesEveryControlAndOneSeesWhereItIs) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    for (const ViewInfo& view : views()) {
        test->showView(view.id);
        QThreadPool::globalInstance()->waitForDone();
        QTest::qWait(100);  // for what the view has prepared
        test->workspace().focusGrid();
        const std::set<QWidget*> visited = walk(test.window);
        for (QWidget* widget : test->findChildren<QWidget*>()) {
            const bool control = (widget->focusPolicy() & Qt::TabFocus) != 0 &&
                                 widget->focusProxy() == nullptr && widget->isVisible() &&
                                 widget->isEnabled() && widget->window() == &test.window;
            EXPECT_TRUE(!control || visited.count(widget) == 1) << view.id << ": " << nameOf(*widget);
        }
        EXPECT_GT(visited.size(), 15U);
    }
}

TEST(Keyboard, ATableIsSortedFromItsMenu) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    QTableView& table = test->workspace().findChild<HeadTable*>()->table();
    table.setFocus();
    emit table.customContextMenuRequested({5, 5});
    auto* menu = table.findChild<QMenu*>();
    ASSERT_NE(menu, nullptr);
    ASSERT_EQ(menu->actions().size(), table.model()->columnCount());
    const auto values = [&] {
        std::vector<double> column;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            column.push_back(table.model()->index(row, 2).data(HeadModel::SortRole).toDouble());
        return column;
    };
    menu->actions()[2]->trigger();
    const std::vector<double> falling = values();
    EXPECT_TRUE(std::is_sorted(falling.rbegin(), falling.rend())) << "largest first";
    menu->actions()[2]->trigger();
    const std::vector<double> rising = values();
    EXPECT_TRUE(std::is_sorted(rising.begin(), rising.end()));
    menu->close();
}

TEST(Keyboard, EveryMeasureOfTheHeadsIsInViewInASmallWindow) {
    TestWindow test;
    test->resize(1100, 720);
    ASSERT_TRUE(test.openExample());
    for (const char* language : {"en", "zh_CN"}) {
        test.language.use(QLatin1String(language));
        QApplication::processEvents();
        const QTableView& table = test->workspace().findChild<HeadTable*>()->table();
        EXPECT_LE(table.horizontalHeader()->length(), table.viewport()->width()) << language;
    }
}

TEST(Keyboard, ZoomsTheLargeViewWhereverTheFocusIs) {
    TestWindow test;
    ASSERT_TRUE(test.openExample());
    HeatmapCanvas& canvas = static_cast<HeatmapView&>(test->workspace().view()).canvas();
    ASSERT_TRUE(QTest::qWaitFor([&] { return canvas.mapping().has_value(); }, patience));
    test->workspace().focusGrid();
    QWidget* const grid = QApplication::focusWidget();
    ASSERT_NE(grid, &canvas);
    const double whole = canvas.mapping()->cell();
    QTest::keyClick(grid, Qt::Key_Plus);
    QTest::keyClick(grid, Qt::Key_Equal);
    const double zoomed = canvas.mapping()->cell();
    EXPECT_GT(zoomed, 1.3 * whole);
    QTest::keyClick(grid, Qt::Key_Minus);
    EXPECT_LT(canvas.mapping()->cell(), zoomed);
    QTest::keyClick(grid, Qt::Key_0);
    EXPECT_TRUE(canvas.mapping()->isFitted());
    QTest::keyClick(&canvas, Qt::Key_Plus);
    EXPECT_FALSE(canvas.mapping()->isFitted()) << "the keys of the map itself are the same";
    QTest::keyClick(grid, Qt::Key_F);
    EXPECT_TRUE(canvas.mapping()->isFitted());
    test->showView("flow");
    QTest::keyClick(grid, Qt::Key_Plus);  // shows the whole always
}

}  // namespace
}  // namespace headscope::ui
