// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of every instruction set that this processor runs, against double precision.
#include "core/tensor/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/tensor/packed_matrix.h"
#include "tests/support/kernels_here.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;

MutableMatrixView whole(Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

class EveryKernel : public ::testing::TestWithParam<const Kernels*> {
protected:
    const Kernels& kernels = *GetParam();
};

TEST(InstructionSets, BaseRunsEverywhereAndTheBestIsTheWidest) {
    const auto sets = instructionSets();
    ASSERT_EQ(sets.size(), 3U);
    EXPECT_EQ(sets[0].kernels, &baseKernels());
    const Kernels* widest = nullptr;
    for (const InstructionSet& set : sets) {
        EXPECT_FALSE(set.needs.empty());
        if (!set.kernels) continue;
        EXPECT_EQ(set.kernels->name, set.name);
        widest = set.kernels;
    }
    EXPECT_EQ(&bestKernels(), widest);
}

TEST_P(EveryKernel, ProductsOfManyShapesEqualDoublePrecision) {
    for (const auto& [rows, inner, outputs] : {std::array<Index, 3>{1, 1, 1},
                                               {1, 7, 300},
                                               {5, 3, 2},
                                               {13, 64, 32},
                                               {129, 33, 257},
                                               {15, 700, 64},
                                               {230, 12, 96}}) {
        const Matrix x = randomMatrix(rows, inner, 1);
        const Matrix w = randomMatrix(outputs, inner, 2);
        const Vector bias = randomMatrix(outputs, 1, 3);
        Matrix y(rows, outputs);
        const PackedMatrix packed = PackedMatrix::ofRows(view(w));
        PackedProduct product = packed.product(view(x), 0, whole(y));
        product.bias = bias.data();
        kernels.multiply(product);
        const Eigen::MatrixXd expected =
            (x.cast<double>() * w.cast<double>().transpose()).rowwise() + bias.cast<double>().transpose();
        // Terms of size 1 sum up to √inner, and every addition may lose half a unit of its last place.
        const double tolerance = 2e-6 * (1 + std::sqrt(static_cast<double>(inner)));
        EXPECT_LT((y.cast<double>() - expected).cwiseAbs().maxCoeff(), tolerance)
            << rows << ' ' << inner << ' ' << outputs;
    }
}

TEST_P(EveryKernel, ColumnsPackedGiveTheSameAsRowsPacked) {
    const Matrix x = randomMatrix(9, 21, 1);
    const Matrix w = randomMatrix(70, 21, 2);
    const Matrix turned = w.transpose();
    Matrix a(9, 70);
    Matrix b(9, 70);
    const PackedMatrix byRows = PackedMatrix::ofRows(view(w));
    const PackedMatrix byColumns = PackedMatrix::ofColumns(view(turned));
    kernels.multiply(byRows.product(view(x), 0, whole(a)));
    kernels.multiply(byColumns.product(view(x), 0, whole(b)));
    EXPECT_EQ(a, b);
}

TEST_P(EveryKernel, AnyPartOfAProductIsBitForBitWhatTheWholeHas) {
    const Matrix x = randomMatrix(131, 300, 1);
    const PackedMatrix w = PackedMatrix::ofRows(view(randomMatrix(100, 300, 2)));
    Matrix all(131, 100);
    kernels.multiply(w.product(view(x), 0, whole(all)));
    for (const auto& [row, rows, output, outputs] : {std::array<Index, 4>{0, 131, 31, 2},
                                                     {17, 1, 0, 100},
                                                     {130, 1, 5, 59},
                                                     {3, 29, 32, 32},
                                                     {3, 29, 33, 67}}) {
        Matrix part = Matrix::Constant(rows + 1, outputs + 1, 7);
        const MatrixView some(x.data() + row * x.cols(), rows, x.cols(), Eigen::OuterStride<>(x.cols()));
        kernels.multiply(w.product(
            some, output, MutableMatrixView(part.data(), rows, outputs, Eigen::OuterStride<>(outputs + 1))));
        EXPECT_EQ(part.topLeftCorner(rows, outputs), all.block(row, output, rows, outputs));
        EXPECT_EQ(part.col(outputs), Vector::Constant(rows + 1, 7)) << "wrote beside its part";
    }
}

TEST_P(EveryKernel, AProductMayUseAPartOfTheInnerDimension) {
    const Matrix x = randomMatrix(6, 40, 1);
    const Matrix w = randomMatrix(33, 100, 2);
    const PackedMatrix packed = PackedMatrix::ofRows(view(w));
    Matrix y(6, 33);
    kernels.multiply(packed.product(view(x), 0, whole(y), 60));
    const Matrix expected = x * w.rightCols(40).transpose();
    EXPECT_LT((y - expected).cwiseAbs().maxCoeff(), 1e-5F);
    kernels.multiply(packed.product(columns(x, 0, 0), 0, whole(y)));
    EXPECT_EQ(y, Matrix::Zero(6, 33)) << "no keys, no sum";
}

TEST_P(EveryKernel, ActivationsEqualTheirFormulas) {
    Vector x(99);
    for (Index i = 0; i < 99; ++i) x[i] = static_cast<float>(i - 49) / 4;
    const auto logistic = [](double v) { return 1 / (1 + std::exp(-v)); };
    const auto expected = [&](Activation activation, double v) {
        switch (activation) {
            case Activation::Gelu:
                return 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)));
            case Activation::GeluTanh:
                return 0.5 * v *
                       (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (v + 0.044715 * v * v * v)));
            case Activation::QuickGelu:
                return v * logistic(1.702 * v);
            case Activation::Relu:
                return std::max(v, 0.0);
            case Activation::Silu:
                return v * logistic(v);
            case Activation::Tanh:
                return std::tanh(v);
            case Activation::Identity:
                break;
        }
        return v;
    };
    for (const Activation activation :
         {Activation::Gelu, Activation::GeluTanh, Activation::QuickGelu, Activation::Relu, Activation::Silu,
          Activation::Tanh, Activation::Identity}) {
        Vector y = x;
        kernels.activate(activation, y.data(), y.size());
        for (Index i = 0; i < 99; ++i) {
            const double v = static_cast<double>(x[i]);
            EXPECT_NEAR(y[i], expected(activation, v), 2e-7 * std::max(1.0, std::abs(v)))
                << static_cast<int>(activation) << " at " << v;
        }
    }
}

