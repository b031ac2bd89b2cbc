// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractScrollArea>
#include <QSignalSpy>
#include <cmath>

#include "tests/ui/views_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/models/wording.h"
#include "ui/views/charts_view.h"

namespace headscope::ui {
namespace {

struct Charts {
    Session session{testCompute()};
    ChartsView view{session, nullptr};

    explicit Charts(core::Index words = 6) {
        session.setRun(randomRun(numberedTokens(words), {3, 4, false, false}));
        session.selectHead(headAt(0, 0));
        showSized(view, {320, 280});
    }
    bool show(ChartsView::ChartId id) {
        view.showChart(id);
        return QTest::qWaitFor([&] { return view.isSettled(); }, viewPatience);
    }
    const Chart& chart() { return view.chart().chart(); }
    /// The widget that takes the pointer, and where a point stands in it.
    QWidget& target() { return *view.chart().findChild<QAbstractScrollArea*>()->viewport(); }
    QPoint placeOf(int point) {
        return target().mapFrom(
            &view.chart(),
            view.chart().placeOf(chart().points[static_cast<std::size_t>(point)].at).toPoint());
    }
};

TEST(ChartsView, FollowsTheRunAndYieldsAPicture) {
    Session session{testCompute()};
    ChartsView view(session, nullptr);
    showSized(view, {300, 260});
    EXPECT_TRUE(view.figure().isNull());
    session.setRun(randomRun(numberedTokens(6), {3, 4, false, false}));
    EXPECT_FALSE(view.figure().isNull());
    view.chart().placeClicked(2);
    EXPECT_EQ(session.selection().head.layer, 2);
    EXPECT_EQ(view.metricChoice().count(), static_cast<int>(core::metrics().size()));
    session.setRun(nullptr);
    EXPECT_FALSE(view.grab().isNull());
    EXPECT_TRUE(view.figure().isNull());
}

TEST(ChartsView, EveryChartIsAPicture) {
    Charts charts;
    charts.session.select(withHeads({}, {headAt(0, 0), headAt(2, 1)}, headAt(0, 0)));
    for (const auto id : {ChartsView::ByLayer, ChartsView::Scatter, ChartsView::ByDistance,
                          ChartsView::AlongText, ChartsView::Map}) {
        ASSERT_TRUE(charts.show(id));
        const Figure figure = charts.view.figure();
        EXPECT_FALSE(figure.title.isEmpty());
        const QByteArray svg = figureFormatOf("x.svg").bytes(figure, {}, {});
        EXPECT_NE(svg.indexOf("</text>"), -1);
        EXPECT_FALSE(charts.view.grab().isNull());
    }
}

TEST(ChartsView, WhatIsChosenIsPartOfTheSession) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::Scatter));
    EXPECT_EQ(charts.session.settings().chart, ChartKind::Scatter);
    QComboBox& across = charts.view.across();
    across.setCurrentIndex(2);
    emit across.activated(2);
    EXPECT_EQ(charts.session.settings().chartAcross, core::metrics()[2].id);
    EXPECT_EQ(charts.session.settings().chartMetric, core::metrics()[0].id);
    ViewSettings settings;
    settings.chart = ChartKind::ByDistance;
    charts.session.setSettings(settings);
    EXPECT_EQ(charts.view.choice().currentIndex(), static_cast<int>(ChartKind::ByDistance));
    EXPECT_FALSE(charts.view.metricChoice().isVisible());
}

TEST(ChartsView, AClickOnAPointGoesToItsHead) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::Scatter));
    ASSERT_EQ(charts.chart().points.size(), 12U);
    const RunPtr& run = charts.session.a();
    EXPECT_DOUBLE_EQ(charts.chart().points[7].at.y(), *run->measures[7].values[0].mean());
    EXPECT_DOUBLE_EQ(charts.chart().points[7].at.x(), *run->measures[7].values[3].mean());
    QTest::mouseClick(&charts.target(), Qt::LeftButton, {}, charts.placeOf(7));
    EXPECT_EQ(charts.session.selection().heads(), std::vector{headAt(1, 3)});
    QTest::mouseClick(&charts.target(), Qt::LeftButton, Qt::ControlModifier, charts.placeOf(9));
    EXPECT_EQ(charts.session.selection().heads(), (std::vector{headAt(1, 3), headAt(2, 1)}));
    EXPECT_TRUE(charts.chart().points[9].chosen);
}

TEST(ChartsView, ABrushChoosesTheHeadsInside) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::Scatter));
    QRect box(charts.placeOf(3), QSize(1, 1));
    box = box.united(QRect(charts.placeOf(8), QSize(1, 1))).adjusted(-6, -6, 6, 6);
    std::vector<core::HeadId> inside;
    for (int i = 0; i < 12; ++i)
        if (box.contains(charts.placeOf(i)))
            inside.push_back(charts.session.a()->trace->headIds()[static_cast<std::size_t>(i)]);
    ASSERT_GE(inside.size(), 2U);
    QTest::mousePress(&charts.target(), Qt::LeftButton, {}, box.topLeft());
    sendMove(charts.target(), box.bottomRight(), Qt::LeftButton);
    EXPECT_FALSE(charts.view.grab().isNull());
    QTest::mouseRelease(&charts.target(), Qt::LeftButton, {}, box.bottomRight());
    EXPECT_EQ(charts.session.selection().heads(), inside);
}

