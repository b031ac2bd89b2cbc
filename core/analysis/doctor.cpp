// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/doctor.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/analysis/doctor_kinds.h"
#include "core/analysis/head_labels.h"
#include "core/analysis/repeated_lists.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {
namespace {

// Twice what freezes softmax over some fifty keys: √(2 ln n) (random energy model).
constexpr double spreadLimit = 6;
constexpr double saturatedEntropy = 0.02;  // relative
constexpr double sameDistance = 1e-3;      // total variation, mean over rows
constexpr double patternBytes = 1e9;       // of a layer
constexpr Index unlimitedTokens = 32768;   // what a model without a limit is asked for
constexpr Index panelRows = 32;

std::string rounded(double value) {
    return shortestText(std::round(value * 1000) / 1000);
}

Finding ofHead(std::string_view kind, HeadId head, double value, std::optional<double> limit,
               Phrase evidence) {
    Finding finding;
    finding.kind = findingKind(kind);
    finding.layer = head.layer;
    finding.head = head.head;
    finding.value = value;
    finding.limit = limit;
    finding.evidence = {std::move(evidence)};
    return finding;
}

/// What is known of a model after it ran.
struct Patient {
    const DoctorRequest& request;
    TracePtr trace;     ///< of the text, or of the first list
    Measures measures;  ///< of the text, or of all lists
    std::vector<Finding> findings;

    const LayerTrace& layer(HeadId head) const { return trace->at(head); }
    bool has(std::string_view kind, HeadId head) const {
        return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
            return finding.kind->id == kind && finding.layer == head.layer &&
                   (!finding.head || finding.head == head.head);
        });
    }
};

void run(Patient& patient, const Progress& progress) {
    const DoctorRequest& request = patient.request;
    const KeepOptions keep{.values = true, .hidden = true, .outputs = true};
    std::vector<Input> inputs;
    if (request.input) {
        inputs.push_back(*request.input);
    } else {
        for (const RepeatedList& list : repeatedLists(*request.model)) inputs.push_back(list.input);
    }
    if (inputs.empty())
        throw Error(ErrorCode::BadArgument,
                    {request.model->name(),
                     request.model->config().vocabSize == 0
                         ? "it has no vocabulary to make an input from; give vectors"
                         : "it has too few plain tokens or positions to make an input from; give a text or "
                           "ids"});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(inputs.size()));
        RunSpec spec;
        spec.input = inputs[i];
        const TracePtr trace = request.model->run(spec, keep, part(progress, 0, 0));
        patient.measures.add(measureHeads(request.compute, *trace, {}, {}, request.model.get()));
        if (!patient.trace) patient.trace = trace;
    }
}

/// False where numbers run away although the weights are sound, which is then a finding.
bool runs(Patient& patient, const Progress& progress) {
    try {
        run(patient, progress);
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::NotFinite) throw;
        Finding finding;
        finding.kind = findingKind("not_finite");
        finding.evidence = {{HEADSCOPE_TEXT("Doctor", "the run stops at: %1"), {error.arguments().at(1)}}};
        patient.findings.push_back(std::move(finding));
        return false;
    }
}

void findExploding(Patient& patient) {
    for (const HeadId head : patient.trace->headIds()) {
        const double spread = scoreSpread(patient.layer(head), head.head, patient.request.compute.kernels);
        if (spread <= spreadLimit) continue;
        patient.findings.push_back(ofHead(
            "exploding", head, spread, spreadLimit,
            {HEADSCOPE_TEXT("Doctor", "scores of a row deviate by %1 from their mean"), {rounded(spread)}}));
    }
}

void findSaturated(Patient& patient) {
    for (const HeadMeasures& head : patient.measures.heads) {
        const std::optional<double> entropy = patient.measures.mean(head, "relative_entropy");
        if (!entropy || *entropy >= saturatedEntropy || patient.has("exploding", head.head)) continue;
        patient.findings.push_back(
            ofHead("saturated", head.head, *entropy, saturatedEntropy,
                   {HEADSCOPE_TEXT("Doctor", "relative entropy %1"), {rounded(*entropy)}}));
    }
}

/// A label that is a finding too.
struct LabelFinding {
    Label label;
    std::string_view kind;
    std::string_view evidence;  ///< %1: the label's share, %2: `metric`
    std::string_view metric;    ///< or empty
};

