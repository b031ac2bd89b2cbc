// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/support/expect_error.h"
#include "tests/ui/figures_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/grid_figure.h"
#include "ui/figures/heatmap_figure.h"

namespace headscope::ui {
namespace {

constexpr ToneScale scales[] = {ToneScale::Linear, ToneScale::SquareRoot, ToneScale::Log};

HeatmapLook plainLook() {
    HeatmapLook look;
    look.theme = Theme::light();
    look.numbers = false;
    return look;
}

QImage painted(const HeatmapDataPtr& data, const HeatmapLook& look, QSizeF size) {
    return figureImage(heatmapFigure(data, look, size), 1);
}

QRgb colourOfCell(const QImage& image, const HeatmapDataPtr& data, const HeatmapLook& look, QSizeF size,
                  CellPlace cell) {
    const QRectF rect = heatmapLayout(*data, look, size).mapping.cellRect(cell);
    return image.pixel(rect.center().toPoint());
}

TEST(Heatmap, TheLargestCellHasTheLastColourInEveryScale) {
    core::Matrix weights = sampleWeights(7);
    core::Index row = 0;
    core::Index column = 0;
    const float largest = weights.maxCoeff(&row, &column);
    for (const ToneScale scale : scales) {
        const HeatmapDataPtr data =
            prepareHeatmap(samplePattern(), sampleTokens(), scale, ToneRange::WholeMap);
        EXPECT_FLOAT_EQ(static_cast<float>(data->maximum), largest);
        const HeatmapLook look = plainLook();
        const QSizeF size(520, 560);
        const QImage image = painted(data, look, size);
        EXPECT_EQ(colourOfCell(image, data, look, size, {row, column}),
                  colourTable(ColourMap::Ink, false).back());
    }
}

TEST(Heatmap, WithoutSinksTheScaleEndsAtTheLargestOfOtherKeys) {
    core::Matrix weights = sampleWeights(7);
    weights.col(0) *= 3;
    weights(2, 6) = 0.95F;  // on [SEP]
    const auto pattern = std::make_shared<FixedPattern>(sampleTokens(), weights);
    const HeatmapDataPtr data =
        prepareHeatmap(pattern, sampleTokens(), ToneScale::Linear, ToneRange::WithoutSinks);
    core::Index row = 0;
    core::Index column = 0;
    const float largest = weights.middleCols(1, 5).maxCoeff(&row, &column);
    EXPECT_FLOAT_EQ(static_cast<float>(data->maximum), largest);
    EXPECT_LT(largest, 0.95F);
    const HeatmapLook look = plainLook();
    const QSizeF size(520, 560);
    const QImage image = painted(data, look, size);
    const QRgb last = colourTable(ColourMap::Ink, false).back();
    EXPECT_EQ(colourOfCell(image, data, look, size, {row, column + 1}), last);
    EXPECT_EQ(colourOfCell(image, data, look, size, {2, 6}), last) << "beyond the end";
    EXPECT_EQ(rangeName(ToneRange::WithoutSinks), QStringLiteral("map without sinks"));
}

TEST(Heatmap, WhereEveryKeyIsASinkTheScaleIsThatOfTheMap) {
    const std::vector<core::Token> tokens{sampleToken("[CLS]", true), sampleToken("[SEP]", true)};
    const auto pattern = std::make_shared<FixedPattern>(tokens, sampleWeights(2));
    const HeatmapDataPtr data = prepareHeatmap(pattern, tokens, ToneScale::Linear, ToneRange::WithoutSinks);
    EXPECT_FLOAT_EQ(static_cast<float>(data->maximum), sampleWeights(2).maxCoeff());
}

TEST(Heatmap, PerRowEveryRowReachesTheLastColour) {
    const HeatmapDataPtr data =
        prepareHeatmap(samplePattern(), sampleTokens(), ToneScale::Linear, ToneRange::PerRow);
    const HeatmapLook look = plainLook();
    const QSizeF size(520, 560);
    const QImage image = painted(data, look, size);
    for (core::Index row = 0; row < 7; ++row) {
        core::Index column = 0;
        sampleWeights(7).row(row).maxCoeff(&column);
        EXPECT_EQ(colourOfCell(image, data, look, size, {row, column}),
                  colourTable(ColourMap::Ink, false).back());
    }
}

TEST(Heatmap, ZeroIsThePaper) {
    const auto pattern = std::make_shared<FixedPattern>(sampleTokens(), core::Matrix::Zero(7, 7));
    for (const ToneScale scale : scales) {
        const HeatmapDataPtr data = prepareHeatmap(pattern, sampleTokens(), scale, ToneRange::WholeMap);
        const HeatmapLook look = plainLook();
        const QImage image = painted(data, look, {520, 560});
        EXPECT_EQ(colourOfCell(image, data, look, {520, 560}, {3, 4}), look.theme.panel.rgb());
    }
}

TEST(Heatmap, MaskedIsNotZero) {
    const HeatmapDataPtr data =
        prepareHeatmap(samplePattern(true), sampleTokens(), ToneScale::SquareRoot, ToneRange::WholeMap);
    EXPECT_EQ(data->tones->at(0, 1), TonePyramid::masked);
    EXPECT_NE(data->tones->at(1, 0), TonePyramid::masked);
    const HeatmapLook look = plainLook();
    const QImage image = painted(data, look, {520, 560});
    EXPECT_NE(colourOfCell(image, data, look, {520, 560}, {0, 5}), look.theme.panel.rgb());
}

TEST(Heatmap, ARowThatSeesNothingIsKnown) {
    core::Matrix weights = sampleWeights(7);
    weights.row(2).setConstant(-1);
    const auto pattern = std::make_shared<FixedPattern>(sampleTokens(), weights);
    for (const ToneRange range : {ToneRange::WholeMap, ToneRange::PerRow, ToneRange::Fixed}) {
        const HeatmapDataPtr data = prepareHeatmap(pattern, sampleTokens(), ToneScale::Log, range);
        EXPECT_TRUE(data->blind[2]);
        EXPECT_FALSE(data->blind[1]);
        EXPECT_EQ(data->rowMaximum[2], 0);
        EXPECT_FALSE(painted(data, plainLook(), {520, 560}).isNull());
    }
}

TEST(Heatmap, LongTextsFetchWeightsWhereTheyAreLookedAt) {
    std::vector<core::Token> tokens(600, sampleToken("a"));
    const core::Matrix weights = sampleWeights(600);
    const auto pattern = std::make_shared<FixedPattern>(tokens, weights);
    HeatmapDataPtr data = prepareHeatmap(pattern, tokens, ToneScale::Linear, ToneRange::WholeMap);
    EXPECT_FALSE(data->weight({5, 5}));
    data = withExactCells(data, {100, 200, 20, 30});
    ASSERT_TRUE(data->weight({119, 229}));
    EXPECT_EQ(*data->weight({119, 229}), weights(119, 229));
    EXPECT_FALSE(data->weight({120, 229}));
    EXPECT_EQ(withExactCells(data, {101, 201, 2, 2}), data);
}

TEST(Heatmap, OneCellOfAThousandsStaysVisible) {
    std::vector<core::Token> tokens(5000, sampleToken("a"));
    core::Matrix weights = core::Matrix::Zero(5000, 5000);
    weights(4321, 1234) = 1;
    const HeatmapDataPtr data = prepareHeatmap(std::make_shared<FixedPattern>(tokens, std::move(weights)),
                                               tokens, ToneScale::SquareRoot, ToneRange::WholeMap);
    EXPECT_EQ(data->block, 2);
    const QImage image = painted(data, plainLook(), {600, 600});
    const QRgb last = colourTable(ColourMap::Ink, false).back();
    const QRectF grid = heatmapLayout(*data, plainLook(), {600, 600}).mapping.visibleGrid();
    int found = 0;
    for (int y = static_cast<int>(grid.top()); y < grid.bottom(); ++y)
        for (int x = static_cast<int>(grid.left()); x < grid.right(); ++x)
            found += image.pixel(x, y) == last ? 1 : 0;
    EXPECT_GE(found, 1);
}

TEST(Heatmap, StopsWhenToldTo) {
    test::expectError(core::ErrorCode::Cancelled, [] {
        prepareHeatmap(samplePattern(), sampleTokens(), ToneScale::Linear, ToneRange::Fixed,
                       [](double) { return false; });
    });
}

TEST(Heatmap, EmptyPatternsPaintNothing) {
    const auto pattern = std::make_shared<FixedPattern>(std::vector<core::Token>{}, core::Matrix(0, 0));
    const HeatmapDataPtr data = prepareHeatmap(pattern, {}, ToneScale::Log, ToneRange::PerRow);
    EXPECT_FALSE(painted(data, plainLook(), {200, 200}).isNull());
    EXPECT_FALSE(heatmapFigure(data, plainLook(), {}).size.isEmpty());
}

TEST(Heatmap, EveryZoomPaintsInsideItsArea) {
    const HeatmapDataPtr data =
        prepareHeatmap(samplePattern(), sampleTokens(), ToneScale::SquareRoot, ToneRange::WholeMap);
    HeatmapLook look = plainLook();
    look.selection.query = 2;
    look.selection.key = 4;
    for (const double zoom : {1.0, 1.3, 1.7}) {
        look.viewport = {zoom, {0.9, 0.1}};
        const QRectF area = heatmapLayout(*data, look, {520, 360}).mapping.area();
        const QImage image = painted(data, look, {520, 360});
        // Right of the area there is only paper.
        for (int y = static_cast<int>(area.top()) + 4; y < area.bottom() - 4; ++y)
            EXPECT_EQ(image.pixel(image.width() - 3, y), look.theme.panel.rgb());
    }
}

TEST(Grid, FindsEveryHeadAndNothingElse) {
    const RunPtr run = sampleRun({4, 0, 2, 4});
    const GridData data = prepareGrid(run->trace);
    const GridLayout layout(data, {}, {400, 380});
    EXPECT_EQ(data.columns, 4);
    for (const core::HeadId head : {core::HeadId{{}, 0, 3}, core::HeadId{{}, 2, 1}, core::HeadId{{}, 3, 0}})
        EXPECT_EQ(layout.headAt(layout.rectOf(head).center()), head);
    EXPECT_TRUE(layout.rectOf({{}, 1, 0}).isEmpty());
    EXPECT_TRUE(layout.rectOf({{}, 2, 2}).isEmpty());
    EXPECT_TRUE(layout.rectOf({{}, 9, 0}).isEmpty());
    EXPECT_FALSE(layout.headAt(layout.rowLabel(1).center() + QPointF(60, 0)));
    EXPECT_FALSE(layout.headAt({1, 1}));
}

TEST(Grid, AThousandHeadsFit) {
    const RunPtr run = sampleRun(std::vector<int>(32, 32));
    const GridData data = prepareGrid(run->trace);
    const GridLayout layout(data, {}, {372, 372});
    EXPECT_GE(layout.cell(), 7);
    EXPECT_LT(layout.rectOf({{}, 31, 31}).right(), 372);
    EXPECT_LT(layout.rectOf({{}, 31, 31}).bottom(), 372);
}

TEST(Grid, OneBrightCellShowsInASmallThumbnail) {
    auto trace = std::make_shared<core::Trace>(*sampleRun({1})->trace);
    auto layer = std::make_shared<core::LayerTrace>(*trace->layers[0]);
    core::Thumbnail& thumbnail = layer->statistics[0].thumbnail;
    thumbnail.rows = thumbnail.columns = 64;
    thumbnail.tones.assign(64 * 64, 0);
    thumbnail.tones[10 * 64 + 53] = 255;
    trace->layers[0] = layer;
    GridLook look;
    look.theme = Theme::light();
    look.selection.head = {{}, 9, 9};
    for (const double side : {70.0, 90.0, 140.0}) {
        const GridData data = prepareGrid(trace);
        const QImage image = figureImage(gridFigure(data, look, {side, side}), 1);
        const QRgb last = colourTable(ColourMap::Ink, false).back();
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) found += image.pixel(x, y) == last ? 1 : 0;
        EXPECT_GE(found, 1) << side;
    }
}

}  // namespace
}  // namespace headscope::ui
