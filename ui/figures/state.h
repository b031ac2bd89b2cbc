// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/compare_heads.h"
#include "core/analysis/head_type.h"
#include "core/analysis/metrics.h"
#include "core/model/model.h"
#include "core/trace/combined_pattern.h"
#include "ui/figures/selection.h"

namespace headscope::core {
struct GoldData;
}

namespace headscope::ui {

/// What a model answers at one position, from one of its output heads, most likely first.
struct Answer {
    QString output;  ///< output id: "reference", "masked-lm", …
    core::Index position = 0;
    std::vector<std::pair<QString, double>> candidates;  ///< label, probability
};

/// Gold data that lies open beside the runs; immutable.
using GoldPtr = std::shared_ptr<const core::GoldData>;

struct OpenModel;

/// One run with what the views need of it, made on a pool thread; immutable.
struct Run {
    core::ModelPtr model;
    std::shared_ptr<const OpenModel> opened;  ///< what `model` was opened as; null on the command line
    core::TracePtr trace;
    std::vector<core::HeadMeasures> measures;   ///< in the order of trace->headIds()
    std::vector<core::HeadTypeEvidence> types;  ///< same order
    core::HeadId openingHead;                   ///< found by ranking, never stored
    std::vector<Answer> answers;  ///< what the model says for tokens it was trained to answer at
};
using RunPtr = std::shared_ptr<const Run>;

/// Run B beside run A, with what was found out about their heads.
struct ComparedRuns {
    RunPtr a;
    RunPtr b;
    core::Comparison traces;
};
using ComparedRunsPtr = std::shared_ptr<const ComparedRuns>;
/// Null unless both runs are there and each head of one has its counterpart in the other.
ComparedRunsPtr compared(const RunPtr& a, const RunPtr& b);
/// Every head of B against that of A, in the order of b->trace->headIds().
using HeadChanges = std::vector<core::HeadChange>;
using HeadChangesPtr = std::shared_ptr<const HeadChanges>;

/// Which run every view shows. B exists once a second run is there, B − A when it has the same heads; that
/// shows the tokens of B.
enum class Side { A, B, Difference };

/// What the pointer is over; shown like a selection until the pointer leaves.
struct Hover {
    std::optional<core::Index> query;
    std::optional<core::Index> key;
    bool operator==(const Hover&) const = default;
};

/// Which chart of the heads stands beside the views: a metric by layer, metric against metric, attention by
/// distance, entropy along the text, the map of heads, what heads do over the steps of a training.
enum class ChartKind { ByLayer, Scatter, ByDistance, AlongText, Map, Training };

enum class ToneScale { Linear, SquareRoot, Log };
/// What the end of the scale stands for: the largest weight of the map, of each row, 1, or the largest on
/// keys where attention does not come to rest (no special token, not the first one), whose weights then lie
/// beyond the end.
enum class ToneRange { WholeMap, PerRow, Fixed, WithoutSinks };
enum class ColourMap { Ink, Viridis, Magma, Cividis };

/// How things are shown; the same for every view.
struct ViewSettings {
    ToneScale scale = ToneScale::SquareRoot;
    ToneRange range = ToneRange::WholeMap;
    ColourMap colours = ColourMap::Ink;
    bool words = false;         ///< pieces merged into words
    bool muteSpecials = false;  ///< no lines to or from special tokens
    bool sideBySide = false;    ///< large views show A beside B, where the two can be compared
    double share = 0.7;         ///< flow, arcs: part of each row's weight that is drawn, strongest first
    bool lookedAtBy = false;    ///< token strip: shade who looks at the token, instead of what it looks at
    core::Combining combining = core::Combining::Mean;  ///< of several chosen heads, where they are one
    std::string measure;     ///< overview: id of the metric in whose colours the heads are; empty: none
    bool sortHeads = false;  ///< overview: heads by that metric, largest first, instead of by layer
    ChartKind chart = ChartKind::ByLayer;
    std::string chartMetric = "entropy";   ///< id of the metric on its vertical axis …
    std::string chartAcross = "distance";  ///< … and on the horizontal one of a scatter chart
    bool operator==(const ViewSettings&) const = default;
};

}  // namespace headscope::ui
