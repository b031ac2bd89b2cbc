// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/offset_profile.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/slow_metrics.h"

namespace headscope::core {
namespace {

using namespace test::metrics;

TEST(OffsetProfiles, AreMeansOverTheQueriesThatSeeTheKey) {
    Executor executor(2);
    const Compute compute{executor, baseKernels()};
    for (const ScoreRules& rules : {ScoreRules{}, ScoreRules{.mask = {.causal = true, .window = 6}}}) {
        const TracePtr trace = traceOf(manyTokens(40), 3, 3, rules, 1);
        for (const Specials specials : {Specials::Raw, Specials::Without}) {
            const auto profiles = offsetProfiles(compute, *trace, 9, {.specials = specials});
            ASSERT_EQ(profiles.size(), 3U);
            for (const OffsetProfile& profile : profiles) {
                const Matrix pattern = headPattern(trace, profile.head, baseKernels())->all();
                for (Index offset = -9; offset <= 9; ++offset) {
                    double sum = 0;
                    Index count = 0;
                    for (Index i = 0; i < 40; ++i) {
                        const Index j = i + offset;
                        if (j < 0 || j >= 40 || !rules.allowed(i, j, 40)) continue;
                        if (specials != Specials::Raw && j == 0) continue;
                        sum += static_cast<double>(pattern(i, j));
                        ++count;
                    }
                    ASSERT_EQ(profile.at(offset).count, count) << offset;
                    if (count == 0) continue;
                    EXPECT_NEAR(*profile.at(offset).mean(), sum / static_cast<double>(count), 1e-6);
                }
            }
        }
    }
}

TEST(OffsetProfile, OfOnePatternIsThatOfItsHead) {
    Executor executor(1);
    const ScoreRules rules{.mask = {.causal = true, .window = 6}};
    const TracePtr trace = traceOf(manyTokens(30), 2, 2, rules, 4);
    const auto profiles = offsetProfiles({executor, baseKernels()}, *trace, 7);
    for (const OffsetProfile& expected : profiles) {
        const auto profile = offsetProfile(*headPattern(trace, expected.head, baseKernels()), 7);
        ASSERT_EQ(profile.size(), expected.values.size());
        for (std::size_t i = 0; i < profile.size(); ++i) {
            EXPECT_EQ(profile[i].count, expected.values[i].count) << i;
            if (profile[i].count == 0) continue;
            EXPECT_NEAR(*profile[i].mean(), *expected.values[i].mean(), 1e-6) << i;
        }
    }
}

}  // namespace
}  // namespace headscope::core
