// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_layer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/expect_error.h"
#include "tests/support/kernels_here.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;
using test::slowEntropy;
using test::slowWeights;

LayerInputs inputsOf(Index length, int heads, int kvHeads, ScoreRules rules) {
    LayerInputs inputs;
    inputs.heads = heads;
    inputs.kvHeads = kvHeads;
    inputs.headDim = 6;
    inputs.q = randomMatrix(length, heads * 6, 1);
    inputs.k = randomMatrix(length, kvHeads * 6, 2);
    inputs.v = randomMatrix(length, kvHeads * 6, 3);
    inputs.rules = std::move(rules);
    inputs.specialKeys.assign(static_cast<std::size_t>(length), 0);
    inputs.specialKeys.front() = inputs.specialKeys.back() = 1;
    inputs.keepValues = true;
    return inputs;
}

struct NearShares {
    std::array<double, 5> byOffset{};
    double near = 0;
};

// From weights of the definition. A weight is 0 exactly where the row may not see the key.
NearShares slowNearShares(const std::vector<std::vector<double>>& weights) {
    NearShares shares;
    const auto n = static_cast<int>(weights.size());
    for (int offset = -2; offset <= 2; ++offset) {
        double sum = 0;
        int rows = 0;
        for (int i = std::max(0, -offset); i < std::min(n, n - offset); ++i) {
            const double w = weights[static_cast<std::size_t>(i)][static_cast<std::size_t>(i + offset)];
            sum += w;
            rows += w > 0 ? 1 : 0;
        }
        if (rows > 0) shares.byOffset[static_cast<std::size_t>(offset + 2)] = sum / rows;
    }
    int rows = 0;
    for (int i = 0; i < n; ++i) {
        double all = 0;
        for (int j = 0; j < n; ++j) {
            const double w = weights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            all += w;
            if (std::abs(i - j) <= 2) shares.near += w;
        }
        rows += all > 0 ? 1 : 0;
    }
    if (rows > 0) shares.near /= rows;
    return shares;
}

class TraceLayer : public ::testing::TestWithParam<std::tuple<Index, const Kernels*>> {
protected:
    Index length = std::get<0>(GetParam());
    Executor executor{3};
    Compute compute{executor, *std::get<1>(GetParam())};
};

TEST_P(TraceLayer, StatisticsAndOutputEqualSlowLoops) {
    const Index n = length;
    const LayerInputs inputs = inputsOf(n, 4, 2, {.scale = 0.4F, .mask = {.causal = true, .window = 30}});
    const TracedLayer traced = traceLayer(compute, inputs);
    for (int head = 0; head < 4; ++head) {
        const Matrix q = inputs.q.middleCols(head * 6, 6);
        const Matrix k = inputs.k.middleCols(head / 2 * 6, 6);
        const Matrix v = inputs.v.middleCols(head / 2 * 6, 6);
        const auto slow = slowWeights(q, k, inputs.rules);
        const HeadStatistics& s = traced.trace->statistics[static_cast<std::size_t>(head)];
        std::vector<double> received(static_cast<std::size_t>(n), 0.0);
        for (Index i = 0; i < n; ++i) {
            const auto row = static_cast<std::size_t>(i);
            double distance = 0;
            std::vector<double> z(6, 0.0);
            for (Index j = 0; j < n; ++j) {
                const double w = slow[row][static_cast<std::size_t>(j)];
                received[static_cast<std::size_t>(j)] += w;
                distance += w * static_cast<double>(std::abs(i - j));
                for (Index d = 0; d < 6; ++d)
                    z[static_cast<std::size_t>(d)] += w * static_cast<double>(v(j, d));
            }
            EXPECT_NEAR(s.entropy[row], slowEntropy(slow[row]), 1e-5);
            EXPECT_NEAR(s.distance[row], distance, 1e-4);
            EXPECT_NEAR(s.special[row], slow[row].front() + (n > 1 ? slow[row].back() : 0.0), 2e-6);
            EXPECT_EQ(traced.trace->visible[row], std::min<Index>(i + 1, 30));
            for (Index d = 0; d < 6; ++d)
                EXPECT_NEAR(traced.z(i, head * 6 + d), z[static_cast<std::size_t>(d)], 1e-5);
        }
        for (std::size_t j = 0; j < received.size(); ++j) EXPECT_NEAR(s.received[j], received[j], 1e-4);
    }
}

