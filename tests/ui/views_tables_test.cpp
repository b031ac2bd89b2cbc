// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QClipboard>
#include <QHeaderView>

#include "tests/ui/views_samples.h"
#include "ui/models/wording.h"
#include "ui/views/head_table.h"
#include "ui/views/max_attention_table.h"

namespace headscope::ui {
namespace {

QPoint rowPoint(const QTableView& table, int row) {
    return table.visualRect(table.model()->index(row, 1)).center();
}

struct Heads {
    Session session{testCompute()};
    HeadTable view{session, nullptr};

    Heads() {
        session.setRun(randomRun(numberedTokens(6), {3, 4, false, false}));
        showSized(view, {380, 420});
    }
    QTableView& table() { return view.table(); }
    QString current() { return table().currentIndex().siblingAtColumn(0).data().toString(); }
};

TEST(HeadTable, FollowsTheSelection) {
    Heads heads;
    heads.session.selectHead(headAt(2, 3));
    EXPECT_EQ(heads.current(), QStringLiteral("2.3"));
    EXPECT_TRUE(heads.table().selectionModel()->isRowSelected(heads.table().currentIndex().row()));
}

TEST(HeadTable, SetsTheSelection) {
    Heads heads;
    QTest::mouseClick(heads.table().viewport(), Qt::LeftButton, {}, rowPoint(heads.table(), 5));
    EXPECT_EQ(heads.session.selection().head, headAt(1, 1));
    QTest::keyClick(&heads.table(), Qt::Key_Down);
    EXPECT_EQ(heads.session.selection().head, headAt(1, 2));
}

TEST(HeadTable, KeepsTheHeadWhenSorted) {
    Heads heads;
    heads.session.selectHead(headAt(1, 3));
    heads.table().sortByColumn(HeadModel::FirstMetricColumn, Qt::DescendingOrder);
    EXPECT_EQ(heads.current(), QStringLiteral("1.3"));
    EXPECT_EQ(heads.session.selection().head, headAt(1, 3));
    const QAbstractItemModel* model = heads.table().model();
    double above = 1e9;
    for (int row = 0; row < model->rowCount(); ++row) {
        const double value =
            model->index(row, HeadModel::FirstMetricColumn).data(HeadModel::SortRole).toDouble();
        EXPECT_LE(value, above);
        above = value;
    }
}

TEST(HeadTable, ANewRunDoesNotChangeTheHead) {
    Heads heads;
    heads.session.selectHead(headAt(2, 1));
    heads.session.setRun(randomRun(numberedTokens(3), {3, 4, false, false}));
    EXPECT_EQ(heads.current(), QString::fromStdString(core::headName(heads.session.selection().head)));
    heads.session.setRun(nullptr);
    EXPECT_EQ(heads.table().model()->rowCount(), 0);
}

TEST(HeadTable, CopiesRowsAsTabSeparatedText) {
    Heads heads;
    heads.session.selectHead(headAt(0, 2));
    // Shortcuts belong to the active window.
    heads.view.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&heads.view));
    heads.table().setFocus();
    QTest::keyClick(&heads.table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("Head\tType\t")));
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("0.2\t")));
    EXPECT_EQ(lines[0].count(QLatin1Char('\t')), lines[1].count(QLatin1Char('\t')));
}

struct Strongest {
    Session session{testCompute()};
    MaxAttentionTable view{session, nullptr};

    Strongest() {
        session.setRun(randomRun(numberedTokens(6)));
        showSized(view, {340, 400});
    }
    QTableView& table() { return view.table(); }
};

TEST(MaxAttentionTable, ClickSelectsThePair) {
    Strongest strongest;
    QTest::mouseClick(strongest.table().viewport(), Qt::LeftButton, {}, rowPoint(strongest.table(), 4));
    const Selection& selection = strongest.session.selection();
    EXPECT_EQ(selection.query, 4);
    core::Index key = -1;
    strongest.session.pattern(selection.head)->row(4).maxCoeff(&key);
    EXPECT_EQ(selection.key, key);
}

TEST(MaxAttentionTable, FocusAloneSelectsNothing) {
    Strongest strongest;
    strongest.table().setFocus();
    EXPECT_FALSE(strongest.session.selection().query);
}

TEST(MaxAttentionTable, TheSwitchShowsEveryHead) {
    Strongest strongest;
    strongest.session.select({headAt(0, 0), 3, {}});
    EXPECT_EQ(strongest.table().model()->rowCount(), 8);
    strongest.view.rowsSwitch().button(1)->click();
    EXPECT_EQ(strongest.table().model()->rowCount(), 6);
    QTest::mouseClick(strongest.table().viewport(), Qt::LeftButton, {}, rowPoint(strongest.table(), 5));
    EXPECT_EQ(strongest.session.selection().head, headAt(1, 2));
    EXPECT_EQ(strongest.session.selection().query, 3);
    strongest.session.select({headAt(0, 0), {}, {}});
    EXPECT_EQ(strongest.table().model()->rowCount(), 0);
}

TEST(MaxAttentionTable, SpeaksOfWordsWhereTheViewsDo) {
    Strongest strongest;
    std::vector<core::Token> tokens = numberedTokens(6);
    for (std::size_t i = 1; i < 7; ++i) tokens[i].word = static_cast<core::Index>((i - 1) / 3);
    strongest.session.setRun(randomRun(tokens));
    EXPECT_EQ(strongest.table().model()->rowCount(), 8);
    ViewSettings settings;
    settings.words = true;
    strongest.session.setSettings(settings);
    ASSERT_TRUE(QTest::qWaitFor([&] { return strongest.view.isSettled(); }, viewPatience));
    EXPECT_EQ(strongest.table().model()->rowCount(), 4);
    strongest.session.select({headAt(0, 0), 5, {}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return strongest.view.isSettled(); }, viewPatience));
    EXPECT_EQ(strongest.table().currentIndex().row(), 2) << "the word of the pinned piece";
}

TEST(MaxAttentionTable, AShorterRunMayReplaceALongerOne) {
    Strongest strongest;
    strongest.session.select({headAt(0, 0), 7, 6});
    strongest.session.setRun(randomRun({sampleToken("one")}));
    strongest.view.grab();
    EXPECT_EQ(strongest.table().model()->rowCount(), 1);
    strongest.session.setRun(nullptr);
    strongest.view.grab();
    EXPECT_EQ(strongest.table().model()->rowCount(), 0);
}

}  // namespace
}  // namespace headscope::ui
