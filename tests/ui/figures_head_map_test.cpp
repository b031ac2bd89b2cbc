// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <cmath>

#include "tests/ui/figures_samples.h"
#include "ui/charts/head_map_chart.h"
#include "ui/export/figure_formats.h"

namespace headscope::ui {
namespace {

QByteArray svgOf(const Figure& figure) {
    return figureFormatOf("map.svg").bytes(figure, {}, {});
}

core::HeadMap twoGroups() {
    core::HeadMap map;
    map.plane.places = Eigen::MatrixXd(4, 2);
    map.plane.places << 1, 0, 0.9, 0.5, -1, 0, -0.9, -0.5;
    map.plane.stress = 0.26;
    for (int head = 0; head < 4; ++head) map.compared.rows.push_back({core::AttentionKind::Self, 4, head});
    map.compared.divergence = Eigen::MatrixXd::Constant(4, 4, 0.49);
    map.compared.divergence.diagonal().setZero();
    map.compared.divergence(2, 3) = map.compared.divergence(3, 2) = 0.04;
    map.compared.cka = Eigen::MatrixXd::Constant(4, 4, 0.75);
    map.clusters = {0, 0, 1, 1};
    return map;
}

QByteArray svgOf(const core::HeadMap& map, const Theme& theme = Theme::light()) {
    return svgOf(headMapFigure(map, {}, QStringLiteral("model"), theme));
}

TEST(HeadMapFigure, NamesHeadsAndStress) {
    const QByteArray svg = svgOf(twoGroups());
    for (const char* name : {"4.0", "4.1", "4.2", "4.3", "Stress 0.26: read distances with care", "model"})
        EXPECT_NE(svg.indexOf(name), -1) << name;
    core::HeadMap good = twoGroups();
    good.plane.stress = 0.12;
    EXPECT_NE(svgOf(good).indexOf("Stress 0.12: distances are approximate"), -1);
}

TEST(HeadMapFigure, ClustersHaveColoursOfTheirOwnAndRightIsPositive) {
    const Theme theme = Theme::light();
    const QImage image = figureImage(headMapFigure(twoGroups(), {}, {}, theme), 1);
    ASSERT_FALSE(image.isNull());
    const auto count = [&](const QColor& colour, bool right) {
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = right ? image.width() / 2 : 0; x < (right ? image.width() : image.width() / 2); ++x)
                pixels += image.pixelColor(x, y) == colour ? 1 : 0;
        return pixels;
    };
    const QColor first = theme.headColour(core::HeadType::Content);
    const QColor second = theme.headColour(core::HeadType::Previous);
    EXPECT_GT(count(first, true), 20);
    EXPECT_EQ(count(first, false), 0);
    EXPECT_GT(count(second, false), 20);
    EXPECT_EQ(count(second, true), 0);
}

TEST(HeadMapFigure, BothAxesHaveOneScale) {
    // Two points above each other, and one as far to the right, in a picture that is wide and low.
    core::HeadMap map = twoGroups();
    map.plane.places << 0, 0, 0, 1, 1, 0, 1, 1;
    map.clusters = {0, 1, 2, 3};
    const Theme theme = Theme::light();
    const Chart chart = headMapChart(map, {}, theme);
    EXPECT_TRUE(chart.oneScale);
    Caption caption;
    caption.title = QStringLiteral("map");
    const QImage image = figureImage(chartFigure(chart, theme, caption, {800, 400}), 1);
    const auto middleOf = [&](const QColor& colour) {
        QPointF sum;
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) != colour) continue;
                sum += QPointF(x, y);
                ++pixels;
            }
        EXPECT_GT(pixels, 10);
        return sum / std::max(1, pixels);
    };
    const QPointF origin = middleOf(theme.headColour(core::HeadType::Content));
    const QPointF up = middleOf(theme.headColour(core::HeadType::Previous));
    const QPointF right = middleOf(theme.headColour(core::HeadType::Broad));
    EXPECT_NEAR(up.x(), origin.x(), 0.5);
    EXPECT_NEAR(right.y(), origin.y(), 0.5);
    EXPECT_GT(origin.y() - up.y(), 100);
    EXPECT_NEAR(origin.y() - up.y(), right.x() - origin.x(), 1);
}

TEST(HeadMapFigure, PaintsHeadsThatAreAllAlikeAndOneAlone) {
    core::HeadMap map = twoGroups();
    map.plane.places.setZero();
    EXPECT_FALSE(svgOf(map).isEmpty());
    map.plane.places = Eigen::MatrixXd::Zero(1, 2);
    map.compared.rows.resize(1);
    map.compared.divergence = map.compared.cka = Eigen::MatrixXd::Zero(1, 1);
    map.clusters.resize(1);
    EXPECT_NE(svgOf(map, Theme::darkTheme()).indexOf("4.0"), -1);
    EXPECT_EQ(headMapReading(map, 0), QStringLiteral("4.0   cluster 0"));
}

TEST(HeadMapFigure, ReadsTheNearestHead) {
    core::HeadMap map = twoGroups();
    EXPECT_EQ(headMapReading(map, 2),
              QStringLiteral("4.2   cluster 1   nearest 4.3, at distance 0.200   CKA of outputs 0.75"));
    map.compared.cka(2, 3) = std::nan("");
    EXPECT_EQ(headMapReading(map, 2), QStringLiteral("4.2   cluster 1   nearest 4.3, at distance 0.200"));
}

TEST(HeadMaps, DistancesAreThoseOfThePatterns) {
    const RunPtr run = sampleRun({2, 0, 2});
    const HeadMapPtr map = findHeadMap(*run, false, {});
    ASSERT_EQ(map->compared.rows.size(), 4U);
    EXPECT_EQ(map->compared.rowsCompared, 7);
    // Heads 0.1 and 2.0 are the third sharpness apart: 1.7 and 3.
    const core::Matrix a = sampleWeights(7, false, 1.7);
    const core::Matrix b = sampleWeights(7, false, 3.0);
    double divergence = 0;
    for (core::Index row = 0; row < 7; ++row)
        divergence += core::jensenShannon(a.row(row).cast<double>().transpose().array(),
                                          b.row(row).cast<double>().transpose().array()) /
                      7;
    EXPECT_NEAR(map->compared.divergence(1, 2), divergence, 1e-6);
    EXPECT_TRUE(std::isnan(map->compared.cka(1, 2))) << "nothing kept the values";
}

}  // namespace
}  // namespace headscope::ui
