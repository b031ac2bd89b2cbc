// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/figures/beside.h"
#include "ui/figures/caption.h"
#include "ui/figures/colour_scale.h"
#include "ui/figures/figures.h"
#include "ui/figures/grid_mapping.h"
#include "ui/figures/token_label.h"
#include "ui/figures/tone_pyramid.h"

namespace headscope::ui {

/// What a heatmap shows of one pattern, ready to paint. Immutable once made; does not depend on theme, colour
/// map, size, viewport, selection or hover.
struct HeatmapData {
    core::PatternPtr pattern;
    TokenAxis queries;         ///< rows
    TokenAxis keys;            ///< columns
    std::optional<Side> side;  ///< A or B, where the two stand beside each other …
    QString runText;           ///< … and which model and text that is
    std::optional<GoldOverlay> gold;
    bool difference = false;  ///< values are B − A: they have a sign, and the scale two ends
    ToneScale scale = ToneScale::SquareRoot;
    ToneRange range = ToneRange::WholeMap;
    /// The weight (or absolute difference) at the end of the scale; per row: 1, a share of the row's maximum.
    double maximum = 1;
    std::vector<float> rowMaximum;  ///< per row, of absolute values
    std::vector<bool> blind;        ///< per row: may see no key, or has none that can be compared
    core::Index block = 1;          ///< cells per side of one cell of `tones`; 1 up to 4 096 tokens
    std::shared_ptr<const TonePyramid> tones;
    core::CellRect exactCells;  ///< the part whose weights are at hand, for numbers inside cells
    core::Matrix exact;

    /// The weight of a cell when it is at hand.
    std::optional<float> weight(CellPlace cell) const;
    /// How far along the scale, 0 … 1, a cell's weight (or difference) lies.
    double position(float weight, core::Index row) const;
    /// The colours of the scale.
    const ColourTable& colours(ColourMap map, bool dark) const;
    /// Why a blind row has nothing.
    QString blindText(core::Index row) const;
};
using HeatmapDataPtr = std::shared_ptr<const HeatmapData>;

/// One heatmap, or those of A and B beside each other: they have the same axes, scale and viewport.
using HeatmapPanels = std::vector<HeatmapDataPtr>;

/// Computes everything but the weights of long texts (over 512 tokens). `patterns` have axes of one length.
/// Needed again when patterns, scale or range change. For a job.
HeatmapPanels prepareHeatmaps(std::vector<PanelPattern> patterns, ToneScale scale, ToneRange range,
                              const core::Progress& progress = {});
/// The same of one pattern; `tokens` are those of the run.
HeatmapDataPtr prepareHeatmap(const core::PatternPtr& pattern, const std::vector<core::Token>& tokens,
                              ToneScale scale, ToneRange range, const core::Progress& progress = {});
/// The same with the weights of `cells`; returns `data` itself when they are at hand. Worth it when cells are
/// large enough for numbers (HeatmapLayout::numbers). For a job.
HeatmapDataPtr withExactCells(const HeatmapDataPtr& data, core::CellRect cells,
                              const core::Progress& progress = {});

/// How prepared data is looked at.
struct HeatmapLook {
    Theme theme;
    ColourMap colours = ColourMap::Ink;
    Selection selection;
    Hover hover;
    std::optional<CellPlace> pointed{};  ///< the cell under the pointer, also where no token can be hovered
    Viewport viewport;
    Caption caption;
    bool numbers = true;  ///< false while zooming: numbers are drawn when the view is at rest
};

/// Where things stand in a figure of a given size; what a widget asks for pointer positions.
struct HeatmapLayout {
    /// Cells of this size carry numbers.
    static constexpr double numberCell = 34;

    GridMapping mapping;
    QRectF legend;
    QRectF gold;  ///< what stands under it about gold data; empty without
    bool numbers() const { return mapping.cell() >= numberCell; }
};
HeatmapLayout heatmapLayout(const HeatmapData& data, const HeatmapLook& look, QSizeF size);

/// Paints the background too. Any thread.
void paintHeatmap(QPainter& painter, const HeatmapData& data, const HeatmapLook& look, QSizeF size,
                  PaintMode mode);

/// The data as a picture of its own, `size` empty: large enough for its tokens.
Figure heatmapFigure(HeatmapDataPtr data, HeatmapLook look, QSizeF size);

}  // namespace headscope::ui
