// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

constexpr double firstTokenShare = 0.3;  // Gu et al. 2025
constexpr double nearKeys = 5;           // within two tokens

constexpr LabelInfo table[] = {
    {Label::Sink, "sink", HEADSCOPE_TEXT("Label", "Sink"),
     HEADSCOPE_TEXT(
         "Label",
         "Special tokens such as [CLS] and [SEP] receive at least 0.6 of the weight (Clark et al. "
         "2019). The head mostly rests there: weights have to go somewhere, and the values of these "
         "tokens are often short.")},
    {Label::FirstToken, "first_token", HEADSCOPE_TEXT("Label", "First-token sink"),
     HEADSCOPE_TEXT(
         "Label",
         "The first token receives at least 0.3 of the weight, and twice as much as even attention "
         "would give it (Gu et al. 2025). Models without special tokens rest there.")},
    {Label::Previous, "previous", HEADSCOPE_TEXT("Label", "Previous token"),
     HEADSCOPE_TEXT("Label",
                    "The token before the query receives more than half of the weight. Such heads move "
                    "information one place on, and are the first half of finding repetitions.")},
    {Label::Next, "next", HEADSCOPE_TEXT("Label", "Next token"),
     HEADSCOPE_TEXT(
         "Label",
         "The token after the query receives more than half of the weight. Only models that read in "
         "both directions can have such heads.")},
    {Label::Self, "self", HEADSCOPE_TEXT("Label", "Same token"),
     HEADSCOPE_TEXT("Label",
                    "The query's own position receives more than half of the weight. The head works on each "
                    "token by itself.")},
    {Label::Offset, "offset", HEADSCOPE_TEXT("Label", "Fixed offset"),
     HEADSCOPE_TEXT("Label",
                    "A token at a fixed distance of two to eight receives more than half of the weight, in "
                    "lists of random tokens. The head looks at a place, not at a word.")},
    {Label::Broad, "broad", HEADSCOPE_TEXT("Label", "Broad"),
     HEADSCOPE_TEXT("Label",
                    "The relative entropy is at least 0.9: weights are nearly even. The head averages all it "
                    "sees, which can matter, and is what a head without training does.")},
    {Label::Local, "local", HEADSCOPE_TEXT("Label", "Local"),
     HEADSCOPE_TEXT(
         "Label",
         "Tokens at most two places away receive more than 0.6 of the weight. The head looks at the "
         "neighbourhood, at no single place in it.")},
    {Label::Induction, "induction", HEADSCOPE_TEXT("Label", "Induction"),
     HEADSCOPE_TEXT(
         "Label",
         "In the second copy of a random list, the token after the same token in the first copy "
         "receives at least 0.4 of the weight (prefix matching, Olsson et al. 2022). In a model that "
         "predicts the next token, the head must also raise the logit of that token over the others of the "
         "list, measured by switching it off (copying).")},
    {Label::Duplicate, "duplicate", HEADSCOPE_TEXT("Label", "Duplicate token"),
     HEADSCOPE_TEXT("Label",
                    "In the second copy of a random list, the same token in the first copy receives at least "
                    "0.4 of the weight (Wang et al. 2023). The head notices that a token has been there "
                    "before.")},
    {Label::Relation, "relation", HEADSCOPE_TEXT("Label", "Relation"),
     HEADSCOPE_TEXT(
         "Label",
         "The largest weight is on the word that the cases ask for at least ten points more often "
         "than the best habit would have it: the nearest candidate, a fixed distance, chance. What "
         "the relation is, syntax, meaning or reference, the cases say.")},
    {Label::DeadByWeights, "dead_weights", HEADSCOPE_TEXT("Label", "Dead by weights"),
     HEADSCOPE_TEXT(
         "Label",
         "The product of the head's value and output weights is less than a thousandth of what the "
         "other heads of the layer have. Whatever it looks at, it adds next to nothing.")},
    {Label::DeadByEffect, "dead_effect", HEADSCOPE_TEXT("Label", "Dead by effect"),
     HEADSCOPE_TEXT("Label",
                    "Switching the head off changes the last hidden state by less than a thousandth, and it "
                    "adds less than a hundredth of its layer's output. In another text it may do more.")},
    {Label::Important, "important", HEADSCOPE_TEXT("Label", "Unclassified, important"),
     HEADSCOPE_TEXT("Label",
                    "No other label fits, but switching the head off changes the last hidden state more than "
                    "three quarters of the heads do. What it does is not known.")},
};

