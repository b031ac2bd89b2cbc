// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of long texts against double precision: what adds up over thousands of keys and rows.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "core/trace/trace_layer.h"
#include "tests/support/kernels_here.h"
#include "tests/support/slow_attention.h"
#include "tests/support/weight_panel.h"

namespace headscope::core {
namespace {

using test::randomMatrix;
using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A sanitizer makes the reference forty times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr Index longest = 1024;
#else
constexpr Index longest = 8192;
#endif
constexpr int heads = 2;  // both served by one key/value head
constexpr Index width = 32;
constexpr Index block = 64;  // rows of the reference at a time
// Scores of standard deviation 4: some rows look at one key, others at many.
constexpr float scale = 0.7F;
constexpr double weightError = 3e-6;
constexpr double entropyError = 1e-5;
constexpr double receivedError = 5e-6;  // of the mass

struct LongCase {
    const char* name;
    Index length;
    Mask mask;
};
void PrintTo(const LongCase& c, std::ostream* out) {
    *out << c.name << ' ' << c.length;
}

/// One head by its definition, in double.
struct Reference {
    std::vector<double> entropy, largest, gap, received;  // gap: to the second largest
    std::vector<Index> largestKey;
    Doubles z;
    Doubles sampled;  // the weights of every `step`-th row
    static constexpr Index step = 61;
};

void addRow(Reference& reference, const Doubles& scores, Index row, KeyRange seen, Index query) {
    const auto keys = scores.row(row).segment(seen.begin, seen.size()).array();
    const Eigen::ArrayXd raised = (keys - keys.maxCoeff()).exp();
    const Eigen::ArrayXd weights = raised / raised.sum();
    Index best = 0;
    reference.largest.push_back(weights.maxCoeff(&best));
    reference.largestKey.push_back(seen.begin + best);
    double second = 0;
    double entropy = 0;
    for (Index j = 0; j < seen.size(); ++j) {
        if (j != best) second = std::max(second, weights[j]);
        entropy -= weights[j] > 0 ? weights[j] * std::log(weights[j]) : 0;
        reference.received[static_cast<std::size_t>(seen.begin + j)] += weights[j];
    }
    reference.gap.push_back(reference.largest.back() - second);
    reference.entropy.push_back(entropy);
    if (query % Reference::step == 0)
        reference.sampled.row(query / Reference::step).segment(seen.begin, seen.size()) =
            weights.matrix().transpose();
}

Reference referenceOf(const Matrix& q, const Matrix& k, const ScoreRules& rules) {
    const Index n = q.rows();
    Reference reference;
    reference.received.assign(static_cast<std::size_t>(n), 0.0);
    reference.sampled = Doubles::Zero((n + Reference::step - 1) / Reference::step, n);
    const Doubles keys = k.cast<double>().transpose();
    for (Index first = 0; first < n; first += block) {
        const Index rows = std::min(block, n - first);
        const Doubles scores =
            q.middleRows(first, rows).cast<double>() * keys * static_cast<double>(rules.scale);
        for (Index row = 0; row < rows; ++row)
            addRow(reference, scores, row, rules.visible(first + row, n), first + row);
    }
    return reference;
}

void expectEqual(const HeadStatistics& found, const Reference& reference, std::string_view where) {
    double entropy = 0;
    double largest = 0;
    double received = 0;
    Index wrongKeys = 0;
    for (std::size_t i = 0; i < reference.entropy.size(); ++i) {
        entropy = std::max(entropy, std::abs(found.entropy[i] - reference.entropy[i]));
        largest = std::max(largest, std::abs(found.largest[i] - reference.largest[i]));
        if (reference.received[i] > 0)
            received = std::max(received, std::abs(found.received[i] / reference.received[i] - 1));
        if (found.largestKey[i] != reference.largestKey[i] && reference.gap[i] > 2 * weightError) ++wrongKeys;
    }
    EXPECT_LT(entropy, entropyError) << where;
    EXPECT_LT(largest, weightError) << where;
    EXPECT_LT(received, receivedError) << where;
    EXPECT_EQ(wrongKeys, 0) << where;
}

double worstSample(const LayerTrace& trace, const Kernels& kernels, int head, const Reference& reference) {
    const Scores scores = trace.scores(kernels, head);
    std::vector<RowSummary> summary;
    double worst = 0;
    for (Index i = 0; i < trace.queries(); i += Reference::step) {
        const Matrix row = test::weightPanel(scores, i, 1, summary);
        worst = std::max(
            worst,
            (row.row(0).cast<double>() - reference.sampled.row(i / Reference::step)).cwiseAbs().maxCoeff());
    }
    return worst;
}

class LongText : public ::testing::TestWithParam<LongCase> {};

TEST_P(LongText, EqualsDoublePrecisionForEveryInstructionSetAndNumberOfThreads) {
    const LongCase& c = GetParam();
    LayerInputs inputs;
    inputs.heads = heads;
    inputs.kvHeads = 1;
    inputs.headDim = width;
    inputs.q = randomMatrix(c.length, heads * width, 11);
    inputs.k = randomMatrix(c.length, width, 12);
    inputs.v = randomMatrix(c.length, width, 13);
    inputs.rules = {.scale = scale, .mask = c.mask};
    std::vector<Reference> references;
    for (int head = 0; head < heads; ++head)
        references.push_back(referenceOf(inputs.q.middleCols(head * width, width), inputs.k, inputs.rules));
    for (const Kernels* kernels : test::kernelsHere()) {
        TracedLayer first;
        for (const int threads : {1, 2, 7}) {
            Executor executor(threads);
            TracedLayer traced = traceLayer({executor, *kernels}, inputs);
            for (int head = 0; head < heads; ++head) {
                const auto index = static_cast<std::size_t>(head);
                if (threads == 1) {
                    expectEqual(traced.trace->statistics[index], references[index], kernels->name);
                    EXPECT_LT(worstSample(*traced.trace, *kernels, head, references[index]), weightError)
                        << kernels->name;
                    continue;
                }
                EXPECT_EQ(traced.trace->statistics[index].entropy, first.trace->statistics[index].entropy);
                EXPECT_EQ(traced.trace->statistics[index].received, first.trace->statistics[index].received);
            }
            if (threads == 1)
                first = std::move(traced);
            else
                EXPECT_EQ(traced.z, first.z);
        }
    }
}

const LongCase longCases[] = {
    {"Few", 5, {}},
    {"FewCausal", 5, {.causal = true}},
    {"Medium", 700, {}},
    {"MediumLocal", 700, {.window = 90}},
    {"Long", longest, {}},
    {"LongCausal", longest, {.causal = true}},
    {"LongWindow", longest, {.causal = true, .window = 512}},
};

INSTANTIATE_TEST_SUITE_P(Lengths, LongText, ::testing::ValuesIn(longCases),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

}  // namespace
}  // namespace headscope::core
