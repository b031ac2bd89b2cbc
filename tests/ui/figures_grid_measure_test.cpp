// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>

#include "tests/ui/figures_samples.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/colour_scale.h"
#include "ui/figures/grid_figure.h"

namespace headscope::ui {
namespace {

const core::Metric& entropy() {
    return core::metrics().front();
}

core::HeadId headOf(int layer, int head) {
    return {core::AttentionKind::Self, layer, head};
}

/// What the sample run says the entropy of its heads is.
double sampleEntropy(int layer, int head) {
    return 0.4 + 0.3 * layer + 0.21 * head;
}

HeadValues entropies(const RunPtr& run) {
    return headValues(entropy(), *run, nullptr, {});
}

TEST(HeadValues, AreThoseOfTheRunInTheOrderOfItsHeads) {
    const HeadValues values = entropies(sampleRun({2, 0, 3}));
    ASSERT_EQ(values.values.size(), 5U);
    EXPECT_DOUBLE_EQ(*values.values[1], sampleEntropy(0, 1));
    EXPECT_DOUBLE_EQ(*values.values[4], sampleEntropy(2, 2));
    EXPECT_DOUBLE_EQ(values.range->first, sampleEntropy(0, 0));
    EXPECT_DOUBLE_EQ(values.range->second, sampleEntropy(2, 2));
    EXPECT_EQ(values.order(), (std::vector<std::size_t>{4, 3, 2, 1, 0}));
    EXPECT_DOUBLE_EQ(values.position(sampleEntropy(0, 0)), 0);
    EXPECT_DOUBLE_EQ(values.position(sampleEntropy(2, 2)), 1);
    EXPECT_EQ(values.title(), QStringLiteral("Entropy (nats)"));
}

TEST(HeadValues, OfADifferenceHaveASignAndAreSortedBySize) {
    const RunPtr a = sampleRun({3});
    auto b = std::make_shared<ui::Run>(*a);
    for (std::size_t i = 0; i < 3; ++i) {
        b->measures[i].values.front() = {};
        b->measures[i].values.front().add(*a->measures[i].values.front().mean() +
                                          std::array{0.1, -0.4, 0.2}[i]);
    }
    const HeadValues values = headValues(entropy(), b->measures, &a->measures);
    EXPECT_TRUE(values.difference);
    EXPECT_NEAR(*values.values[1], -0.4, 1e-12);
    EXPECT_NEAR(values.range->first, -0.4, 1e-12);
    EXPECT_NEAR(values.range->second, 0.4, 1e-12) << "the paper stands for no change";
    EXPECT_NEAR(values.position(0), 0.5, 1e-12);
    EXPECT_EQ(values.order(), (std::vector<std::size_t>{1, 2, 0}));
}

TEST(HeadValues, HeadsWithoutAValueComeLast) {
    const RunPtr run = sampleRun({3});
    auto changed = std::make_shared<ui::Run>(*run);
    changed->measures[2].values.front() = {};
    EXPECT_EQ(entropies(changed).order(), (std::vector<std::size_t>{1, 0, 2}));
    const HeadValues none = headValues(core::metrics()[1], *run, nullptr, {});
    EXPECT_FALSE(none.range) << "the sample has no other metric";
}

TEST(GridByMeasure, SortedHeadsStandInReadingOrder) {
    const RunPtr run = sampleRun({3, 0, 1, 3});
    const GridData data = byMeasure(prepareGrid(run->trace), entropies(run), true);
    const GridLayout layout(data, {}, {400, 380});
    ASSERT_EQ(data.rows.size(), 3U) << "no row for the layer without attention";
    std::vector<core::HeadId> read;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            if (const auto head = layout.headAt(layout.place(row, column).center())) read.push_back(*head);
    EXPECT_EQ(read, (std::vector{headOf(3, 2), headOf(3, 1), headOf(3, 0), headOf(2, 0), headOf(0, 2),
                                 headOf(0, 1), headOf(0, 0)}));
    for (const core::HeadId head : read) EXPECT_EQ(layout.headAt(layout.rectOf(head).center()), head);
}

TEST(GridByMeasure, FramesHaveTheColourOfTheValue) {
    const RunPtr run = sampleRun({4, 4, 0, 4});
    for (const double side : {120.0, 420.0}) {
        GridLook look;
        look.theme = Theme::light();
        look.selection.head = headOf(9, 9);
        const GridData data = byMeasure(prepareGrid(run->trace), entropies(run), false);
        const QImage image = figureImage(gridFigure(data, look, {side, side}), 1);
        const GridLayout layout(data, {}, {side, side});
        for (const core::HeadId head : {headOf(0, 0), headOf(1, 2), headOf(3, 3)}) {
            const double position = data.values->position(sampleEntropy(head.layer, head.head));
            const QRgb expected =
                colourTable(ColourMap::Viridis, false)[static_cast<std::size_t>(std::lround(255 * position))];
            const QRectF cell = layout.rectOf(head);
            EXPECT_EQ(image.pixel((cell.topLeft() + QPointF(2, 2)).toPoint()), expected) << side;
        }
    }
}

TEST(GridByMeasure, SmallCellsAreFilledAndLargeOnesKeepTheirMap) {
    const RunPtr run = sampleRun(std::vector<int>(32, 32));
    GridLook look;
    look.theme = Theme::light();
    look.selection.head = headOf(99, 0);
    const GridData data = byMeasure(prepareGrid(run->trace), entropies(run), false);
    const QImage image = figureImage(gridFigure(data, look, {400, 460}), 1);
    const GridLayout layout(data, {}, {400, 460});
    const QRectF cell = layout.rectOf(headOf(20, 11));
    EXPECT_EQ(image.pixel(cell.center().toPoint()), image.pixel((cell.topLeft() + QPointF(1, 1)).toPoint()));
}

TEST(GridByMeasure, TheLegendNamesMetricAndRange) {
    const RunPtr run = sampleRun({2, 2});
    FigureRequest request;
    request.run = run;
    request.theme = Theme::light();
    request.settings.measure = "entropy";
    const QByteArray svg = figureFormatOf("x.svg").bytes(figureKindNamed("grid").make(request, {}), {}, {});
    for (const char* text : {"Entropy (nats)", "smallest to largest head", ">0.40<", ">0.91<"})
        EXPECT_NE(svg.indexOf(text), -1) << text;
}

}  // namespace
}  // namespace headscope::ui
