// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/trace/comparison.h"
#include "core/trace/spread_pattern.h"
#include "core/trace/trace_layer.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;

struct RunOf {
    std::vector<std::string> pieces;
    unsigned seed;
    bool causal = false;
};

/// One head over tokens that are words of their own, unless they begin with "##".
TracePtr runOf(const RunOf& wanted) {
    Executor executor(1);
    auto trace = std::make_shared<Trace>();
    Index word = -1;
    for (const std::string& piece : wanted.pieces) {
        const bool continues = piece.starts_with("##");
        Token token;
        token.piece = piece;
        token.label = continues ? piece.substr(2) : piece;
        for (const char c : piece) token.id = token.id * 31 + c;
        word += continues ? 0 : 1;
        token.word = word;
        trace->tokens.push_back(token);
    }
    const auto n = static_cast<Index>(wanted.pieces.size());
    LayerInputs inputs;
    inputs.heads = inputs.kvHeads = 1;
    inputs.headDim = 5;
    inputs.q = randomMatrix(n, 5, wanted.seed);
    inputs.k = randomMatrix(n, 5, wanted.seed + 1);
    inputs.v = randomMatrix(n, 5, wanted.seed + 2);
    inputs.rules = {.scale = 0.6F, .mask = {.causal = wanted.causal}};
    trace->layers = {traceLayer({executor, baseKernels()}, inputs).trace, nullptr};
    return trace;
}

std::vector<std::string> lettersWith(Index count, const std::string& extra, Index at) {
    std::vector<std::string> pieces;
    for (Index i = 0; i < count; ++i) {
        if (i == at) pieces.push_back(extra);
        pieces.push_back("t" + std::to_string(i));
    }
    return pieces;
}

TEST(DifferencePattern, SubtractsAlignedCellsAndMarksTheOthers) {
    const TracePtr a = runOf({lettersWith(60, "old", 20), 1});
    const TracePtr b = runOf({lettersWith(60, "new", 41), 11});
    const Comparison runs = compareRuns(a, b);
    const auto pattern = differencePattern(runs, {}, false, baseKernels());
    const Matrix weightsA = headPattern(a, {}, baseKernels())->all();
    const Matrix weightsB = headPattern(b, {}, baseKernels())->all();
    const auto placeInA = [](Index place) { return place + (place >= 20 ? 1 : 0) - (place > 41 ? 1 : 0); };
    const Matrix all = pattern->all();
    ASSERT_EQ(all.rows(), 61);
    EXPECT_EQ(pattern->rowTokens()[41].label, "new");
    for (Index row = 0; row < 61; ++row) {
        for (Index column = 0; column < 61; ++column) {
            const bool both = row != 41 && column != 41;
            EXPECT_EQ(pattern->comparable(row, column), both);
            EXPECT_EQ(pattern->allowed(row, column), both);
            const float slow =
                both ? weightsB(row, column) - weightsA(placeInA(row), placeInA(column)) : 0.0F;
            EXPECT_NEAR(all(row, column), slow, 2e-6) << row << ' ' << column;
        }
    }
    EXPECT_TRUE(pattern->cells({37, 39, 9, 5}).isApprox(all.block(37, 39, 9, 5), 1e-5F));
    const DifferencePattern::Sides sides = pattern->sides({40, 18, 1, 4});
    EXPECT_NEAR(sides.b(0, 1), weightsB(40, 19), 2e-6);
    EXPECT_NEAR(sides.a(0, 1), weightsA(41, 19), 2e-6);
    EXPECT_EQ(pattern->difference(), pattern.get());
    EXPECT_EQ(headPattern(a, {}, baseKernels())->difference(), nullptr);
}

