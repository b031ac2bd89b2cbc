// SPDX-License-Identifier: GPL-3.0-or-later
// Several heads chosen at once, in every view.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>

#include "tests/ui/views_samples.h"
#include "ui/figures/caption.h"
#include "ui/figures/run_pattern.h"
#include "ui/views/flow_view.h"
#include "ui/views/head_panel.h"
#include "ui/views/head_table.h"
#include "ui/views/heatmap_view.h"
#include "ui/views/overview_view.h"
#include "ui/views/token_strip.h"

namespace headscope::ui {
namespace {

using Heads = std::vector<core::HeadId>;

template <class Shown>
struct Window {
    Session session{testCompute()};
    Shown view{session, nullptr};

    explicit Window(RunShape shape = {3, 4, false, false}, QSize size = {500, 460}) {
        session.setRun(randomRun(numberedTokens(6), shape));
        session.selectHead(headAt(0, 0));
        showSized(view, size);
    }
    Heads heads() const { return session.selection().heads(); }
    core::HeadId current() const { return session.selection().head; }
};

Selection chosen(Heads heads) {
    return withHeads({}, heads, heads.front());
}

/// The mean weight, cell by cell, by its definition.
double meanOf(const RunPtr& run, const Heads& heads, core::Index query, core::Index key) {
    double sum = 0;
    for (const core::HeadId head : heads) sum += weightOf(run, head, query, key);
    return sum / static_cast<double>(heads.size());
}

TEST(ManyHeads, SelectionsHoldThemInOrderOnceEach) {
    const Selection one{headAt(1, 1), 3, 4, {}};
    EXPECT_EQ(one.heads(), Heads{headAt(1, 1)});
    const Selection more = withAdded(withAdded(one, headAt(2, 0)), headAt(0, 3));
    EXPECT_EQ(more.head, headAt(0, 3));
    EXPECT_EQ(more.heads(), (Heads{headAt(0, 3), headAt(1, 1), headAt(2, 0)}));
    EXPECT_EQ(withAdded(more, headAt(1, 1)).heads(), more.heads());
    EXPECT_EQ(withAdded(more, headAt(1, 1)).head, headAt(1, 1));
    EXPECT_EQ(withToggled(more, headAt(2, 0)).heads(), (Heads{headAt(0, 3), headAt(1, 1)}));
    EXPECT_EQ(withToggled(more, headAt(0, 3)).head, headAt(1, 1)) << "the current one went";
    EXPECT_EQ(withToggled(one, headAt(1, 1)), one) << "one head stays";
    EXPECT_EQ(withOnly(more, headAt(2, 2)), (Selection{headAt(2, 2), 3, 4, {}}));
}

TEST(ManyHeads, AreNamedInOrderWithNeighboursAsARange) {
    EXPECT_EQ(headNames({headAt(2, 3), headAt(4, 1), headAt(5, 0)}), QStringLiteral("2.3, 4.1, 5.0"));
    EXPECT_EQ(headNames({headAt(0, 9), headAt(1, 0), headAt(1, 1), headAt(1, 2), headAt(2, 3)}),
              QStringLiteral("0.9, 1.0–1.2, 2.3"));
    EXPECT_EQ(headNames({headAt(0, 0), headAt(0, 1)}), QStringLiteral("0.0, 0.1"));
    EXPECT_EQ(groupTitle({{headAt(2, 3), headAt(4, 1)}, core::Combining::Largest}),
              QStringLiteral("Largest of 2 heads: 2.3, 4.1"));
}

TEST(ManyHeads, ControlAndClickChoosesThemInTheOverview) {
    Window<OverviewView> overview;
    const auto at = [&](int layer, int head) {
        return overview.view.canvas().rectOf(headAt(layer, head)).center();
    };
    click(overview.view.canvas(), at(1, 1));
    click(overview.view.canvas(), at(2, 3), Qt::ControlModifier);
    EXPECT_EQ(overview.heads(), (Heads{headAt(1, 1), headAt(2, 3)}));
    EXPECT_EQ(overview.current(), headAt(2, 3));
    click(overview.view.canvas(), at(1, 1), Qt::ControlModifier);
    EXPECT_EQ(overview.heads(), Heads{headAt(2, 3)});
    click(overview.view.canvas(), at(0, 0), Qt::ControlModifier);
    click(overview.view.canvas(), at(0, 2));
    EXPECT_EQ(overview.heads(), Heads{headAt(0, 2)});
}

TEST(ManyHeads, ShiftAndArrowsAddThemInTheOverview) {
    Window<OverviewView> overview;
    QTest::keyClick(&overview.view.canvas(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&overview.view.canvas(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(overview.heads(), (Heads{headAt(0, 0), headAt(0, 1), headAt(1, 1)}));
    QAccessibleTableInterface* table =
        QAccessible::queryAccessibleInterface(&overview.view.canvas())->tableInterface();
    EXPECT_EQ(table->selectedCellCount(), 3);
    QTest::keyClick(&overview.view.canvas(), Qt::Key_Right);
    EXPECT_EQ(overview.heads(), Heads{headAt(1, 2)});
}

TEST(ManyHeads, ARubberBandChoosesWhatItTouches) {
    Window<OverviewView> overview;
    GridCanvas& canvas = overview.view.canvas();
    const QPointF from = canvas.rectOf(headAt(1, 1)).center();
    const QPointF to = canvas.rectOf(headAt(2, 2)).center();
    QTest::mousePress(&canvas, Qt::LeftButton, {}, from.toPoint());
    sendMove(canvas, to, Qt::LeftButton);
    EXPECT_FALSE(canvas.grab().isNull());
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to.toPoint());
    EXPECT_EQ(overview.heads(), (Heads{headAt(1, 1), headAt(1, 2), headAt(2, 1), headAt(2, 2)}));
    EXPECT_EQ(overview.current(), headAt(1, 1));
}

TEST(ManyHeads, AreTheSelectedRowsOfTheTable) {
    Window<HeadTable> heads;
    QTableView& table = heads.view.table();
    const auto rowAt = [&](int row) {
        const QModelIndex index = table.model()->index(row, 0);
        return QPointF(table.visualRect(index).center());
    };
    click(*table.viewport(), rowAt(2));
    click(*table.viewport(), rowAt(4), Qt::ShiftModifier);
    EXPECT_EQ(heads.heads(), (Heads{headAt(0, 2), headAt(0, 3), headAt(1, 0)}));
    click(*table.viewport(), rowAt(3), Qt::ControlModifier);
    EXPECT_EQ(heads.heads(), (Heads{headAt(0, 2), headAt(1, 0)}));
    heads.session.select(chosen({headAt(1, 1), headAt(2, 0)}));
    QStringList rows;
    for (const QModelIndex& row : table.selectionModel()->selectedRows()) rows << row.data().toString();
    rows.sort();
    EXPECT_EQ(rows, (QStringList{"1.1", "2.0"}));
    EXPECT_EQ(table.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("1.1"));
    table.clearSelection();
    EXPECT_EQ(heads.heads(), (Heads{headAt(1, 1), headAt(2, 0)})) << "one head always stays";
    EXPECT_EQ(table.selectionModel()->selectedRows().size(), 2);
}

TEST(ManyHeads, TheHeatmapShowsTheirMeanOrTheLargest) {
    Window<HeatmapView> map;
    EXPECT_TRUE(map.view.combining().isHidden());
    const Heads heads{headAt(0, 1), headAt(2, 2)};
    map.session.select(chosen(heads));
    EXPECT_FALSE(map.view.combining().isHidden());
    EXPECT_EQ(map.view.header().title(), QStringLiteral("Mean of 2 heads: 0.1, 2.2"));
    const RunPtr& run = map.session.a();
    const auto shown = [&](core::Index row, core::Index column) {
        return static_cast<double>(*map.view.canvas().data()->weight({row, column}));
    };
    EXPECT_NEAR(shown(3, 5), meanOf(run, heads, 3, 5), 1e-6);
    map.view.combining().button(1)->click();
    EXPECT_EQ(map.session.settings().combining, core::Combining::Largest);
    EXPECT_NEAR(shown(3, 5), std::max(weightOf(run, heads[0], 3, 5), weightOf(run, heads[1], 3, 5)), 1e-6);
    const Figure figure = map.view.figure();
    EXPECT_EQ(figure.title, QStringLiteral("Largest of 2 heads: 0.1, 2.2"));
    map.session.selectHead(headAt(0, 1));
    EXPECT_TRUE(map.view.combining().isHidden());
    EXPECT_NEAR(shown(3, 5), weightOf(run, headAt(0, 1), 3, 5), 1e-6);
}

TEST(ManyHeads, PinningATokenKeepsThem) {
    Window<HeatmapView> map;
    map.session.select(chosen({headAt(0, 1), headAt(2, 2)}));
    QTest::keyClick(&map.view.canvas(), Qt::Key_Right);
    EXPECT_TRUE(map.session.selection().query);
    EXPECT_EQ(map.heads().size(), 2U);
    map.session.pin(headAt(2, 2), 1, 2);
    EXPECT_EQ(map.current(), headAt(2, 2));
    EXPECT_EQ(map.heads().size(), 2U);
    map.session.pin(headAt(1, 0), 1, 2);
    EXPECT_EQ(map.heads(), Heads{headAt(1, 0)}) << "somebody else's link";
}

TEST(ManyHeads, FlowLaysThemOverEachOtherAlsoOfOtherLayers) {
    Window<FlowView> flow;
    const Heads heads{headAt(0, 1), headAt(0, 3), headAt(2, 2)};
    flow.session.select(chosen(heads));
    ASSERT_TRUE(QTest::qWaitFor([&] { return flow.view.canvas().isSettled(); }, viewPatience));
    Heads drawn;
    for (const FlowHead& head : flow.view.canvas().data()->heads) drawn.push_back(head.head);
    EXPECT_EQ(drawn, heads);
    EXPECT_EQ(flow.view.figure().title, QStringLiteral("3 heads: 0.1, 0.3, 2.2"));
    HeadChips& chips = flow.view.chips();
    ASSERT_EQ(chips.count(), 5) << "four of the layer, and the one of another";
    EXPECT_EQ(chips.chip(3)->text(), QStringLiteral("3"));
    EXPECT_EQ(chips.chip(4)->text(), QStringLiteral("2.2"));
    QTest::mouseClick(chips.chip(4), Qt::LeftButton);
    EXPECT_EQ(flow.heads(), (Heads{headAt(0, 1), headAt(0, 3)}));
}

TEST(ManyHeads, TheInspectorSumsThemUp) {
    Window<HeadPanel> panel;
    const Heads heads{headAt(0, 0), headAt(1, 3)};
    panel.session.select(chosen(heads));
    EXPECT_EQ(panel.view.title().text(), QStringLiteral("Mean of 2 heads"));
    EXPECT_TRUE(panel.view.gate().isHidden());
    double sum = 0;
    for (const core::HeadMeasures& head : panel.session.a()->measures)
        if (panel.session.selection().holds(head.head)) sum += *head.values[0].mean();
    bool found = false;
    for (const QLabel* label : panel.view.findChildren<QLabel*>())
        found = found || label->text() == QString::number(sum / 2, 'f', 2);
    EXPECT_TRUE(found) << sum / 2;
    panel.session.selectHead(headAt(1, 3));
    EXPECT_EQ(panel.view.title().text(), QStringLiteral("Layer 1 · Head 3"));
    EXPECT_FALSE(panel.view.gate().isHidden());
}

TEST(ManyHeads, GoWhereARunDoesNotHaveThem) {
    Session session{testCompute()};
    session.setRun(randomRun(numberedTokens(6), {3, 4, false, false}));
    session.select(chosen({headAt(0, 3), headAt(1, 0), headAt(2, 1)}));
    session.setRun(randomRun(numberedTokens(6), {2, 2, false, false}));
    EXPECT_EQ(session.selection().heads(), (Heads{headAt(0, 1), headAt(1, 0)}));
    session.select({headAt(0, 0), {}, {}, {headAt(0, 1), headAt(0, 7), headAt(9, 0)}});
    EXPECT_EQ(session.selection().heads(), (Heads{headAt(0, 0), headAt(0, 1)}));
}

TEST(ManyHeads, DifferencesAreThoseOfTheMean) {
    Session session{testCompute()};
    session.setRun(randomRun(numberedTokens(6)));
    const std::shared_ptr<ui::Run> b = copyOf(randomRun(numberedTokens(6), {2, 3, true, false}));
    session.setRunB(b);
    session.setSide(Side::Difference);
    const Heads heads{headAt(0, 1), headAt(1, 2)};
    session.select(chosen(heads));
    EXPECT_NEAR(static_cast<double>(session.pattern()->all()(4, 2)),
                meanOf(session.b(), heads, 4, 2) - meanOf(session.a(), heads, 4, 2), 1e-6);
}

}  // namespace
}  // namespace headscope::ui
