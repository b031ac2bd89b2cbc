// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verify.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/analysis/parity.h"
#include "core/checkpoint/checkpoint.h"
#include "core/trace/pattern_source.h"

namespace headscope::core {
namespace {

constexpr double rowSumLimit = 1e-5;

CheckResult result(std::string name, double value, double limit, Phrase detail) {
    return {std::move(name), value <= limit, value, limit, std::move(detail)};
}

CheckResult tensorsFound(const TensorReport& report) {
    const auto number = [](const auto& names) { return std::to_string(names.size()); };
    std::vector<std::string> counts = {number(report.used), number(report.ignored), number(report.unexpected),
                                       number(report.tied)};
    // Without what attention needs the model would not have opened.
    const auto lacking = static_cast<double>(report.unavailable.size());
    if (report.unavailable.empty()) {
        return result("tensors", lacking, 0,
                      {HEADSCOPE_TEXT("Check", "%1 used, %2 ignored, %3 unexpected, %4 tied, none missing"),
                       std::move(counts)});
    }
    counts.push_back(report.unavailable.front().id);
    counts.emplace_back(report.unavailable.front().reason.what());
    return result("tensors", lacking, 0,
                  {HEADSCOPE_TEXT("Check", "%1 used, %2 ignored, %3 unexpected, %4 tied, no %5: %6"),
                   std::move(counts)});
}

/// Values of `tensor` that are not finite. Some rows at a time: an embedding alone can have gigabytes.
std::size_t notFinite(const TensorView& tensor) {
    constexpr Index mostElements = Index{1} << 22;
    if (tensor.elements() == 0) return 0;
    const Index rows = tensor.shape.size() > 1 ? tensor.shape[0] : 1;
    const Index rowElements = tensor.elements() / rows;
    const std::size_t rowBytes = tensor.bytes.size() / static_cast<std::size_t>(rows);
    const Index step = std::max<Index>(1, mostElements / std::max<Index>(1, rowElements));
    std::size_t count = 0;
    for (Index row = 0; row < rows; row += step) {
        TensorView part = tensor;
        const Index many = std::min(step, rows - row);
        if (tensor.shape.size() > 1) part.shape[0] = many;
        part.bytes = tensor.bytes.subspan(static_cast<std::size_t>(row) * rowBytes,
                                          static_cast<std::size_t>(many) * rowBytes);
        const std::vector<float> values = part.toFloats();
        count += static_cast<std::size_t>(
            std::count_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); }));
    }
    return count;
}

CheckResult finiteWeights(const VerifyRequest& request, const Progress& progress) {
    const std::vector<std::string>& used = request.model->tensorReport().used;
    std::size_t count = 0;
    Phrase detail{HEADSCOPE_TEXT("Check", "all of them")};
    for (std::size_t i = 0; i < used.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(used.size()));
        const TensorView* const tensor = request.model->checkpoint().find(used[i]);
        const std::size_t more = tensor != nullptr && tensor->isComputable() ? notFinite(*tensor) : 0;
        if (more > 0 && count == 0) detail = {HEADSCOPE_TEXT("Check", "the first in %1"), {used[i]}};
        count += more;
    }
    return result("finite_weights", static_cast<double>(count), 0, std::move(detail));
}

Input probeOf(const VerifyRequest& request) {
    if (request.input) return *request.input;
    Input input;
    if (request.model->tokenizer() != nullptr) {
        input.text = "The animal didn't cross the street because it was too tired.";
        return input;
    }
    const ModelConfig& config = request.model->config();
    constexpr Index fewIds = 16;
    const Index count = config.maxTokens > 0 ? std::min(fewIds, config.maxTokens) : fewIds;
    constexpr Index stride = 7919;
    if (config.vocabSize == 0) {
        Matrix vectors(count, config.embeddingDim);
        for (Index i = 0; i < vectors.size(); ++i)
            vectors.data()[i] = std::sin(static_cast<float>(i * stride % 1000));
        input.vectors = std::make_shared<const Matrix>(std::move(vectors));
        return input;
    }
    for (Index i = 0; i < count; ++i)
        input.ids.push_back(
            static_cast<std::int32_t>((i * stride + 1) % std::max<Index>(1, config.vocabSize)));
    return input;
}

CheckResult finiteRun(const Trace& trace) {
    Index count = 0;
    const auto add = [&count](const Matrix& m) { count += m.size() - m.array().isFinite().count(); };
    for (const auto& hidden : trace.hidden) add(*hidden);
    add(trace.lastHidden);
    for (const auto& layer : trace.layers) {
        if (!layer) continue;
        add(layer->q);
        add(layer->k);
        add(layer->v);
    }
    return result("finite_run", static_cast<double>(count), 0,
                  {HEADSCOPE_TEXT("Check", "%1 tokens, %2 heads"),
                   {std::to_string(trace.length()), std::to_string(trace.headIds().size())}});
}

