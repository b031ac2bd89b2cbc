// SPDX-License-Identifier: GPL-3.0-or-later
// What the doctor sees without running the model.
#include <algorithm>
#include <cmath>

#include "core/analysis/doctor_kinds.h"
#include "core/base/number_text.h"
#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

constexpr Index elementsAtOnce = Index{1} << 22;
constexpr double hugeWeight = 1e4;
// Random matrices stay below it, trained ones rarely do in all of their projections.
constexpr double untrainedRatio = 1.1;
constexpr int powerSteps = 40;

/// What the numbers of a tensor show.
struct TensorLook {
    Index notFinite = 0;
    double largest = 0;
};

TensorLook lookAt(const TensorView& tensor) {
    TensorLook look;
    if (tensor.elements() == 0) return look;
    const Index rows = tensor.shape.empty() ? 1 : tensor.shape[0];
    const Index step = std::max<Index>(1, elementsAtOnce / std::max<Index>(1, tensor.elements() / rows));
    const std::size_t rowBytes = tensor.bytes.size() / static_cast<std::size_t>(rows);
    for (Index row = 0; row < rows; row += step) {
        TensorView part = tensor;
        const Index many = std::min(step, rows - row);
        if (!tensor.shape.empty()) part.shape[0] = many;
        part.bytes = tensor.bytes.subspan(static_cast<std::size_t>(row) * rowBytes,
                                          static_cast<std::size_t>(many) * rowBytes);
        for (const float value : part.toFloats()) {
            if (!std::isfinite(value))
                ++look.notFinite;
            else
                look.largest = std::max(look.largest, std::abs(static_cast<double>(value)));
        }
    }
    return look;
}

Finding ofTensor(std::string_view kind, const std::string& tensor, double value, std::optional<double> limit,
                 Phrase evidence) {
    Finding finding;
    finding.kind = findingKind(kind);
    finding.tensor = tensor;
    finding.value = value;
    finding.limit = limit;
    finding.evidence = {std::move(evidence)};
    return finding;
}

/// How random W_Q, W_K, W_V and W_O look, the least random first.
std::vector<double> projectionRatios(const Model& model, int layer) {
    const LayerPlan& plan = model.config().plan(layer);
    const auto weights = model.layerWeights(layer);
    const Index width = model.config().headDim;
    const Index parts[] = {plan.heads * width, plan.kvHeads * width, plan.kvHeads * width};
    std::vector<double> ratios;
    Index row = 0;
    for (const Index rows : parts) {
        ratios.push_back(largestSingularRatio(weights->qkv.weight.rows(row, rows)));
        row += rows;
    }
    const PackedMatrix& out = weights->attentionOut.weight;
    if (!out.empty()) ratios.push_back(largestSingularRatio(out.rows(0, out.outputs())));
    std::sort(ratios.begin(), ratios.end(), std::greater<>());
    return ratios;
}

}  // namespace

double largestSingularRatio(const Matrix& weights) {
    const float largest = weights.size() == 0 ? 0 : weights.cwiseAbs().maxCoeff();
    if (largest == 0) return 0;
    const Matrix w = weights / largest;  // so that squares of numbers of any size are floats
    const double squares = w.cast<double>().squaredNorm();
    // Any start will do that is not orthogonal to what is looked for.
    Vector x(w.cols());
    for (Index i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<float>(i * i % 7919 + 1));
    x.normalize();
    float size = 0;
    for (int step = 0; step < powerSteps; ++step) {
        const Vector y = w * x;
        size = y.norm();
        x = w.transpose() * y;
        const float length = x.norm();
        if (length == 0) break;
        x /= length;
    }
    const auto rows = static_cast<double>(w.rows());
    const auto columns = static_cast<double>(w.cols());
    const double deviation = std::sqrt(squares / (rows * columns));
    return static_cast<double>(size) / (deviation * (std::sqrt(rows) + std::sqrt(columns)));
}

std::vector<Finding> examineWeights(const Model& model, const Progress& progress) {
    std::vector<Finding> findings;
    const std::vector<std::string>& used = model.tensorReport().used;
    for (std::size_t i = 0; i < used.size(); ++i) {
        report(progress, static_cast<double>(i) / static_cast<double>(used.size()));
        const TensorView* const tensor = model.checkpoint().find(used[i]);
        if (tensor == nullptr || !tensor->isComputable()) continue;
        const TensorLook look = lookAt(*tensor);
        if (look.notFinite > 0)
            findings.push_back(
                ofTensor("not_finite", used[i], static_cast<double>(look.notFinite), 0,
                         {HEADSCOPE_TEXT("Doctor", "%1 of %2 numbers are infinite or no number"),
                          {std::to_string(look.notFinite), std::to_string(tensor->elements())}}));
        if (look.largest > hugeWeight)
            findings.push_back(ofTensor("huge", used[i], look.largest, hugeWeight,
                                        {HEADSCOPE_TEXT("Doctor", "the largest number is %1"),
                                         {shortestText(static_cast<float>(look.largest))}}));
    }
    return findings;
}

std::vector<Finding> examineTraining(const Model& model, const Progress& progress) {
    std::vector<Finding> findings;
    const int layers = model.config().layers;
    for (int layer = 0; layer < layers; ++layer) {
        report(progress, static_cast<double>(layer) / layers);
        if (!model.config().plan(layer).attention) continue;
        const std::vector<double> ratios = projectionRatios(model, layer);
        if (ratios.front() >= untrainedRatio || ratios.back() == 0) continue;
        Finding finding = ofTensor(
            "untrained", {}, ratios.front(), untrainedRatio,
            {HEADSCOPE_TEXT(
                 "Doctor",
                 "the largest singular values of its projections are at most %1 times those of random "
                 "numbers of the same shape; training makes some of them larger"),
             {shortestText(static_cast<float>(std::round(ratios.front() * 100) / 100))}});
        finding.layer = layer;
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace headscope::core