constexpr std::string_view sinkEvidence =
    HEADSCOPE_TEXT("Doctor", "%1 of the weight is there, and %2 of what the head adds");

constexpr LabelFinding labelFindings[] = {
    {Label::Broad, "uniform", HEADSCOPE_TEXT("Doctor", "relative entropy %1"), {}},
    {Label::DeadByWeights,
     "dead_weights",
     HEADSCOPE_TEXT("Doctor", "its value and output weights are %1 times the layer's median"),
     {}},
    {Label::DeadByEffect,
     "dead_effect",
     HEADSCOPE_TEXT("Doctor", "without it the last hidden state changes by %1 of its norm"),
     {}},
    {Label::Sink, "sink", sinkEvidence, "sink_norm"},
    {Label::FirstToken, "sink", sinkEvidence, "sink_first_norm"},
};

Phrase evidenceOf(const Patient& patient, const HeadLabel& label, const LabelFinding& found) {
    Phrase evidence{found.evidence, {rounded(label.share)}};
    if (found.metric.empty()) return evidence;
    const auto measured = std::find_if(patient.measures.heads.begin(), patient.measures.heads.end(),
                                       [&](const HeadMeasures& head) { return head.head == label.head; });
    evidence.arguments.push_back(rounded(patient.measures.mean(*measured, found.metric).value_or(0.0)));
    return evidence;
}

void findLabelled(Patient& patient, const Progress& progress) {
    const DoctorRequest& request = patient.request;
    const std::vector<HeadLabel> labels =
        headLabels({*request.model, request.compute, patient.measures, patient.trace}, progress);
    const auto dead = [&](HeadId head) {
        return std::any_of(labels.begin(), labels.end(), [&](const HeadLabel& label) {
            return label.head == head && label.label == Label::DeadByWeights;
        });
    };
    for (const HeadLabel& label : labels) {
        const auto* const found =
            std::find_if(std::begin(labelFindings), std::end(labelFindings),
                         [&](const LabelFinding& finding) { return finding.label == label.label; });
        // Who is dead by weights has no effect either.
        if (found == std::end(labelFindings) || (label.label == Label::DeadByEffect && dead(label.head)))
            continue;
        patient.findings.push_back(
            ofHead(found->kind, label.head, label.share, std::nullopt, evidenceOf(patient, label, *found)));
    }
}

/// Mean over rows of half the sum of |a − b|; stops where it is clear that they differ.
double distanceBetween(const PatternSource& a, const PatternSource& b) {
    double sum = 0;
    for (Index first = 0; first < a.rows(); first += panelRows) {
        const CellRect rect{first, 0, std::min(panelRows, a.rows() - first), a.columns()};
        sum += static_cast<double>((a.cells(rect) - b.cells(rect)).cwiseAbs().sum()) / 2;
        if (sum > sameDistance * static_cast<double>(a.rows())) break;
    }
    return sum / static_cast<double>(a.rows());
}

/// Patterns that are alike because they are even, or rest in the same place, are no copies.
void findIdentical(Patient& patient) {
    const Kernels& kernels = patient.request.compute.kernels;
    for (const auto& layer : patient.trace->layers) {
        if (!layer) continue;
        for (int a = 0; a < layer->heads; ++a) {
            const HeadId one{layer->kind, layer->layer, a};
            if (patient.has("uniform", one) || patient.has("sink", one)) continue;
            const PatternPtr pattern = headPattern(patient.trace, one, kernels);
            for (int b = a + 1; b < layer->heads; ++b) {
                const HeadId other{layer->kind, layer->layer, b};
                const double distance =
                    distanceBetween(*pattern, *headPattern(patient.trace, other, kernels));
                if (distance > sameDistance) continue;
                patient.findings.push_back(
                    ofHead("identical", other, distance, sameDistance,
                           {HEADSCOPE_TEXT("Doctor", "its weights differ from those of %1 by %2 of a row"),
                            {headName(one), rounded(distance)}}));
            }
        }
    }
}

