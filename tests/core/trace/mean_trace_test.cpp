// SPDX-License-Identifier: GPL-3.0-or-later
// The mean over texts of one shape.
#include "core/trace/mean_trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/trace/pattern_source.h"
#include "core/trace/trace_layer.h"

namespace headscope::core {
namespace {

struct MeanTrace : testing::Test {
    Executor executor{2};
    Compute compute{executor, bestKernels()};

    static Token token(const std::string& label, bool special, Index word) {
        Token made;
        made.label = made.piece = label;
        made.special = special;
        if (!special) {
            made.word = word;
            made.span = Span{4 * word, 4 * word + 3};
        }
        return made;
    }

    TracePtr run(unsigned seed, const std::string& last, bool causal = false) {
        constexpr int heads = 2;
        constexpr Index headDim = 4;
        auto trace = std::make_shared<Trace>();
        trace->modelName = "sample";
        trace->tokens = {token("[CLS]", true, 0), token("the", false, 0), token("dog", false, 1),
                         token(last, false, 2), token("[SEP]", true, 0)};
        const auto length = static_cast<Index>(trace->tokens.size());
        std::mt19937 random(seed);
        std::normal_distribution<float> normal(0, 1.5F);
        for (int layer = 0; layer < 2; ++layer) {
            LayerInputs inputs;
            inputs.layer = layer;
            inputs.heads = inputs.kvHeads = heads;
            inputs.headDim = headDim;
            inputs.rules.mask.causal = causal;
            for (Matrix* matrix : {&inputs.q, &inputs.k, &inputs.v}) {
                matrix->resize(length, heads * headDim);
                for (Index i = 0; i < matrix->size(); ++i) matrix->data()[i] = normal(random);
            }
            for (const Token& each : trace->tokens) inputs.specialKeys.push_back(each.special ? 1 : 0);
            trace->layers.push_back(traceLayer(compute, std::move(inputs)).trace);
        }
        return trace;
    }

    Matrix pattern(const TracePtr& trace, HeadId head) {
        return headPattern(trace, head, compute.kernels)->all();
    }
};

TEST_F(MeanTrace, IsTheMeanOfPatternsAndStatistics) {
    const std::vector<TracePtr> runs = {run(1, "ran"), run(2, "ate"), run(3, "sat")};
    const TracePtr mean = meanTrace(compute, runs, {});
    for (const HeadId head : mean->headIds()) {
        const Matrix weights = pattern(mean, head);
        Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(weights.rows(), weights.cols());
        for (const TracePtr& one : runs) expected += pattern(one, head).cast<double>() / 3;
        EXPECT_LT((weights.cast<double>() - expected).cwiseAbs().maxCoeff(), 1e-7);
        const auto place = static_cast<std::size_t>(head.head);
        const HeadStatistics& rows = mean->at(head).statistics[place];
        for (Index i = 0; i < weights.rows(); ++i) {
            const auto row = static_cast<std::size_t>(i);
            Index key = 0;
            EXPECT_NEAR(static_cast<double>(rows.largest[row]), expected.row(i).maxCoeff(&key), 1e-7);
            EXPECT_EQ(rows.largestKey[row], key) << "of the mean pattern";
            double entropy = 0;
            double distance = 0;
            for (const TracePtr& one : runs) {
                const Eigen::RowVectorXd w = pattern(one, head).row(i).cast<double>();
                for (Index j = 0; j < w.size(); ++j) {
                    entropy -= w[j] * std::log(w[j]) / 3;
                    distance += w[j] * static_cast<double>(std::abs(i - j)) / 3;
                }
            }
            EXPECT_NEAR(static_cast<double>(rows.entropy[row]), entropy, 2e-6) << "the mean of entropies";
            EXPECT_NEAR(static_cast<double>(rows.distance[row]), distance, 2e-6);
            EXPECT_NEAR(static_cast<double>(rows.special[row]), expected(i, 0) + expected(i, 4), 1e-6);
            EXPECT_NEAR(static_cast<double>(rows.received[row]), expected.col(i).sum(), 2e-6);
            for (Index j = 0; j < weights.cols(); ++j) {
                const double tone = rows.thumbnail.tone(i, j) / 255.0;
                EXPECT_NEAR(tone * tone, expected(i, j), 0.006);
            }
        }
        EXPECT_NEAR(rows.offsetMean[2], expected.diagonal().mean(), 1e-6) << "of each token on itself";
    }
}

TEST_F(MeanTrace, OfCausalTextsSeesNothingThatComesLater) {
    const TracePtr mean = meanTrace(compute, {run(1, "ran", true), run(2, "ate", true)}, {});
    const PatternPtr pattern = headPattern(mean, {AttentionKind::Self, 1, 1}, compute.kernels);
    EXPECT_TRUE(pattern->allowed(3, 3));
    EXPECT_FALSE(pattern->allowed(3, 4));
    EXPECT_EQ(pattern->cells({3, 4, 1, 1})(0, 0), 0.0F);
}

TEST_F(MeanTrace, LabelsSayWhereTheTextsDiffer) {
    const TracePtr two = meanTrace(compute, {run(1, "ran"), run(2, "ate")}, {});
    EXPECT_EQ(two->tokens[2].label, "dog");
    EXPECT_EQ(two->tokens[2].span, (Span{4, 7}));
    EXPECT_EQ(two->tokens[3].label, "ran / ate");
    EXPECT_FALSE(two->tokens[3].span) << "no place of one text spells it";
    Input input;
    input.text = "the dog ran";
    EXPECT_EQ(wordPattern(headPattern(two, {AttentionKind::Self, 0, 0}, compute.kernels), input)
                  ->rowTokens()[3]
                  .label,
              "ran / ate");
    const TracePtr many =
        meanTrace(compute, {run(1, "ran"), run(2, "ate"), run(3, "ran"), run(4, "sat")}, {});
    EXPECT_EQ(many->tokens[3].label, "ran / ate / …");
}

TEST_F(MeanTrace, NeedsTextsOfOneShape) {
    const std::vector<Token> tokens = run(1, "ran")->tokens;
    std::vector<Token> other = tokens;
    EXPECT_TRUE(sameShape(tokens, other));
    other[3].label = "sat";
    other[3].id = 7;
    EXPECT_TRUE(sameShape(tokens, other));
    other[3].word = 1;
    EXPECT_FALSE(sameShape(tokens, other)) << "two pieces of one word";
    other = tokens;
    other[3].special = true;
    EXPECT_FALSE(sameShape(tokens, other));
    other = tokens;
    other.pop_back();
    EXPECT_FALSE(sameShape(tokens, other));
    other = tokens;
    other[3].sequence = 1;
    EXPECT_FALSE(sameShape(tokens, other)) << "part of a second text";
}

}  // namespace
}  // namespace headscope::core