TEST(ChartsView, PointingAtAHeadReadsItsNumbers) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::Scatter));
    const QSignalSpy readings(&charts.view, &View::readingChanged);
    sendMove(charts.target(), charts.placeOf(5));
    ASSERT_GE(readings.count(), 1);
    EXPECT_TRUE(readings.back()[0].toString().startsWith(QStringLiteral("1.1")));
}

TEST(ChartsView, TheMapIsLinkedWithTheSelection) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::Map));
    ASSERT_EQ(charts.chart().points.size(), 12U);
    EXPECT_TRUE(charts.chart().points[0].chosen);
    EXPECT_EQ(charts.chart().points[6].name, QStringLiteral("1.2"));
    QTest::mouseClick(&charts.target(), Qt::LeftButton, {}, charts.placeOf(6));
    EXPECT_EQ(charts.session.selection().heads(), std::vector{headAt(1, 2)});
    EXPECT_TRUE(charts.chart().points[6].chosen);
    EXPECT_FALSE(charts.chart().points[0].chosen);
    // All of them.
    QTest::mousePress(&charts.target(), Qt::LeftButton, {}, {1, 1});
    const QPoint end(charts.target().width() - 2, charts.target().height() - 2);
    sendMove(charts.target(), end, Qt::LeftButton);
    QTest::mouseRelease(&charts.target(), Qt::LeftButton, {}, end);
    EXPECT_EQ(charts.session.selection().heads().size(), 12U);
    EXPECT_EQ(charts.session.selection().head, headAt(1, 2));
    const QSignalSpy readings(&charts.view, &View::readingChanged);
    sendMove(charts.target(), charts.placeOf(5));
    ASSERT_GE(readings.count(), 1);
    EXPECT_TRUE(readings.back()[0].toString().startsWith(QStringLiteral("1.1   cluster ")))
        << readings.back()[0].toString().toStdString();
}

TEST(ChartsView, AMapThatTakesLongIsFoundWhenAskedForAndCanBeStopped) {
    Charts charts(850);
    charts.view.showChart(ChartsView::Map);
    WorkBar& bar = charts.view.workBar();
    EXPECT_FALSE(charts.view.isSettled());
    ASSERT_TRUE(bar.isVisible());
    EXPECT_TRUE(charts.view.figure().isNull());
    EXPECT_EQ(bar.button().text(), QStringLiteral("Find out"));
    bar.button().click();
    EXPECT_EQ(bar.button().text(), QStringLiteral("Stop"));
    bar.button().click();
    EXPECT_EQ(bar.button().text(), QStringLiteral("Find out"));
    EXPECT_FALSE(charts.view.isSettled());
    bar.button().click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return charts.view.isSettled(); }, 30 * viewPatience));
    EXPECT_FALSE(bar.isVisible());
    EXPECT_EQ(charts.chart().points.size(), 12U);
    // Another run has another one.
    charts.session.setRun(randomRun(numberedTokens(6), {2, 2, false, false}));
    ASSERT_TRUE(QTest::qWaitFor([&] { return charts.view.isSettled(); }, viewPatience));
    EXPECT_EQ(charts.chart().points.size(), 4U);
}

TEST(ChartsView, AMapThatCannotBeFoundSaysWhy) {
    Charts charts;
    charts.session.setRun(randomRun(numberedTokens(6), {2, 2, false, true}));
    charts.view.showChart(ChartsView::Map);
    WorkBar& bar = charts.view.workBar();
    EXPECT_TRUE(QTest::qWaitFor([&] { return bar.text().contains(QStringLiteral("no row")); }, viewPatience));
    EXPECT_TRUE(bar.isVisible());
}

TEST(ChartsView, DistanceIsTheMeanWeightAtEveryOffset) {
    Charts charts;
    charts.session.select(withHeads({}, {headAt(0, 2), headAt(2, 1)}, headAt(2, 1)));
    ASSERT_TRUE(charts.show(ChartsView::ByDistance));
    ASSERT_EQ(charts.chart().lines.size(), 2U);
    const ChartLine& line = charts.chart().lines[1];
    EXPECT_EQ(line.name, QStringLiteral("2.1"));
    EXPECT_TRUE(line.current);
    const core::Matrix pattern = charts.session.pattern(headAt(2, 1))->all();
    for (const QPointF& point : line.points) {
        double sum = 0;
        int count = 0;
        for (core::Index i = 0; i < pattern.rows(); ++i) {
            const core::Index j = i + static_cast<core::Index>(point.x());
            if (j < 0 || j >= pattern.cols()) continue;
            sum += static_cast<double>(pattern(i, j));
            ++count;
        }
        EXPECT_NEAR(point.y(), sum / count, 1e-6) << point.x();
    }
}