TEST(DifferencePattern, TilesKeepTheSignOfTheLargestDifference) {
    const Comparison runs =
        compareRuns(runOf({lettersWith(101, "x", -1), 3}), runOf({lettersWith(101, "x", -1), 5}));
    const auto pattern = differencePattern(runs, {}, false, baseKernels());
    const Matrix all = pattern->all();
    const Matrix tile = pattern->tile({1, 2, 97, 95}, 13, 10, Pooling::Largest);
    bool less = false;
    for (Index r = 0; r < 13; ++r) {
        for (Index c = 0; c < 10; ++c) {
            float slow = 0;
            for (Index row = r * 97 / 13; row < (r + 1) * 97 / 13; ++row)
                for (Index column = c * 95 / 10; column < (c + 1) * 95 / 10; ++column)
                    if (std::abs(all(1 + row, 2 + column)) > std::abs(slow)) slow = all(1 + row, 2 + column);
            EXPECT_NEAR(tile(r, c), slow, 2e-6);
            less = less || slow < 0;
        }
    }
    EXPECT_TRUE(less);
}

TEST(DifferencePattern, CellsThatBothRunsHideStayHidden) {
    const Comparison runs =
        compareRuns(runOf({lettersWith(6, "x", 2), 3, true}), runOf({lettersWith(6, "y", 4), 3, true}));
    const auto pattern = differencePattern(runs, {}, false, baseKernels());
    EXPECT_FALSE(pattern->allowed(0, 1));
    EXPECT_TRUE(pattern->comparable(0, 1));
    EXPECT_TRUE(pattern->allowed(1, 0));
    EXPECT_FALSE(pattern->comparable(4, 0));
    // A causal run beside one that sees everything: what A hides has weight 0 there.
    const Comparison masks =
        compareRuns(runOf({lettersWith(6, "x", 2), 3, true}), runOf({lettersWith(6, "x", 2), 3}));
    const auto opened = differencePattern(masks, {}, false, baseKernels());
    EXPECT_TRUE(opened->allowed(0, 1));
    EXPECT_FLOAT_EQ(opened->cells({0, 1, 1, 1})(0, 0), headPattern(masks.b, {}, baseKernels())->all()(0, 1));
}

TEST(DifferencePattern, OfWordsIsTheDifferenceOfWordPatterns) {
    const TracePtr a = runOf({{"the", "un", "##lock", "##ed", "door"}, 1});
    const TracePtr b = runOf({{"un", "##lock", "##ed", "big", "##ger", "door"}, 9});
    const Comparison runs = compareRuns(a, b);
    EXPECT_EQ(runs.words->inA, (std::vector<Index>{1, TokenAlignment::none, 2}));
    const auto pattern = differencePattern(runs, {}, true, baseKernels());
    const Matrix words = pattern->all();
    const Matrix wordsA = wordPattern(headPattern(a, {}, baseKernels()), a->spec.input)->all();
    const Matrix wordsB = wordPattern(headPattern(b, {}, baseKernels()), b->spec.input)->all();
    EXPECT_EQ(pattern->rowTokens()[0].label, "unlocked");
    EXPECT_NEAR(words(0, 2), wordsB(0, 2) - wordsA(1, 2), 2e-6);
    EXPECT_NEAR(words(2, 0), wordsB(2, 0) - wordsA(2, 1), 2e-6);
    EXPECT_EQ(words(1, 1), 0.0F);
    EXPECT_FALSE(pattern->allowed(1, 1));
}

TEST(SharedAxis, GivesMatchedTokensOnePlaceAndTheOthersTheirOwn) {
    constexpr Index none = TokenAlignment::none;
    // A: 0 1 2 3 4, B: 0 1 2 3, where B's second and fourth stand for A's second and fourth.
    const SharedAxis axis = sharedAxis({{none, 1, none, 3}, 5});
    EXPECT_EQ(axis.inA, (std::vector<Index>{0, none, 1, 2, none, 3, 4}));
    EXPECT_EQ(axis.inB, (std::vector<Index>{none, 0, 1, none, 2, 3, none}));
    const SharedAxis nothing = sharedAxis({{none}, 1});
    EXPECT_EQ(nothing.inA, (std::vector<Index>{0, none}));
    EXPECT_EQ(nothing.inB, (std::vector<Index>{none, 0}));
    EXPECT_EQ(sharedAxis({{}, 2}).inA, (std::vector<Index>{0, 1}));
    EXPECT_EQ(sharedAxis({{0, 1}, 2}).inB, (std::vector<Index>{0, 1}));
}

