// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <memory>
#include <vector>

#include "ui/figures/caption.h"
#include "ui/figures/figures.h"
#include "ui/figures/gold_overlay.h"
#include "ui/figures/token_label.h"

namespace headscope::ui {

/// How a flow is read.
QString flowDirection();

/// One head whose lines are drawn.
struct FlowHead {
    core::HeadId head;
    core::HeadType type = core::HeadType::Content;
    core::PatternPtr pattern;
};

/// One line, from place `query` to place `key`.
struct FlowLine {
    core::Index query = 0;
    core::Index key = 0;
    float weight = 0;   ///< or the size of a difference
    int head = 0;       ///< index into FlowData::heads
    bool less = false;  ///< of differences: B has less than A
};

/// Which tokens stand in the figure: more than about 60 do not fit at a readable size.
struct TokenWindow {
    core::Index first = 0;
    core::Index count = 0;
    bool contains(core::Index place) const { return place >= first && place < first + count; }
    bool operator==(const TokenWindow&) const = default;
};

/// A window of `count` places that holds the pinned query, and the pinned key where it is near enough;
/// without a query, the key. prepareFlow() keeps it inside what there is.
TokenWindow windowAround(std::optional<core::Index> query, std::optional<core::Index> key, core::Index count);

/// What flow and arcs show, ready to paint: lines with at least one end in the window, weakest first.
struct FlowData {
    std::vector<FlowHead> heads;
    TokenAxis queries;
    TokenAxis keys;
    TokenWindow window;
    std::optional<Side> side;  ///< A or B, where the two stand beside each other …
    QString runText;           ///< … and which model and text that is
    std::optional<GoldOverlay> gold;
    bool words = false;       ///< places are words
    bool difference = false;  ///< lines are differences, B − A
    std::vector<FlowLine> lines;
    core::Index reachBack = 0;   ///< how far lines reach inside the window, in places; beside each other …
    core::Index reachAhead = 0;  ///< … those of the panel that reach farther
    double share = 0.7;
    double drawnWeight = 0;  ///< of the rows in the window: weight of the lines that are drawn …
    double mutedWeight = 0;  ///< … weight hidden because an end is a special token …
    double totalWeight = 0;  ///< … and all weight
};
using FlowDataPtr = std::shared_ptr<const FlowData>;

/// Heads with their patterns, with words merged where wanted; those without pattern are left out. With
/// `difference`, B − A, of which `run` is B. Throws Error(NoSuchHead).
std::vector<FlowHead> flowHeads(const Run& run, const ComparedRunsPtr& difference,
                                const std::vector<core::HeadId>& heads, bool words);

/// What is drawn of a run: heads of one length, and what their places are called.
struct FlowPanel {
    std::vector<FlowHead> heads;
    TokenAxis queries;
    TokenAxis keys;
    std::optional<Side> side;
    QString runText;
    std::optional<GoldOverlay> gold{};
};
/// The heads of one run.
FlowPanel flowPanel(std::vector<FlowHead> heads, const std::vector<core::Token>& tokens);

/// Picks the lines: of each row the heaviest until `settings.share` of the row is reached (1: all weights
/// above 0). A window with count 0 means all places. For a job.
FlowDataPtr prepareFlow(std::vector<FlowHead> heads, const std::vector<core::Token>& tokens,
                        const ViewSettings& settings, TokenWindow window = {},
                        const core::Progress& progress = {});

/// The same of each panel; they share a scale.
std::vector<FlowDataPtr> prepareFlows(std::vector<FlowPanel> panels, const ViewSettings& settings,
                                      TokenWindow window = {}, const core::Progress& progress = {});

/// The same heads of A and of B over one axis of the tokens (or words) of both; tokens are selected in the
/// run `shown`, A or B. Nothing where their layers have no attention. Throws Error(NoSuchHead).
std::vector<FlowPanel> besideFlows(const ComparedRuns& runs, const std::vector<core::HeadId>& heads,
                                   bool words, Side shown);

/// How prepared data is looked at.
struct FlowLook {
    Theme theme;
    Selection selection;
    Hover hover;
    std::optional<core::HeadId> hoveredHead;  ///< only its lines keep full strength
    Caption caption;
    QImage layer;  ///< what flowLayer() or arcsLayer() made for the same data and size; null: made while
                   ///< painting
};

/// Where things stand in a flow figure of a given size.
struct FlowLayout {
    QRectF lines;  ///< between the two columns
    double rowHeight = 0;
    double widthOfOne = 0;  ///< width of a line of weight 1; every other in proportion
    TokenWindow window;

    double centre(core::Index place) const;
    /// A place under the pointer in the column of queries or of keys.
    std::optional<core::Index> queryAt(QPointF point) const;
    std::optional<core::Index> keyAt(QPointF point) const;
};
FlowLayout flowLayout(const FlowData& data, const FlowLook& look, QSizeF size);
/// How many tokens a flow figure of this size, without caption, shows at a readable size.
core::Index flowCapacity(QSizeF size);

/// All lines at full strength on nothing, `ratio` device pixels per logical one: the slow part, to be kept by
/// a widget between hovers. Any thread.
QImage flowLayer(const FlowData& data, const FlowLook& look, QSizeF size, double ratio);
void paintFlow(QPainter& painter, const FlowData& data, const FlowLook& look, QSizeF size, PaintMode mode);
/// `look` for one of two panels: with a caption that says A or B, and without one over both, what that is.
FlowLook flowPanelLook(const FlowData& data, FlowLook look);
Figure flowFigure(FlowDataPtr data, FlowLook look, QSizeF size);
/// The same no higher than its lines and legend need: few tokens do not fill a tall window.
Figure trimmedFlowFigure(FlowDataPtr data, FlowLook look, QSizeF size);

/// The line under the pointer; nothing when none is near. The heaviest wins.
std::optional<FlowLine> flowLineAt(const FlowData& data, const FlowLayout& layout, QPointF point);

}  // namespace headscope::ui
