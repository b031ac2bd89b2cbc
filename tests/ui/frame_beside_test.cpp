// SPDX-License-Identifier: GPL-3.0-or-later
// A beside B.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/frame_state.h"
#include "tests/ui/views_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/exports.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/links_view.h"
#include "ui/views/overview_view.h"

namespace headscope::ui {
namespace {

using core::Index;

constexpr core::HeadId pronounHead{core::AttentionKind::Self, 2, 3};
const char* const longerText = "The old animal didn't cross the street because it was too wide";

/// A is about the tired animal, B about the old animal and the wide street.
struct BesideWindow : StateWindow {
    bool compare() {
        core::Input first;
        first.text = tiredText;
        if (!open(QStringLiteral("example:pronouns"), first)) return false;
        window.loader().copyToB();
        core::Input second;
        second.text = longerText;
        window.loader().run(Side::B, second);
        if (!settled()) return false;
        session().selectHead(pronounHead);
        window.showView("heatmap");
        window.actions()[ActionId::SideBySide]->trigger();
        turn();
        return canvas().panels().size() == 2;
    }
    HeatmapCanvas& canvas() { return static_cast<HeatmapView&>(window.workspace().view()).canvas(); }
    LinksView& lines() { return static_cast<LinksView&>(window.workspace().view()); }
    /// The place of a word along the axis of both.
    static Index place(const TokenAxis& axis, const char* word) {
        for (std::size_t i = 0; i < axis.labels.size(); ++i)
            if (axis.labels[i].text == QLatin1String(word)) return static_cast<Index>(i);
        ADD_FAILURE() << word;
        return 0;
    }
    Index place(const char* word) { return place(canvas().panels()[0]->queries, word); }
    QPointF at(std::size_t panel, CellPlace cell) {
        return canvas().panelRect(panel).topLeft() + canvas().mapping()->cellRect(cell).center();
    }
};

TEST(Beside, HasAKeyAndAButtonWhereThereIsAB) {
    BesideWindow test;
    ASSERT_TRUE(test.openExample());
    QAction* action = test->actions()[ActionId::SideBySide];
    EXPECT_EQ(action->shortcut(), QKeySequence(QStringLiteral("|")));
    EXPECT_FALSE(action->isEnabled());
    ASSERT_TRUE(test.compare());
    EXPECT_TRUE(action->isEnabled());
    EXPECT_TRUE(action->isChecked());
    test.session().setSide(Side::A);
    EXPECT_EQ(test.canvas().panels().size(), 2U) << "whatever the other views show";
    action->trigger();
    EXPECT_EQ(test.canvas().panels().size(), 1U);
    EXPECT_FALSE(action->isChecked());
    action->trigger();
    test->actions()[ActionId::Compare]->trigger();
    EXPECT_EQ(test.canvas().panels().size(), 1U);
    EXPECT_FALSE(action->isEnabled());
    EXPECT_FALSE(action->isChecked());
}

TEST(Beside, BothMapsHaveTheTokensOfBothTexts) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const HeatmapData& a = *test.canvas().panels()[0];
    const HeatmapData& b = *test.canvas().panels()[1];
    // Of A, and of B what it has more: "old" and "wide".
    EXPECT_EQ(a.queries.size(), test.session().a()->trace->length() + 2);
    EXPECT_EQ(a.queries.labels.size(), b.keys.labels.size());
    for (const auto& [word, inA, inB] : {std::tuple("tired", true, false), std::tuple("wide", false, true),
                                         std::tuple("old", false, true), std::tuple("animal", true, true)}) {
        const auto place = static_cast<std::size_t>(test.place(word));
        EXPECT_EQ(a.queries.labels[place].absent, !inA) << word;
        EXPECT_EQ(b.keys.labels[place].absent, !inB) << word;
        EXPECT_EQ(a.blind[place], !inA) << word;
    }
    EXPECT_EQ(a.blindText(test.place("wide")), QStringLiteral("only in B"));
    EXPECT_EQ(b.blindText(test.place("tired")), QStringLiteral("only in A"));
    const CellPlace cell{test.place("it"), test.place("animal")};
    for (const auto& [data, run] : {std::pair(&a, test.session().a()), std::pair(&b, test.session().b())}) {
        const double weight = weightOf(run, pronounHead, positionOf(run, "it"), positionOf(run, "animal"));
        EXPECT_NEAR(static_cast<double>(*data->weight(cell)), weight, 1e-6);
    }
    EXPECT_EQ(a.maximum, b.maximum) << "one scale";
    EXPECT_EQ(a.rowMaximum, b.rowMaximum) << "and one for each row";
    EXPECT_GE(a.maximum, static_cast<double>(a.exact.maxCoeff()));
    EXPECT_GE(a.maximum, static_cast<double>(b.exact.maxCoeff()));
}

TEST(Beside, ZoomAndPlaceAreShared) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const QRectF before = test.canvas().mapping()->cellRect({3, 4});
    sendWheel(test.canvas(), test.at(1, {3, 4}), 3);
    const GridMapping map = *test.canvas().mapping();
    EXPECT_GT(map.cell(), before.width());
    EXPECT_NEAR(map.cellRect({3, 4}).center().x(), before.center().x(), map.cell()) << "about the pointer";
    const QRectF zoomed = map.cellRect({3, 4});
    test->actions()[ActionId::ShowA]->trigger();
    EXPECT_EQ(test.canvas().mapping()->cellRect({3, 4}), zoomed);
    test->actions()[ActionId::Fit]->trigger();
    EXPECT_TRUE(test.canvas().mapping()->isFitted());
}

