// SPDX-License-Identifier: GPL-3.0-or-later
// B − A in figures: its colours, its scale, what is pooled, and the lines of flow.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <array>
#include <cmath>

#include "tests/ui/figures_samples.h"
#include "ui/charts/layer_chart.h"
#include "ui/figures/caption.h"
#include "ui/figures/flow_figure.h"
#include "ui/figures/flow_lines.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/legend.h"

namespace headscope::ui {
namespace {

double lightness(QRgb colour) {
    const auto linear = [](int channel) { return std::pow(channel / 255.0, 2.2); };
    return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
}

/// As people without red or without green cones see it (Viénot, Brettel and Mollon, 1999), red and green
/// become one channel.
std::array<double, 2> asDichromats(QRgb colour, bool withoutRed) {
    const auto linear = [](int channel) { return std::pow(channel / 255.0, 2.2); };
    const double share = withoutRed ? 0.1124 : 0.2927;
    return {share * linear(qRed(colour)) + (1 - share) * linear(qGreen(colour)), linear(qBlue(colour))};
}

TEST(DifferenceColours, StandApartOnBothSidesOfThePaper) {
    for (const bool dark : {false, true}) {
        const ColourTable& table = differenceTable(dark);
        const QColor paper = dark ? Theme::darkTheme().panel : Theme::light().panel;
        EXPECT_EQ(QColor(table[127]), paper);
        EXPECT_EQ(QColor(table[128]), paper);
        for (std::size_t i = 1; i < 128; ++i) {
            // Away from the paper it only goes one way.
            const double step = dark ? 1 : -1;
            EXPECT_GE(step * (lightness(table[127 - i]) - lightness(table[128 - i])), 0) << dark << i;
            EXPECT_GE(step * (lightness(table[128 + i]) - lightness(table[127 + i])), 0) << dark << i;
        }
        // Equal changes look equally strong, and less does not look like more to anybody.
        EXPECT_NEAR(std::cbrt(lightness(table[0])), std::cbrt(lightness(table[255])), 0.12) << dark;
        for (const bool withoutRed : {false, true}) {
            const auto less = asDichromats(table[20], withoutRed);
            const auto more = asDichromats(table[235], withoutRed);
            EXPECT_GT(std::hypot(less[0] - more[0], less[1] - more[1]), 0.15) << dark << withoutRed;
        }
    }
    EXPECT_EQ(differenceIndex(-1), 0U);
    EXPECT_EQ(differenceIndex(1), 255U);
    EXPECT_DOUBLE_EQ(differencePosition(-0.25, 1, ToneScale::SquareRoot), -0.5);
    EXPECT_DOUBLE_EQ(differencePosition(0.02, 0.08, ToneScale::SquareRoot), 0.5);
}

TEST(DifferencePyramid, KeepsWhatIsFartherFromNothing) {
    const std::vector<std::uint8_t> tones{128, 100, 0,   140,  //
                                          150, 128, 0,   0,    //
                                          128, 128, 255, 1,    //
                                          128, 128, 128, 0};
    const TonePyramid pyramid(4, 4, tones, TonePyramid::Of::Differences);
    const TonePyramid::Part half = pyramid.part({0, 0, 4, 4}, 1, QList<QRgb>(256));
    EXPECT_EQ(half.image.pixelIndex(0, 0), 100);
    EXPECT_EQ(half.image.pixelIndex(1, 0), 140);
    EXPECT_EQ(half.image.pixelIndex(0, 1), 128);
    EXPECT_EQ(half.image.pixelIndex(1, 1), 255);
}

TEST(DifferenceHeatmap, HasASignedScaleAndHatchesWhatOnlyBHas) {
    const auto pattern = sampleDifference();
    const HeatmapDataPtr data =
        prepareHeatmap(pattern, sampleTokens(), ToneScale::SquareRoot, ToneRange::WholeMap);
    const core::Matrix all = pattern->all();
    EXPECT_TRUE(data->difference);
    EXPECT_FLOAT_EQ(static_cast<float>(data->maximum), all.cwiseAbs().maxCoeff());
    EXPECT_TRUE(data->blind[5]);
    EXPECT_EQ(data->blindText(5), QStringLiteral("only in B"));
    for (core::Index row = 0; row < 7; ++row) {
        for (core::Index column = 0; column < 7; ++column) {
            const int tone = data->tones->at(row, column);
            if (row == 5 || column == 5) {
                EXPECT_EQ(tone, TonePyramid::masked);
                continue;
            }
            const double share = std::sqrt(std::abs(static_cast<double>(all(row, column))) / data->maximum);
            EXPECT_NEAR(tone - 128, std::copysign(127 * share, all(row, column)), 0.51);
            EXPECT_NEAR(data->position(all(row, column), row),
                        0.5 + std::copysign(share, all(row, column)) / 2, 1e-6);
        }
    }
    const ColourLegend legend = differenceLegend(ToneScale::SquareRoot, ToneRange::WholeMap, data->maximum);
    EXPECT_DOUBLE_EQ(legend.ticks[0], -data->maximum);
    EXPECT_DOUBLE_EQ(legend.ticks[1], -data->maximum / 4);
    EXPECT_DOUBLE_EQ(legend.ticks[2], 0);
    EXPECT_DOUBLE_EQ(legend.ticks[4], data->maximum);
    EXPECT_TRUE(legend.label.contains(QStringLiteral("B − A")));
}

TEST(DifferenceHeatmap, OfARunWithItselfIsAllPaper) {
    const auto alignment =
        std::make_shared<core::TokenAlignment>(core::alignTokens(sampleTokens(), sampleTokens()));
    const auto nothing =
        std::make_shared<core::DifferencePattern>(samplePattern(), samplePattern(), alignment);
    HeatmapLook look;
    look.theme = Theme::light();
    look.numbers = false;
    const HeatmapDataPtr data =
        prepareHeatmap(nothing, sampleTokens(), ToneScale::Linear, ToneRange::WholeMap);
    QImage image(600, 600, QImage::Format_RGB32);
    QPainter painter(&image);
    paintHeatmap(painter, *data, look, image.size(), PaintMode::Raster);
    painter.end();
    const GridMapping mapping = heatmapLayout(*data, look, image.size()).mapping;
    for (core::Index row = 0; row < 7; ++row) {
        for (core::Index column = 0; column < 7; ++column)
            EXPECT_EQ(image.pixelColor(mapping.cellRect({row, column}).center().toPoint()), look.theme.panel);
    }
}

TEST(DifferenceFlow, DrawsTheSizeOfChangesAndTellsMoreFromLess) {
    const auto pattern = sampleDifference();
    ViewSettings settings;
    settings.share = 1;
    const FlowDataPtr data = prepareFlow({{{}, core::HeadType::Content, pattern}}, sampleTokens(), settings);
    ASSERT_TRUE(data->difference);
    const core::Matrix all = pattern->all();
    EXPECT_EQ(static_cast<core::Index>(data->lines.size()), (all.array() != 0).count());
    EXPECT_NEAR(data->totalWeight, static_cast<double>(all.cwiseAbs().sum()), 1e-5);
    bool less = false;
    for (const FlowLine& line : data->lines) {
        EXPECT_FLOAT_EQ(line.weight, std::abs(all(line.query, line.key)));
        EXPECT_EQ(line.less, all(line.query, line.key) < 0);
        less = less || line.less;
    }
    EXPECT_TRUE(less);
    const auto meanings = lineColourMeanings(*data, Theme::light());
    ASSERT_EQ(meanings.size(), 2U);
    EXPECT_NE(meanings[0].first, meanings[1].first);
    settings.share = 0.3;
    EXPECT_LT(prepareFlow({{{}, core::HeadType::Content, pattern}}, sampleTokens(), settings)->lines.size(),
              data->lines.size());
}

TEST(DifferenceCaption, NamesBothRuns) {
    const RunPtr a = sampleRun({2});
    auto other = std::make_shared<ui::Run>(*a);
    auto trace = std::make_shared<core::Trace>(*a->trace);
    trace->spec.input.text = "the animal was too wide";
    trace->spec.edits = {core::HeadGate{{core::AttentionKind::Self, 0, 1}, 0}};
    other->trace = trace;
    const Caption caption = headCaption(*other, compared(a, other), headsTitle({{}}), {});
    const QString text = caption.subtitle;
    EXPECT_TRUE(caption.title.startsWith(QStringLiteral("B − A"))) << caption.title.toStdString();
    EXPECT_GT(caption.height(), headCaption(*other, nullptr, headsTitle({{}}), {}).height())
        << "a line for each";
    EXPECT_TRUE(text.contains(QStringLiteral("too wide")) && text.contains(QStringLiteral("too tired")));
    EXPECT_TRUE(text.contains(QStringLiteral("0.1=0")));
    EXPECT_EQ(compared(a, sampleRun({2, 2})), nullptr);
    EXPECT_EQ(compared(a, nullptr), nullptr);
}

TEST(DifferenceChart, ShowsByHowMuchHeadsChanged) {
    const RunPtr a = sampleRun({2, 2});
    auto b = std::make_shared<ui::Run>(*a);
    for (std::size_t i = 0; i < b->measures.size(); ++i) {
        b->measures[i].values.front() = {};
        b->measures[i].values.front().add(1.0 - 0.1 * static_cast<double>(i));
    }
    const HeadValues values = headValues(core::metrics().front(), *b, compared(a, b), {});
    const LayerChartData data = prepareLayerChart(*b->trace, values, {});
    EXPECT_TRUE(data.metric.startsWith(QStringLiteral("B − A")));
    ASSERT_EQ(data.boxes.size(), 2U);
    EXPECT_NEAR(data.boxes[0].values[0], 0.9 - 0.61, 1e-9);
    EXPECT_NEAR(data.boxes[1].values[0], 0.7 - 0.91, 1e-9);
    ASSERT_EQ(data.chosen.size(), 1U);
    EXPECT_NEAR(data.chosen[0].second, 1.0 - 0.4, 1e-9);
}

}  // namespace
}  // namespace headscope::ui
