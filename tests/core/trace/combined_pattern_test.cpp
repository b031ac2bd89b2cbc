// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "core/trace/combined_pattern.h"
#include "core/trace/trace_layer.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;

constexpr int heads = 3;
constexpr Index headDim = 5;

std::shared_ptr<const LayerTrace> layerOf(Index length, unsigned seed, Mask mask) {
    Executor executor(1);
    LayerInputs inputs;
    inputs.heads = inputs.kvHeads = heads;
    inputs.headDim = headDim;
    inputs.q = randomMatrix(length, heads * headDim, seed);
    inputs.k = randomMatrix(length, heads * headDim, seed + 1);
    inputs.v = randomMatrix(length, heads * headDim, seed + 2);
    inputs.rules = {.scale = 0.7F, .mask = mask};
    return traceLayer({executor, baseKernels()}, inputs).trace;
}

/// Two layers of three heads, the second of which sees only near keys, and one without attention.
TracePtr runOf(Index length, unsigned seed) {
    auto trace = std::make_shared<Trace>();
    for (Index i = 0; i < length; ++i) {
        Token token;
        token.piece = token.label = "t" + std::to_string(i);
        token.id = static_cast<std::int32_t>(i);
        token.word = i / 2;
        trace->tokens.push_back(token);
    }
    trace->layers = {layerOf(length, seed, {.causal = true}),
                     layerOf(length, seed + 7, {.causal = true, .window = 4}), nullptr};
    return trace;
}

HeadId head(int layer, int number) {
    return {AttentionKind::Self, layer, number};
}

/// What the group is, cell by cell and in double precision.
double combined(const TracePtr& trace, const HeadGroup& group, Index row, Index column) {
    double sum = 0;
    double largest = 0;
    for (const HeadId each : group.heads) {
        const auto weight =
            static_cast<double>(headPattern(trace, each, baseKernels())->cells({row, column, 1, 1})(0, 0));
        sum += weight;
        largest = std::max(largest, weight);
    }
    return group.combining == Combining::Mean ? sum / static_cast<double>(group.heads.size()) : largest;
}

TEST(CombinedPattern, IsTheMeanOrTheLargestOfEveryCell) {
    constexpr Index length = 23;
    const TracePtr trace = runOf(length, 3);
    for (const Combining combining : {Combining::Mean, Combining::Largest}) {
        const HeadGroup group{{head(0, 0), head(0, 2), head(1, 1)}, combining};
        const PatternPtr pattern = groupPattern(trace, group, false, baseKernels());
        const Matrix all = pattern->all();
        for (Index row = 0; row < length; ++row)
            for (Index column = 0; column < length; ++column)
                ASSERT_NEAR(static_cast<double>(all(row, column)), combined(trace, group, row, column), 1e-6)
                    << row << ' ' << column;
        const Matrix part = pattern->cells({5, 2, 4, 7});
        EXPECT_TRUE(part == all.block(5, 2, 4, 7));
    }
}

TEST(CombinedPattern, RowsOfAMeanSumToOneAndItsKeysAreThoseOfAnyHead) {
    const TracePtr trace = runOf(12, 5);
    const PatternPtr mean =
        groupPattern(trace, {{head(0, 1), head(1, 2)}, Combining::Mean}, false, baseKernels());
    const Matrix all = mean->all();
    for (Index row = 0; row < 12; ++row) EXPECT_NEAR(static_cast<double>(all.row(row).sum()), 1, 1e-5);
    EXPECT_TRUE(mean->allowed(11, 0)) << "one of the two sees it";
    EXPECT_FALSE(mean->allowed(0, 1));
    const PatternPtr near = groupPattern(trace, {{head(1, 0), head(1, 2)}, {}}, false, baseKernels());
    EXPECT_FALSE(near->allowed(11, 0));
}

TEST(CombinedPattern, MergesWordsInEveryHeadFirst) {
    const TracePtr trace = runOf(10, 9);
    const HeadGroup group{{head(0, 0), head(0, 1)}, Combining::Largest};
    const Matrix both = groupPattern(trace, group, true, baseKernels())->all();
    Matrix expected = Matrix::Zero(5, 5);
    for (const HeadId each : group.heads)
        expected =
            expected.cwiseMax(wordPattern(headPattern(trace, each, baseKernels()), trace->spec.input)->all());
    EXPECT_TRUE(both.isApprox(expected, 1e-6F));
}

TEST(CombinedPattern, OfOneHeadIsThatHeadAndOfNoneNothing) {
    const TracePtr trace = runOf(6, 1);
    const Matrix alone = groupPattern(trace, {{head(0, 1)}, Combining::Mean}, false, baseKernels())->all();
    EXPECT_TRUE(alone == headPattern(trace, head(0, 1), baseKernels())->all());
    EXPECT_TRUE(groupPattern(trace, {{head(0, 1), head(2, 0)}, {}}, false, baseKernels())->all() == alone);
    EXPECT_EQ(groupPattern(trace, {{head(2, 0)}, {}}, false, baseKernels()), nullptr);
    EXPECT_EQ(groupPattern(trace, {}, false, baseKernels()), nullptr);
}

TEST(CombinedPattern, OfADifferenceIsTheGroupInBLessTheGroupInA) {
    const TracePtr a = runOf(9, 2);
    const TracePtr b = runOf(9, 31);
    const HeadGroup group{{head(0, 0), head(1, 1)}, Combining::Largest};
    const auto difference = groupDifference(compareRuns(a, b), group, false, baseKernels());
    const Matrix all = difference->all();
    for (Index row = 0; row < 9; ++row)
        for (Index column = 0; column < 9; ++column)
            EXPECT_NEAR(static_cast<double>(all(row, column)),
                        combined(b, group, row, column) - combined(a, group, row, column), 1e-6);
    EXPECT_EQ(groupDifference(compareRuns(a, b), {{head(2, 0)}, {}}, false, baseKernels()), nullptr);
}

}  // namespace
}  // namespace headscope::core
