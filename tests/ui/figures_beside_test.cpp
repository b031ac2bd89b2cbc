// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures beside each other, and gold data over them.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "tests/ui/figures_samples.h"
#include "tests/ui/ui_environment.h"
#include "ui/export/figure_formats.h"
#include "ui/figures/heatmap_panels.h"
#include "ui/figures/side_by_side.h"

namespace headscope::ui {
namespace {

/// A pattern between three tokens that holds these weights.
PanelPattern panelWith(Side side, std::vector<float> weights) {
    std::vector<core::Token> tokens;
    for (const char* label : {"a", "b", "c"}) tokens.push_back(sampleToken(label));
    core::Matrix cells(3, 3);
    std::copy(weights.begin(), weights.end(), cells.data());
    PanelPattern panel = panelOf(std::make_shared<FixedPattern>(tokens, cells), tokens);
    panel.side = side;
    panel.runText = QStringLiteral("text of ") + sideName(side);
    return panel;
}

HeatmapPanels panelsWith(ToneRange range) {
    return prepareHeatmaps({panelWith(Side::A, {.8F, .2F, 0, .1F, .1F, .1F, 0, .5F, 0}),
                            panelWith(Side::B, {.1F, .1F, .4F, .2F, .3F, 0, 1, 0, 0})},
                           ToneScale::Linear, range);
}

TEST(HeatmapPanels, ShareTheEndOfTheScale) {
    for (const HeatmapDataPtr& data : panelsWith(ToneRange::WholeMap)) {
        EXPECT_DOUBLE_EQ(data->maximum, 1);
        EXPECT_EQ(data->rowMaximum, (std::vector<float>{.8F, .3F, 1}));
    }
    const HeatmapPanels rows = panelsWith(ToneRange::PerRow);
    // .4 of .8, .1 of .3, .5 of 1: of what the row has in either.
    EXPECT_NEAR(rows[1]->tones->at(0, 2), 1 + 127, 1);
    EXPECT_NEAR(rows[0]->tones->at(1, 0), 1 + 254 / 3.0, 1);
    EXPECT_NEAR(rows[0]->tones->at(2, 1), 1 + 127, 1);
    EXPECT_EQ(rows[1]->tones->at(2, 0), 255);
}

TEST(HeatmapPanels, HaveCellsAtTheSamePlaces) {
    const HeatmapPanels panels = panelsWith(ToneRange::WholeMap);
    HeatmapLook look;
    look.theme = Theme::light();
    look.numbers = false;
    const QSizeF size(900, 500);
    QImage image(size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    paintHeatmaps(painter, panels, look, size, PaintMode::Raster);
    painter.end();
    const QRectF left = heatmapPanelRect(panels, 0, look, size);
    const QRectF right = heatmapPanelRect(panels, 1, look, size);
    EXPECT_EQ(left.width(), 450);
    EXPECT_EQ(right.topLeft(), QPointF(450, 0));
    const GridMapping mapping =
        heatmapLayout(*panels[0], heatmapPanelLook(panels, 0, look), left.size()).mapping;
    const ColourTable& table = panels[0]->colours(look.colours, false);
    for (std::size_t i = 0; i < 2; ++i) {
        for (const CellPlace cell : {CellPlace{0, 0}, CellPlace{2, 0}, CellPlace{2, 1}}) {
            const QPointF at =
                heatmapPanelRect(panels, i, look, size).topLeft() + mapping.cellRect(cell).center();
            const double position = panels[i]->position(*panels[i]->weight(cell), cell.row);
            const QColor expected(table[static_cast<std::size_t>(std::lround(255 * position))]);
            const QColor drawn = image.pixelColor(at.toPoint());
            EXPECT_NEAR(drawn.red(), expected.red(), 3) << i << ' ' << cell.row << ' ' << cell.column;
            EXPECT_NEAR(drawn.blue(), expected.blue(), 3) << i << ' ' << cell.row << ' ' << cell.column;
        }
    }
    EXPECT_EQ(heatmapPanelLook(panels, 1, look).caption.title, QStringLiteral("B"));
    EXPECT_EQ(heatmapPanelLook(panels, 1, look).caption.note, QStringLiteral("text of B"));
}

Figure filled(QSizeF size, const QColor& colour) {
    Figure figure;
    figure.size = figure.smallest = size;
    figure.paint = [colour](QPainter& painter, QSizeF target, PaintMode) {
        painter.fillRect(QRectF(QPointF(0, 0), target), colour);
    };
    return figure;
}

TEST(SideBySide, GivesEachTheSameWidthUnderOneCaption) {
    Caption caption;
    caption.title = QStringLiteral("A | B");
    const Figure both =
        sideBySide({filled({100, 80}, Qt::red), filled({120, 60}, Qt::blue)}, caption, Theme::light());
    EXPECT_EQ(both.size, QSizeF(240, 80 + caption.height()));
    EXPECT_EQ(both.smallest, both.size);
    const QImage image = figureImage(both, 1);
    const auto middle = static_cast<int>(caption.height()) + 40;
    EXPECT_EQ(image.pixelColor(60, middle), QColor(Qt::red));
    EXPECT_EQ(image.pixelColor(180, middle), QColor(Qt::blue));
    EXPECT_EQ(image.pixelColor(235, 2), Theme::light().panel);
}

TEST(GoldOverlay, OutlinesCellsAndSaysWhatTheyAre) {
    PanelPattern panel = panelWith(Side::A, {0, 0, 0, 0, 0, 0, 0, 0, 0});
    panel.side.reset();
    GoldOverlay gold;
    gold.file = QStringLiteral("gold.conllu");
    gold.cells = {{{0, 1, 1, 2}, QStringLiteral("nsubj"), true},
                  {{2, 0, 1, 1}, QStringLiteral("obj"), false}};
    gold.right = {3, 4};
    EXPECT_EQ(gold.reading({0, 2}), QStringLiteral("Gold: nsubj"));
    EXPECT_EQ(gold.reading({2, 0}), QStringLiteral("Gold, possible: obj"));
    EXPECT_EQ(gold.reading({1, 1}), QString());
    EXPECT_EQ(gold.summary(), QStringLiteral("gold.conllu: 3 of 4 links are the strongest of their word"));
    const HeatmapDataPtr plain = prepareHeatmaps({panel}, ToneScale::Linear, ToneRange::Fixed).front();
    panel.gold = gold;
    const HeatmapDataPtr data = prepareHeatmaps({panel}, ToneScale::Linear, ToneRange::Fixed).front();
    HeatmapLook look;
    look.theme = Theme::light();
    look.numbers = false;
    const QSizeF size(500, 500);
    const HeatmapLayout layout = heatmapLayout(*data, look, size);
    EXPECT_FALSE(layout.gold.isEmpty());
    EXPECT_TRUE(heatmapLayout(*plain, look, size).gold.isEmpty());
    EXPECT_LE(layout.gold.bottom(), size.height());
    const QImage image = figureImage(heatmapFigure(data, look, size), 1);
    const auto isGold = [&](QPointF at) {
        // An outline is a pixel or two wide and antialiased.
        const QColor wanted = look.theme.gold;
        for (int x = -2; x <= 2; ++x)
            for (int y = -2; y <= 2; ++y) {
                const QColor drawn = image.pixelColor(at.toPoint() + QPoint(x, y));
                if (std::abs(drawn.red() - wanted.red()) < 40 && std::abs(drawn.blue() - wanted.blue()) < 40)
                    return true;
            }
        return false;
    };
    const GridMapping& map = layout.mapping;
    const QRectF both = map.cellRect({0, 1}) | map.cellRect({0, 2});
    EXPECT_TRUE(isGold({both.left() + 1.5, both.center().y()}));
    EXPECT_TRUE(isGold({both.right() - 1.5, both.center().y()}));
    EXPECT_FALSE(isGold(both.center())) << "one outline around all pieces of a word";
    EXPECT_FALSE(isGold(map.cellRect({1, 1}).center()));
}

}  // namespace
}  // namespace headscope::ui
