// SPDX-License-Identifier: GPL-3.0-or-later
// Every metric against its definition in plain loops over the pattern, in double.
#include "core/analysis/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/head_type.h"
#include "tests/core/analysis/induction_model.h"

namespace headscope::core {
namespace {

using namespace test::metrics;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

struct Case {
    const char* name;
    std::vector<Token> tokens;
    int kvHeads = 3;
    ScoreRules rules{};
    double sharpness = 1;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

class MetricsOf : public ::testing::TestWithParam<Case> {};

TEST_P(MetricsOf, AreTheirDefinitions) {
    const Case& one = GetParam();
    const TracePtr trace = traceOf(one.tokens, 3, one.kvHeads, one.rules, one.sharpness);
    Executor executor(2);
    const Compute compute{executor, baseKernels()};
    for (const Specials specials : {Specials::Raw, Specials::Without, Specials::Renormalised}) {
        const Measures measures = measureHeads(compute, *trace, {.specials = specials, .keepRows = true});
        ASSERT_EQ(measures.heads.size(), 3U);
        for (const HeadMeasures& head : measures.heads) {
            Values slow = Slow(*trace, headPattern(trace, head.head, baseKernels())->all(), specials).all();
            for (std::size_t i = 0; i < measures.metrics.size(); ++i) {
                const std::string id(measures.metrics[i]->id);
                const std::vector<double>& truth = slow[id];
                const std::string where =
                    id + ' ' + std::string(specialsName(specials)) + ' ' + headName(head.head);
                ASSERT_EQ(head.values[i].count, static_cast<Index>(truth.size())) << where;
                ASSERT_EQ(head.rows[i].size(), truth.size()) << where;
                if (truth.empty()) continue;
                double sum = 0;
                double squares = 0;
                for (std::size_t row = 0; row < truth.size(); ++row) {
                    const double bar = 1e-6 * std::max(1.0, std::abs(truth[row]));
                    EXPECT_NEAR(head.rows[i][row], truth[row], bar) << where << " row " << row;
                    sum += truth[row];
                    squares += truth[row] * truth[row];
                }
                const auto n = static_cast<double>(truth.size());
                EXPECT_NEAR(*head.values[i].mean(), sum / n, 1e-6 * std::max(1.0, sum / n)) << where;
                EXPECT_NEAR(head.values[i].squares.value(), squares, 4e-6 * std::max(1.0, squares)) << where;
                EXPECT_NEAR(*head.median(i), median(truth), 1e-6 * std::max(1.0, median(truth))) << where;
            }
        }
    }
}

TEST_P(MetricsOf, TheRunHasFoundTheFirstOnes) {
    const Case& one = GetParam();
    const TracePtr trace = traceOf(one.tokens, 3, one.kvHeads, one.rules, one.sharpness);
    Executor executor(2);
    const Measures all = measureHeads({executor, baseKernels()}, *trace);
    const Measures found = foundMeasures(*trace);
    ASSERT_EQ(found.metrics.size(), 5U);
    ASSERT_EQ(found.heads.size(), all.heads.size());
    for (std::size_t head = 0; head < all.heads.size(); ++head) {
        EXPECT_EQ(found.heads[head].head, all.heads[head].head);
        for (std::size_t i = 0; i < found.metrics.size(); ++i) {
            EXPECT_EQ(found.metrics[i], &metrics()[i]) << "windows take the first ones";
            const Accumulated& quick = found.heads[head].values[i];
            const Accumulated& exact = all.heads[head].values[i];
            EXPECT_EQ(quick.count, exact.count) << found.metrics[i]->id;
            if (exact.count == 0) continue;
            EXPECT_NEAR(*quick.mean(), *exact.mean(), 1e-5 * std::max(1.0, *exact.mean()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, MetricsOf,
    ::testing::Values(Case{"TwoTexts", twoTexts()}, Case{"Sharp", twoTexts(), 3, {}, 6},
                      Case{"Causal", twoTexts(), 3, {.mask = {.causal = true}}},
                      Case{"Grouped", manyTokens(70), 1, {.mask = {.causal = true}}},
                      Case{"Window", manyTokens(70), 3, {.mask = {.window = 4}}},
                      Case{"CausalWindow", manyTokens(30), 3, {.mask = {.causal = true, .window = 5}}},
                      Case{"SinkLogit", manyTokens(30), 3, {.sink = 1.5F}},
                      Case{"Global", manyTokens(40), 3, {.mask = {.window = 3}, .globalTokens = {0, 20}}},
                      Case{"Padded", manyTokens(12), 3, {.keyAllowed = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}}},
                      Case{"Blind", manyTokens(5), 3, {.keyAllowed = {0, 0, 0, 0, 0}}},
                      Case{"One", manyTokens(1)},
                      Case{"OnlySpecials", {token(1, "a", true), token(2, "b", true)}}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(MeasuredHeads, FindTheInductionHeadOfAHandWiredModel) {
    Executor executor(1);
    const Compute compute{executor, baseKernels()};
    const TracePtr trace = inductionTrace(compute);
    const Measures all = measureHeads(compute, *trace);
    EXPECT_NEAR(*all.mean(all.heads[0], "previous"), 1, 1e-4);
    MeasureOptions secondCopy;
    MeasureOptions firstCopy;
    double induction = 0;
    const PatternPtr pattern = headPattern(trace, {AttentionKind::Self, 1, 0}, baseKernels());
    for (Index t = copies + 1; t < trace->length(); ++t) {
        secondCopy.queries.push_back(t);
        firstCopy.queries.push_back(t - copies);
        induction += static_cast<double>(pattern->row(t)[t - copies + 1]) / copies;
    }
    EXPECT_NEAR(induction, 1, 1e-4);
    const Measures second = measureHeads(compute, *trace, secondCopy);
    EXPECT_NEAR(*second.mean(second.heads[1], "duplicate"), 0, 1e-4);
    const Measures first = measureHeads(compute, *trace, firstCopy);
    EXPECT_NEAR(*first.mean(first.heads[1], "sink_first"), 0.99999, 1e-4);
}

TEST(MeasuredHeads, DoNotDependOnThreads) {
    const TracePtr trace = traceOf(manyTokens(60), 3, 3, {}, 1);
    Executor one(1);
    Executor seven(7);
    const Measures a = measureHeads({one, baseKernels()}, *trace);
    const Measures b = measureHeads({seven, baseKernels()}, *trace);
    for (std::size_t head = 0; head < 3; ++head) EXPECT_EQ(a.heads[head].values, b.heads[head].values);
}

TEST(MeasuredHeads, CanBeSomeRowsAndSomeMetrics) {
    const TracePtr trace = traceOf(manyTokens(60), 3, 3, {}, 1);
    Executor executor(1);
    const Compute compute{executor, baseKernels()};
    const Measures all = measureHeads(compute, *trace, {.keepRows = true});
    const Measures some = measureHeads(
        compute, *trace,
        {.metrics = {metricNamed("distance"), metricNamed("max")}, .queries = {7, 31}, .keepRows = true});
    ASSERT_EQ(some.metrics.size(), 2U);
    for (std::size_t head = 0; head < 3; ++head) {
        EXPECT_EQ(some.heads[head].values[0].count, 2);
        const auto& distances = all.heads[head].rows[3];
        const auto& largest = all.heads[head].rows[2];
        for (const auto& [at, query] : {std::pair{0U, 7U}, {1U, 31U}}) {
            EXPECT_NEAR(some.heads[head].rows[0][at], distances[query], 1e-4);
            EXPECT_NEAR(some.heads[head].rows[1][at], largest[query], 1e-6);
        }
    }
}

TEST(MeasuredHeads, AddUpExactlyInAnyOrder) {
    Executor executor(1);
    const Compute compute{executor, baseKernels()};
    std::vector<Measures> texts;
    for (const Index n : {3, 17, 40})
        texts.push_back(measureHeads(compute, *traceOf(manyTokens(n), 3, 3, {}, 1)));
    Measures forward;
    for (const Measures& one : texts) forward.add(one);
    Measures backward;
    for (auto one = texts.rbegin(); one != texts.rend(); ++one) backward.add(*one);
    for (std::size_t head = 0; head < 3; ++head)
        EXPECT_EQ(forward.heads[head].values, backward.heads[head].values);
    EXPECT_EQ(forward.heads[0].values[0].count, 60);
}

TEST(MeasuredHeads, TellTheTypeThatTheRunTells) {
    for (const double sharpness : {0.01, 1.0, 5.0}) {
        for (const bool causal : {false, true}) {
            const TracePtr trace = traceOf(twoTexts(), 3, 3, {.mask = {.causal = causal}}, sharpness);
            Executor executor(1);
            const Measures measures = measureHeads({executor, baseKernels()}, *trace);
            for (const HeadMeasures& head : measures.heads) {
                const HeadTypeEvidence run = headType(*trace->layers[0], head.head.head);
                const auto measured = headType(measures, head);
                ASSERT_TRUE(measured);
                EXPECT_EQ(measured->type, run.type);
                EXPECT_NEAR(measured->share, run.share, 1e-6);
            }
        }
    }
}

TEST(MeasuredHeads, TellNoTypeWithoutWhatItFollows) {
    const TracePtr trace = traceOf(twoTexts(), 1, 1, {}, 1);
    Executor executor(1);
    const Compute compute{executor, baseKernels()};
    const Measures few = measureHeads(compute, *trace, {.metrics = {metricNamed("sink")}});
    EXPECT_FALSE(headType(few, few.heads[0]));
    const Measures plain = measureHeads(compute, *trace, {.specials = Specials::Renormalised});
    EXPECT_FALSE(headType(plain, plain.heads[0]));
}

}  // namespace
}  // namespace headscope::core
