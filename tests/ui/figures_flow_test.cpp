// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "tests/support/expect_error.h"
#include "tests/ui/figures_samples.h"
#include "ui/figures/arcs_figure.h"
#include "ui/figures/flow_lines.h"
#include "ui/figures/legend.h"
#include "ui/figures/line_raster.h"

namespace headscope::ui {
namespace {

FlowDataPtr sampleFlow(double share, bool mute = false, TokenWindow window = {}) {
    ViewSettings settings;
    settings.share = share;
    settings.muteSpecials = mute;
    return prepareFlow({{{}, core::HeadType::Content, samplePattern()}}, sampleTokens(), settings, window);
}

/// What a person would count in the table of numbers.
std::size_t counted(double share) {
    const core::Matrix weights = sampleWeights(7);
    std::size_t lines = 0;
    for (core::Index row = 0; row < 7; ++row) {
        std::vector<float> sorted(weights.row(row).data(), weights.row(row).data() + 7);
        std::sort(sorted.rbegin(), sorted.rend());
        double sum = 0;
        for (const float weight : sorted) sum += static_cast<double>(weight);
        double taken = 0;
        for (const float weight : sorted) {
            if (taken >= share * sum) break;
            taken += static_cast<double>(weight);
            ++lines;
        }
    }
    return lines;
}

TEST(FlowData, DrawsTheHeaviestUntilTheShareIsReached) {
    std::size_t before = 0;
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        const FlowDataPtr data = sampleFlow(share);
        EXPECT_EQ(data->lines.size(), counted(share)) << share;
        EXPECT_GE(data->lines.size(), before);
        EXPECT_GE(data->drawnWeight, share * data->totalWeight * (1 - 1e-6));
        before = data->lines.size();
    }
    EXPECT_EQ(sampleFlow(1)->lines.size(), 49U);
    EXPECT_EQ(sampleFlow(0)->lines.size(), 0U);
}

TEST(FlowData, ARowOfOneWeightIsOneLine) {
    const core::Matrix identity = core::Matrix::Identity(7, 7);
    const auto pattern = std::make_shared<FixedPattern>(sampleTokens(), identity);
    for (const double share : {0.7, 1.0}) {
        ViewSettings settings;
        settings.share = share;
        EXPECT_EQ(prepareFlow({{{}, core::HeadType::Self, pattern}}, sampleTokens(), settings)->lines.size(),
                  7U);
    }
}

TEST(FlowData, MutedTokensHaveNoLinesAndTheirWeightIsNamed) {
    const FlowDataPtr data = sampleFlow(0.7, true);
    for (const FlowLine& line : data->lines) {
        EXPECT_NE(line.query, 0);
        EXPECT_NE(line.key, 6);
    }
    EXPECT_GT(data->mutedWeight, 0);
    EXPECT_NEAR(data->totalWeight, 7, 1e-5);
}

TEST(FlowData, TheWindowHoldsThePairWhereItFits) {
    for (core::Index count = 1; count <= 9; ++count) {
        for (core::Index query = 0; query < 30; ++query) {
            for (core::Index key = 0; key < 30; ++key) {
                TokenWindow window = windowAround(query, key, count);
                window.first = std::min(window.first, 30 - count);  // as prepareFlow() does
                EXPECT_GE(window.first, 0);
                EXPECT_EQ(window.count, count);
                EXPECT_TRUE(window.contains(query)) << query << ' ' << key << ' ' << count;
                EXPECT_TRUE(window.contains(key) || std::abs(query - key) >= count)
                    << query << ' ' << key << ' ' << count;
            }
        }
    }
    EXPECT_TRUE(windowAround({}, 17, 4).contains(17));
    EXPECT_EQ(windowAround({}, {}, 4), (TokenWindow{0, 4}));
}

TEST(FlowData, SaysWhatIsHidden) {
    EXPECT_EQ(windowNote(*sampleFlow(0.7, false, {2, 3})), QStringLiteral("tokens 2 to 4 of 7, 4 hidden"));
    EXPECT_TRUE(windowNote(*sampleFlow(0.7)).isEmpty());
}

TEST(FlowData, TheStrongestComesLast) {
    const FlowDataPtr data = sampleFlow(1);
    EXPECT_TRUE(std::is_sorted(data->lines.begin(), data->lines.end(),
                               [](const FlowLine& a, const FlowLine& b) { return a.weight < b.weight; }));
}

TEST(FlowData, AWindowKeepsLinesWithAnEndInIt) {
    const FlowDataPtr data = sampleFlow(1, false, {2, 3});
    EXPECT_EQ(data->lines.size(), 49U - 16U);
    EXPECT_EQ(sampleFlow(1, false, {100, 3})->window, (TokenWindow{4, 3}));
    EXPECT_EQ(sampleFlow(1, false, {-5, 0})->window, (TokenWindow{0, 7}));
}

TEST(FlowData, StopsWhenToldTo) {
    ViewSettings settings;
    test::expectError(core::ErrorCode::Cancelled, [&] {
        prepareFlow({{{}, core::HeadType::Content, samplePattern()}}, sampleTokens(), settings, {},
                    [](double) { return false; });
    });
}

/// Ink in one column of pixels: the width of a line there, in pixels.
double inkAcross(const QImage& image, int x) {
    double ink = 0;
    for (int y = 0; y < image.height(); ++y) ink += qAlpha(image.pixel(x, y)) / 255.0;
    return ink;
}

TEST(LineRaster, WidthIsTrulyProportional) {
    for (const double width : {0.25, 0.5, 1.0, 2.0, 4.0, 9.3}) {
        LineRaster raster(QSize(300, 60));
        raster.flow(30.3, 30.3, width, QColor(0, 0, 0));
        EXPECT_NEAR(inkAcross(raster.take(), 150), width, 0.02);
    }
}

TEST(LineRaster, ASlopedLineIsAsWideAcrossItself) {
    LineRaster raster(QSize(400, 400));
    raster.flow(40, 360, 6, QColor(0, 0, 0));
    // In the middle the curve rises by 1.5 times its mean slope.
    const double slope = 1.5 * 320 / 400;
    EXPECT_NEAR(inkAcross(raster.take(), 200), 6 * std::sqrt(1 + slope * slope), 0.1);
}

TEST(LineRaster, OpacityIsConstant) {
    LineRaster raster(QSize(100, 40));
    raster.flow(20, 20, 10, QColor(10, 20, 30, 128));
    EXPECT_NEAR(qAlpha(raster.take().pixel(50, 20)), 128, 1);
}

/// Largest difference between the fast way and QPainter's, over all pixels, as a share of full ink.
double worstDifference(const QImage& a, const QImage& b, double& mean) {
    int worst = 0;
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const int difference = std::abs(qAlpha(a.pixel(x, y)) - qAlpha(b.pixel(x, y)));
            worst = std::max(worst, difference);
            sum += difference;
        }
    mean = sum / (255.0 * a.width() * a.height());
    return worst / 255.0;
}

