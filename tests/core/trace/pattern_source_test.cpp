// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/pattern_source.h"

#include <gtest/gtest.h>

#include "core/trace/trace_layer.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;
using test::slowWeights;

Token token(const char* label, std::optional<Index> word, Span span) {
    Token t;
    t.piece = t.label = label;
    t.word = word;
    t.special = !word.has_value();
    if (word) t.span = span;
    return t;
}

// [CLS] un lock ed doors [SEP]: "unlocked" in three pieces.
std::vector<Token> unlocked() {
    return {token("[CLS]", {}, {}), token("un", 0, {0, 2}),     token("lock", 0, {2, 6}),
            token("ed", 0, {6, 8}), token("doors", 1, {9, 14}), token("[SEP]", {}, {})};
}

TracePtr traceOf(std::vector<Token> tokens, ScoreRules rules) {
    Executor executor(1);
    LayerInputs inputs;
    inputs.heads = inputs.kvHeads = 1;
    inputs.headDim = 5;
    const auto n = static_cast<Index>(tokens.size());
    inputs.q = randomMatrix(n, 5, 1);
    inputs.k = randomMatrix(n, 5, 2);
    inputs.v = randomMatrix(n, 5, 3);
    inputs.rules = std::move(rules);
    auto trace = std::make_shared<Trace>();
    trace->tokens = std::move(tokens);
    trace->layers = {traceLayer({executor, baseKernels()}, inputs).trace, nullptr};
    return trace;
}

TEST(PatternSource, MakesTheWeightsOfTheRunAgain) {
    const ScoreRules rules{.scale = 0.6F, .mask = {.causal = true}};
    const TracePtr trace = traceOf(std::vector<Token>(100), rules);
    const PatternPtr pattern = headPattern(trace, {}, baseKernels());
    const auto slow = slowWeights(trace->layers[0]->q, trace->layers[0]->k, rules);
    const Matrix all = pattern->all();
    for (Index i = 0; i < 100; ++i) {
        for (Index j = 0; j < 100; ++j)
            EXPECT_NEAR(all(i, j), slow[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], 5e-6);
    }
    EXPECT_TRUE(pattern->cells({40, 10, 3, 7}).isApprox(all.block(40, 10, 3, 7), 1e-5F));
    EXPECT_FALSE(pattern->allowed(3, 4));
    EXPECT_TRUE(pattern->allowed(4, 3));
}

TEST(PatternSource, TilesPoolEveryCellOnce) {
    const TracePtr trace = traceOf(std::vector<Token>(101), {.scale = 0.6F});
    const PatternPtr pattern = headPattern(trace, {}, baseKernels());
    const Matrix all = pattern->all();
    const CellRect rect{3, 5, 90, 77};
    const Matrix most = pattern->tile(rect, 31, 20, Pooling::Largest);
    const Matrix mean = pattern->tile(rect, 31, 20, Pooling::Mean);
    ASSERT_EQ(most.rows(), 31);
    for (Index r = 0; r < 31; ++r) {
        for (Index c = 0; c < 20; ++c) {
            const Index top = r * 90 / 31;
            const Index left = c * 77 / 20;
            const auto block =
                all.block(3 + top, 5 + left, (r + 1) * 90 / 31 - top, (c + 1) * 77 / 20 - left);
            EXPECT_FLOAT_EQ(most(r, c), block.maxCoeff());
            EXPECT_NEAR(mean(r, c), block.mean(), 1e-6);
        }
    }
    EXPECT_TRUE(
        pattern->tile({0, 0, 4, 4}, 100, 100, Pooling::Largest).isApprox(all.topLeftCorner(4, 4), 1e-5F));
}

TEST(PatternSource, ATileOfAPixelPerCellIsTheCells) {
    const TracePtr trace = traceOf(std::vector<Token>(150), {.scale = 0.6F});
    const PatternPtr pattern = headPattern(trace, {}, baseKernels());
    for (const CellRect rect : {CellRect{3, 5, 90, 77}, {0, 0, 150, 128}, {149, 0, 1, 150}}) {
        const Matrix cells = pattern->all().block(rect.row, rect.column, rect.rows, rect.columns);
        for (const Pooling pooling : {Pooling::Largest, Pooling::Mean})
            EXPECT_EQ(pattern->tile(rect, rect.rows, rect.columns, pooling), cells);
        // Pooled along one side only.
        const Matrix halves = pattern->tile(rect, rect.rows, rect.columns / 2, Pooling::Largest);
        for (Index r = 0; r < rect.rows; ++r)
            EXPECT_EQ(halves(r, 0), cells.row(r).head(rect.columns / (rect.columns / 2)).maxCoeff());
    }
}

TEST(PatternSource, TileStopsWhenAsked) {
    const TracePtr trace = traceOf(std::vector<Token>(200), {});
    const PatternPtr pattern = headPattern(trace, {}, baseKernels());
    EXPECT_THROW(
        pattern->tile({0, 0, 200, 200}, 10, 10, Pooling::Largest, [](double done) { return done < 0.4; }),
        Error);
}

TEST(PatternSource, LayersWithoutAttentionHaveNoPatternAndUnknownHeadsAreNamed) {
    const TracePtr trace = traceOf(std::vector<Token>(3), {});
    EXPECT_EQ(headPattern(trace, {AttentionKind::Self, 1, 0}, baseKernels()), nullptr);
    try {
        headPattern(trace, {AttentionKind::Self, 0, 7}, baseKernels());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::NoSuchHead);
        EXPECT_STREQ(error.what(), "There is no head 0.7: layer 0 has the heads 0 to 0.");
    }
}

TEST(WordPattern, AddsKeyPiecesAndAveragesQueryPieces) {
    const TracePtr trace = traceOf(unlocked(), {.scale = 0.5F});
    const PatternPtr pieces = headPattern(trace, {}, baseKernels());
    const PatternPtr words = wordPattern(pieces, {});
    ASSERT_EQ(words->rows(), 4);
    EXPECT_EQ(words->rowTokens()[1].label, "unlocked");
    EXPECT_EQ(words->rowTokens()[1].span, (Span{0, 8}));
    const Matrix p = pieces->all();
    const Matrix w = words->all();
    EXPECT_NEAR(w(2, 1), p(4, 1) + p(4, 2) + p(4, 3), 1e-6);
    EXPECT_NEAR(w(1, 2), (p(1, 4) + p(2, 4) + p(3, 4)) / 3, 1e-6);
    for (Index i = 0; i < 4; ++i) EXPECT_NEAR(w.row(i).sum(), 1.0, 1e-5);
}

TEST(WordPositions, KeepSpecialTokensAndSecondTextsApart) {
    std::vector<Token> tokens = unlocked();
    Token second = token("un", 0, {0, 2});
    second.sequence = 1;
    tokens.push_back(second);
    tokens.push_back(token("[SEP]", {}, {}));
    const auto positions = wordPositions(tokens);
    EXPECT_EQ(positions.size(), 6U);
    EXPECT_EQ(positions[1], (std::vector<Index>{1, 2, 3}));
    EXPECT_EQ(positions[4], (std::vector<Index>{6}));
}

TEST(HeadId, NamesReadBack) {
    EXPECT_EQ(headName({AttentionKind::Self, 4, 11}), "4.11");
    EXPECT_EQ(headNamed("4.11"), (HeadId{AttentionKind::Self, 4, 11}));
    for (const char* bad : {"", "4", "4.", ".11", "4.1x", "-1.2", "4.11.2", "4,1"})
        EXPECT_FALSE(headNamed(bad).has_value()) << bad;
}

}  // namespace
}  // namespace headscope::core
