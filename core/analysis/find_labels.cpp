// SPDX-License-Identifier: GPL-3.0-or-later
// The labels that need more than a pattern: runs of random lists, cases, weights, gates.
#include <algorithm>
#include <numeric>

#include "core/analysis/find_heads.h"
#include "core/analysis/head_labels.h"
#include "core/analysis/offset_profile.h"
#include "core/analysis/repeated_lists.h"
#include "core/base/number_text.h"
#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

constexpr double copyShare = 0.4;
constexpr double offsetShare = 0.5;   // Clark et al. 2019
constexpr Index farthest = 8;         // of fixed offsets
constexpr double relationLead = 0.1;  // Voita et al. 2019: ten points
constexpr double deadWeights = 1e-3;  // of the layer's median
constexpr double deadEffect = 1e-3;
constexpr double deadShare = 0.01;

/// What random lists show.
struct ListScores {
    std::vector<CopyScore> copies;
    std::vector<OffsetProfile> offsets;
};

void addOffsets(const std::vector<OffsetProfile>& more, std::vector<OffsetProfile>& all) {
    if (all.empty()) {
        all = more;
        return;
    }
    for (std::size_t head = 0; head < all.size(); ++head) {
        for (std::size_t i = 0; i < all[head].values.size(); ++i)
            all[head].values[i].add(more[head].values[i]);
    }
}

ListScores scoresOfLists(const LabelRequest& request, const Progress& progress) {
    ListScores scores;
    const std::vector<RepeatedList> lists = repeatedLists(request.model);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(lists.size()));
        RunSpec spec;
        spec.input = lists[i].input;
        const TracePtr trace = request.model.run(spec, {}, part(progress, 0, 0));
        addCopyScores(trace, lists[i], request.compute, scores.copies);
        addOffsets(offsetProfiles(request.compute, *trace, farthest), scores.offsets);
    }
    return scores;
}

HeadLabel sampled(HeadId head, Label label, const Accumulated& value, double baseline,
                  std::string detail = {}) {
    const double share = value.mean().value_or(0.0);
    return {head, label, share, value.count, baseline, wilsonInterval(share, value.count), std::move(detail)};
}

/// Heads that find what followed last time; of a model that predicts next tokens those that make it repeat
/// that.
void addInduction(const LabelRequest& request, const ListScores& scores, std::vector<HeadLabel>& labels,
                  const Progress& progress) {
    std::vector<HeadLabel> found;
    std::vector<Copying> copying;
    for (const CopyScore& score : scores.copies) {
        if (score.induction.mean().value_or(0.0) < copyShare) continue;
        found.push_back(
            sampled(score.head, Label::Induction, score.induction, score.even.mean().value_or(0.0)));
        copying.push_back({score.head, {}});
    }
    const bool measured = !found.empty() && predictsNextTokens(request.model);
    const std::vector<RepeatedList> lists =
        measured ? repeatedLists(request.model) : std::vector<RepeatedList>();
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto all = static_cast<double>(lists.size());
        addCopying(request.model, lists[i], copying,
                   part(progress, static_cast<double>(i) / all, static_cast<double>(i + 1) / all));
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double gain = copying[i].logits.mean().value_or(0.0);
        if (measured && gain <= 0) continue;
        if (measured) found[i].detail = shortestText(static_cast<float>(gain));
        labels.push_back(std::move(found[i]));
    }
}

void addListLabels(const ListScores& scores, std::vector<HeadLabel>& labels) {
    for (std::size_t i = 0; i < scores.copies.size(); ++i) {
        const CopyScore& score = scores.copies[i];
        const double even = score.even.mean().value_or(0.0);
        if (score.duplicate.mean().value_or(0.0) >= copyShare)
            labels.push_back(sampled(score.head, Label::Duplicate, score.duplicate, even));
        const OffsetProfile& profile = scores.offsets[i];
        for (Index offset = -farthest; offset <= farthest; ++offset) {
            const Accumulated& value = profile.at(offset);
            const bool named = offset >= -1 && offset <= 1;  // these have labels of their own
            if (named || value.mean().value_or(0.0) <= offsetShare) continue;
            labels.push_back(sampled(profile.head, Label::Offset, value, even, std::to_string(offset)));
        }
    }
}