TEST(Beside, ACellOfEitherMapIsReadInBoth) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const CellPlace cell{test.place("it"), test.place("animal")};
    const auto six = [](double value) { return QLocale().toString(value, 'f', 6); };
    const RunPtr& a = test.session().a();
    const RunPtr& b = test.session().b();
    for (const Side side : {Side::A, Side::B, Side::Difference}) {
        test.session().setSide(side);
        for (const std::size_t panel : {0U, 1U}) {
            sendMove(test.canvas(), test.at(panel, cell));
            const QString text = test->statusLine().text();
            EXPECT_TRUE(text.contains(QStringLiteral("A ") + six(weightOf(a, pronounHead, positionOf(a, "it"),
                                                                          positionOf(a, "animal")))))
                << text.toStdString();
            EXPECT_TRUE(text.contains(QStringLiteral("B ") + six(weightOf(b, pronounHead, positionOf(b, "it"),
                                                                          positionOf(b, "animal")))))
                << text.toStdString();
            const RunPtr& shown = test.session().shown();
            EXPECT_EQ(test.session().hover(), (Hover{positionOf(shown, "it"), positionOf(shown, "animal")}));
        }
    }
    sendMove(test.canvas(), test.at(0, {cell.row, test.place("tired")}));
    EXPECT_TRUE(test->statusLine().text().contains(QStringLiteral("only in A: “tired”")));
    EXPECT_FALSE(test.session().hover().key) << "B, whose tokens are selected, has none";
}

TEST(Beside, WhatIsPinnedIsMarkedInBoth) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const CellPlace cell{test.place("it"), test.place("animal")};
    click(test.canvas(), test.at(0, cell));
    const RunPtr& b = test.session().b();
    EXPECT_EQ(test.session().selection().query, positionOf(b, "it"));
    EXPECT_EQ(test.session().selection().key, positionOf(b, "animal"));
    click(test.canvas(), test.at(0, {test.place("tired"), cell.column}));
    EXPECT_EQ(test.session().selection().query, positionOf(b, "it")) << "what B has not cannot be pinned";
    // Keys step over what B does not have: from "too" to "wide", over "tired".
    test.session().pin(positionOf(b, "too"), positionOf(b, "animal"));
    QTest::keyClick(&test.canvas(), Qt::Key_Down);
    EXPECT_EQ(test.session().selection().query, positionOf(b, "wide"));
}

TEST(Beside, FlowAndArcsToo) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    for (const char* view : {"flow", "arcs"}) {
        test->showView(view);
        LinksCanvas& canvas = test.lines().canvas();
        ASSERT_TRUE(QTest::qWaitFor([&] { return canvas.panels() == 2 && canvas.isSettled(); }, patience));
        const FlowData& a = *canvas.data(0);
        const FlowData& b = *canvas.data(1);
        EXPECT_EQ(a.queries.labels.size(), b.queries.labels.size());
        EXPECT_TRUE(
            a.queries.labels[static_cast<std::size_t>(BesideWindow::place(a.queries, "wide"))].absent);
        EXPECT_EQ(a.window, b.window);
        EXPECT_EQ(a.reachBack, b.reachBack) << "equal distances are equally high in both";
        EXPECT_EQ(a.reachAhead, b.reachAhead);
        const Index it = BesideWindow::place(a.queries, "it");
        const auto weight = [&](const FlowData& data, const char* key) {
            for (const FlowLine& line : data.lines)
                if (line.query == it && line.key == BesideWindow::place(data.keys, key))
                    return static_cast<double>(line.weight);
            return 0.0;
        };
        EXPECT_GT(weight(a, "animal"), weight(b, "animal")) << "the story of the example";
        EXPECT_GT(weight(b, "street"), weight(a, "street"));
        const Figure figure = test->workspace().view().figure();
        EXPECT_TRUE(figure.title.contains(QStringLiteral("A | B"))) << figure.title.toStdString();
        EXPECT_TRUE(figure.description.contains(QStringLiteral("too tired")));
        EXPECT_TRUE(figure.description.contains(QStringLiteral("too wide")));
    }
}

