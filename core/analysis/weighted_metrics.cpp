// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weighted_metrics.h"

#include "core/analysis/effective_attention.h"

namespace headscope::core {
namespace {

/// These look at what the model computed, with all of its weights.
const MeasuredNorms* normsOf(const MeasuredRow& row) {
    return row.layer.text.specials == Specials::Raw && row.counted > 0 ? row.norms : nullptr;
}

const HeadNorms::Keys& keysOf(const MeasuredRow& row) {
    return row.norms->head.seenBy(row.layer.trace.rules, row.query);
}

std::optional<double> ratio(double part, double whole) {
    return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

std::optional<double> specialShare(const MeasuredRow& row, const Eigen::ArrayXf& norms) {
    double special = 0;
    for (const Index key : row.layer.text.special)
        special += static_cast<double>(row.weights[key] * norms[key]);
    return ratio(special, static_cast<double>((row.weights * norms).sum()));
}

}  // namespace

std::optional<double> outputNorm(const MeasuredRow& row) {
    const MeasuredNorms* norms = normsOf(row);
    return norms != nullptr ? std::optional(static_cast<double>(norms->head.outputs[row.query]))
                            : std::nullopt;
}

std::optional<double> outputShare(const MeasuredRow& row) {
    const MeasuredNorms* norms = normsOf(row);
    if (norms == nullptr) return std::nullopt;
    return ratio(static_cast<double>(norms->head.outputs[row.query]),
                 static_cast<double>(norms->layerOutput[row.query]));
}

std::optional<double> valueWeightedSink(const MeasuredRow& row) {
    return normsOf(row) != nullptr ? specialShare(row, keysOf(row).values) : std::nullopt;
}

std::optional<double> normBasedSink(const MeasuredRow& row) {
    return normsOf(row) != nullptr ? specialShare(row, keysOf(row).transformed) : std::nullopt;
}

std::optional<double> normBasedFirst(const MeasuredRow& row) {
    if (normsOf(row) == nullptr || row.counted < 2 || !row.layer.sees(row.query, 0)) return std::nullopt;
    const Eigen::ArrayXf& norms = keysOf(row).transformed;
    return ratio(static_cast<double>(row.weights[0] * norms[0]),
                 static_cast<double>((row.weights * norms).sum()));
}

std::optional<double> withoutEffect(const MeasuredHead& head) {
    const LayerTrace& layer = head.layer.trace;
    const bool whole = head.layer.text.specials == Specials::Raw && head.rows == layer.queries();
    if (!whole || layer.v.size() == 0 || !EffectiveAttention::isDefined(layer)) return std::nullopt;
    return EffectiveAttention(head.kernels, layer, head.head).shareWithoutEffect();
}

}  // namespace headscope::core
