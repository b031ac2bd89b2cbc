// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "tests/support/kernels_here.h"
#include "tests/support/slow_attention.h"
#include "tests/support/weight_panel.h"

namespace headscope::core {
namespace {

using test::randomMatrix;
using test::slowEntropy;
using test::SlowTables;
using test::slowWeights;

struct Case {
    const char* name;
    Index queries;
    Index keys;
    Index width;
    ScoreRules rules;
    SlowTables tables{};
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

std::vector<float> bias(Index queries, Index keys) {
    std::vector<float> values(static_cast<std::size_t>(queries + keys - 1));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.3F * std::sin(static_cast<float>(i));
    return values;
}

// Rows of a table of 2 · span rows by offset: they fall with it and stop at both ends.
std::vector<std::int32_t> tableRows(Index queries, Index keys, std::int32_t span) {
    std::vector<std::int32_t> rows;
    for (Index i = 0; i < queries + keys - 1; ++i) {
        const auto offset = static_cast<std::int32_t>(i - (queries - 1));
        rows.push_back(std::clamp(span - offset, 0, 2 * span - 1));
    }
    return rows;
}

std::vector<Case> cases() {
    const Matrix a = randomMatrix(14, 8, 6);
    const Matrix b = randomMatrix(14, 8, 7);
    const Matrix global = randomMatrix(70, 8, 8);
    return {
        {"one token", 1, 1, 4, {}},
        {"square", 17, 17, 12, {.scale = 0.3F}},
        {"cross", 5, 23, 6, {.scale = 0.4F}},
        {"causal", 40, 40, 8, {.scale = 0.35F, .mask = {.causal = true}}},
        {"causal window", 40, 40, 8, {.scale = 0.35F, .mask = {.causal = true, .window = 5}}},
        {"window of one", 9, 9, 8, {.scale = 0.35F, .mask = {.causal = true, .window = 1}}},
        {"local window", 40, 40, 8, {.scale = 0.35F, .mask = {.window = 3}}},
        {"bias by offset", 13, 21, 10, {.scale = 0.3F, .offsetBias = bias(13, 21)}},
        {"soft cap", 20, 20, 10, {.scale = 3.0F, .softCap = 5.0F}},
        {"cap and bias and causal",
         20,
         20,
         10,
         {.scale = 1.0F, .offsetBias = bias(20, 20), .softCap = 4.0F, .mask = {.causal = true}}},
        {"sink", 20, 20, 10, {.scale = 0.3F, .mask = {.causal = true}, .sink = 1.5F}},
        {"keys not allowed", 6, 6, 4, {.scale = 0.5F, .keyAllowed = {0, 1, 1, 0, 1, 0}}},
        {"left padding, causal",
         6,
         6,
         4,
         {.scale = 0.5F, .mask = {.causal = true}, .keyAllowed = {0, 0, 1, 1, 1, 1}}},
        {"no key allowed", 4, 4, 4, {.scale = 0.5F, .keyAllowed = {0, 0, 0, 0}}},
        {"saturated", 30, 30, 16, {.scale = 40.0F}},
        {"content to position", 30, 30, 8, {.scale = 0.2F, .tableRows = tableRows(30, 30, 7)}, {a, {}, {}}},
        {"position to content", 9, 150, 8, {.scale = 0.2F, .tableRows = tableRows(9, 150, 7)}, {{}, b, {}}},
        {"both, causal",
         90,
         90,
         8,
         {.scale = 0.2F, .mask = {.causal = true}, .tableRows = tableRows(90, 90, 7)},
         {a, b, {}}},
        {"first token global",
         70,
         70,
         8,
         {.scale = 0.3F, .mask = {.window = 4}, .globalTokens = {0}},
         {{}, {}, global}},
        {"some tokens global",
         70,
         70,
         8,
         {.scale = 0.3F, .mask = {.window = 2}, .globalTokens = {3, 4, 41, 69}},
         {{}, {}, global}},
        {"global and keys not allowed",
         6,
         6,
         8,
         {.scale = 0.3F, .mask = {.window = 1}, .keyAllowed = {0, 1, 1, 0, 1, 0}, .globalTokens = {0, 4}},
         {{}, {}, global}},
    };
}

class ScoresOf : public ::testing::TestWithParam<std::tuple<Case, const Kernels*>> {
protected:
    static const Case& param() { return std::get<0>(GetParam()); }
    const Kernels& kernels = *std::get<1>(GetParam());
    Matrix q = randomMatrix(param().queries, param().width, 1);
    Matrix k = randomMatrix(param().keys, param().width, 2);
    Scores scores{kernels, view(q), view(k), param().rules,
                  ScoreTables{view(param().tables.onQueries), view(param().tables.onKeys),
                              view(param().tables.globalKeys)}};
    std::vector<std::vector<double>> slow = slowWeights(q, k, param().rules, param().tables);

