// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QSignalSpy>

#include "tests/ui/views_samples.h"
#include "ui/figures/arcs_figure.h"
#include "ui/views/arcs_view.h"
#include "ui/views/flow_view.h"

namespace headscope::ui {
namespace {

template <class Shown>
struct Links {
    Session session{testCompute()};
    Shown view{session, nullptr};

    explicit Links(core::Index words, RunShape shape = {}, QSize size = {760, 760}) {
        session.setRun(randomRun(numberedTokens(words), shape));
        showSized(view, size);
        EXPECT_TRUE(settled());
    }
    LinksCanvas& canvas() { return view.canvas(); }
    const FlowData& data() { return *canvas().data(); }
    bool settled() {
        return QTest::qWaitFor([this] { return canvas().isSettled(); }, viewPatience) &&
               canvas().data() != nullptr;
    }
    void set(const std::function<void(ViewSettings&)>& change) {
        ViewSettings settings = session.settings();
        change(settings);
        session.setSettings(settings);
        EXPECT_TRUE(settled());
    }
    std::size_t lines() { return data().lines.size(); }
};

/// As the definition says: of each row the heaviest weights until the share is reached.
std::size_t linesByDefinition(const RunPtr& run, core::HeadId head, double share) {
    std::size_t lines = 0;
    const core::PatternPtr pattern = core::headPattern(run->trace, head, testCompute().kernels);
    for (core::Index row = 0; row < pattern->rows(); ++row) {
        const core::Vector weights = pattern->row(row);
        std::vector<double> sorted(weights.begin(), weights.end());
        std::sort(sorted.rbegin(), sorted.rend());
        double sum = 0;
        for (const double weight : sorted) {
            if (weight <= 0 || sum >= share * 0.9999999) break;
            sum += weight;
            ++lines;
        }
    }
    return lines;
}

TEST(FlowView, DrawsTheShareOfEveryRow) {
    Links<FlowView> flow(12);
    EXPECT_EQ(flow.lines(), linesByDefinition(flow.session.a(), headAt(0, 0), 0.7));
    const std::size_t before = flow.lines();
    flow.view.shareSlider().setValue(30);
    ASSERT_TRUE(flow.settled());
    EXPECT_DOUBLE_EQ(flow.session.settings().share, 0.3);
    EXPECT_LT(flow.lines(), before);
    flow.view.shareSlider().setValue(100);
    ASSERT_TRUE(flow.settled());
    EXPECT_EQ(flow.lines(), 14U * 14U);
}

TEST(FlowView, ChipsToggleHeadsAndADoubleClickShowsOneAlone) {
    Links<FlowView> flow(8);
    ASSERT_EQ(flow.view.chips().count(), 3);
    QTest::mouseClick(flow.view.chips().chip(2), Qt::LeftButton);
    EXPECT_EQ(flow.session.selection().heads(), (std::vector{headAt(0, 0), headAt(0, 2)}));
    QTest::mouseClick(flow.view.chips().chip(0), Qt::LeftButton);
    EXPECT_EQ(flow.session.selection().heads(), std::vector{headAt(0, 2)});
    QTest::mouseClick(flow.view.chips().chip(2), Qt::LeftButton);
    EXPECT_EQ(flow.session.selection().heads(), std::vector{headAt(0, 2)}) << "one head stays";
    EXPECT_TRUE(flow.view.chips().chip(2)->isChecked());
    QTest::mouseDClick(flow.view.chips().chip(1), Qt::LeftButton);
    EXPECT_EQ(flow.session.selection().heads(), std::vector{headAt(0, 1)});
    EXPECT_EQ(flow.session.selection().head, headAt(0, 1));
}

TEST(FlowView, SwitchesShowAllHeadsAndMuteSpecials) {
    Links<FlowView> flow(8);
    flow.view.switches().button(0)->click();
    EXPECT_EQ(flow.session.selection().heads().size(), 3U);
    ASSERT_TRUE(flow.settled());
    EXPECT_EQ(flow.data().heads.size(), 3U);
    flow.view.switches().button(1)->click();
    ASSERT_TRUE(flow.settled());
    for (const FlowLine& line : flow.data().lines) {
        for (const core::Index end : {line.query, line.key}) EXPECT_TRUE(end != 0 && end != 9);
    }
    EXPECT_GT(flow.data().mutedWeight, 0);
    flow.view.switches().button(0)->click();
    EXPECT_EQ(flow.session.selection().heads().size(), 1U);
}

TEST(FlowView, PointingIsolatesAndClickingPins) {
    Links<FlowView> flow(8);
    FlowLook look;
    look.theme = Theme::light();
    const FlowLayout layout = flowLayout(flow.data(), look, flow.canvas().size());
    const QPointF query(layout.lines.left() - 20, layout.centre(3));
    sendMove(flow.canvas(), query);
    EXPECT_EQ(flow.session.hover(), (Hover{3, {}}));
    click(flow.canvas(), query);
    EXPECT_EQ(flow.session.selection().query, 3);
    EXPECT_FALSE(flow.session.selection().key);
    const QPointF key(layout.lines.right() + 20, layout.centre(5));
    click(flow.canvas(), key);
    EXPECT_EQ(flow.session.selection().key, 5);
    sendLeave(flow.canvas());
    EXPECT_EQ(flow.session.hover(), Hover{});
    QTest::keyClick(&flow.canvas(), Qt::Key_Escape);
    EXPECT_FALSE(flow.session.selection().key);
    EXPECT_FALSE(flow.view.grab().isNull());
}

TEST(FlowView, PointingAtALineReadsIt) {
    Links<FlowView> flow(8);
    FlowLook look;
    look.theme = Theme::light();
    const FlowLayout layout = flowLayout(flow.data(), look, flow.canvas().size());
    const FlowLine line = flow.data().lines.back();
    const QSignalSpy readings(&flow.view, &View::readingChanged);
    sendMove(flow.canvas(), {layout.lines.left() + 3, layout.centre(line.query)});
    ASSERT_EQ(flow.session.hover(), (Hover{line.query, line.key}));
    EXPECT_TRUE(
        readings.back()[0].toString().contains(QLocale().toString(static_cast<double>(line.weight), 'f', 6)));
}

TEST(FlowView, ArrowsMoveThePinnedTokenAndTheHead) {
    Links<FlowView> flow(8);
    QTest::keyClick(&flow.canvas(), Qt::Key_Down);
    QTest::keyClick(&flow.canvas(), Qt::Key_Down);
    EXPECT_EQ(flow.session.selection().query, 1);
    QTest::keyClick(&flow.canvas(), Qt::Key_Right);
    EXPECT_EQ(flow.session.selection().head, headAt(0, 1));
}

TEST(FlowView, ALongTextScrolls) {
    Links<FlowView> flow(298);
    const core::Index fits = flow.canvas().capacity();
    EXPECT_LT(fits, 300);
    EXPECT_TRUE(flow.view.scrollBar().isVisible());
    EXPECT_EQ(flow.data().window.count, fits);
    flow.view.scrollBar().setValue(200);
    ASSERT_TRUE(flow.settled());
    EXPECT_EQ(flow.data().window.first, 200);
    sendWheel(flow.canvas(), {300, 300}, 1);
    ASSERT_TRUE(flow.settled());
    EXPECT_LT(flow.data().window.first, 200);
    EXPECT_EQ(flow.view.scrollBar().value(), flow.data().window.first);
}

/// Whether the window onto the tokens holds `position`.
template <class Shown>
bool showsPlace(Links<Shown>& links, core::Index position) {
    EXPECT_TRUE(links.settled());
    return links.data().window.contains(position) &&
           links.view.scrollBar().value() == links.data().window.first;
}

TEST(FlowView, TheWindowGoesToWhatIsPinnedElsewhere) {
    Links<FlowView> flow(298);
    flow.session.select({headAt(0, 0), 250, 240});
    EXPECT_TRUE(showsPlace(flow, 250));
    EXPECT_TRUE(showsPlace(flow, 240));
    flow.session.select({headAt(0, 0), 10, 290});
    EXPECT_TRUE(showsPlace(flow, 10)) << "too far apart for both: the query";
    const core::Index first = flow.canvas().firstPlace();
    flow.session.select({headAt(0, 0), 12, {}});
    EXPECT_EQ(flow.canvas().firstPlace(), first) << "it does not move for what is there already";
    flow.view.hide();
    flow.session.select({headAt(0, 0), 299, {}});
    flow.view.show();
    EXPECT_TRUE(showsPlace(flow, 299));
}

TEST(FlowView, TheWindowHoldsThePinAlsoInWords) {
    std::vector<core::Token> tokens = numberedTokens(298);
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) tokens[i].word = static_cast<core::Index>(i / 2);
    Links<FlowView> flow(3);
    flow.session.setRun(randomRun(tokens));
    flow.session.select({headAt(0, 0), 280, {}});
    EXPECT_TRUE(showsPlace(flow, 280));
    flow.set([](ViewSettings& settings) { settings.words = true; });
    EXPECT_EQ(flow.canvas().places(), 152);
    EXPECT_TRUE(showsPlace(flow, 141));
    flow.set([](ViewSettings& settings) { settings.words = false; });
    EXPECT_TRUE(showsPlace(flow, 280));
}

template <class Shown>
void replaceRuns() {
    Links<Shown> links(298);
    links.session.select({headAt(1, 2), 290, 295});
    links.session.setHover({280, 2});
    links.view.scrollBar().setValue(200);
    links.session.setRun(randomRun({sampleToken("one")}));
    links.view.grab();
    ASSERT_TRUE(links.settled());
    EXPECT_EQ(links.data().window.count, 1);
    links.view.grab();
    for (int x = 0; x < links.canvas().width(); x += 7) sendMove(links.canvas(), {double(x), x * 0.9});
    QTest::keyClick(&links.canvas(), Qt::Key_Down);
    links.session.setRun(nullptr);
    links.view.grab();
    EXPECT_TRUE(links.view.figure().isNull());
    QTest::keyClick(&links.canvas(), Qt::Key_Down);
}

TEST(FlowView, AShorterRunMayReplaceALongerOne) {
    replaceRuns<FlowView>();
}
TEST(ArcsView, AShorterRunMayReplaceALongerOne) {
    replaceRuns<ArcsView>();
}

TEST(ArcsView, ACausalModelHasNoArcBelowTheRow) {
    Links<ArcsView> arcs(10, {1, 2, true, false});
    for (const FlowLine& line : arcs.data().lines) EXPECT_LE(line.key, line.query);
    EXPECT_FALSE(arcs.view.figure().isNull());
}

TEST(ArcsView, PointingAtATokenIsolatesIt) {
    Links<ArcsView> arcs(8);
    FlowLook look;
    look.theme = Theme::light();
    const ArcsLayout layout = arcsLayout(arcs.data(), look, arcs.canvas().size());
    click(arcs.canvas(), {layout.centre(4), layout.tokens.center().y()});
    EXPECT_EQ(arcs.session.selection().query, 4);
    QTest::keyClick(&arcs.canvas(), Qt::Key_Right);
    EXPECT_EQ(arcs.session.selection().query, 5);
    QTest::keyClick(&arcs.canvas(), Qt::Key_Down);
    EXPECT_EQ(arcs.session.selection().head, headAt(0, 1));
}

}  // namespace
}  // namespace headscope::ui
