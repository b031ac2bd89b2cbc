// SPDX-License-Identifier: GPL-3.0-or-later
// Which heads link one pinned word to another.
#include <gtest/gtest.h>

#include "core/analysis/links.h"
#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

struct LinkWindow : TestWindow {
    Session& session() { return window.session(); }
    LinkHeadsView& view() { return window.workspace().linkHeads(); }
    void pin(core::Index query, core::Index key) {
        window.workspace().showTable(2);
        session().select({session().selection().head, query, key});
        wait();
    }
    void wait() {
        EXPECT_TRUE(QTest::qWaitFor([this] { return view().isSettled(); }, patience));
    }
    int rows() { return view().list().model()->rowCount(); }
    double weight(int row) {
        return view().list().model()->index(row, 0).data(LinkModel::WeightRole).toDouble();
    }
    QString name(int row) { return view().list().model()->index(row, 0).data().toString(); }
};

TEST(LinkHeads, AreRankedByTheLinkAsOnTheCommandLine) {
    LinkWindow window;
    ASSERT_TRUE(window.openExample());
    const core::TracePtr trace = window.session().a()->trace;
    const core::Index it = positionOf(window.session().a(), "it");
    const core::Index street = positionOf(window.session().a(), "street");
    window.pin(it, street);
    const auto ranked = core::rankHeads(trace, {it}, {street}, testCompute().kernels);
    ASSERT_EQ(window.rows(), static_cast<int>(ranked.size()));
    for (int row = 0; row < window.rows(); ++row) {
        const core::Link& link = ranked[static_cast<std::size_t>(row)];
        EXPECT_NEAR(window.weight(row), link.weight, 1e-6);
        EXPECT_TRUE(window.name(row).startsWith(QString::fromStdString(core::headName(link.head)))) << row;
    }
    EXPECT_TRUE(window.view().title().text().contains(QStringLiteral("street")));
}

TEST(LinkHeads, AClickGoesToTheHeadAndKeepsThePair) {
    LinkWindow window;
    ASSERT_TRUE(window.openExample());
    window.pin(8, 2);
    const QModelIndex last = window.view().list().model()->index(window.rows() - 1, 0);
    emit window.view().list().clicked(last);
    const Selection& selection = window.session().selection();
    EXPECT_EQ(QString::fromStdString(core::headName(selection.head)),
              window.name(window.rows() - 1).section(QLatin1Char(' '), 0, 0));
    EXPECT_EQ(selection.query, 8);
    EXPECT_EQ(selection.key, 2);
    EXPECT_EQ(window.view().list().currentIndex(), last);
}

TEST(LinkHeads, SayWhatToDoWithoutAPair) {
    LinkWindow window;
    ASSERT_TRUE(window.openExample());
    window->workspace().showTable(2);
    window.session().select({window.session().selection().head, 8, {}});
    window.wait();
    EXPECT_EQ(window.rows(), 0);
    EXPECT_TRUE(window.view().title().text().contains(QStringLiteral("Shift+click")));
}

TEST(LinkHeads, AreLookedForWhenTheyAreShown) {
    LinkWindow window;
    ASSERT_TRUE(window.openExample());
    window.session().select({window.session().selection().head, 8, 2});
    EXPECT_TRUE(window.view().isSettled());
    EXPECT_EQ(window.rows(), 0) << "another table is in front";
    window->workspace().showTable(2);
    window.wait();
    EXPECT_EQ(window.rows(), 16);
}

TEST(LinkHeads, OfADifferenceAreRankedByTheirChange) {
    LinkWindow window;
    ASSERT_TRUE(window.openExample());
    window->loader().copyToB();
    core::Input wide;
    wide.text = wideText;
    window->loader().run(Side::B, wide);
    ASSERT_TRUE(window.settled());
    window.session().setSide(Side::Difference);
    window.pin(8, 2);
    ASSERT_GT(window.rows(), 0);
    EXPECT_TRUE(window.name(0).startsWith(QStringLiteral("2.3"))) << window.name(0).toStdString();
    EXPECT_LT(window.weight(0), -0.99) << "it looks at animal no more";
    for (int row = 1; row < window.rows(); ++row)
        EXPECT_LE(std::abs(window.weight(row)), std::abs(window.weight(row - 1)));
    // No weight can be compared with one of a word that A does not have.
    window.pin(8, positionOf(window.session().b(), "wide"));
    EXPECT_EQ(window.rows(), 0);
}

}  // namespace
}  // namespace headscope::ui
