// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: everything is found by its name.
#include <gtest/gtest.h>

#include "tests/ui/frame_window.h"

namespace headscope::ui {
namespace {

struct PaletteWindow : TestWindow {
    Palette& ask() {
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        return *window.findChild<Palette*>();
    }
    void type(const QString& text) {
        Palette& palette = ask();
        QTest::keyClicks(&palette.field(), text);
        QTest::keyClick(&palette.field(), Qt::Key_Return);
    }
};

PaletteEntry entry(const QString& name, const QString& detail = {}, PaletteKind kind = PaletteKind::Command) {
    return {kind, name, detail, [] {}};
}

TEST(PaletteRank, TheSameBeforeBeginningsBeforeInsides) {
    const auto rank = [](const char* typed, const char* name) {
        return paletteRank(QString::fromUtf8(typed), entry(QString::fromUtf8(name))).value_or(99);
    };
    EXPECT_LT(rank("1.2", "1.2"), rank("1.2", "1.20"));
    EXPECT_LT(rank("head", "Heads of the layer"), rank("head", "All heads"));
    EXPECT_LT(rank("head", "All heads"), rank("head", "Overhead"));
    EXPECT_LT(rank("head", "All heads"), rank("head layer", "All heads of the layer"));
    EXPECT_EQ(rank("quit", "Undo"), 99);
    EXPECT_EQ(rank("undo quit", "Undo"), 99);
    EXPECT_EQ(rank("  UNDO ", "Undo"), 0);
    EXPECT_EQ(rank("", "Undo"), 0);
    EXPECT_EQ(rank("热力图", "热力图"), 0);
}

TEST(PaletteRank, FindsByDetailAndKindBehindNames) {
    const PaletteEntry it = entry(QStringLiteral("it"), QStringLiteral("@11"), PaletteKind::Token);
    EXPECT_TRUE(paletteRank(QStringLiteral("@11"), it));
    EXPECT_TRUE(paletteRank(QStringLiteral("token it"), it));
    EXPECT_FALSE(paletteRank(QStringLiteral("head it"), it));
    EXPECT_LT(*paletteRank(QStringLiteral("it"), it), *paletteRank(QStringLiteral("@11"), it));
}

TEST(Palette, GoesToAHeadATokenAndAView) {
    PaletteWindow window;
    ASSERT_TRUE(window.openExample());
    window.type(QStringLiteral("1.2"));
    EXPECT_EQ(window->session().selection().head, (core::HeadId{core::AttentionKind::Self, 1, 2}));
    window.type(QStringLiteral("token animal"));
    const auto query = window->session().selection().query;
    ASSERT_TRUE(query);
    EXPECT_EQ(window->session().shown()->trace->tokens[static_cast<std::size_t>(*query)].label, "animal");
    window.type(QStringLiteral("arcs"));
    EXPECT_EQ(window->workspace().viewIndex(), 2);
    EXPECT_FALSE(window->findChild<Palette*>()->isVisible());
}

TEST(Palette, GoesToAChartAndATable) {
    PaletteWindow window;
    ASSERT_TRUE(window.openExample());
    window.type(QStringLiteral("map of heads"));
    EXPECT_EQ(window->workspace().charts().shownChart(), ChartsView::Map);
    window.type(QStringLiteral("table cases"));
    EXPECT_EQ(window->workspace().tableSwitch().current(), 3);
}

TEST(Palette, ChartsAndTablesHaveKeys) {
    TestWindow window;
    ASSERT_TRUE(window.openExample());
    window->resize(1100, 720);
    const ChartsView& charts = window->workspace().charts();
    EXPECT_FALSE(charts.isVisible()) << "there is no room for it";
    QTest::keyClick(&window.window, Qt::Key_C);
    EXPECT_EQ(charts.shownChart(), ChartsView::Scatter);
    EXPECT_TRUE(charts.isVisible()) << "who asks for it gets it";
    QTest::keyClick(&window.window, Qt::Key_4, Qt::AltModifier);
    EXPECT_EQ(window->workspace().tableSwitch().current(), 3);
    EXPECT_TRUE(window->workspace().cases().isAncestorOf(window->focusWidget()));
    QTest::keyClick(&window.window, Qt::Key_1, Qt::AltModifier);
    EXPECT_EQ(window->workspace().tableSwitch().current(), 0);
}

TEST(Palette, EveryCommandIsInIt) {
    PaletteWindow window;
    ASSERT_TRUE(window.openExample());
    for (const ActionInfo& info : actionTable()) {
        const QAction* action = window->actions()[info.id];
        if (info.id == ActionId::Palette || !action->isEnabled()) continue;
        Palette& palette = window.ask();
        palette.field().setText(action->text());
        ASSERT_NE(palette.list().currentItem(), nullptr) << action->text().toStdString();
        EXPECT_EQ(palette.list().currentItem()->text(), action->text());
        QTest::keyClick(&palette.field(), Qt::Key_Escape);
    }
}

TEST(Palette, EscapeLeavesEverythingAsItWas) {
    PaletteWindow window;
    ASSERT_TRUE(window.openExample());
    const Selection pinned{window->session().selection().head, 3, 4};
    window->session().select(pinned);
    QWidget* before = window->focusWidget();
    Palette& palette = window.ask();
    EXPECT_TRUE(palette.field().hasFocus());
    QTest::keyClicks(&palette.field(), QStringLiteral("lrw"));  // keys of commands, elsewhere
    QTest::keyClick(&palette.field(), Qt::Key_Escape);
    EXPECT_FALSE(palette.isVisible());
    EXPECT_EQ(window->session().selection(), pinned);
    EXPECT_EQ(window->session().settings(), ViewSettings{});
    EXPECT_EQ(window->focusWidget(), before);
}

TEST(Palette, ArrowsChooseAndNothingFoundDoesNothing) {
    PaletteWindow window;
    ASSERT_TRUE(window.openExample());
    Palette& palette = window.ask();
    QTest::keyClick(&palette.field(), Qt::Key_Down);
    EXPECT_EQ(palette.list().currentRow(), 1);
    QTest::keyClick(&palette.field(), Qt::Key_Up);
    EXPECT_EQ(palette.list().currentRow(), 0);
    QTest::keyClicks(&palette.field(), QStringLiteral("nothing is called so"));
    ASSERT_EQ(palette.list().count(), 1) << "it says so";
    EXPECT_FALSE(palette.list().item(0)->flags().testFlag(Qt::ItemIsEnabled));
    QTest::keyClick(&palette.field(), Qt::Key_Return);
    EXPECT_TRUE(palette.isVisible());
    QTest::mouseClick(&window->tokenStrip(), Qt::LeftButton);
}

TEST(Palette, FindsALanguageByItsEnglishName) {
    PaletteWindow window;
    Palette& palette = window.ask();
    palette.field().setText(QStringLiteral("Chinese"));
    EXPECT_EQ(palette.list().currentItem()->text(), QStringLiteral("简体中文"));
}

TEST(Palette, OpensTheExampleFromTheFirstPage) {
    PaletteWindow window;
    window.type(QStringLiteral("pronouns"));
    ASSERT_TRUE(window.settled());
    EXPECT_NE(window->session().a(), nullptr);
}

}  // namespace
}  // namespace headscope::ui
