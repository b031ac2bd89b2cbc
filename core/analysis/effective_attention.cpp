// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effective_attention.h"

#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <utility>

namespace headscope::core {
namespace {

constexpr Index panelRows = 32;

/// v of a head, without what no row sees.
Eigen::MatrixXd seenValues(const LayerTrace& layer, int head) {
    Eigen::MatrixXd values =
        columns(layer.v, layer.kvHead(head) * layer.headDim, layer.headDim).cast<double>();
    for (Index key = 0; key < values.rows(); ++key) {
        if (!layer.rules.allowed(0, key, layer.keys())) values.row(key).setZero();
    }
    return values;
}

/// Directions that floats cannot tell from rounding do not count.
Matrix basisOf(const Eigen::MatrixXd& values) {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(values.rows(), values.cols());
    qr.setThreshold(static_cast<double>(std::numeric_limits<float>::epsilon()) *
                    static_cast<double>(std::max(values.rows(), values.cols())));
    qr.compute(values);
    const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(values.rows(), qr.rank());
    return (qr.householderQ() * unit).cast<float>();
}

class EffectivePattern final : public PatternSource {
public:
    EffectivePattern(TracePtr trace, HeadId head, const Kernels& kernels)
        : m_weights(headPattern(trace, head, kernels)),
          m_trace(std::move(trace)),
          m_attention(kernels, m_trace->at(head), head.head) {}

    const std::vector<Token>& rowTokens() const override { return m_weights->rowTokens(); }
    const std::vector<Token>& columnTokens() const override { return m_weights->columnTokens(); }
    bool allowed(Index row, Index column) const override { return m_weights->allowed(row, column); }
    Matrix cells(CellRect rect) const override {
        const Matrix whole = m_weights->cells({rect.row, 0, rect.rows, m_weights->columns()});
        return m_attention.effective(whole).middleCols(rect.column, rect.columns);
    }

private:
    PatternPtr m_weights;
    TracePtr m_trace;
    EffectiveAttention m_attention;
};

}  // namespace

EffectiveAttention::EffectiveAttention(const Kernels& kernels, const LayerTrace& layer, int head)
    : m_kernels(kernels),
      m_layer(layer),
      m_head(head),
      m_seen(layer.rules.visibleCount(0, layer.keys())),
      m_basis(basisOf(seenValues(layer, head))),
      m_packedBasis(PackedMatrix::ofColumns(view(m_basis))) {}

bool EffectiveAttention::isDefined(const LayerTrace& layer) noexcept {
    const Mask& mask = layer.rules.mask;
    const bool limited = mask.causal || (mask.window > 0 && mask.window < layer.keys() - 1);
    return !limited && layer.rules.globalTokens.empty() && layer.queries() > 0;
}

Matrix EffectiveAttention::effective(const Matrix& weights) const {
    return (weights * m_basis) * m_basis.transpose();
}

std::optional<double> EffectiveAttention::shareWithoutEffect() const {
    if (m_seen == 0) return std::nullopt;
    if (rank() == m_seen) return 0.0;
    const Scores scores = m_layer.scores(m_kernels, m_head);
    const auto& normalisers = m_layer.statistics[static_cast<std::size_t>(m_head)].normalisers;
    const Index keys = m_layer.keys();
    double all = 0;
    double effective = 0;
    for (Index first = 0; first < m_layer.queries(); first += panelRows) {
        const Index rows = std::min(panelRows, m_layer.queries() - first);
        Matrix panel(rows, keys);
        Matrix inside(rows, rank());
        const auto whole = [](Matrix& m) {
            return MutableMatrixView(m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols()));
        };
        scores.weightTile(
            first, 0,
            std::span(normalisers).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(rows)),
            whole(panel));
        if (rank() > 0) m_kernels.multiply(m_packedBasis.product(view(panel), 0, whole(inside)));
        all += panel.cast<double>().squaredNorm();
        effective += inside.cast<double>().squaredNorm();
    }
    if (all == 0) return std::nullopt;
    return std::sqrt(std::max(0.0, 1 - effective / all));
}

PatternPtr effectivePattern(TracePtr trace, HeadId head, const Kernels& kernels) {
    if (!EffectiveAttention::isDefined(trace->at(head))) return nullptr;
    return std::make_shared<EffectivePattern>(std::move(trace), head, kernels);
}

}  // namespace headscope::core