TEST(LineRaster, FlowLooksLikeThePathOfVectorFiles) {
    LineRaster raster(QSize(320, 240));
    raster.flow(30, 200, 7, QColor(0, 0, 0));
    QImage painted(320, 240, QImage::Format_ARGB32_Premultiplied);
    painted.fill(Qt::transparent);
    QPainter painter(&painted);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(Qt::black, 7);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawPath(flowPath({0, 30}, {320, 200}));
    painter.end();
    double mean = 0;
    EXPECT_LT(worstDifference(raster.take(), painted, mean), 0.3);
    EXPECT_LT(mean, 0.002);
}

TEST(LineRaster, ArcsLookLikeThePathsOfVectorFiles) {
    for (const bool up : {true, false})
        for (const double width : {1.5, 9.0}) {
            const ArcShape arc{{160, 120}, 110, 80, width, up};
            LineRaster raster(QSize(320, 240));
            raster.arc(arc, QColor(0, 0, 0));
            QImage painted(320, 240, QImage::Format_ARGB32_Premultiplied);
            painted.fill(Qt::transparent);
            QPainter painter(&painted);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.fillPath(arcPath(arc), Qt::black);
            painter.end();
            double mean = 0;
            EXPECT_LT(worstDifference(raster.take(), painted, mean), 0.35) << up << width;
            EXPECT_LT(mean, 0.002) << up << width;
        }
}