    // A float score of size s is known to s · 6e-8 and its weight to the same share, twice over for two
    // roundings.
    double toleranceOfScores() const {
        double most = 1;
        for (Index i = 0; i < q.rows(); ++i) {
            for (Index j = 0; j < k.rows(); ++j)
                most = std::max(most, std::abs(test::slowScore(q, k, param().rules, param().tables, i, j)));
        }
        return 2e-6 + most * static_cast<double>(param().rules.scale) * 2e-7;
    }

    double tolerance = toleranceOfScores();

    Matrix weights(std::vector<RowSummary>& summaries) const {
        return test::weightPanel(scores, 0, q.rows(), summaries);
    }
};

TEST_P(ScoresOf, WeightsAndSummariesEqualSlowLoops) {
    std::vector<RowSummary> summaries;
    const Matrix fast = weights(summaries);
    for (std::size_t i = 0; i < slow.size(); ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < slow[i].size(); ++j) {
            EXPECT_NEAR(fast(static_cast<Index>(i), static_cast<Index>(j)), slow[i][j], tolerance)
                << i << ',' << j;
            largest = std::max(largest, slow[i][j]);
        }
        EXPECT_NEAR(summaries[i].entropy, slowEntropy(slow[i]), 3 * tolerance);
        EXPECT_NEAR(summaries[i].largest, largest, tolerance);
        if (largest > 0) {
            EXPECT_NEAR(slow[i][static_cast<std::size_t>(summaries[i].largestKey)], largest, tolerance);
        }
    }
}

TEST_P(ScoresOf, TilesFromKeptSumsEqualTheWholePanel) {
    std::vector<RowSummary> summaries;
    const Matrix whole = weights(summaries);
    std::vector<RowNormaliser> kept;
    for (const RowSummary& summary : summaries) kept.push_back(summary.normaliser);
    for (Index row = 0; row < q.rows(); row += 3) {
        for (Index key = 0; key < k.rows(); key += 4) {
            Matrix tile(std::min<Index>(3, q.rows() - row), std::min<Index>(4, k.rows() - key));
            scores.weightTile(
                row, key,
                std::span(kept).subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(tile.rows())),
                MutableMatrixView(tile.data(), tile.rows(), tile.cols(), Eigen::OuterStride<>(tile.cols())));
            EXPECT_LT((tile - whole.block(row, key, tile.rows(), tile.cols())).cwiseAbs().maxCoeff(),
                      tolerance);
        }
    }
}

TEST_P(ScoresOf, ALaterLookAtRowsShowsWhatTheRunSaw) {
    std::vector<RowSummary> summaries;
    const Matrix whole = weights(summaries);
    std::vector<RowNormaliser> kept;
    for (const RowSummary& summary : summaries) kept.push_back(summary.normaliser);
    Matrix again(q.rows(), k.rows());
    scores.weightTile(
        0, 0, kept,
        MutableMatrixView(again.data(), again.rows(), again.cols(), Eigen::OuterStride<>(again.cols())));
    EXPECT_EQ(again, whole);
    for (Index i = 0; i < q.rows(); ++i) {
        const RowSummary& summary = summaries[static_cast<std::size_t>(i)];
        if (summary.visible == 0) continue;
        Index largest = 0;
        EXPECT_EQ(summary.largest, whole.row(i).maxCoeff(&largest));
        EXPECT_EQ(summary.largestKey, largest);
    }
}

TEST_P(ScoresOf, RowsThatMaySeeNothingAreZeroAndNothingIsNaN) {
    std::vector<RowSummary> summaries;
    const Matrix fast = weights(summaries);
    EXPECT_TRUE(fast.allFinite());
    for (Index i = 0; i < fast.rows(); ++i) {
        Index allowed = 0;
        for (Index j = 0; j < fast.cols(); ++j) {
            allowed += scores.allowed(i, j) ? 1 : 0;
            if (!scores.allowed(i, j)) {
                EXPECT_EQ(fast(i, j), 0.0F);
            }
        }
        EXPECT_EQ(summaries[static_cast<std::size_t>(i)].visible, allowed);
        if (allowed == 0) {
            EXPECT_EQ(summaries[static_cast<std::size_t>(i)].largestKey, -1);
        }
        const double sum = static_cast<double>(fast.row(i).sum());
        if (allowed > 0 && !param().rules.sink) {
            EXPECT_NEAR(sum, 1.0, 1e-5);
        }
        if (allowed > 0 && param().rules.sink) {
            EXPECT_LT(sum, 1.0);
        }
    }
}

std::string nameOf(const ::testing::TestParamInfo<ScoresOf::ParamType>& one) {
    std::string name = std::string(std::get<0>(one.param).name) + ' ' + std::get<1>(one.param)->name;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, ScoresOf,
                         ::testing::Combine(::testing::ValuesIn(cases()),
                                            ::testing::ValuesIn(test::kernelsHere())),
                         nameOf);

TEST(Mask, CausalWindowSeesExactlyThatManyKeysItselfIncluded) {
    const Mask mask{.causal = true, .window = 4};
    EXPECT_EQ(mask.visible(0, 10).size(), 1);
    EXPECT_EQ(mask.visible(3, 10).size(), 4);
    EXPECT_EQ(mask.visible(9, 10).begin, 6);
    EXPECT_EQ(mask.visible(9, 10).end, 10);
}

TEST(Scores, AddingAConstantToAKeyBiasChangesNothing) {
    // q · (k + c) = q · k + q · c: a constant per row, which softmax does not see (methods.md 0.7 b).
    const Matrix q = randomMatrix(12, 8, 3);
    const Matrix k = randomMatrix(12, 8, 4);
    const Matrix moved = k.rowwise() + randomMatrix(1, 8, 5).row(0);
    const ScoreRules rules{.scale = 0.4F};
    const auto a = slowWeights(q, k, rules);
    std::vector<RowSummary> summaries;
    const Matrix b = test::weightPanel(Scores(baseKernels(), view(q), view(moved), rules), 0, 12, summaries);
    for (Index i = 0; i < 12; ++i) {
        for (Index j = 0; j < 12; ++j)
            EXPECT_NEAR(b(i, j), a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], 5e-6);
    }
}

TEST(Scores, GoldenEntropies) {
    // Uniform over n keys: ln n. Weights 0.9 and 0.1: 0.325083 nats.
    const Matrix zero = Matrix::Zero(3, 4);
    std::vector<RowSummary> summaries;
    const ScoreRules plain;
    test::weightPanel(Scores(baseKernels(), view(zero), view(zero), plain), 0, 3, summaries);
    EXPECT_NEAR(summaries[1].entropy, std::log(3.0), 1e-6);
    EXPECT_EQ(summaries[1].largestKey, 0);

    Matrix q(1, 1);
    q << 1;
    Matrix k(2, 1);
    k << std::log(9.0F), 0;
    const Matrix pair = test::weightPanel(Scores(baseKernels(), view(q), view(k), plain), 0, 1, summaries);
    EXPECT_NEAR(pair(0, 0), 0.9, 1e-6);
    EXPECT_NEAR(summaries[0].entropy, 0.325083, 1e-6);
}

}  // namespace
}  // namespace headscope::core
