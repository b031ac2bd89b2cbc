// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/attention/scores.h"

namespace headscope::test {

using core::Index;
using core::Matrix;
using core::ScoreRules;

/// A matrix of normal numbers; the same for the same seed everywhere.
inline Matrix randomMatrix(Index rows, Index columns, unsigned seed, double deviation = 1.0) {
    std::mt19937 generator(seed);
    // Sums of uniform numbers: std::normal_distribution differs between libraries.
    Matrix m(rows, columns);
    for (Index i = 0; i < m.size(); ++i) {
        double sum = 0;
        for (int k = 0; k < 12; ++k) sum += static_cast<double>(generator()) / 4294967296.0;
        m.data()[i] = static_cast<float>((sum - 6.0) * deviation);
    }
    return m;
}

/// What ScoreTables looks at; empty matrices are absent.
struct SlowTables {
    Matrix onQueries;
    Matrix onKeys;
    Matrix globalKeys;
};

inline double slowProduct(const Matrix& a, Index row, const Matrix& b, Index other) {
    double sum = 0;
    for (Index d = 0; d < a.cols(); ++d)
        sum += static_cast<double>(a(row, d)) * static_cast<double>(b(other, d));
    return sum;
}

inline bool slowIsGlobal(const ScoreRules& rules, Index position) {
    return std::find(rules.globalTokens.begin(), rules.globalTokens.end(), position) !=
           rules.globalTokens.end();
}

/// q · k with everything that is added before the scale.
inline double slowScore(const Matrix& q, const Matrix& k, const ScoreRules& rules, const SlowTables& tables,
                        Index i, Index j) {
    double score = slowProduct(q, i, slowIsGlobal(rules, i) ? tables.globalKeys : k, j);
    if (rules.tableRows.empty()) return score;
    const Index row = rules.tableRows[static_cast<std::size_t>(j - i + q.rows() - 1)];
    if (tables.onQueries.size() > 0) score += slowProduct(q, i, tables.onQueries, row);
    if (tables.onKeys.size() > 0) score += slowProduct(k, j, tables.onKeys, row);
    return score;
}

/// Attention weights by plain loops in double, as the definition reads; one vector per query.
inline std::vector<std::vector<double>> slowWeights(const Matrix& q, const Matrix& k, const ScoreRules& rules,
                                                    const SlowTables& tables = {}) {
    std::vector<std::vector<double>> weights;
    for (Index i = 0; i < q.rows(); ++i) {
        std::vector<double> row(static_cast<std::size_t>(k.rows()), 0.0);
        double total = rules.sink ? std::exp(static_cast<double>(*rules.sink)) : 0.0;
        for (Index j = 0; j < k.rows(); ++j) {
            const Index distance = i > j ? i - j : j - i;
            bool allowed = !rules.mask.causal || j <= i;
            if (rules.mask.window > 0)
                allowed = allowed &&
                          (rules.mask.causal ? distance < rules.mask.window : distance <= rules.mask.window);
            allowed = allowed || slowIsGlobal(rules, i) || slowIsGlobal(rules, j);
            if (!rules.keyAllowed.empty())
                allowed = allowed && rules.keyAllowed[static_cast<std::size_t>(j)] != 0;
            if (!allowed) continue;
            double score = slowScore(q, k, rules, tables, i, j) * static_cast<double>(rules.scale);
            if (!rules.offsetBias.empty())
                score +=
                    static_cast<double>(rules.offsetBias[static_cast<std::size_t>(j - i + q.rows() - 1)]);
            if (!rules.keyBias.empty())
                score += static_cast<double>(rules.keyBias[static_cast<std::size_t>(j)]);
            if (rules.softCap > 0)
                score = static_cast<double>(rules.softCap) *
                        std::tanh(score / static_cast<double>(rules.softCap));
            row[static_cast<std::size_t>(j)] = std::exp(score);
            total += row[static_cast<std::size_t>(j)];
        }
        for (double& w : row) w = total > 0 ? w / total : 0.0;
        weights.push_back(std::move(row));
    }
    return weights;
}

/// −Σ p ln p of the row renormalised over its keys.
inline double slowEntropy(const std::vector<double>& row) {
    double sum = 0;
    for (const double w : row) sum += w;
    double entropy = 0;
    for (const double w : row) entropy -= w > 0 ? w / sum * std::log(w / sum) : 0.0;
    return sum > 0 ? entropy : 0.0;
}

}  // namespace headscope::test
