// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QSignalSpy>

#include "tests/ui/views_samples.h"
#include "ui/views/overview_view.h"

namespace headscope::ui {
namespace {

struct Overview {
    Session session{testCompute()};
    OverviewView view{session, nullptr};

    explicit Overview(RunShape shape, QSize size = {370, 380}) {
        session.setRun(randomRun(numberedTokens(6), shape));
        showSized(view, size);
    }
    GridCanvas& canvas() { return view.canvas(); }
    core::HeadId head() const { return session.selection().head; }
    void key(Qt::Key key) { QTest::keyClick(&canvas(), key); }
};

TEST(Overview, ClickSelects) {
    Overview overview({4, 5, false, false});
    click(overview.canvas(), overview.canvas().rectOf(headAt(2, 3)).center());
    EXPECT_EQ(overview.head(), headAt(2, 3));
}

TEST(Overview, KeysMoveBetweenHeads) {
    Overview overview({4, 5, false, false});
    overview.key(Qt::Key_Right);
    overview.key(Qt::Key_Down);
    overview.key(Qt::Key_Down);
    EXPECT_EQ(overview.head(), headAt(2, 1));
    overview.key(Qt::Key_End);
    EXPECT_EQ(overview.head(), headAt(2, 4));
    overview.key(Qt::Key_Right);
    EXPECT_EQ(overview.head(), headAt(2, 4));
    overview.key(Qt::Key_PageDown);
    EXPECT_EQ(overview.head(), headAt(3, 4));
    overview.key(Qt::Key_Home);
    overview.key(Qt::Key_PageUp);
    EXPECT_EQ(overview.head(), headAt(0, 0));
    overview.key(Qt::Key_Up);
    EXPECT_EQ(overview.head(), headAt(0, 0));
}

TEST(Overview, StepsOverLayersWithoutAttention) {
    Overview overview({3, 2, false, false});
    auto trace = std::make_shared<core::Trace>(*overview.session.a()->trace);
    trace->layers[1] = nullptr;
    const std::shared_ptr<ui::Run> run = copyOf(overview.session.a());
    run->trace = trace;
    overview.session.setRun(run);
    overview.key(Qt::Key_Down);
    EXPECT_EQ(overview.head().layer, 2);
}

TEST(Overview, PointingReadsAHeadsNumbers) {
    Overview overview({2, 3, false, false});
    const QSignalSpy readings(&overview.view, &View::readingChanged);
    sendMove(overview.canvas(), overview.canvas().rectOf(headAt(1, 2)).center());
    ASSERT_EQ(readings.count(), 1);
    EXPECT_TRUE(readings[0][0].toString().startsWith(QStringLiteral("Layer 1 · Head 2")));
    sendLeave(overview.canvas());
    EXPECT_TRUE(readings.back()[0].toString().isEmpty());
}

TEST(Overview, FitsFromFourByFourToThirtyTwoByThirtyTwo) {
    for (const int side : {4, 12, 32}) {
        Overview overview({side, side, false, false});
        const QRectF last = overview.canvas().rectOf(headAt(side - 1, side - 1));
        EXPECT_GE(last.width(), 5) << side;
        EXPECT_TRUE(QRectF(overview.canvas().rect()).contains(last)) << side;
        EXPECT_FALSE(overview.view.grab().isNull());
    }
}

TEST(Overview, ScreenReadersSeeATableOfHeads) {
    Overview overview({2, 3, false, false});
    QAccessibleInterface* grid = QAccessible::queryAccessibleInterface(&overview.canvas());
    ASSERT_NE(grid, nullptr);
    QAccessibleTableInterface* table = grid->tableInterface();
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rowCount(), 2);
    EXPECT_EQ(table->columnCount(), 3);
    QAccessibleInterface* cell = table->cellAt(1, 2);
    ASSERT_NE(cell, nullptr);
    EXPECT_TRUE(cell->text(QAccessible::Name).startsWith(QStringLiteral("Layer 1 · Head 2")));
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(overview.head(), headAt(1, 2));
    EXPECT_EQ(table->selectedCells(), QList<QAccessibleInterface*>{cell});
    overview.session.setRun(randomRun(numberedTokens(2), {1, 1, false, false}));
    EXPECT_EQ(grid->childCount(), 1);
    EXPECT_NE(table->cellAt(0, 0), nullptr);
    EXPECT_EQ(table->cellAt(1, 2), nullptr);
}

TEST(Overview, AMeasureColoursTheHeadsAndSortsThem) {
    Overview overview({3, 4, false, false});
    QComboBox& measure = overview.view.measure();
    EXPECT_EQ(measure.count(), static_cast<int>(core::metrics().size()) + 1);
    EXPECT_TRUE(overview.view.sorting().isHidden()) << "nothing to sort by";
    measure.setCurrentIndex(1);
    emit measure.activated(1);
    ASSERT_TRUE(overview.canvas().data().values);
    EXPECT_EQ(overview.session.settings().measure, "entropy");
    overview.view.sorting().button(0)->click();
    EXPECT_TRUE(overview.session.settings().sortHeads);
    double before = 1e9;
    overview.session.selectHead(overview.canvas().data().rows[0].cells[0].head);
    for (int step = 0; step < 12; ++step) {
        const RunPtr& run = overview.session.a();
        const std::vector<core::HeadId> heads = run->trace->headIds();
        const auto at = std::find(heads.begin(), heads.end(), overview.head()) - heads.begin();
        const double value = *run->measures[static_cast<std::size_t>(at)].values[0].mean();
        EXPECT_LE(value, before) << step;
        before = value;
        if (step % 4 < 3) {
            overview.key(Qt::Key_Right);
        } else {
            overview.key(Qt::Key_Home);
            overview.key(Qt::Key_Down);
        }
    }
    measure.setCurrentIndex(0);
    emit measure.activated(0);
    EXPECT_FALSE(overview.canvas().data().values);
    EXPECT_FALSE(overview.session.settings().sortHeads) << "without a measure there is no order";
}

TEST(Overview, SpaceAsksForMoreRoom) {
    Overview overview({2, 2, false, false});
    const QSignalSpy wanted(&overview.view, &OverviewView::enlargeWanted);
    overview.key(Qt::Key_Space);
    EXPECT_EQ(wanted.count(), 1);
}

TEST(Overview, HasAPictureOnceThereIsARun) {
    Overview overview({2, 2, false, false});
    EXPECT_FALSE(overview.view.figure().isNull());
    overview.session.setRun(nullptr);
    EXPECT_TRUE(overview.view.figure().isNull());
    overview.key(Qt::Key_Right);
}

}  // namespace
}  // namespace headscope::ui
