// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>

#include "ui/export/figure_formats.h"
#include "ui/figures/head_map_figure.h"

namespace headscope::ui {
namespace {

QByteArray svgOf(const Figure& figure) {
    return figureFormatOf("map.svg").bytes(figure, {}, {});
}

HeadMapData twoGroups() {
    HeadMapData data;
    data.map.places = Eigen::MatrixXd(4, 2);
    data.map.places << 1, 0, 0.9, 0.5, -1, 0, -0.9, -0.5;
    data.map.stress = 0.26;
    for (int head = 0; head < 4; ++head) data.heads.push_back({core::AttentionKind::Self, 4, head});
    data.clusters = {0, 0, 1, 1};
    data.subtitle = QStringLiteral("model");
    return data;
}

TEST(HeadMapFigure, NamesHeadsAndStress) {
    const QByteArray svg = svgOf(headMapFigure(twoGroups(), Theme::light()));
    for (const char* name : {"4.0", "4.1", "4.2", "4.3", "0.26", "model"})
        EXPECT_NE(svg.indexOf(name), -1) << name;
}

TEST(HeadMapFigure, ClustersHaveColoursOfTheirOwnAndRightIsPositive) {
    const Theme theme = Theme::light();
    const QImage image = figureImage(headMapFigure(twoGroups(), theme), 1);
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
    EXPECT_GT(count(first, true), 40);
    EXPECT_EQ(count(first, false), 0);
    EXPECT_GT(count(second, false), 40);
    EXPECT_EQ(count(second, true), 0);
}

TEST(HeadMapFigure, PaintsHeadsThatAreAllAlikeAndOneAlone) {
    HeadMapData data = twoGroups();
    data.map.places.setZero();
    EXPECT_FALSE(svgOf(headMapFigure(data, Theme::light())).isEmpty());
    data.map.places = Eigen::MatrixXd::Zero(1, 2);
    data.heads.resize(1);
    data.clusters.resize(1);
    EXPECT_NE(svgOf(headMapFigure(data, Theme::darkTheme())).indexOf("4.0"), -1);
}

}  // namespace
}  // namespace headscope::ui
