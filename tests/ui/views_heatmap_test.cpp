// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QSignalSpy>

#include "tests/ui/views_samples.h"
#include "ui/views/heatmap_minimap.h"
#include "ui/views/heatmap_view.h"

namespace headscope::ui {
namespace {

struct Heatmap {
    Session session{testCompute()};
    HeatmapView view{session, nullptr};

    explicit Heatmap(core::Index words, QSize size = {720, 720}) {
        showSized(view, size);
        show(words);
    }
    void show(core::Index words) {
        session.setRun(randomRun(numberedTokens(words)));
        EXPECT_TRUE(QTest::qWaitFor([this] { return canvas().data() != nullptr; }, viewPatience));
    }
    HeatmapCanvas& canvas() { return view.canvas(); }
    GridMapping mapping() { return *canvas().mapping(); }
    QPointF centre(CellPlace cell) { return mapping().cellRect(cell).center(); }
    void drag(QPointF from, QPointF delta) {
        QTest::mousePress(&canvas(), Qt::LeftButton, {}, from.toPoint());
        sendMove(canvas(), from.toPoint() + delta / 2, Qt::LeftButton);
        sendMove(canvas(), from.toPoint() + delta, Qt::LeftButton);
        QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, (from + delta).toPoint());
    }
    Selection pinned() const { return session.selection(); }
};

TEST(HeatmapView, PointingReadsTheExactWeight) {
    Heatmap map(10);
    const QSignalSpy readings(&map.view, &View::readingChanged);
    sendMove(map.canvas(), map.centre({3, 7}));
    EXPECT_EQ(map.session.hover(), (Hover{3, 7}));
    ASSERT_FALSE(readings.isEmpty());
    const QString text = readings.back()[0].toString();
    EXPECT_TRUE(text.startsWith(QStringLiteral("w2 → w6")));
    const double weight = weightOf(map.session.a(), map.pinned().head, 3, 7);
    EXPECT_TRUE(text.contains(QLocale().toString(weight, 'f', 6))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("3 → 7")));
    sendLeave(map.canvas());
    EXPECT_EQ(map.session.hover(), Hover{});
}

TEST(HeatmapView, ClickPinsAndEscapeUnpins) {
    Heatmap map(10);
    click(map.canvas(), map.centre({4, 2}));
    sendLeave(map.canvas());
    EXPECT_EQ(map.pinned().query, 4);
    EXPECT_EQ(map.pinned().key, 2);
    QTest::keyClick(&map.canvas(), Qt::Key_Escape);
    EXPECT_FALSE(map.pinned().query);
    EXPECT_FALSE(map.pinned().key);
}

TEST(HeatmapView, ArrowsMoveThePinnedPair) {
    Heatmap map(10);
    click(map.canvas(), map.centre({4, 2}));
    QTest::keyClick(&map.canvas(), Qt::Key_Right);
    QTest::keyClick(&map.canvas(), Qt::Key_Down);
    EXPECT_EQ(map.pinned().query, 5);
    EXPECT_EQ(map.pinned().key, 3);
    for (int i = 0; i < 20; ++i) QTest::keyClick(&map.canvas(), Qt::Key_Left);
    EXPECT_EQ(map.pinned().key, 0);
}

TEST(HeatmapView, ArrowsBeginAtTheStrongestKeyOfThePinnedToken) {
    Heatmap map(10);
    map.session.select({map.pinned().head, 6, {}});
    QTest::keyClick(&map.canvas(), Qt::Key_Down);
    core::Index strongest = 0;
    map.session.pattern(map.pinned().head)->row(6).maxCoeff(&strongest);
    EXPECT_EQ(map.pinned().query, 6);
    EXPECT_EQ(map.pinned().key, strongest);
}

TEST(HeatmapView, TheWheelZoomsAboutThePointer) {
    Heatmap map(60);
    const CellPlace cell{41, 17};
    const QPointF at = map.centre(cell);
    const double before = map.mapping().cell();
    sendWheel(map.canvas(), at, 3);
    EXPECT_GE(map.mapping().cell(), 2 * before);
    EXPECT_EQ(map.mapping().cellAt(at), cell);
    sendWheel(map.canvas(), at, -30);
    EXPECT_TRUE(map.mapping().isFitted());
}

TEST(HeatmapView, DraggingMovesTheMapByTheDrag) {
    Heatmap map(60);
    sendWheel(map.canvas(), map.centre({30, 30}), 6);
    const CellPlace cell{30, 30};
    const QPointF before = map.centre(cell);
    map.drag(map.mapping().area().center(), {-100, 60});
    const QPointF moved = map.centre(cell) - before;
    EXPECT_NEAR(moved.x(), -100, 1);
    EXPECT_NEAR(moved.y(), 60, 1);
    EXPECT_FALSE(map.pinned().query) << "a drag is no click";
}

