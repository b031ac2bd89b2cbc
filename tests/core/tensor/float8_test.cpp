// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/float8.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace headscope::core {
namespace {

// Corner values of the OCP 8-bit floating-point specification, table 1, and of ONNX's for the other two.
// Every value of every type is compared with PyTorch's in the tests of the files it writes.
TEST(Float8, HasTheCornersOfTheSpecification) {
    const auto& e4m3 = float8Values(Float8::E4M3);
    EXPECT_EQ(e4m3[0x7E], 448.0f);
    EXPECT_EQ(e4m3[0x08], 0x1p-6f);
    EXPECT_EQ(e4m3[0x01], 0x1p-9f);
    EXPECT_EQ(e4m3[0xB8], -1.0f);
    EXPECT_TRUE(std::isnan(e4m3[0x7F]));
    EXPECT_TRUE(std::isnan(e4m3[0xFF]));
    EXPECT_TRUE(std::signbit(e4m3[0x80]));

    const auto& e5m2 = float8Values(Float8::E5M2);
    EXPECT_EQ(e5m2[0x7B], 57344.0f);
    EXPECT_EQ(e5m2[0x01], 0x1p-16f);
    EXPECT_EQ(e5m2[0x7C], std::numeric_limits<float>::infinity());
    EXPECT_EQ(e5m2[0xFC], -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(e5m2[0x7D]));

    EXPECT_EQ(float8Values(Float8::E4M3Fnuz)[0x7F], 240.0f);
    EXPECT_TRUE(std::isnan(float8Values(Float8::E4M3Fnuz)[0x80]));
    EXPECT_EQ(float8Values(Float8::E5M2Fnuz)[0x7F], 57344.0f);
    EXPECT_TRUE(std::isnan(float8Values(Float8::E5M2Fnuz)[0x80]));

    EXPECT_EQ(float8Values(Float8::E8M0)[127], 1.0f);
    EXPECT_EQ(float8Values(Float8::E8M0)[0], 0x1p-127f);
    EXPECT_TRUE(std::isnan(float8Values(Float8::E8M0)[255]));
}

}  // namespace
}  // namespace headscope::core