void findLong(Patient& patient) {
    const ModelConfig& config = patient.request.model->config();
    const Index tokens = config.maxTokens > 0 ? config.maxTokens : unlimitedTokens;
    const double bytes = static_cast<double>(config.heads) * static_cast<double>(tokens) *
                         static_cast<double>(tokens) * sizeof(float);
    if (bytes <= patternBytes) return;
    Finding finding;
    finding.kind = findingKind("long_inputs");
    finding.value = bytes / patternBytes;
    finding.limit = 1;
    finding.evidence = {{HEADSCOPE_TEXT("Doctor", "%1 tokens take %2 GB in every layer"),
                         {std::to_string(tokens), rounded(finding.value)}}};
    patient.findings.push_back(std::move(finding));
}

/// Puts one finding in place of those of at least half of a layer's heads.
void joinHeads(std::vector<Finding>& findings, const Trace& trace) {
    for (const FindingKind& kind : findingKinds()) {
        for (const auto& layer : trace.layers) {
            if (!layer) continue;
            const auto belongs = [&](const Finding& finding) {
                return finding.kind == &kind && finding.layer == layer->layer && finding.head;
            };
            const auto count = std::count_if(findings.begin(), findings.end(), belongs);
            if (count < 2 || 2 * count < layer->heads) continue;
            double sum = 0;
            for (const Finding& finding : findings) sum += belongs(finding) ? finding.value : 0.0;
            Finding whole = *std::find_if(findings.begin(), findings.end(), belongs);
            whole.evidence.insert(whole.evidence.begin(),
                                  {HEADSCOPE_TEXT("Doctor", "%1 of %2 heads; the first:"),
                                   {std::to_string(count), std::to_string(layer->heads)}});
            whole.head.reset();
            whole.value = sum / static_cast<double>(count);
            std::erase_if(findings, belongs);
            findings.push_back(std::move(whole));
        }
    }
}

void sortByKind(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        if (a.kind != b.kind) return a.kind < b.kind;
        return std::pair(a.layer, a.head) < std::pair(b.layer, b.head);
    });
}

}  // namespace

std::string evidenceText(const Finding& finding) {
    std::string text;
    for (const Phrase& phrase : finding.evidence) text += (text.empty() ? "" : " ") + phrase.english();
    return text;
}

double scoreSpread(const LayerTrace& layer, int head, const Kernels& kernels) {
    const Scores scores = layer.scores(kernels, head);
    double sum = 0;
    Index counted = 0;
    for (Index first = 0; first < layer.queries(); first += panelRows) {
        const Index rows = std::min(panelRows, layer.queries() - first);
        Matrix panel(rows, layer.keys());
        scores.scorePanel(
            first, MutableMatrixView(panel.data(), rows, panel.cols(), Eigen::OuterStride<>(panel.cols())));
        for (Index i = 0; i < rows; ++i) {
            double total = 0;
            double squares = 0;
            Index seen = 0;
            for (const float score : panel.row(i)) {
                if (!std::isfinite(score)) continue;  // not allowed
                total += static_cast<double>(score);
                squares += static_cast<double>(score) * static_cast<double>(score);
                ++seen;
            }
            if (seen < 2) continue;
            const double mean = total / static_cast<double>(seen);
            sum += std::sqrt(std::max(0.0, squares / static_cast<double>(seen) - mean * mean));
            ++counted;
        }
    }
    return counted > 0 ? sum / static_cast<double>(counted) : 0.0;
}

Diagnosis examine(const DoctorRequest& request, const Progress& progress) {
    const Model& model = *request.model;
    Patient patient{request, {}, {}, examineWeights(model, part(progress, 0, 0.1))};
    const bool finite = std::none_of(patient.findings.begin(), patient.findings.end(),
                                     [](const Finding& finding) { return finding.kind->id == "not_finite"; });
    const bool ran = finite && runs(patient, part(progress, 0.1, 0.3));
    if (ran) {
        findExploding(patient);
        findSaturated(patient);
        findLabelled(patient, part(progress, 0.3, 0.9));
        findIdentical(patient);
        joinHeads(patient.findings, *patient.trace);
    }
    if (finite) {
        for (Finding& finding : examineTraining(model, part(progress, 0.9, 1)))
            patient.findings.push_back(std::move(finding));
        findLong(patient);
    }
    sortByKind(patient.findings);
    return {std::move(patient.findings), ran};
}

}  // namespace headscope::core