TEST(HeatmapView, DoubleClickZeroAndFShowTheWholeMap) {
    Heatmap map(60);
    const auto zoomIn = [&] { sendWheel(map.canvas(), map.mapping().area().center(), 6); };
    zoomIn();
    ASSERT_FALSE(map.mapping().isFitted());
    QTest::mouseDClick(&map.canvas(), Qt::LeftButton, {}, map.mapping().area().center().toPoint());
    EXPECT_TRUE(map.mapping().isFitted());
    for (const Qt::Key key : {Qt::Key_0, Qt::Key_F}) {
        zoomIn();
        QTest::keyClick(&map.canvas(), key);
        EXPECT_TRUE(map.mapping().isFitted());
    }
}

TEST(HeatmapView, KeysZoomAndCentreThePinnedPair) {
    Heatmap map(60);
    const double fitted = map.mapping().cell();
    QTest::keyClick(&map.canvas(), Qt::Key_Plus);
    EXPECT_GT(map.mapping().cell(), fitted);
    QTest::keyClick(&map.canvas(), Qt::Key_Minus);
    EXPECT_TRUE(map.mapping().isFitted());
    map.session.select({map.pinned().head, 50, 20});
    QTest::keyClick(&map.canvas(), Qt::Key_F);
    EXPECT_FALSE(map.mapping().isFitted());
    EXPECT_EQ(map.mapping().cellAt(map.mapping().area().center()), (CellPlace{50, 20}));
}

TEST(HeatmapView, ControlsChangeTheSettingsAndFollowThem) {
    Heatmap map(10);
    SegmentedControl* const scale = &map.view.scale();
    EXPECT_EQ(scale->current(), static_cast<int>(ToneScale::SquareRoot));
    scale->button(2)->click();
    EXPECT_EQ(map.session.settings().scale, ToneScale::Log);
    EXPECT_EQ(map.canvas().data()->scale, ToneScale::Log);
    ViewSettings settings = map.session.settings();
    settings.scale = ToneScale::Linear;
    settings.range = ToneRange::PerRow;
    map.session.setSettings(settings);
    EXPECT_EQ(scale->current(), static_cast<int>(ToneScale::Linear));
    EXPECT_EQ(map.view.findChildren<QComboBox*>().front()->currentIndex(), 1);
}

TEST(HeatmapView, TheMinimapLeadsAnywhere) {
    Heatmap map(60);
    EXPECT_TRUE(minimapRect(*map.canvas().data(), map.mapping()).isEmpty());
    sendWheel(map.canvas(), map.mapping().area().center(), 8);
    const QRectF small = minimapRect(*map.canvas().data(), map.mapping());
    ASSERT_FALSE(small.isEmpty());
    click(map.canvas(), small.topLeft() + QPointF(1, 1));
    EXPECT_EQ(map.mapping().visibleCells().row, 0);
    EXPECT_EQ(map.mapping().visibleCells().column, 0);
    EXPECT_FALSE(map.pinned().query);
    EXPECT_FALSE(map.canvas().grab().isNull());
}

TEST(HeatmapView, ALongTextIsPreparedInTheBackground) {
    Heatmap map(298);
    EXPECT_EQ(map.mapping().rows(), 300);
    map.session.selectHead(headAt(1, 1));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return map.canvas().data()->pattern->cells({5, 9, 1, 1})(0, 0) ==
                   static_cast<float>(weightOf(map.session.a(), headAt(1, 1), 5, 9));
        },
        viewPatience));
    EXPECT_FALSE(map.view.grab().isNull());
}

TEST(HeatmapView, AShorterRunMayReplaceALongerOne) {
    Heatmap map(298);
    click(map.canvas(), map.centre({290, 295}));
    sendMove(map.canvas(), map.centre({280, 20}));
    sendWheel(map.canvas(), map.centre({280, 20}), 5);
    map.session.setRun(randomRun({sampleToken("one")}));
    map.view.grab();
    EXPECT_FALSE(map.pinned().query);
    ASSERT_NE(map.canvas().data(), nullptr);
    EXPECT_EQ(map.mapping().rows(), 1);
    EXPECT_TRUE(map.mapping().isFitted());
    sendMove(map.canvas(), map.centre({0, 0}));
    EXPECT_EQ(map.session.hover(), (Hover{0, 0}));
    QTest::keyClick(&map.canvas(), Qt::Key_Down);
    EXPECT_EQ(map.pinned().query, 0);
    map.session.setRun(nullptr);
    map.view.grab();
    EXPECT_TRUE(map.view.figure().isNull());
    QTest::keyClick(&map.canvas(), Qt::Key_Down);
}

TEST(HeatmapView, WordsMayBeSwitchedWhileAPairIsPinned) {
    Heatmap map(10);
    click(map.canvas(), map.centre({11, 11}));
    ViewSettings settings = map.session.settings();
    settings.words = true;
    map.session.setSettings(settings);
    map.view.grab();
    EXPECT_EQ(map.pinned().query, 11);
}

}  // namespace
}  // namespace headscope::ui