TEST(LineRaster, WhatLiesOutsideIsCutOff) {
    LineRaster raster(QSize(50, 50));
    raster.flow(-500, 700, 8, QColor(0, 0, 0));
    raster.flow(-80, -60, 8, QColor(0, 0, 0));
    raster.arc({{-400, 60}, 900, 300, 5, true}, QColor(0, 0, 0));
    raster.arc({{25, 25}, 0, 0, 5, false}, QColor(0, 0, 0));
    EXPECT_EQ(raster.take().size(), QSize(50, 50));
    EXPECT_FALSE(LineRaster(QSize(0, 0)).take().isNull());
}

TEST(FlowFigure, TwiceTheWeightIsTwiceTheWidth) {
    core::Matrix weights = core::Matrix::Zero(7, 7);
    weights(1, 1) = 0.25F;
    weights(3, 3) = 0.5F;
    weights(5, 5) = 1.0F;
    ViewSettings settings;
    settings.share = 1;
    const FlowDataPtr data =
        prepareFlow({{{}, core::HeadType::Content, std::make_shared<FixedPattern>(sampleTokens(), weights)}},
                    sampleTokens(), settings);
    FlowLook look;
    look.theme = Theme::light();
    const QSizeF size(700, 300);
    const FlowLayout layout = flowLayout(*data, look, size);
    const QImage layer = flowLayer(*data, look, size, 2);
    const auto inkOf = [&](core::Index place) {
        const int from =
            static_cast<int>((layout.centre(place) - layout.rowHeight / 2 - layout.lines.top()) * 2);
        const QImage band = layer.copy(layer.width() / 2, from, 1, static_cast<int>(layout.rowHeight * 2));
        return inkAcross(band, 0);
    };
    const double alpha = static_cast<double>(lineColour(*data, {}, look.theme).alphaF());
    EXPECT_NEAR(inkOf(5), 2 * layout.widthOfOne * alpha, 0.2);
    EXPECT_NEAR(inkOf(3) / inkOf(5), 0.5, 0.02);
    EXPECT_NEAR(inkOf(1) / inkOf(5), 0.25, 0.02);
}

TEST(FlowFigure, OthersFadeToAnEighth) {
    const FlowDataPtr data = sampleFlow(1);
    FlowLook look;
    look.hover.query = 3;
    const FlowFocus focus = flowFocus(*data, look);
    int kept = 0;
    for (const FlowLine& line : data->lines) kept += focus.contains(line) ? 1 : 0;
    EXPECT_EQ(kept, 7);
    look.hover = {};
    look.selection.key = 2;
    look.selection.query = std::nullopt;
    EXPECT_TRUE(flowFocus(*data, look).contains({5, 2, 0.1F, 0}));
    EXPECT_FALSE(flowFocus(*data, look).contains({5, 3, 0.1F, 0}));
}

TEST(FlowFigure, PlacesAndLinesAreFoundAgain) {
    const FlowDataPtr data = sampleFlow(1);
    FlowLook look;
    const FlowLayout layout = flowLayout(*data, look, {700, 400});
    for (core::Index place = 0; place < 7; ++place) {
        EXPECT_EQ(layout.queryAt({layout.lines.left() - 15, layout.centre(place)}), place);
        EXPECT_EQ(layout.keyAt({layout.lines.right() + 15, layout.centre(place)}), place);
    }
    EXPECT_FALSE(layout.queryAt({layout.lines.center().x(), layout.centre(1)}));
    const FlowLine strongest = data->lines.back();
    const double middle = (layout.centre(strongest.query) + layout.centre(strongest.key)) / 2;
    const auto found = flowLineAt(*data, layout, {layout.lines.center().x(), middle});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->weight, strongest.weight);
}

TEST(ArcsFigure, PlacesAndArcsAreFoundAgain) {
    const FlowDataPtr data = sampleFlow(1);
    FlowLook look;
    const ArcsLayout layout = arcsLayout(*data, look, {700, 500});
    for (core::Index place = 0; place < 7; ++place)
        EXPECT_EQ(layout.placeAt({layout.centre(place), layout.tokens.center().y()}), place);
    // The top of the longest arc that goes back.
    const double reach = (layout.centre(6) - layout.centre(0)) / 2;
    const auto found =
        arcAt(*data, layout, {layout.centre(0) + reach, layout.above.bottom() - reach * layout.squeeze});
    ASSERT_TRUE(found);
    EXPECT_EQ(std::pair(found->query, found->key), std::pair(core::Index{6}, core::Index{0}));
}

