// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "ui/figures/colour_scale.h"
#include "ui/figures/tone_pyramid.h"

namespace headscope::ui {
namespace {

/// CIE L* of a colour.
double lightness(QRgb colour) {
    const auto linear = [](int channel) {
        const double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const double y =
        0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

constexpr ToneScale scales[] = {ToneScale::Linear, ToneScale::SquareRoot, ToneScale::Log};
constexpr ColourMap maps[] = {ColourMap::Ink, ColourMap::Viridis, ColourMap::Magma, ColourMap::Cividis};

TEST(ColourScale, TonesRiseWithWeight) {
    for (const ToneScale scale : scales) {
        int before = 0;
        for (int i = 0; i <= 10000; ++i) {
            const int tone = toneIndex(0.73 * i / 10000, 0.73, scale);
            EXPECT_GE(tone, before);
            before = tone;
        }
        EXPECT_EQ(before, 255);
        EXPECT_EQ(toneIndex(0, 0.73, scale), 0);
    }
}

TEST(ColourScale, PositionAndWeightAreInverse) {
    for (const ToneScale scale : scales)
        for (int i = 1; i <= 20; ++i) {
            const double position = i / 20.0;
            EXPECT_NEAR(tonePosition(weightAtPosition(position, 0.73, scale), 0.73, scale), position, 1e-12);
        }
}

TEST(ColourScale, LogSpansFourDecades) {
    EXPECT_DOUBLE_EQ(tonePosition(1e-4, 1, ToneScale::Log), 0);
    EXPECT_DOUBLE_EQ(tonePosition(1e-5, 1, ToneScale::Log), 0);
    EXPECT_NEAR(tonePosition(1e-2, 1, ToneScale::Log), 0.5, 1e-12);
}

TEST(ColourScale, NothingComesOutOfNothing) {
    for (const ToneScale scale : scales) {
        EXPECT_EQ(tonePosition(0.5, 0, scale), 0);
        EXPECT_EQ(tonePosition(std::nan(""), 1, scale), 0);
        EXPECT_EQ(tonePosition(2, 1, scale), 1);
    }
}

TEST(ColourScale, MapsAreMonotoneInLightness) {
    for (const ColourMap map : maps)
        for (const bool dark : {false, true}) {
            const ColourTable& table = colourTable(map, dark);
            const double direction = lightness(table.back()) > lightness(table.front()) ? 1 : -1;
            for (std::size_t i = 1; i < table.size(); ++i)
                EXPECT_GT(direction * (lightness(table[i]) - lightness(table[i - 1])), -0.35)
                    << static_cast<int>(map) << ' ' << i;
            EXPECT_GT(std::abs(lightness(table.back()) - lightness(table.front())), 60);
        }
}

TEST(ColourScale, InkStartsAtThePanel) {
    EXPECT_EQ(colourTable(ColourMap::Ink, false).front(), Theme::light().panel.rgb());
    EXPECT_EQ(colourTable(ColourMap::Ink, true).front(), Theme::darkTheme().panel.rgb());
}

TEST(ColourScale, NumbersCanBeReadOnEveryTone) {
    for (const ColourMap map : maps)
        for (const bool dark : {false, true})
            for (const QRgb ground : colourTable(map, dark)) {
                const auto luminance = [](QRgb colour) {
                    const double l = lightness(colour);
                    return l > 8 ? std::pow((l + 16) / 116, 3) : l / 903.3;
                };
                const double a = luminance(ground) + 0.05;
                const double b = luminance(readableOn(ground).rgb()) + 0.05;
                EXPECT_GE(std::max(a, b) / std::min(a, b), 4.2);
            }
}

TEST(ColourScale, ThumbnailTonesFollowTheScale) {
    EXPECT_EQ(thumbnailTones(ToneScale::SquareRoot)[128], 128);
    EXPECT_EQ(thumbnailTones(ToneScale::Linear)[128], 64);
    for (const ToneScale scale : scales) EXPECT_EQ(thumbnailTones(scale)[255], 255);
}

TEST(TonePyramid, AThinLineSurvivesEveryLevel) {
    std::vector<std::uint8_t> cells(1000 * 1000, 1);
    cells[3 * 1000 + 777] = 255;
    const TonePyramid pyramid(1000, 1000, cells);
    QList<QRgb> colours;
    for (int i = 0; i < 256; ++i) colours.push_back(qRgb(i, i, i));
    for (int level = 0; level < pyramid.levels(); ++level) {
        const TonePyramid::Part part = pyramid.part({0, 0, 1000, 1000}, level, colours);
        int brightest = 0;
        for (int y = 0; y < part.image.height(); ++y)
            for (int x = 0; x < part.image.width(); ++x)
                brightest = std::max(brightest, part.image.pixelIndex(x, y));
        EXPECT_EQ(brightest, 255) << level;
    }
    EXPECT_EQ(pyramid.part({0, 0, 1000, 1000}, 99, colours).image.size(), QSize(1, 1));
}

TEST(TonePyramid, PartsCoverWholeBlocks) {
    const TonePyramid pyramid(7, 5, std::vector<std::uint8_t>(35, 9));
    const TonePyramid::Part part = pyramid.part({3, 1, 2, 2}, 1, {});
    EXPECT_EQ(part.covered, (core::CellRect{2, 0, 4, 4}));
    EXPECT_EQ(part.image.size(), QSize(2, 2));
    EXPECT_EQ(part.image.pixelIndex(1, 1), 9);
}

}  // namespace
}  // namespace headscope::ui