TEST_P(TraceLayer, SharesOfNearKeysEqualSlowLoops) {
    const Index n = length;
    std::vector<std::uint8_t> somePadding(static_cast<std::size_t>(n), 1);
    somePadding.front() = 0;
    const ScoreRules allRules[] = {{.scale = 0.4F},
                                   {.scale = 0.4F, .mask = {.causal = true}},
                                   {.scale = 0.4F, .mask = {.causal = true, .window = 2}},
                                   {.scale = 0.4F, .mask = {.window = 1}},
                                   {.scale = 0.4F, .keyAllowed = somePadding},
                                   {.scale = 0.4F, .mask = {.causal = true}, .keyAllowed = somePadding},
                                   {.scale = 0.4F, .sink = 1.0F}};
    for (const ScoreRules& rules : allRules) {
        const LayerInputs inputs = inputsOf(n, 1, 1, rules);
        const TracedLayer traced = traceLayer(compute, inputs);
        const HeadStatistics& s = traced.trace->statistics[0];
        const NearShares slow = slowNearShares(slowWeights(inputs.q, inputs.k, rules));
        for (std::size_t o = 0; o < slow.byOffset.size(); ++o) {
            EXPECT_NEAR(s.offsetMean[o], slow.byOffset[o], 1e-6);
            EXPECT_LE(s.offsetMean[o], 1 + 1e-6);
        }
        EXPECT_NEAR(s.nearMean, slow.near, 1e-6);
        EXPECT_LE(s.nearMean, 1 + 1e-6);
        if (n <= 3 && !rules.sink && rules.keyAllowed.empty()) {
            EXPECT_NEAR(s.nearMean, 1.0, 1e-6) << "nothing is further away than two tokens";
        }
    }
}

TEST_P(TraceLayer, ThumbnailKeepsTheLargestWeightOfEveryPatch) {
    const Index n = length;
    const LayerInputs inputs = inputsOf(n, 1, 1, {.scale = 1.0F});
    const TracedLayer traced = traceLayer(compute, inputs);
    const auto slow = slowWeights(inputs.q, inputs.k, inputs.rules);
    const Thumbnail& thumbnail = traced.trace->statistics[0].thumbnail;
    ASSERT_EQ(thumbnail.rows, std::min<Index>(n, 64));
    Matrix largest = Matrix::Zero(thumbnail.rows, thumbnail.columns);
    for (Index i = 0; i < n; ++i) {
        for (Index c = 0; c < thumbnail.columns; ++c) {
            for (Index j = c * n / thumbnail.columns; j < (c + 1) * n / thumbnail.columns; ++j) {
                float& cell = largest(i * thumbnail.rows / n, c);
                cell = std::max(
                    cell, static_cast<float>(slow[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]));
            }
        }
    }
    for (Index r = 0; r < thumbnail.rows; ++r) {
        for (Index c = 0; c < thumbnail.columns; ++c) {
            EXPECT_NEAR(thumbnail.tone(r, c), 255.0 * std::sqrt(static_cast<double>(largest(r, c))), 0.6);
        }
    }
}

TEST_P(TraceLayer, DoesNotDependOnTheNumberOfThreads) {
    const LayerInputs inputs = inputsOf(length, 4, 4, {.scale = 0.4F});
    const TracedLayer a = traceLayer(compute, inputs);
    for (const int threads : {1, 2, 7}) {
        Executor pool(threads);
        const TracedLayer b = traceLayer({pool, compute.kernels}, inputs);
        EXPECT_EQ(a.z, b.z);
        for (std::size_t head = 0; head < 4; ++head) {
            const HeadStatistics& one = a.trace->statistics[head];
            const HeadStatistics& other = b.trace->statistics[head];
            EXPECT_EQ(one.received, other.received);
            EXPECT_EQ(one.entropy, other.entropy);
            EXPECT_EQ(one.distance, other.distance);
            EXPECT_EQ(one.offsetMean, other.offsetMean);
            EXPECT_EQ(one.nearMean, other.nearMean);
            EXPECT_EQ(one.thumbnail.tones, other.thumbnail.tones);
        }
    }
}

TEST(LongLayer, SaysHowFarItIsAndStopsWhenAsked) {
    constexpr Index length = 2500;
    constexpr int heads = 16;
    const LayerInputs inputs = inputsOf(length, heads, heads, {.scale = 0.4F});
    Executor executor(2);
    const Compute compute{executor, bestKernels()};
    std::vector<double> reported;
    const TracedLayer whole = traceLayer(compute, inputs, [&](double fraction) {
        reported.push_back(fraction);
        return true;
    });
    ASSERT_GE(reported.size(), 3U);
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_EQ(reported.front(), 0);
    EXPECT_LT(reported.back(), 1);
    EXPECT_EQ(whole.z, traceLayer(compute, inputs).z) << "reports change no number";
    int calls = 0;
    const Progress second = [&](double) { return ++calls < 2; };
    test::expectError(ErrorCode::Cancelled, [&] { traceLayer(compute, inputs, second); });
    EXPECT_EQ(calls, 2);
}