TEST_P(EveryKernel, NormsEqualTheirFormulas) {
    for (const Index count : {1, 9, 16, 100}) {
        const Matrix before = randomMatrix(1, count, 7, 3.0).array() + 100.0F;
        const Matrix weight = randomMatrix(1, count, 8);
        const Matrix bias = randomMatrix(1, count, 9);
        const Eigen::ArrayXXd x = before.cast<double>().array();
        for (const bool centred : {true, false}) {
            Matrix y = before;
            kernels.norm({y.data(), count, weight.data(), bias.data(), 1e-5F, centred});
            const double mean = centred ? x.mean() : 0;
            const Eigen::ArrayXXd expected =
                (x - mean) / std::sqrt((x - mean).square().mean() + 1e-5) * weight.cast<double>().array() +
                bias.cast<double>().array();
            EXPECT_LT((y.cast<double>().array() - expected).abs().maxCoeff(), 2e-5) << count;
        }
    }
}

TEST_P(EveryKernel, OneNumberThatIsNotFiniteIsFoundAnywhere) {
    for (const Index count : {1, 3, 16, 35}) {
        Vector values = randomMatrix(count, 1, 1);
        values[0] = std::numeric_limits<float>::max();
        EXPECT_TRUE(kernels.allFinite(values.data(), count));
        for (Index i = 0; i < count; ++i) {
            for (const float bad : {INFINITY, -INFINITY, NAN}) {
                Vector one = values;
                one[i] = bad;
                EXPECT_FALSE(kernels.allFinite(one.data(), count)) << i << " of " << count;
            }
        }
    }
}

struct SoftmaxCase {
    Index count;
    double deviation;  // of the scores
    float sink;
};

