// SPDX-License-Identifier: GPL-3.0-or-later
// Run B by keys: another text or a head that is removed, A, B and B − A, undone and redone.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QToolButton>

#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"

namespace headscope::ui {
namespace {

constexpr core::HeadId gated{core::AttentionKind::Self, 1, 2};

struct ChangeWindow : StateWindow {
    bool press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        const bool done = settled();
        turn();
        return done;
    }
    bool differenceFound() {
        return QTest::qWaitFor([this] { return session().changes() != nullptr; }, patience);
    }
};

TEST(RunB, KeysShowAThenBThenTheDifference) {
    ChangeWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test->topBar().sideSwitch().isVisible()) << "there is nothing to switch to";
    ASSERT_TRUE(test.press(Qt::Key_D, Qt::ControlModifier));
    QTest::keyClicks(QApplication::focusWidget(), QString::fromUtf8(wideText));
    ASSERT_TRUE(test.press(Qt::Key_Return));
    SegmentedControl& sides = test->topBar().sideSwitch();
    ASSERT_TRUE(sides.isVisible());
    const QString labels[] = {QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("B − A")};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(sides.button(i)->text(), labels[i]);
    const struct {
        Qt::Key key;
        Side side;
        const char* text;
    } steps[] = {{Qt::Key_BracketLeft, Side::A, tiredText},
                 {Qt::Key_BracketRight, Side::B, wideText},
                 {Qt::Key_Backslash, Side::Difference, wideText},
                 {Qt::Key_BracketLeft, Side::A, tiredText}};
    for (const auto& step : steps) {
        ASSERT_TRUE(test.press(step.key));
        EXPECT_EQ(test.session().side(), step.side);
        EXPECT_EQ(sides.current(), static_cast<int>(step.side));
        EXPECT_EQ(test.shownText(), step.text);
    }
}

TEST(RunB, AHeadThatIsRemovedChangesLaterLayersOnly) {
    ChangeWindow test;
    ASSERT_TRUE(test.openExample());
    test.session().selectHead(gated);
    ASSERT_TRUE(test.press(Qt::Key_X));
    ASSERT_TRUE(test->changesBar().isVisible());
    ASSERT_EQ(test->changesBar().parts().size(), 1U);
    EXPECT_EQ(test->changesBar().parts()[0].head->text(), QStringLiteral("1.2"));
    ASSERT_TRUE(test.press(Qt::Key_Backslash));
    ASSERT_TRUE(test.differenceFound());
    double later = 0;
    const std::vector<core::HeadId> heads = test.session().b()->trace->headIds();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const core::HeadChange& change = (*test.session().changes())[i];
        if (heads[i].layer <= gated.layer) {
            EXPECT_EQ(change.distance, 0.0) << core::headName(heads[i]);
            EXPECT_TRUE(test.session().pattern(heads[i])->all().isZero(0)) << core::headName(heads[i]);
        } else {
            later = std::max(later, *change.distance);
        }
    }
    EXPECT_GT(later, 1e-4);
}

TEST(RunB, UndoAndRedoTakeAHeadBackAndOutAgain) {
    ChangeWindow test;
    ASSERT_TRUE(test.openExample());
    test.session().selectHead(gated);
    test.turn();
    ASSERT_TRUE(test.press(Qt::Key_X));
    const core::TracePtr without = test.session().b()->trace;
    ASSERT_TRUE(test.press(Qt::Key_Z, Qt::ControlModifier));
    EXPECT_EQ(test.session().b(), nullptr) << "B would be A";
    EXPECT_FALSE(test->changesBar().isVisible());
    ASSERT_TRUE(test.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    ASSERT_NE(test.session().b(), nullptr);
    EXPECT_EQ(test.session().b()->trace->spec, without->spec);
    EXPECT_EQ(test.session().b()->trace->lastHidden, without->lastHidden);
    EXPECT_TRUE(test->changesBar().isVisible());
}

TEST(CasesView, AFailedCaseOpensItsHeadAndPairAndTheCountIsThatOfTheFile) {
    StateWindow test;
    const test::TemporaryFolder folder;
    ASSERT_TRUE(test.openExample());
    test->workspace().showTable(3);
    CasesView& view = test->workspace().cases();
    const auto done = [&] { return QTest::qWaitFor([&] { return !view.isBusy(); }, patience); };
    ASSERT_TRUE(done());
    const std::string text = R"("text": "The animal didn't cross the street because it was too tired")";
    const auto path = folder.write(
        "mine.json",
        R"({"cases": [{"name": "holds", )" + text +
            R"(, "head": "2.3", "from": "it", "to": "animal", "minimum": 0.9}, {"name": "fails", )" + text +
            R"(, "head": "1.2", "from": "was", "to": "street", "minimum": 0.99}]})");
    view.open(QString::fromStdString(path.string()));
    ASSERT_TRUE(done());
    QTreeWidget& list = view.list();
    ASSERT_EQ(list.topLevelItemCount(), 2);
    int failed = 0;
    for (int row = 0; row < 2; ++row)
        failed += list.topLevelItem(row)->text(0).startsWith(QStringLiteral("✕")) ? 1 : 0;
    EXPECT_EQ(failed, 1);
    EXPECT_TRUE(view.summary().text().startsWith(QStringLiteral("1 passed, 1 failed")));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(list.topLevelItem(1)).center());
    ASSERT_TRUE(test.settled());
    const Selection& selection = test.session().selection();
    EXPECT_EQ(selection.head, gated);
    EXPECT_EQ(selection.query, positionOf(test.session().a(), "was"));
    EXPECT_EQ(selection.key, positionOf(test.session().a(), "street"));
}

}  // namespace
}  // namespace headscope::ui