INSTANTIATE_TEST_SUITE_P(Lengths, TraceLayer,
                         ::testing::Combine(::testing::Values(1, 2, 3, 23, 24, 25, 70, 201),
                                            ::testing::ValuesIn(test::kernelsHere())));

TEST(TraceLayerOf, AGateScalesOneHeadsOutputAndNothingElse) {
    Executor executor(2);
    const Compute compute{executor, baseKernels()};
    LayerInputs inputs = inputsOf(10, 3, 3, {.scale = 0.4F});
    const TracedLayer plain = traceLayer(compute, inputs);
    inputs.edits = {HeadGate{{AttentionKind::Self, 0, 1}, 0.5F}};
    const TracedLayer gated = traceLayer(compute, inputs);
    EXPECT_EQ(gated.z.leftCols(6), plain.z.leftCols(6));
    EXPECT_EQ(gated.z.rightCols(6), plain.z.rightCols(6));
    EXPECT_EQ(Matrix(gated.z.middleCols(6, 6)), Matrix(plain.z.middleCols(6, 6) * 0.5F));
    EXPECT_EQ(gated.trace->statistics[1].entropy, plain.trace->statistics[1].entropy);
}

TEST(TraceLayerOf, RowsOfGlobalTokensUseTheirOwnKeysAndValues) {
    Executor executor(2);
    LayerInputs inputs = inputsOf(60, 2, 2, {.scale = 0.4F, .mask = {.window = 3}, .globalTokens = {0, 31}});
    inputs.tables.globalKeys = randomMatrix(60, 12, 4);
    inputs.tables.globalValues = randomMatrix(60, 12, 5);
    const TracedLayer traced = traceLayer({executor, baseKernels()}, inputs);
    for (int head = 0; head < 2; ++head) {
        const auto part = [head](const Matrix& all) { return Matrix(all.middleCols(head * 6, 6)); };
        const auto slow = slowWeights(part(inputs.q), part(inputs.k), inputs.rules,
                                      {{}, {}, part(inputs.tables.globalKeys)});
        for (Index i = 0; i < 60; ++i) {
            const bool global = i == 0 || i == 31;
            const Matrix v = part(global ? inputs.tables.globalValues : inputs.v);
            for (Index d = 0; d < 6; ++d) {
                double z = 0;
                for (Index j = 0; j < 60; ++j)
                    z += slow[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] *
                         static_cast<double>(v(j, d));
                EXPECT_NEAR(traced.z(i, head * 6 + d), z, 1e-5) << i;
            }
        }
    }
    EXPECT_EQ(traced.trace->visible[0], 60);
    EXPECT_EQ(traced.trace->visible[2], 7);   // 0 to 5 and 31
    EXPECT_EQ(traced.trace->visible[10], 9);  // 7 to 13, 0 and 31
    EXPECT_EQ(traced.trace->visible[30], 8);  // 27 to 33 has 31 inside
    EXPECT_EQ(traced.trace->tables.globalValues, inputs.tables.globalValues);
}

TEST(TraceLayerOf, RowsWithoutKeysAreZeroAndUndefined) {
    Executor executor(2);
    LayerInputs inputs =
        inputsOf(5, 1, 1, {.scale = 0.4F, .mask = {.causal = true}, .keyAllowed = {0, 0, 1, 1, 1}});
    const TracedLayer traced = traceLayer({executor, baseKernels()}, inputs);
    EXPECT_EQ(traced.trace->visible, (std::vector<std::int32_t>{0, 0, 1, 2, 3}));
    EXPECT_EQ(traced.trace->statistics[0].largestKey[0], -1);
    EXPECT_TRUE(traced.z.topRows(2).isZero(0));
    EXPECT_FALSE(traced.trace->relativeEntropy(0, 0).has_value());
    EXPECT_FALSE(traced.trace->relativeEntropy(0, 2).has_value());
    EXPECT_TRUE(traced.trace->relativeEntropy(0, 3).has_value());
    EXPECT_TRUE(traced.z.allFinite());
}

}  // namespace
}  // namespace headscope::core
