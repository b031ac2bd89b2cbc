// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exact_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace headscope::core {
namespace {

ExactSum sumOf(const std::vector<double>& values) {
    ExactSum sum;
    for (const double value : values) sum.add(value);
    return sum;
}

TEST(ExactSum, DoesNotDependOnTheOrder) {
    std::mt19937 generator(7);
    std::vector<double> values;
    for (int i = 0; i < 10000; ++i) values.push_back(static_cast<double>(generator()) / 3e7 - 20);
    const ExactSum forward = sumOf(values);
    std::shuffle(values.begin(), values.end(), generator);
    EXPECT_EQ(sumOf(values), forward);
    ExactSum halves = sumOf({values.begin(), values.begin() + 3333});
    halves.add(sumOf({values.begin() + 3333, values.end()}));
    EXPECT_EQ(halves, forward);
    double plain = 0;
    for (const double value : values) plain += value;
    EXPECT_NEAR(forward.value(), plain, 1e-7);
}

TEST(ExactSum, KeepsTwelveDecimalsBesideLargeNumbers) {
    EXPECT_EQ(sumOf({1e15, 1e-12, 1e-12}).text(), "1000000000000000.000000000002");
    EXPECT_EQ(sumOf(std::vector<double>(10, 0.1)).text(), "1.000000000000");
}

TEST(ExactSum, IsReadAsItIsWritten) {
    for (const std::vector<double>& values : std::vector<std::vector<double>>{
             {}, {0.5}, {2.75, 1e9}, {-2.75}, {-3}, {-0.25}, {0.999999999999, 1e-12}}) {
        const ExactSum sum = sumOf(values);
        const auto read = ExactSum::read(sum.text());
        ASSERT_TRUE(read) << sum.text();
        EXPECT_EQ(*read, sum) << sum.text();
    }
    EXPECT_EQ(sumOf({-2.75}).text(), "-2.750000000000");
    EXPECT_EQ(sumOf({-0.25}).text(), "-0.250000000000");
    for (const char* text : {"", "1", "1.5", "1.-50000000000", "x.000000000000", "1.0000000000000",
                             ".000000000000", "99999999999999999999.000000000000", "--1.000000000000"})
        EXPECT_FALSE(ExactSum::read(text)) << text;
}

}  // namespace
}  // namespace headscope::core