TEST(ArcsFigure, ACausalPatternHasNothingBelow) {
    ViewSettings settings;
    settings.share = 1;
    const FlowDataPtr data =
        prepareFlow({{{}, core::HeadType::Content, samplePattern(true)}}, sampleTokens(), settings);
    EXPECT_EQ(data->lines.size(), 28U);
    for (const FlowLine& line : data->lines) EXPECT_LE(line.key, line.query);
}

/// Whether a legend of that width has a dot of this colour.
bool showsColour(const QColor& colour, double width) {
    QImage image(600, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const WidthLegend legend{
        20,
        QStringLiteral("line width: change of weight, B − A"),
        {{Qt::green, QStringLiteral("more in B")}, {Qt::red, QStringLiteral("less in B")}}};
    paintWidthLegend(painter, legend, Theme::light(), {0, 0, width, WidthLegend::height});
    painter.end();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == colour) return true;
        }
    }
    return false;
}

TEST(WidthLegend, SaysWhatEveryColourMeansHoweverNarrow) {
    for (const double width : {600.0, 480.0, 420.0, 300.0, 230.0}) {
        EXPECT_TRUE(showsColour(Qt::green, width)) << width;
        EXPECT_TRUE(showsColour(Qt::red, width)) << width;
    }
}

/// Two links, the second only possible, over lines that are left out.
std::shared_ptr<FlowData> goldSample() {
    auto data = std::make_shared<FlowData>(*sampleFlow(0));
    data->gold = GoldOverlay{
        QStringLiteral("gold.conllu"),
        {{{5, 1, 1, 2}, QStringLiteral("nsubj"), true}, {{1, 4, 1, 1}, QStringLiteral("obj"), false}},
        {1, 2}};
    return data;
}

/// Large, so that a thin line has pixels that are nothing but its colour.
constexpr int enlarged = 4;

/// How many pixels on the way down through a point have the colour of gold.
int goldPixels(const QImage& image, QPointF middle, const Theme& theme) {
    int found = 0;
    const QPoint at = (enlarged * middle).toPoint();
    for (int y = at.y() - 4 * enlarged; y <= at.y() + 4 * enlarged; ++y)
        if (image.pixelColor(at.x(), y) == theme.gold) ++found;
    return found;
}

TEST(GoldLinks, AreLinesBetweenTheMiddlesOfTheirWords) {
    const QSizeF size(700, 520);
    for (const Theme& theme : {Theme::light(), Theme::darkTheme()}) {
        FlowLook look;
        look.theme = theme;
        const std::shared_ptr<FlowData> data = goldSample();
        ASSERT_TRUE(data->lines.empty());
        QImage image(enlarged * size.toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        painter.scale(enlarged, enlarged);
        paintFlow(painter, *data, look, size, PaintMode::Raster);
        const FlowLayout flow = flowLayout(*data, look, size);
        const double key = (flow.centre(1) + flow.centre(2)) / 2;
        EXPECT_GT(goldPixels(image, {flow.lines.center().x(), (flow.centre(5) + key) / 2}, theme), 0);
        EXPECT_EQ(goldPixels(image, {flow.lines.center().x(), flow.centre(0)}, theme), 0);
        paintArcs(painter, *data, look, size, PaintMode::Raster);
        const ArcsLayout arcs = arcsLayout(*data, look, size);
        const double from = arcs.centre(5);
        const double to = (arcs.centre(1) + arcs.centre(2)) / 2;
        const double top = arcs.above.bottom() - (from - to) / 2 * arcs.squeeze;
        EXPECT_GE(top, arcs.above.top());
        EXPECT_GT(goldPixels(image, {(from + to) / 2, top}, theme), 0);
        EXPECT_GE(arcs.below.height(), (arcs.centre(4) - arcs.centre(1)) / 2 * arcs.squeeze)
            << "there is room for links although no line goes there";
    }
}

TEST(GoldLinks, StayWithTheTokenThatIsLookedAt) {
    const std::shared_ptr<FlowData> data = goldSample();
    FlowFocus focus;
    focus.query = 5;
    EXPECT_TRUE(focus.holds(data->gold->cells[0]));
    EXPECT_FALSE(focus.holds(data->gold->cells[1]));
    focus = {};
    focus.key = 2;
    EXPECT_TRUE(focus.holds(data->gold->cells[0])) << "the second piece of a word";
    EXPECT_FALSE(focus.holds(data->gold->cells[1]));
}

}  // namespace
}  // namespace headscope::ui