TEST(ChartsView, EntropyAlongTheTextPinsTheTokenThatIsClicked) {
    Charts charts;
    ASSERT_TRUE(charts.show(ChartsView::AlongText));
    const std::vector<QPointF>& points = charts.chart().lines[0].points;
    ASSERT_EQ(points.size(), 8U);
    const core::Vector row = charts.session.pattern(headAt(0, 0))->row(3);
    double entropy = 0;
    for (const float weight : row)
        entropy -= static_cast<double>(weight) * std::log(static_cast<double>(weight));
    EXPECT_NEAR(points[3].y(), entropy, 1e-4);
    charts.view.chart().placeClicked(5.2);
    EXPECT_EQ(charts.session.selection().query, 5);
}

TEST(ChartsView, ShowsDifferencesToo) {
    Charts charts;
    const RunPtr b = randomRun(numberedTokens(6), {3, 4, true, false});
    charts.session.setRunB(b);
    charts.session.setSide(Side::Difference);
    const RunPtr& a = charts.session.a();
    ASSERT_TRUE(charts.show(ChartsView::AlongText));
    const auto entropyOf = [](const RunPtr& run, std::size_t query) {
        return static_cast<double>(run->trace->layers[0]->statistics[0].entropy[query]);
    };
    EXPECT_NEAR(charts.chart().lines[0].points[4].y(), entropyOf(b, 4) - entropyOf(a, 4), 1e-6);
    EXPECT_TRUE(charts.chart().name.startsWith(QStringLiteral("B − A")));
    ASSERT_TRUE(charts.show(ChartsView::Scatter));
    EXPECT_NEAR(charts.chart().points[2].at.y(),
                *b->measures[2].values[0].mean() - *a->measures[2].values[0].mean(), 1e-9);
    ASSERT_TRUE(charts.show(ChartsView::ByDistance));
    EXPECT_FALSE(charts.chart().lines[0].points.empty());
}

TEST(HeadCharts, LongLinesAreMeansOfNeighbours) {
    std::vector<QPointF> points;
    for (int i = 0; i < 10; ++i) points.emplace_back(i, i % 2 == 0 ? 1.0 : 3.0);
    const std::vector<QPointF> means = thinned(points, 5);
    ASSERT_EQ(means.size(), 5U);
    for (std::size_t i = 0; i < means.size(); ++i)
        EXPECT_EQ(means[i], QPointF(2.0 * static_cast<double>(i) + 0.5, 2.0));
    EXPECT_EQ(thinned(points, 10), points);
}

TEST(HeadCharts, OfManyHeadsTheCurrentOneIsAmongTheLines) {
    std::vector<core::HeadId> heads;
    for (int head = 0; head < 40; ++head) heads.push_back(headAt(1, head));
    const std::vector<core::HeadId> lines = lineHeads(withHeads({}, heads, headAt(1, 39)));
    EXPECT_EQ(lines.size(), mostLines);
    EXPECT_EQ(lines.back(), headAt(1, 39));
}

TEST(ChartRange, HasRoundEnds) {
    const ChartRange range = rangeAround(0.36, 2.23);
    EXPECT_DOUBLE_EQ(range.step, 0.5);
    EXPECT_DOUBLE_EQ(range.low, 0);
    EXPECT_DOUBLE_EQ(range.high, 2.5);
    EXPECT_DOUBLE_EQ(rangeAround(0, 0).high, 1);
    EXPECT_GE(rangeAround(3, 3).high, 3);
    EXPECT_LE(rangeAround(-2, -2).low, -2);
}

TEST(ChartRange, OfPositionsHasWholeSteps) {
    struct Span {
        double low, high, step;
    };
    for (const Span& span : {Span{0, 1, 1}, Span{0, 3, 1}, Span{-11, 11, 5}, Span{0, 11, 5}, Span{0, 12, 5},
                             Span{0, 7, 2}, Span{0, 101, 25}, Span{-4095, 4095, 2000}, Span{0, 0, 1}}) {
        const ChartRange range = rangeAround(span.low, span.high, AxisOf::Positions);
        EXPECT_DOUBLE_EQ(range.step, span.step) << span.low << " to " << span.high;
        EXPECT_LE(range.low, span.low);
        EXPECT_GE(range.high, span.high);
    }
    EXPECT_DOUBLE_EQ(rangeAround(0, 11).step, 2.5) << "numbers that are no positions have halves";
}

TEST(ChartsView, AxesOfTokensHaveWholeNumbers) {
    for (const core::Index words : {1, 5, 9, 10, 21}) {
        Charts charts(words);
        for (const auto id : {ChartsView::ByDistance, ChartsView::AlongText}) {
            ASSERT_TRUE(charts.show(id));
            const ChartRange& range = charts.chart().x.range;
            EXPECT_EQ(range.step, std::round(range.step)) << words;
            EXPECT_EQ(range.low, std::round(range.low)) << words;
        }
    }
}

}  // namespace
}  // namespace headscope::ui