/// The best of the habits that do not look at the words.
double bestHabit(const FindResult& found) {
    double best = 0;
    for (const Baseline& baseline : found.baselines) {
        if (baseline.name != "model") best = std::max(best, baseline.largest.value_or(0.0));
    }
    return best;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<Index>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void addDeadWeights(const Model& model, std::vector<HeadLabel>& labels) {
    for (int layer = 0; layer < model.config().layers; ++layer) {
        const std::vector<double> norms = valueOutputNorms(model, layer);
        if (norms.empty()) continue;
        const double middle = median(norms);
        for (std::size_t head = 0; head < norms.size(); ++head) {
            if (norms[head] >= deadWeights * middle && norms[head] > 0) continue;
            const double share = middle > 0 ? norms[head] / middle : 0;
            labels.push_back({{AttentionKind::Self, layer, static_cast<int>(head)},
                              Label::DeadByWeights,
                              share,
                              0,
                              1.0,
                              {},
                              {}});
        }
    }
}

bool hasLabel(const std::vector<HeadLabel>& labels, HeadId head) {
    return std::any_of(labels.begin(), labels.end(),
                       [&](const HeadLabel& label) { return label.head == head; });
}

void addEffects(const LabelRequest& request, std::vector<HeadLabel>& labels, const Progress& progress) {
    const std::vector<double> effects = gateEffects(request.model, request.trace, progress);
    const std::vector<HeadId> heads = request.trace->headIds();
    std::vector<double> sorted = effects;
    std::sort(sorted.begin(), sorted.end());
    const double upper = sorted.empty() ? 0.0 : sorted[sorted.size() * 3 / 4];
    std::vector<HeadLabel> found;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto measured = std::find_if(request.measures.heads.begin(), request.measures.heads.end(),
                                           [&](const HeadMeasures& head) { return head.head == heads[i]; });
        if (measured == request.measures.heads.end()) continue;
        const std::optional<double> output = request.measures.mean(*measured, "output_share");
        const bool dead = effects[i] < deadEffect && output && *output < deadShare;
        const bool important = effects[i] > 0 && effects[i] >= upper && !hasLabel(labels, heads[i]);
        if (!dead && !important) continue;
        found.push_back({heads[i],
                         dead ? Label::DeadByEffect : Label::Important,
                         effects[i],
                         request.trace->length(),
                         median(sorted),
                         {},
                         {}});
    }
    labels.insert(labels.end(), found.begin(), found.end());
}

}  // namespace

std::vector<HeadLabel> relationLabels(const Model& model, std::span<const LabelCases> cases,
                                      const Progress& progress) {
    std::vector<HeadLabel> labels;
    const auto all = static_cast<double>(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const FindResult found =
            findHeads(model, cases[i].cases,
                      part(progress, static_cast<double>(i) / all, static_cast<double>(i + 1) / all));
        const double habit = bestHabit(found);
        for (const HeadScore& head : found.heads) {
            const Share& largest = head.score.largest;
            const double share = largest.value().value_or(0.0);
            HeadLabel label{head.head,    Label::Relation, share,
                            largest.of,   habit,           wilsonInterval(share, largest.of),
                            cases[i].name};
            // A habit is right in one half of every minimal pair.
            const bool flips = head.score.groups.value().value_or(1.0) > 0.5;
            if (share >= habit + relationLead && aboveBaseline(label) > 0 && flips)
                labels.push_back(std::move(label));
        }
    }
    return labels;
}

std::vector<HeadLabel> headLabels(const LabelRequest& request, const Progress& progress) {
    std::vector<HeadLabel> labels = patternLabels(request.measures);
    const ListScores lists = scoresOfLists(request, part(progress, 0, 0.2));
    addInduction(request, lists, labels, part(progress, 0.2, 0.3));
    addListLabels(lists, labels);
    labels.insert(labels.end(), request.relations.begin(), request.relations.end());
    addDeadWeights(request.model, labels);
    if (request.trace) addEffects(request, labels, part(progress, 0.3, 1));
    strongestFirst(labels);
    return labels;
}

std::vector<double> gateEffects(const Model& model, const TracePtr& trace, const Progress& progress) {
    std::vector<double> effects;
    const std::vector<HeadId> heads = trace->headIds();
    const auto all = static_cast<double>(heads.size());
    const double size = static_cast<double>(trace->lastHidden.norm());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        RunSpec spec = trace->spec;
        std::erase_if(spec.edits,
                      [&](const Edit& edit) { return std::get<HeadGate>(edit).head == heads[i]; });
        spec.edits.emplace_back(HeadGate{heads[i], 0});
        const double at = static_cast<double>(i) / all;
        const TracePtr without = model.run(spec, {}, part(progress, at, at), trace);
        const double change = static_cast<double>((without->lastHidden - trace->lastHidden).norm());
        effects.push_back(size > 0 ? change / size : 0.0);
    }
    return effects;
}

std::vector<double> valueOutputNorms(const Model& model, int layer) {
    const LayerPlan& plan = model.config().plan(layer);
    std::vector<double> norms;
    if (!plan.attention) return norms;
    const auto weights = model.layerWeights(layer);
    const Index width = model.config().headDim;
    const Index firstValue = (plan.heads + plan.kvHeads) * width;
    const Matrix projection = weights->attentionOut.empty() ? Matrix()
                                                            : weights->attentionOut.weight.rows(
                                                                  0, weights->attentionOut.weight.outputs());
    for (int head = 0; head < plan.heads; ++head) {
        const int kvHead = head / (plan.heads / plan.kvHeads);
        const Matrix value = weights->qkv.weight.rows(firstValue + kvHead * width, width);
        if (projection.size() == 0) {
            norms.push_back(static_cast<double>(value.norm()));
            continue;
        }
        // ‖A · B‖² = tr(AᵀA · B Bᵀ), of headDim numbers on each side.
        const Eigen::MatrixXd outer =
            (columns(projection, head * width, width).transpose() * columns(projection, head * width, width))
                .cast<double>();
        const Eigen::MatrixXd inner = (value * value.transpose()).cast<double>();
        norms.push_back(std::sqrt(std::max(0.0, outer.cwiseProduct(inner).sum())));
    }
    return norms;
}

}  // namespace headscope::core
