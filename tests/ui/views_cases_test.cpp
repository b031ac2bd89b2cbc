// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/cases_view.h"

#include <gtest/gtest.h>

#include "core/analysis/cases.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"

namespace headscope::ui {
namespace {

constexpr int casesTable = 3;

/// The example with its table of cases.
struct CasesWindow {
    StateWindow test;
    test::TemporaryFolder folder;

    CasesWindow() {
        EXPECT_TRUE(test.openExample());
        test->workspace().showTable(casesTable);
        EXPECT_TRUE(done());
    }
    CasesView& view() { return test->workspace().cases(); }
    Session& session() { return test->session(); }
    bool done() {
        return QTest::qWaitFor([this] { return !view().isBusy(); }, patience);
    }
    QString cell(int row, int column) { return view().list().topLevelItem(row)->text(column); }
    int count() { return view().list().topLevelItemCount(); }
    bool clickCase(int row) {
        QTreeWidget& list = view().list();
        list.scrollToItem(list.topLevelItem(row));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualItemRect(list.topLevelItem(row)).center());
        return test.settled();
    }
    QString open(const std::string& cases) {
        const auto path = folder.write("mine.json", cases);
        view().open(QString::fromStdString(path.string()));
        EXPECT_TRUE(done());
        return QString::fromStdString(path.string());
    }
};

TEST(CasesView, RunsTheCasesOfTheExample) {
    CasesWindow window;
    const core::CaseFile shipped = exampleCases("pronouns");
    ASSERT_EQ(window.count(), static_cast<int>(shipped.cases.size()));
    for (int i = 0; i < window.count(); ++i)
        EXPECT_TRUE(window.cell(i, 0).startsWith(QStringLiteral("✓ "))) << window.cell(i, 0).toStdString();
    EXPECT_TRUE(window.view().summary().text().startsWith(
        QStringLiteral("%1 passed, 0 failed").arg(shipped.cases.size())));
}

TEST(CasesView, ACaseShowsItsTextHeadAndPair) {
    CasesWindow window;
    ASSERT_EQ(window.cell(1, 0), QStringLiteral("✓ it is the street that was wide"));
    ASSERT_TRUE(window.clickCase(1));
    EXPECT_EQ(window.test.shownText(), "The animal didn't cross the street because it was too wide");
    const Selection& selection = window.session().selection();
    EXPECT_EQ(QString::fromStdString(core::headName(selection.head)), window.cell(1, 1));
    EXPECT_EQ(selection.query, 8);
    EXPECT_EQ(selection.key, 6) << "street";
    // It is a step that can be taken back.
    window.test.turn();
    window.test->actions()[ActionId::Undo]->trigger();
    ASSERT_TRUE(window.test.settled());
    EXPECT_EQ(window.test.shownText(), "The animal didn't cross the street because it was too tired");
}

TEST(CasesView, TellsByHowMuchACaseFails) {
    CasesWindow window;
    window.open(R"({"cases": [
        {"name": "holds", "text": "The animal didn't cross the street because it was too tired", "head": "2.3", "from": "it", "to": "animal", "minimum": 0.9},
        {"name": "fails", "text": "The animal didn't cross the street because it was too tired", "head": "2.3", "from": "it", "to": "street", "minimum": 0.5}]})");
    ASSERT_EQ(window.count(), 2);
    EXPECT_EQ(window.cell(0, 0), QStringLiteral("✓ holds"));
    EXPECT_EQ(window.cell(0, 2), QStringLiteral("0.995"));
    EXPECT_EQ(window.cell(0, 3), QStringLiteral("+0.095"));
    EXPECT_EQ(window.cell(1, 0), QStringLiteral("✕ fails"));
    EXPECT_TRUE(window.cell(1, 3).startsWith(QStringLiteral("−0.49"))) << window.cell(1, 3).toStdString();
    EXPECT_TRUE(window.view().summary().text().startsWith(QStringLiteral("1 passed, 1 failed")));
    EXPECT_TRUE(
        window.view().list().topLevelItem(1)->toolTip(0).contains(QStringLiteral("must be at least")));
}

TEST(CasesView, SaysWhatIsWrongWithAFile) {
    CasesWindow window;
    window.open(R"({"cases": [{"name": "one", "text": "The dog slept", "from": "cat", "to": "dog"}]})");
    EXPECT_TRUE(window.view().summary().text().contains(QStringLiteral("the case \"one\"")))
        << window.view().summary().text().toStdString();
    EXPECT_EQ(window.count(), 0);
    window.open("{}");
    EXPECT_TRUE(window.view().summary().text().contains(QStringLiteral("mine.json")));
}

TEST(CasesView, MakesACaseOfTheSelection) {
    CasesWindow window;
    const auto path = window.folder.path() / "made.json";
    window.session().select({*core::headNamed("2.3"), 8, 2});
    window.view().addTo(QString::fromStdString(path.string()));
    ASSERT_TRUE(
        QTest::qWaitFor([&window] { return !window.view().isBusy() && window.count() == 1; }, patience));
    EXPECT_EQ(window.cell(0, 0), QStringLiteral("✓ 2.3: it → animal"));
    // The next one joins that file with a click.
    window.session().select({*core::headNamed("1.2"), 8, {}});
    QTest::mouseClick(&window.view().addButton(), Qt::LeftButton);
    ASSERT_TRUE(
        QTest::qWaitFor([&window] { return !window.view().isBusy() && window.count() == 2; }, patience));
    EXPECT_EQ(window.cell(1, 0), QStringLiteral("✓ 1.2: entropy of it"));
    const core::CaseFile file = core::readCases(path);
    EXPECT_EQ(file.model, "example:pronouns");
    EXPECT_EQ(file.cases.size(), 2U);
}

TEST(CasesView, FollowsTheModelThatIsOpen) {
    CasesWindow window;
    window.open(
        R"({"cases": [{"name": "sharp", "text": "The dog slept", "head": "2.3", "entropy": [0, 9]}]})");
    ASSERT_EQ(window.count(), 1);
    window.test->actions()[ActionId::CloseModel]->trigger();
    EXPECT_EQ(window.count(), 0);
    ASSERT_TRUE(window.test.openExample());
    EXPECT_TRUE(QTest::qWaitFor([&window] { return window.count() == 1; }, patience))
        << "the file stays open";
}

TEST(CasesView, RunsNothingWhileItIsHidden) {
    StateWindow test;
    ASSERT_TRUE(test.openExample());
    EXPECT_FALSE(test->workspace().cases().isBusy());
    EXPECT_EQ(test->workspace().cases().list().topLevelItemCount(), 0);
}

}  // namespace
}  // namespace headscope::ui
