// SPDX-License-Identifier: GPL-3.0-or-later
// Products with weights in sixteen bits and entropies of mixtures, by every kernel of every instruction set
// that this processor runs.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/tensor/packed_matrix.h"
#include "tests/support/kernels_here.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;

MutableMatrixView whole(Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

class MoreOfEveryKernel : public ::testing::TestWithParam<const Kernels*> {
protected:
    const Kernels& kernels = *GetParam();
};

/// Numbers that sixteen bits hold, every kind of them.
Matrix shortNumbers(Index rows, Index columns, Stored stored) {
    Matrix numbers = randomMatrix(rows, columns, 5);
    for (float& value : numbers.reshaped())
        value = stored == Stored::BFloat ? static_cast<float>(Eigen::bfloat16(value))
                                         : static_cast<float>(Eigen::half(value));
    numbers(0, 0) = 0.0F;
    numbers(0, 1) = -0.0F;
    numbers(rows - 1, columns - 1) = stored == Stored::BFloat ? 0x1p-126F : 0x1p-24F;
    numbers(rows - 1, 0) = stored == Stored::BFloat ? -0x1.FEp127F : -65504.0F;
    return numbers;
}

TEST_P(MoreOfEveryKernel, SixteenBitsMultiplyToTheBitAsTheFloatsTheyStandFor) {
    for (const Stored stored : {Stored::BFloat, Stored::Half}) {
        for (const auto& [rows, inner, outputs, first] :
             {std::array<Index, 4>{1, 700, 96, 0}, {16, 256, 33, 7}, {130, 300, 64, 31}}) {
            const Matrix w = shortNumbers(outputs + first, inner, stored);
            const PackedMatrix floats = PackedMatrix::ofRows(view(w));
            PackedMatrix shorts(w.rows(), inner, stored);
            shorts.setRows(0, view(w));
            EXPECT_EQ(shorts.rows(0, w.rows()), w);
            EXPECT_EQ(2 * shorts.bytes(), floats.bytes());
            const Matrix x = randomMatrix(rows, inner, 6);
            Matrix expected(rows, outputs);
            Matrix y(rows, outputs);
            kernels.multiply(floats.product(view(x), first, whole(expected)));
            kernels.multiply(shorts.product(view(x), first, whole(y)));
            EXPECT_EQ(y, expected) << static_cast<int>(stored) << ' ' << rows;
        }
    }
}

TEST_P(MoreOfEveryKernel, SixteenBitsThatAreNotFiniteStaySo) {
    for (const Stored stored : {Stored::BFloat, Stored::Half}) {
        Matrix w = Matrix::Zero(32, 3);
        w.row(1).setConstant(std::numeric_limits<float>::infinity());
        w.row(2).setConstant(-std::numeric_limits<float>::infinity());
        w.row(3).setConstant(std::numeric_limits<float>::quiet_NaN());
        PackedMatrix shorts(32, 3, stored);
        shorts.setRows(0, view(w));
        const Matrix x = Matrix::Ones(1, 3);
        Matrix y(1, 32);
        kernels.multiply(shorts.product(view(x), 0, whole(y)));
        EXPECT_EQ(y(0, 0), 0);
        EXPECT_EQ(y(0, 1), std::numeric_limits<float>::infinity());
        EXPECT_EQ(y(0, 2), -std::numeric_limits<float>::infinity());
        EXPECT_TRUE(std::isnan(y(0, 3)));
    }
}

TEST_P(MoreOfEveryKernel, EntropyOfAMixtureEqualsDoublePrecision) {
    for (const Index count : {1, 5, 16, 37, 513, 2000}) {
        const auto distribution = [&](unsigned number) {
            Vector p = (4 * randomMatrix(count, 1, number)).array().exp();
            if (count > 4) p[2] = p[count - 2] = 0;
            if (count > 20) p[7] = 1e-42F;
            return Vector(p / p.sum());
        };
        const Vector p = distribution(1);
        const Vector q = distribution(2);
        double expected = 0;
        for (Index i = 0; i < count; ++i) {
            const double m = (static_cast<double>(p[i]) + static_cast<double>(q[i])) / 2;
            if (m > 0) expected -= m * std::log(m);
        }
        EXPECT_NEAR(kernels.mixtureEntropy(p.data(), q.data(), count), expected, 1e-6) << count;
        const Vector same = p;
        EXPECT_EQ(kernels.mixtureEntropy(p.data(), same.data(), count),
                  kernels.mixtureEntropy(same.data(), same.data(), count));
    }
    const Vector even = Vector::Constant(1024, 1.0F / 1024);
    EXPECT_NEAR(kernels.mixtureEntropy(even.data(), even.data(), 1024), std::log(1024.0), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Kernels, MoreOfEveryKernel, ::testing::ValuesIn(test::kernelsHere()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace headscope::core