/// A label that a mean of rows has earned.
HeadLabel fromMean(const Measures& measures, const HeadMeasures& head, Label label, std::string_view metric,
                   std::optional<double> baseline) {
    HeadLabel out{head.head, label, measures.mean(head, metric).value_or(0.0), 0, baseline, {}, {}};
    for (std::size_t i = 0; i < measures.metrics.size(); ++i) {
        if (measures.metrics[i]->id == metric) out.count = head.values[i].count;
    }
    out.interval = wilsonInterval(out.share, out.count);
    return out;
}

HeadLabel fromType(const Measures& measures, const HeadMeasures& head, HeadType type) {
    const std::optional<double> even = measures.mean(head, "even");
    const auto of = [&](Label label, std::string_view metric, std::optional<double> baseline) {
        return fromMean(measures, head, label, metric, baseline);
    };
    switch (type) {
        case HeadType::Previous:
            return of(Label::Previous, "previous", even);
        case HeadType::Next:
            return of(Label::Next, "next", even);
        case HeadType::Self:
            return of(Label::Self, "same", even);
        case HeadType::Sink:
            return of(Label::Sink, "sink", measures.mean(head, "even_sink"));
        case HeadType::Local:
            return of(Label::Local, "local", even ? std::optional(std::min(1.0, nearKeys * *even)) : even);
        case HeadType::Broad:
        case HeadType::Content:
            break;
    }
    return of(Label::Broad, "relative_entropy", std::nullopt);
}

std::optional<HeadLabel> firstToken(const Measures& measures, const HeadMeasures& head) {
    const std::optional<double> share = measures.mean(head, "sink_first");
    const std::optional<double> even = measures.mean(head, "even");
    if (!share || !even || *share < firstTokenShare || *share < 2 * *even) return std::nullopt;
    return fromMean(measures, head, Label::FirstToken, "sink_first", even);
}

double logOdds(double share) noexcept {
    constexpr double least = 1e-6;
    const double within = std::clamp(share, least, 1 - least);
    return std::log(within / (1 - within));
}

}  // namespace

std::span<const LabelInfo> labelInfos() noexcept {
    return table;
}

const LabelInfo& infoOf(Label label) noexcept {
    return *std::find_if(std::begin(table), std::end(table),
                         [&](const LabelInfo& info) { return info.label == label; });
}

double aboveBaseline(const HeadLabel& label) noexcept {
    // Of odds, so that being right in every case says more than most of the weight where even attention gives
    // little, and "previous token" more than "local", which it implies.
    if (label.label == Label::DeadByWeights) return std::numeric_limits<double>::infinity();
    const double low = label.interval ? label.interval->low : label.share;
    return logOdds(low) - logOdds(label.baseline.value_or(0.5));
}

void strongestFirst(std::vector<HeadLabel>& labels) {
    std::stable_sort(labels.begin(), labels.end(), [](const HeadLabel& a, const HeadLabel& b) {
        if (a.head != b.head) return a.head < b.head;
        return aboveBaseline(a) > aboveBaseline(b);
    });
}

std::vector<HeadLabel> patternLabels(const Measures& measures) {
    std::vector<HeadLabel> labels;
    for (const HeadMeasures& head : measures.heads) {
        const std::vector<HeadTypeEvidence> types = patternTypes(measures, head);
        const bool sink = std::any_of(types.begin(), types.end(), [](const HeadTypeEvidence& type) {
            return type.type == HeadType::Sink;
        });
        for (const HeadTypeEvidence& type : types) labels.push_back(fromType(measures, head, type.type));
        // Where the first token is a special one, that is said already.
        if (sink || measures.specials != Specials::Raw) continue;
        if (const auto first = firstToken(measures, head)) labels.push_back(*first);
    }
    strongestFirst(labels);
    return labels;
}

}  // namespace headscope::core