TEST_P(EveryKernel, SoftmaxEqualsDoublePrecision) {
    constexpr float none = -std::numeric_limits<float>::infinity();
    for (const SoftmaxCase& c : {SoftmaxCase{1, 1, none},
                                 {5, 1, none},
                                 {16, 4, none},
                                 {37, 4, 2.5F},
                                 {513, 2, none},
                                 {2000, 1, 9.0F},
                                 {8192, 4, none}}) {
        Vector row = randomMatrix(c.count, 1, static_cast<unsigned>(c.count), c.deviation);
        if (c.count > 3) row[c.count - 2] = none;
        const Eigen::ArrayXd scores = row.cast<double>().array();
        const double top = std::max(scores.maxCoeff(), static_cast<double>(c.sink));
        const Eigen::ArrayXd e = (scores - top).exp();
        const double total = e.sum() + std::exp(static_cast<double>(c.sink) - top);
        Vector weights = row;
        const SoftmaxRow found = kernels.softmax(weights.data(), c.count, c.sink);
        EXPECT_EQ(found.factor, 1.0F / static_cast<float>(found.total));
        weights *= found.factor;
        EXPECT_LT((weights.cast<double>().array() - e / total).abs().maxCoeff(), 1e-6) << c.count;
        EXPECT_EQ(found.shift, static_cast<float>(top));
        EXPECT_NEAR(found.total / total, 1, 1e-6);
        EXPECT_NEAR(found.keys / e.sum(), 1, 1e-6);
        double weighted = 0;
        for (Index i = 0; i < c.count; ++i) weighted += e[i] > 0 ? e[i] * (scores[i] - top) : 0;
        EXPECT_NEAR(found.weighted, weighted, 2e-6 * std::max(1.0, std::abs(weighted)));
        Index largest = 0;
        EXPECT_EQ(found.largest, weights.maxCoeff(&largest));
        EXPECT_EQ(found.largestAt, largest);
        if (c.count > 3) {
            EXPECT_EQ(weights[c.count - 2], 0.0F);
        }

        Vector again = row;
        kernels.weights(again.data(), c.count, found.shift, found.factor);
        EXPECT_EQ(again, weights) << "a later look must show what the run saw";
    }
}

TEST_P(EveryKernel, ExponentialsAreExactlyZeroFarBelowAndTheFirstOfEqualsIsNamed) {
    Vector row(40);
    row.setConstant(-200);
    row[21] = row[30] = 3;
    row[5] = -83;
    const SoftmaxRow found = kernels.softmax(row.data(), 40, -INFINITY);
    EXPECT_EQ(row[0], 0.0F);
    EXPECT_NEAR(row[5], std::exp(-86.0), 3e-43);
    EXPECT_EQ(row[21], 1.0F);
    EXPECT_EQ(found.factor, 0.5F);
    EXPECT_EQ(found.largest, 0.5F);
    EXPECT_EQ(found.largestAt, 21);
}

TEST_P(EveryKernel, TheFirstOfEqualWeightsIsNamedWhereverItIs) {
    constexpr Index count = 20000;
    for (const Index first : {0, 15, 511, 512, 1040, 9999, 19999}) {
        Vector row = Vector::Constant(count, -1);
        // Less than its weight can show below the others.
        row[first] = 0.25F - 0x1p-26F;
        if (first + 600 < count) row[first + 600] = 0.25F;
        if (first + 9000 < count) row[first + 9000] = 0.25F;
        const SoftmaxRow found = kernels.softmax(row.data(), count, -INFINITY);
        Index largest = 0;
        EXPECT_EQ(found.largest, Vector(row * found.factor).maxCoeff(&largest));
        EXPECT_EQ(found.largestAt, largest);
        EXPECT_EQ(found.largestAt, first);
    }
}

TEST_P(EveryKernel, ExponentialsStayWithinTheirErrorDownToWhereTheyAreZero) {
    for (Index i = 0; i < 1000; ++i) {
        const float below = -0.0901F * static_cast<float>(i);
        Vector row(2);
        row << 0, below;
        kernels.softmax(row.data(), 2, -INFINITY);
        const double expected = std::exp(static_cast<double>(below));
        if (below > -87) {
            EXPECT_NEAR(static_cast<double>(row[1]) / expected, 1, 2e-7 - static_cast<double>(below) * 8e-8)
                << below;
        } else {
            EXPECT_LT(row[1], 2e-38F) << below;
        }
        if (below < -88) {
            EXPECT_EQ(row[1], 0.0F) << below;
        }
    }
}

TEST_P(EveryKernel, FarBelowZeroNothingIsLeft) {
    for (const Activation activation : {Activation::Gelu, Activation::GeluTanh}) {
        for (const float far : {-12.0F, -100.0F, -1e6F}) {
            Vector values = Vector::Constant(3, far);
            kernels.activate(activation, values.data(), values.size());
            EXPECT_EQ(values, Vector::Zero(3)) << static_cast<int>(activation) << " at " << far;
        }
    }
}

TEST_P(EveryKernel, WhatIsNoNumberStaysSo) {
    // The second one carries bits that integer arithmetic on exponents could turn into a number.
    for (const std::uint32_t bits : {0x7FC00000U, 0x7FC00001U, 0xFFFFFFFFU}) {
        const auto nan = std::bit_cast<float>(bits);
        for (const Activation activation :
             {Activation::Gelu, Activation::GeluTanh, Activation::QuickGelu, Activation::Relu,
              Activation::Silu, Activation::Tanh, Activation::Identity}) {
            Vector values = Vector::Constant(19, nan);
            kernels.activate(activation, values.data(), values.size());
            EXPECT_TRUE(values.array().isNaN().all()) << static_cast<int>(activation);
        }
        for (const Index at : {0, 7, 36}) {
            Vector scores = randomMatrix(37, 1, 1);
            scores[at] = nan;
            scores *= kernels.softmax(scores.data(), scores.size(), -INFINITY).factor;
            EXPECT_TRUE(scores.array().isNaN().all()) << "a score that is no number was left out";
        }
    }
}