TEST(SpreadPattern, HoldsTheWeightsOfARunAtThePlacesOfBoth) {
    const TracePtr a = runOf({lettersWith(9, "old", 3), 1});
    const TracePtr b = runOf({lettersWith(9, "new", 6), 11, true});
    const Comparison runs = compareRuns(a, b);
    const PatternPair pair = groupPair(runs, {{HeadId{}}}, false, baseKernels());
    ASSERT_EQ(pair.a->rows(), 11);
    ASSERT_EQ(pair.b->columns(), 11);
    for (const bool ofA : {true, false}) {
        const SpreadPattern& spread = ofA ? *pair.a : *pair.b;
        const Matrix own = headPattern(ofA ? a : b, {}, baseKernels())->all();
        const Matrix all = spread.all();
        const Index missing = ofA ? 7 : 3;  // t0 t1 t2 old t3 t4 t5 new t6 t7 t8
        EXPECT_EQ(spread.rowTokens()[3].label, "old");
        EXPECT_EQ(spread.rowTokens()[7].label, "new");
        for (Index row = 0; row < 11; ++row) {
            EXPECT_EQ(spread.has(row), row != missing);
            for (Index column = 0; column < 11; ++column) {
                const Index r = row - (row > missing ? 1 : 0);
                const Index c = column - (column > missing ? 1 : 0);
                const bool has = row != missing && column != missing;
                EXPECT_EQ(spread.allowed(row, column), has && (ofA || c <= r)) << row << ' ' << column;
                EXPECT_NEAR(all(row, column), has ? own(r, c) : 0.0F, 2e-6) << row << ' ' << column;
            }
        }
        EXPECT_TRUE(spread.cells({2, 5, 7, 4}).isApprox(all.block(2, 5, 7, 4), 1e-5F));
        EXPECT_TRUE(spread.cells({missing, 0, 1, 11}).isZero(0));
    }
    EXPECT_EQ(groupPair(runs, {{HeadId{AttentionKind::Self, 1, 0}}}, false, baseKernels()).a, nullptr);
}

TEST(SpreadPattern, OfWordsStandsAtThePlacesOfWords) {
    const Comparison runs = compareRuns(runOf({{"the", "un", "##lock", "##ed", "door"}, 1}),
                                        runOf({{"un", "##lock", "##ed", "big", "##ger", "door"}, 9}));
    const PatternPair pair = groupPair(runs, {{HeadId{}}}, true, baseKernels());
    ASSERT_EQ(pair.a->rows(), 4);
    EXPECT_EQ(pair.b->rowTokens()[0].label, "the");
    EXPECT_EQ(pair.b->rowTokens()[1].label, "unlocked");
    EXPECT_EQ(pair.b->rowTokens()[2].label, "bigger");
    EXPECT_FALSE(pair.b->has(0));
    EXPECT_FALSE(pair.a->has(2));
    EXPECT_NEAR(pair.b->row(1).sum(), 1, 1e-5);
}

TEST(Comparison, NeedsTheSameHeads) {
    const TracePtr one = runOf({lettersWith(4, "x", 1), 1});
    EXPECT_TRUE(canCompare(*one, *runOf({lettersWith(9, "x", 1), 1})));
    Trace shorter = *one;
    shorter.layers.pop_back();
    EXPECT_FALSE(canCompare(*one, shorter));
    Trace silent = *one;
    silent.layers[0] = nullptr;
    EXPECT_FALSE(canCompare(*one, silent));
    EXPECT_EQ(differencePattern(compareRuns(one, one), {AttentionKind::Self, 1, 0}, false, baseKernels()),
              nullptr);
}

}  // namespace
}  // namespace headscope::core
