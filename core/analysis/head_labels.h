// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/cases.h"
#include "core/analysis/head_type.h"
#include "core/analysis/share.h"
#include "core/base/progress.h"
#include "core/model/model.h"

namespace headscope::core {

/// What can be said about a head with evidence: what its pattern looks like (HeadType), and what it is for.
enum class Label {
    Sink,
    FirstToken,
    Previous,
    Next,
    Self,
    Offset,
    Broad,
    Local,
    Induction,
    Duplicate,
    Relation,
    DeadByWeights,
    DeadByEffect,
    Important
};

/// One row of the table of labels.
struct LabelInfo {
    Label label;
    std::string_view id;          ///< "previous"; the name in files
    std::string_view name;        ///< translation context "Label"
    std::string_view definition;  ///< two sentences for people; translation context "Label"
};
std::span<const LabelInfo> labelInfos() noexcept;
const LabelInfo& infoOf(Label label) noexcept;

/// A label that a head has earned. A number without its baseline and count says nothing.
struct HeadLabel {
    HeadId head;
    Label label = Label::Important;
    double share = 0;  ///< what the rule is about
    Index count = 0;   ///< rows or cases behind it; 0: no sample, but a property of the weights
    std::optional<double>
        baseline;  ///< the share of even attention, or of the best habit; nothing: there is none
    std::optional<Interval> interval;  ///< of samples
    /// "-2" of an offset, the cases of a relation, by how many logits an induction head makes its model
    /// repeat.
    std::string detail;
};

/// How far a label's interval lies above its baseline, by the logarithm of the odds ratio (no baseline: even
/// odds; dead by weights: infinite). From the wrong side it would fire by chance in one head of forty.
double aboveBaseline(const HeadLabel& label) noexcept;
/// Head by head, the strongest label of a head first.
void strongestFirst(std::vector<HeadLabel>& labels);

/// The labels that measures of a text or a corpus show, weights of special tokens included; head by head, a
/// head's strongest first (by how far its interval lies above the baseline).
std::vector<HeadLabel> patternLabels(const Measures& measures);

/// A file of cases that heads are held against.
struct LabelCases {
    std::string name;
    std::vector<Case> cases;
};

/// The heads of a model that link words as the cases ask, whatever text is shown. Throws what findHeads()
/// throws, and Cancelled.
std::vector<HeadLabel> relationLabels(const Model& model, std::span<const LabelCases> cases,
                                      const Progress& progress = {});

/// What labels beyond the pattern come from.
struct LabelRequest {
    const Model& model;
    Compute compute;
    const Measures& measures;  ///< as patternLabels() wants them
    TracePtr trace;            ///< of a text: every head is switched off in it in turn; null: none is
    std::span<const HeadLabel> relations{};  ///< that were found before
};

/// patternLabels(), the relations and all the others: offsets, induction and duplicate tokens in random lists
/// (RepeatedList), dead and important heads. Throws what running throws, and Cancelled.
std::vector<HeadLabel> headLabels(const LabelRequest& request, const Progress& progress = {});

/// Per head by how much of its norm the last hidden state changes when the head is switched off,
/// ‖h' − h‖ / ‖h‖, in the order of Trace::headIds(). Quicker where the run kept its hidden states.
std::vector<double> gateEffects(const Model& model, const TracePtr& trace, const Progress& progress = {});

/// ‖W_V · W_O‖ of every head of a layer, Frobenius norm. Where the layer projects nothing, ‖W_V‖.
std::vector<double> valueOutputNorms(const Model& model, int layer);

}  // namespace headscope::core