/// How far the sums of the rows of a pattern, with the share of the sink where there is one, are from what
/// they must be.
double worstRowSum(const PatternSource& pattern, const LayerTrace& layer, int head) {
    const HeadStatistics& statistics = layer.statistics[static_cast<std::size_t>(head)];
    const std::optional<float> sink = layer.rulesOf(head).sink;
    double worst = 0;
    for (Index row = 0; row < pattern.rows(); ++row) {
        const Vector weights = pattern.row(row);
        double sum = weights.cast<double>().sum();
        const bool seesNothing = layer.visible[static_cast<std::size_t>(row)] == 0;
        const RowNormaliser& normaliser = statistics.normalisers[static_cast<std::size_t>(row)];
        if (sink && !seesNothing)
            sum += std::exp(static_cast<double>(*sink) - static_cast<double>(normaliser.shift)) /
                   static_cast<double>(normaliser.sum);
        double off = std::abs(sum - (seesNothing ? 0 : 1));
        if (weights.size() > 0 && weights.minCoeff() < 0) off = std::max(off, 1.0);
        worst = std::max(worst, std::isfinite(sum) ? off : 1.0);
    }
    return worst;
}

CheckResult rowSums(const TracePtr& trace, const Kernels& kernels, const Progress& progress) {
    const std::vector<HeadId> heads = trace->headIds();
    double worst = 0;
    Phrase detail{HEADSCOPE_TEXT("Check", "exactly")};
    for (std::size_t i = 0; i < heads.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(heads.size()));
        const PatternPtr pattern = headPattern(trace, heads[i], kernels);
        if (!pattern) continue;
        const double off = worstRowSum(*pattern, trace->at(heads[i]), heads[i].head);
        if (off <= worst) continue;
        worst = off;
        detail = {HEADSCOPE_TEXT("Check", "farthest in head %1"), {headName(heads[i])}};
    }
    return result("row_sums", worst, rowSumLimit, std::move(detail));
}

std::uint32_t bitsOf(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

/// Floats that differ in any bit; all of them when sizes do.
Index different(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return std::max(a.size(), b.size());
    Index count = 0;
    for (Index i = 0; i < a.size(); ++i) count += bitsOf(a.data()[i]) != bitsOf(b.data()[i]) ? 1 : 0;
    return count;
}

CheckResult sameAgain(std::string name, const Trace& a, const Trace& b, Phrase detail) {
    Index count = different(a.lastHidden, b.lastHidden);
    for (std::size_t i = 0; i < std::min(a.hidden.size(), b.hidden.size()); ++i)
        count += different(*a.hidden[i], *b.hidden[i]);
    for (std::size_t i = 0; i < std::min(a.layers.size(), b.layers.size()); ++i) {
        if (!a.layers[i] || !b.layers[i]) continue;
        count += different(a.layers[i]->q, b.layers[i]->q) + different(a.layers[i]->k, b.layers[i]->k) +
                 different(a.layers[i]->v, b.layers[i]->v);
    }
    return result(std::move(name), static_cast<double>(count), 0, std::move(detail));
}

struct CheckName {
    std::string_view id;
    std::string_view title;
};

constexpr std::array checkNames = {
    CheckName{"tensors", HEADSCOPE_TEXT("Check", "Tensors are complete")},
    CheckName{"finite_weights", HEADSCOPE_TEXT("Check", "Weights are finite")},
    CheckName{"finite_run", HEADSCOPE_TEXT("Check", "A run computes finite numbers")},
    CheckName{"row_sums", HEADSCOPE_TEXT("Check", "Rows of every pattern sum to 1")},
    CheckName{"rerun", HEADSCOPE_TEXT("Check", "A second run gives the same numbers")},
    CheckName{"one_thread", HEADSCOPE_TEXT("Check", "One thread gives the same numbers")},
};

}  // namespace

std::string_view checkTitle(std::string_view name) noexcept {
    const auto found = std::find_if(checkNames.begin(), checkNames.end(),
                                    [name](const CheckName& check) { return check.id == name; });
    return found != checkNames.end() ? found->title : name;
}

std::vector<CheckResult> verify(const VerifyRequest& request, const Progress& progress) {
    std::vector<CheckResult> results = {tensorsFound(request.model->tensorReport()),
                                        finiteWeights(request, part(progress, 0, 0.4))};
    if (!results.back().passed) return results;
    RunSpec spec;
    spec.input = probeOf(request);
    spec.cutToFit = !request.input;
    const KeepOptions keep{.values = true, .hidden = true};
    const TracePtr trace = request.model->run(spec, keep, part(progress, 0.4, 0.5));
    results.push_back(finiteRun(*trace));
    results.push_back(rowSums(trace, request.compute.kernels, part(progress, 0.5, 0.6)));
    results.push_back(sameAgain("rerun", *trace, *request.model->run(spec, keep, part(progress, 0.6, 0.7)),
                                {HEADSCOPE_TEXT("Check", "the same model once more")}));
    Executor one(1);
    const ModelPtr again = Model::load(request.model->checkpoint(), {one, request.compute.kernels});
    results.push_back(sameAgain("one_thread", *trace, *again->run(spec, keep, part(progress, 0.7, 0.9)),
                                {HEADSCOPE_TEXT("Check", "loaded again, on one thread")}));
    for (const ReferenceValues& values : request.references) {
        const std::vector<CheckResult> more = parity(*request.model, values, part(progress, 0.9, 1));
        results.insert(results.end(), more.begin(), more.end());
    }
    return results;
}

}  // namespace headscope::core
