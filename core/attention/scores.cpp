// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

using Row = Eigen::Map<Eigen::ArrayXf>;

Row rowOf(MutableMatrixView& matrix, Index row) {
    return {matrix.data() + row * matrix.outerStride(), matrix.cols()};
}

}  // namespace

KeyRange Mask::visible(Index query, Index keys) const noexcept {
    KeyRange range{0, keys};
    if (causal) range.end = std::min(keys, query + 1);
    if (window > 0 && causal) range.begin = std::max<Index>(0, query + 1 - window);
    if (window > 0 && !causal) {
        range.begin = std::max<Index>(0, query - window);
        range.end = std::min(keys, query + window + 1);
    }
    range.begin = std::min(range.begin, range.end);
    return range;
}

Scores::Scores(const Kernels& kernels, MatrixView q, MatrixView k, const ScoreRules& rules)
    : m_kernels(kernels), m_q(q), m_k(k), m_rules(rules) {}

bool Scores::allowed(Index query, Index key) const noexcept {
    const KeyRange range = visible(query);
    if (key < range.begin || key >= range.end) return false;
    return m_rules.keyAllowed.empty() || m_rules.keyAllowed[static_cast<std::size_t>(key)] != 0;
}

void Scores::maskedScores(Index firstRow, Index firstKey, MutableMatrixView out) const {
    const Index rows = out.rows();
    // Ranges move monotonically with the row, so the panel as a whole sees from the first row's begin to the
    // last one's end.
    const Index begin = std::clamp(visible(firstRow).begin - firstKey, Index{0}, out.cols());
    const Index end = std::clamp(visible(firstRow + rows - 1).end - firstKey, begin, out.cols());
    const MatrixView q(m_q.data() + firstRow * m_q.outerStride(), rows, m_q.cols(),
                       Eigen::OuterStride<>(m_q.outerStride()));
    const MatrixView k(m_k.data() + (firstKey + begin) * m_k.outerStride(), end - begin, m_k.cols(),
                       Eigen::OuterStride<>(m_k.outerStride()));
    MutableMatrixView seen(out.data() + begin, rows, end - begin, Eigen::OuterStride<>(out.outerStride()));
    if (end > begin) m_kernels.multiplyTransposed(q, k, seen);

    for (Index i = 0; i < rows; ++i) {
        Row row = rowOf(out, i);
        const KeyRange range = visible(firstRow + i);
        const Index from = std::clamp(range.begin - firstKey, Index{0}, row.size());
        const Index to = std::clamp(range.end - firstKey, from, row.size());
        auto part = row.segment(from, to - from);
        part *= m_rules.scale;
        if (!m_rules.offsetBias.empty()) {
            const Index offset = firstKey + from - (firstRow + i) + queries() - 1;
            part += Eigen::Map<const Eigen::ArrayXf>(m_rules.offsetBias.data() + offset, to - from);
        }
        if (m_rules.softCap > 0) part = m_rules.softCap * (part / m_rules.softCap).tanh();
        row.head(from) = minusInfinity;
        row.tail(row.size() - to) = minusInfinity;
        if (m_rules.keyAllowed.empty()) continue;
        for (Index j = from; j < to; ++j) {
            if (m_rules.keyAllowed[static_cast<std::size_t>(firstKey + j)] == 0) row[j] = minusInfinity;
        }
    }
}

void Scores::scorePanel(Index first, MutableMatrixView out) const {
    maskedScores(first, 0, out);
}

void Scores::weightPanel(Index first, MutableMatrixView out, std::span<RowSummary> summaries) const {
    maskedScores(first, 0, out);
    for (Index i = 0; i < out.rows(); ++i) {
        Row row = rowOf(out, i);
        RowSummary& summary = summaries[static_cast<std::size_t>(i)];
        summary = {};
        const KeyRange range = visible(first + i);
        auto part = row.segment(range.begin, range.size());
        summary.visible = m_rules.keyAllowed.empty() ? range.size() : (part > minusInfinity).count();
        if (summary.visible == 0) {
            row.setZero();
            continue;
        }
        const float top = std::max(part.maxCoeff(), m_rules.sink.value_or(minusInfinity));
        const ExponentialSums sums = m_kernels.exponentials(part.data(), part.size(), top);
        const double sink = m_rules.sink ? std::exp(static_cast<double>(*m_rules.sink - top)) : 0.0;
        const double total = sums.sum + sink;
        part *= static_cast<float>(1.0 / total);
        row.head(range.begin).setZero();
        row.tail(row.size() - range.end).setZero();
        summary.normaliser = {top, static_cast<float>(total)};
        // H = ln Z − Σ e·(s − top) / Z over the keys alone; rounding may leave a tiny negative number for a
        // one-hot row.
        if (sums.sum > 0)
            summary.entropy =
                static_cast<float>(std::max(0.0, std::log(sums.sum) - sums.weighted / sums.sum));
        summary.largest = part.maxCoeff(&summary.largestKey);
        summary.largestKey += range.begin;
    }
}

void Scores::weightTile(Index firstRow, Index firstKey, std::span<const RowNormaliser> normalisers,
                        MutableMatrixView out) const {
    maskedScores(firstRow, firstKey, out);
    for (Index i = 0; i < out.rows(); ++i) {
        Row row = rowOf(out, i);
        const RowNormaliser& normaliser = normalisers[static_cast<std::size_t>(i)];
        m_kernels.exponentials(row.data(), row.size(), normaliser.shift);
        row *= 1.0F / normaliser.sum;
    }
}

}  // namespace headscope::core