TEST_P(EveryKernel, GatheringAddsUpItsOwnRowsAndKeys) {
    for (const Index rows : {1, 2, 3, 4}) {
        for (const Index count : {1, 15, 16, 77}) {
            const Matrix raised = randomMatrix(rows, count + 3, 1).cwiseAbs();
            const Vector factors = randomMatrix(rows, 1, 3).cwiseAbs();
            const Vector distances = randomMatrix(count + rows, 1, 2).cwiseAbs();
            Vector received = Vector::Constant(count + 1, 2);
            Vector largest = Vector::Constant(count + 1, 0.5F);
            Vector distance = Vector::Constant(rows + 1, 7);
            kernels.gather({raised.data(), raised.cols(), rows, count, factors.data(),
                            distances.data() + rows - 1, received.data(), largest.data(), distance.data()});
            const Matrix weights = factors.asDiagonal() * raised.leftCols(count);
            for (Index r = 0; r < rows; ++r) {
                const double expected =
                    weights.row(r).cast<double>().dot(distances.segment(rows - 1 - r, count).cast<double>());
                EXPECT_NEAR(static_cast<double>(distance[r]) / expected, 1, 1e-6);
            }
            EXPECT_LT(
                (received.head(count) - Vector(weights.colwise().sum().array() + 2)).cwiseAbs().maxCoeff(),
                1e-6F);
            EXPECT_EQ(largest.head(count), Vector(weights.colwise().maxCoeff().array().max(0.5F)));
            EXPECT_EQ(received[count], 2.0F);
            EXPECT_EQ(largest[count], 0.5F);
            EXPECT_EQ(distance[rows], 7.0F);
        }
    }
}

TEST_P(EveryKernel, GatheringGivesTheSameWhereverTheArraysLie) {
    for (Index count = 1; count < 40; ++count) {
        const Matrix raised = randomMatrix(2, count, 1).cwiseAbs();
        const Vector distances = randomMatrix(count + 1, 1, 2).cwiseAbs();
        const Vector factors = Vector::Constant(2, 0.3F);
        const auto gathered = [&](Index gap) {
            Vector memory = Vector::Zero(2 * count + 3 * gap + count + 1);
            float* const place = memory.data() + gap;
            std::copy(raised.data(), raised.data() + raised.size(), place);
            std::copy(distances.data(), distances.data() + count + 1, place + 2 * count + gap);
            Vector received = Vector::Constant(count + gap, 0.1F);
            Vector largest = Vector::Zero(count + gap);
            Vector found(count + 2);
            kernels.gather({place, count, 2, count, factors.data(), place + 2 * count + gap + 1,
                            received.data() + gap, largest.data() + gap, found.data() + count});
            found.head(count) = received.tail(count);
            return found;
        };
        EXPECT_EQ(gathered(0), gathered(5)) << count;
    }
}

TEST_P(EveryKernel, JoinedRowsAreThoseOfPlainLoops) {
    for (const Index count : {1, 3, 8}) {
        for (const Index columns : {1, 16, 45}) {
            Matrix rows = randomMatrix(count, columns + 2, 5);
            rows(0, 0) = -rows(count - 1, 0);  // equally far from 0: the first stays
            Vector sums = Vector::Constant(columns + 1, 0.25F);
            Vector furthest = Vector::Constant(columns + 1, 0.25F);
            Vector expectedSums = sums;
            Vector expectedFurthest = furthest;
            for (Index i = 0; i < count; ++i) {
                for (Index j = 0; j < columns; ++j) {
                    expectedSums[j] += rows(i, j);
                    if (std::abs(rows(i, j)) > std::abs(expectedFurthest[j]))
                        expectedFurthest[j] = rows(i, j);
                }
            }
            kernels.addRows({rows.data(), rows.cols(), count, columns, sums.data()});
            kernels.furthestOfRows({rows.data(), rows.cols(), count, columns, furthest.data()});
            EXPECT_EQ(sums, expectedSums);
            EXPECT_EQ(furthest, expectedFurthest);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, ::testing::ValuesIn(test::kernelsHere()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace headscope::core