TEST(Beside, IsOnePicture) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const Figure figure = test->workspace().view().figure();
    EXPECT_TRUE(figure.title.startsWith(QStringLiteral("A | B"))) << figure.title.toStdString();
    const QByteArray svg = figureFormatOf("x.svg").bytes(figure, {}, {});
    EXPECT_GE(svg.count(">animal<"), 4) << "rows and columns of both";
    EXPECT_TRUE(svg.contains("A | B"));
    const auto& table = exportTable();
    const auto info = std::find_if(table.begin(), table.end(), [](const ExportInfo& each) {
        return each.action == ActionId::ExportPicture;
    });
    EXPECT_EQ(proposedName(*info, test.session(), "heatmap"), QStringLiteral("pronouns-2.3-heatmap-AB"));
}

TEST(Beside, IsKeptAndUndone) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "beside.headscope";
    writeSession(file, test->state());
    EXPECT_TRUE(readSession(file).settings.sideBySide);
    ASSERT_TRUE(test.trigger(ActionId::Undo));
    EXPECT_EQ(test.canvas().panels().size(), 1U);
    ASSERT_TRUE(test.trigger(ActionId::Redo));
    EXPECT_EQ(test.canvas().panels().size(), 2U);
}

OverviewView& largeOverview(BesideWindow& test) {
    test->showView("grid");
    test.turn();
    return static_cast<OverviewView&>(test->workspace().view());
}

TEST(Beside, TheLargeOverviewHasTheHeadsOfBoth) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    OverviewView& overview = largeOverview(test);
    GridCanvas* before = overview.canvasOfA();
    ASSERT_NE(before, nullptr);
    EXPECT_TRUE(before->isVisible());
    EXPECT_EQ(before->data().trace, test.session().a()->trace);
    EXPECT_EQ(overview.canvas().data().trace, test.session().b()->trace);
    EXPECT_FALSE(overview.canvas().data().difference);
    EXPECT_EQ(before->size(), overview.canvas().size());
    const core::HeadId other{core::AttentionKind::Self, 1, 2};
    EXPECT_EQ(before->rectOf(other), overview.canvas().rectOf(other)) << "the same place in both";
    QTest::mouseClick(before, Qt::LeftButton, {}, before->rectOf(other).center().toPoint());
    EXPECT_EQ(test.session().selection().head, other);
    EXPECT_EQ(static_cast<OverviewView&>(test->workspace().overview()).canvasOfA(), nullptr)
        << "the small one has no room";
    test->actions()[ActionId::SideBySide]->trigger();
    test.turn();
    EXPECT_FALSE(before->isVisible());
    EXPECT_EQ(overview.canvas().data().trace, test.session().shown()->trace);
}

TEST(Beside, MeasuresOfBothOverviewsHaveOneScale) {
    BesideWindow test;
    ASSERT_TRUE(test.compare());
    OverviewView& overview = largeOverview(test);
    ViewSettings settings = test.session().settings();
    for (const char* metric : {"entropy", "local"}) {  // found by the run; measured when asked for
        settings.measure = metric;
        test.session().setSettings(settings);
        const auto& a = overview.canvasOfA()->data().values;
        const auto& b = overview.canvas().data().values;
        ASSERT_TRUE(QTest::qWaitFor([&] { return a && b; }, 10000)) << metric;
        EXPECT_EQ(a->range, b->range);
        EXPECT_NE(a->values, b->values);
        double largest = 0;
        for (const auto* values : {&a->values, &b->values})
            for (const auto& value : *values) largest = std::max(largest, value.value_or(0));
        EXPECT_EQ(a->range->second, largest);
    }
    const Figure figure = overview.figure();
    EXPECT_TRUE(figure.title.startsWith(QStringLiteral("A | B"))) << figure.title.toStdString();
}

}  // namespace
}  // namespace headscope::ui
