// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/progress.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

TEST(Progress, MayBeEmpty) {
    report({}, 0.5);
    EXPECT_FALSE(part({}, 0, 1));
}

TEST(Progress, CancelsWhenToldTo) {
    report([](double) { return true; }, 0.5);
    test::expectError(ErrorCode::Cancelled, [] { report([](double) { return false; }, 0.5); });
}

TEST(Progress, HasParts) {
    std::vector<double> told;
    const Progress whole = [&](double fraction) {
        told.push_back(fraction);
        return fraction < 0.7;
    };
    const Progress second = part(whole, 0.5, 0.75);
    report(second, 0.0);
    report(second, 0.5);
    test::expectError(ErrorCode::Cancelled, [&] { report(second, 1.0); });
    EXPECT_EQ(told, (std::vector<double>{0.5, 0.625, 0.75}));
}

}  // namespace
}  // namespace headscope::core
