// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>
#include <cstdint>

#include "ui/figures/state.h"
#include "ui/figures/theme.h"

namespace headscope::ui {

/// 256 colours, from no weight to the largest.
using ColourTable = std::array<QRgb, 256>;

/// The table of a map; lightness is monotone in every map. Ink starts at the theme's panel colour, so zero is
/// the paper.
const ColourTable& colourTable(ColourMap map, bool dark);

/// Differences, from the largest decrease (violet) over none, which is the paper, to the largest increase
/// (green): equally far from the paper on both sides, and apart for colour-blind people.
const ColourTable& differenceTable(bool dark);

/// Ink on `background` in the one of the two that can be read.
QColor readableOn(QRgb background);

/// How far along the scale `weight` lies, 0 … 1, when `maximum` is the end. Monotone in weight, so it may be
/// pooled by maximum afterwards. Log spans four decades: maximum / 10⁴ and less is 0.
double tonePosition(double weight, double maximum, ToneScale scale);
/// The weight at a position of the scale: the inverse of tonePosition().
double weightAtPosition(double position, double maximum, ToneScale scale);

/// How far along a scale of differences `difference` lies, −1 … 1, when ±`maximum` are its ends.
double differencePosition(double difference, double maximum, ToneScale scale);
/// The entry of differenceTable() at a position −1 … 1.
std::size_t differenceIndex(double position);

/// tonePosition() as an entry of a colour table, 0 … 255.
std::uint8_t toneIndex(double weight, double maximum, ToneScale scale);

/// Which entry of a colour table a thumbnail's tone (255 · √weight) takes, with weights 0 … 1 on `scale`.
std::array<std::uint8_t, 256> thumbnailTones(ToneScale scale);

/// "linear", "√", "log" in the language of the window.
QString scaleName(ToneScale scale);
/// "largest of the map", …
QString rangeName(ToneRange range);
/// "Ink", "Viridis", …
QString colourMapName(ColourMap map);

}  // namespace headscope::ui
