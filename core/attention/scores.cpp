// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/attention/position_terms.h"

namespace headscope::core {
namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

using Row = Eigen::Map<Eigen::ArrayXf>;

Row rowOf(MutableMatrixView& matrix, Index row) {
    return {matrix.data() + row * matrix.outerStride(), matrix.cols()};
}

MatrixView rowsOf(const MatrixView& matrix, Index first, Index count) {
    return {matrix.data() + first * matrix.outerStride(), count, matrix.cols(),
            Eigen::OuterStride<>(matrix.outerStride())};
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

bool ScoreRules::isGlobal(Index position) const noexcept {
    return std::binary_search(globalTokens.begin(), globalTokens.end(), position);
}

KeyRange ScoreRules::visible(Index query, Index keys) const noexcept {
    if (isGlobal(query)) return {0, keys};
    KeyRange range = mask.visible(query, keys);
    if (globalTokens.empty()) return range;
    range.begin = std::min(range.begin, globalTokens.front());
    range.end = std::max(range.end, globalTokens.back() + 1);
    return range;
}

bool ScoreRules::allowed(Index query, Index key, Index keys) const noexcept {
    const KeyRange range = mask.visible(query, keys);
    const bool seen = (key >= range.begin && key < range.end) || isGlobal(query) || isGlobal(key);
    return seen && (keyAllowed.empty() || keyAllowed[static_cast<std::size_t>(key)] != 0);
}

Index ScoreRules::visibleCount(Index query, Index keys) const noexcept {
    const KeyRange range = visible(query, keys);
    Index count = 0;
    if (!keyAllowed.empty()) {
        for (Index key = range.begin; key < range.end; ++key) count += allowed(query, key, keys) ? 1 : 0;
        return count;
    }
    if (globalTokens.empty() || isGlobal(query)) return range.size();
    const KeyRange local = mask.visible(query, keys);
    for (const Index token : globalTokens) count += token < local.begin || token >= local.end ? 1 : 0;
    return local.size() + count;
}

Scores::Scores(const Kernels& kernels, MatrixView q, PackedKeys k, const ScoreRules& rules,
               const ScoreTables& tables)
    : m_kernels(kernels), m_q(q), m_k(std::move(k)), m_rules(rules), m_tables(tables) {}

// Keys that any row of a panel sees.
KeyRange Scores::seenByPanel(Index firstRow, Index rows) const noexcept {
    KeyRange all = visible(firstRow);
    for (Index i = 1; i < rows; ++i) {
        const KeyRange range = visible(firstRow + i);
        all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
    }
    return all;
}

// Scores without biases of some rows and keys; rows of global tokens with their own keys.
void Scores::products(Index firstRow, KeyRange keys, MutableMatrixView out) const {
    const bool hasTables = !m_rules.tableRows.empty();
    // A table of the keys is not multiplied by q: then the scale comes last.
    Matrix q = rowsOf(m_q, firstRow, out.rows());
    if (!hasTables) q *= m_rules.scale;
    m_kernels.multiply(m_k.packed.product(view(q), keys.begin, out));
    if (hasTables) {
        const Index offset = keys.begin - firstRow + queries() - 1;
        const PositionTerms terms{m_tables.onQueries, m_tables.onKeys, m_rules.tableRows.data() + offset};
        addPositionTerms(m_kernels, view(q), rowsOf(m_k.keys, keys.begin, keys.size()), terms, out);
        out *= m_rules.scale;
    }
    for (const Index token : m_rules.globalTokens) {
        if (token < firstRow || token >= firstRow + out.rows()) continue;
        const Index row = token - firstRow;
        multiplyTransposed(m_kernels, rowsOf(view(q), row, 1),
                           rowsOf(m_tables.globalKeys, keys.begin, keys.size()),
                           MutableMatrixView(out.data() + row * out.outerStride(), 1, out.cols(),
                                             Eigen::OuterStride<>(out.outerStride())));
    }
}

// Hides what lies between a row's window and the global tokens.
void Scores::hideBetween(Index query, Index firstKey, Eigen::Ref<Eigen::ArrayXf> row) const {
    if (m_rules.isGlobal(query)) return;
    const KeyRange local = m_rules.mask.visible(query, keys());
    std::vector<std::pair<Index, float>> kept;
    for (const Index token : m_rules.globalTokens) {
        const Index column = token - firstKey;
        if (column >= 0 && column < row.size()) kept.emplace_back(column, row[column]);
    }
    row.head(std::clamp(local.begin - firstKey, Index{0}, row.size())) = minusInfinity;
    row.tail(std::clamp(firstKey + row.size() - local.end, Index{0}, row.size())) = minusInfinity;
    for (const auto& [column, score] : kept) row[column] = score;
}

// Which of the columns from firstKey on a query may see.
KeyRange Scores::seenOf(Index query, Index firstKey, Index columns) const noexcept {
    const KeyRange range = visible(query);
    const Index begin = std::clamp(range.begin - firstKey, Index{0}, columns);
    return {begin, std::clamp(range.end - firstKey, begin, columns)};
}

// Scores of what each row sees; the columns beside it are left as they are, or with anything.
void Scores::seenScores(Index firstRow, Index firstKey, MutableMatrixView out) const {
    const KeyRange all = seenByPanel(firstRow, out.rows());
    const Index begin = std::clamp(all.begin - firstKey, Index{0}, out.cols());
    const Index end = std::clamp(all.end - firstKey, begin, out.cols());
    if (end == begin) return;
    products(firstRow, {firstKey + begin, firstKey + end},
             MutableMatrixView(out.data() + begin, out.rows(), end - begin,
                               Eigen::OuterStride<>(out.outerStride())));
    for (Index i = 0; i < out.rows(); ++i) {
        Row row = rowOf(out, i);
        const KeyRange seen = seenOf(firstRow + i, firstKey, out.cols());
        auto part = row.segment(seen.begin, seen.size());
        if (!m_rules.offsetBias.empty()) {
            const Index offset = firstKey + seen.begin - (firstRow + i) + queries() - 1;
            part += Eigen::Map<const Eigen::ArrayXf>(m_rules.offsetBias.data() + offset, seen.size());
        }
        if (!m_rules.keyBias.empty())
            part +=
                Eigen::Map<const Eigen::ArrayXf>(m_rules.keyBias.data() + firstKey + seen.begin, seen.size());
        if (m_rules.softCap > 0) part = m_rules.softCap * (part / m_rules.softCap).tanh();
        if (!m_rules.globalTokens.empty()) hideBetween(firstRow + i, firstKey, row);
        if (m_rules.keyAllowed.empty()) continue;
        for (Index j = seen.begin; j < seen.end; ++j) {
            if (m_rules.keyAllowed[static_cast<std::size_t>(firstKey + j)] == 0) row[j] = minusInfinity;
        }
    }
}

void Scores::maskedScores(Index firstRow, Index firstKey, MutableMatrixView out) const {
    seenScores(firstRow, firstKey, out);
    for (Index i = 0; i < out.rows(); ++i) {
        Row row = rowOf(out, i);
        const KeyRange seen = seenOf(firstRow + i, firstKey, out.cols());
        row.head(seen.begin) = minusInfinity;
        row.tail(row.size() - seen.end) = minusInfinity;
    }
}

void Scores::scorePanel(Index first, MutableMatrixView out) const {
    maskedScores(first, 0, out);
}

void Scores::raisedPanel(Index first, MutableMatrixView out, std::span<RowSummary> summaries) const {
    seenScores(first, 0, out);
    const KeyRange all = seenByPanel(first, out.rows());
    for (Index i = 0; i < out.rows(); ++i) {
        Row row = rowOf(out, i);
        RowSummary& summary = summaries[static_cast<std::size_t>(i)];
        summary = {};
        const KeyRange range = visible(first + i);
        summary.visible = m_rules.visibleCount(first + i, keys());
        if (summary.visible == 0) {
            row.segment(all.begin, all.size()).setZero();
            continue;
        }
        const SoftmaxRow found =
            m_kernels.softmax(row.data() + range.begin, range.size(), m_rules.sink.value_or(minusInfinity));
        row.segment(all.begin, range.begin - all.begin).setZero();
        row.segment(range.end, all.end - range.end).setZero();
        summary.normaliser = {found.shift, static_cast<float>(found.total)};
        // H = ln Z − Σ e·(s − top) / Z over the keys alone; rounding may leave a tiny negative number for a
        // one-hot row.
        if (found.keys > 0)
            summary.entropy =
                static_cast<float>(std::max(0.0, std::log(found.keys) - found.weighted / found.keys));
        summary.largest = found.largest;
        summary.largestKey = range.begin + found.largestAt;
    }
}

void Scores::weightTile(Index firstRow, Index firstKey, std::span<const RowNormaliser> normalisers,
                        MutableMatrixView out) const {
    maskedScores(firstRow, firstKey, out);
    for (Index i = 0; i < out.rows(); ++i) {
        const RowNormaliser& normaliser = normalisers[static_cast<std::size_t>(i)];
        m_kernels.weights(out.data() + i * out.outerStride(), out.cols(), normaliser.shift,
                          normaliser.factor());
    }
}

}  // namespace headscope::core
