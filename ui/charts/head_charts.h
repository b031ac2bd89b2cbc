// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/figures/flow_figure.h"
#include "ui/figures/head_values.h"

namespace headscope::ui {

/// A number of every place of a chosen head: of a distance, or of a token.
struct HeadLine {
    core::HeadId head;
    core::HeadType type = core::HeadType::Content;
    std::vector<QPointF> points;
};

/// More lines could not be told apart.
inline constexpr std::size_t mostLines = 12;
/// And more points of one not either: the mean of neighbours stands for them.
inline constexpr std::size_t mostPoints = 1000;
/// Offsets farther than this are not shown.
inline constexpr core::Index longestOffset = 512;

/// The chosen heads that get a line, the current one among them.
std::vector<core::HeadId> lineHeads(const Selection& selection);

/// Mean weight (or change) by offset key − query, over the queries that may see that key. For a job.
std::vector<HeadLine> distanceLines(const std::vector<FlowHead>& heads, const core::Progress& progress);
/// Entropy of the row of every token in nats; with `difference`, how much larger it is in B, of the tokens
/// that both have.
std::vector<HeadLine> entropyLines(const Run& run, const ComparedRunsPtr& difference,
                                   const std::vector<core::HeadId>& heads);
/// Points that stand for `most` at most: means of equally many neighbours.
std::vector<QPointF> thinned(std::vector<QPointF> points, std::size_t most);

/// Every head by two metrics; its points are in the order of the heads, and no numbers where it has no value.
Chart scatterChart(const Run& run, const HeadValues& x, const HeadValues& y, const Selection& selection,
                   const Theme& theme);
Chart distanceChart(const std::vector<HeadLine>& lines, const Selection& selection, bool difference,
                    const Theme& theme);
Chart entropyChart(const std::vector<HeadLine>& lines, const Selection& selection, bool difference,
                   const Theme& theme);

}  // namespace headscope::ui
