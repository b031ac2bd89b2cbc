// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/operations.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/safetensors_bytes.h"
#include "tests/support/slow_attention.h"

namespace headscope::core {
namespace {

using test::randomMatrix;

class Operations : public ::testing::Test {
protected:
    Executor executor{3};
    Compute compute{executor, baseKernels()};
};

TEST_F(Operations, LinearLayersOfManyShapesEqualSlowLoops) {
    for (const auto& [rows, in, out] : {std::array<Index, 3>{1, 1, 1},
                                        {1, 7, 300},
                                        {5, 3, 2},
                                        {129, 33, 257},
                                        {300, 12, 513},
                                        {9, 1024, 40}}) {
        const Matrix x = randomMatrix(rows, in, 1);
        const Linear linear{randomMatrix(out, in, 2), randomMatrix(out, 1, 3)};
        const Matrix y = apply(compute, packed(compute, linear), x);
        for (Index i = 0; i < rows; ++i) {
            for (Index o = 0; o < out; ++o) {
                double sum = static_cast<double>(linear.bias[o]);
                for (Index k = 0; k < in; ++k)
                    sum += static_cast<double>(x(i, k)) * static_cast<double>(linear.weight(o, k));
                ASSERT_NEAR(y(i, o), sum, 1e-4) << rows << " × " << in << " × " << out;
            }
        }
    }
}

TEST_F(Operations, LinearLayersDoNotDependOnTheNumberOfThreads) {
    Executor one(1);
    Executor seven(7);
    const Matrix x = randomMatrix(200, 64, 1);
    const PackedLinear linear = packed(compute, {randomMatrix(700, 64, 2), randomMatrix(700, 1, 3)});
    for (const InstructionSet& set : instructionSets()) {
        if (!set.kernels) continue;
        const Matrix y = apply({executor, *set.kernels}, linear, x, Activation::Gelu);
        EXPECT_EQ(y, apply({one, *set.kernels}, linear, x, Activation::Gelu)) << set.name;
        EXPECT_EQ(y, apply({seven, *set.kernels}, linear, x, Activation::Gelu)) << set.name;
        const Matrix part = applyPart({seven, *set.kernels}, linear, x, 37, 600);
        Matrix whole = apply({one, *set.kernels}, linear, x);
        EXPECT_EQ(part, whole.middleCols(37, 600)) << set.name;
    }
}

/// A matrix as a file stores it, `offset` bytes from where memory is aligned.
TensorView viewOf(const Matrix& matrix, DType dtype, std::size_t offset) {
    std::string bytes(offset, 'x');
    for (Index i = 0; i < matrix.size(); ++i) {
        const float value = matrix.data()[i];
        const std::uint16_t half = dtype == DType::BF16 ? Eigen::bfloat16(value).value : Eigen::half(value).x;
        if (dtype == DType::F32)
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        else
            bytes.append(reinterpret_cast<const char*>(&half), sizeof half);
    }
    TensorView view;
    view.name = "w";
    view.dtype = dtype;
    view.shape = {matrix.rows(), matrix.cols()};
    view.file = test::inMemory("file", bytes);
    view.bytes = view.file.bytes().subspan(offset);
    return view;
}

TEST_F(Operations, WeightsAsStoredMultiplyToTheBitAsPackedOnes) {
    for (const auto& [rows, in, first, second] : {std::array<Index, 4>{1, 768, 96, 0},
                                                  {16, 700, 33, 64},
                                                  {130, 257, 40, 3},
                                                  {3, 5, 1, 1},
                                                  {20, 1024, 200, 0}}) {
        for (const DType dtype : {DType::F32, DType::F16, DType::BF16}) {
            PackedLinear stored;
            std::vector<Matrix> parts;
            for (const Index count : {first, second}) {
                if (count == 0) continue;
                stored.stored.push_back(
                    viewOf(randomMatrix(count, in, static_cast<unsigned>(count)), dtype, parts.size()));
                parts.push_back(stored.stored.back().toMatrix());
            }
            Linear linear{Matrix(first + second, in), randomMatrix(first + second, 1, 3)};
            linear.weight.topRows(first) = parts.front();
            linear.weight.bottomRows(second) = parts.back().topRows(second);
            stored.bias = linear.bias;
            EXPECT_EQ(stored.outputs(), first + second);
            const Matrix x = randomMatrix(rows, in, 4);
            for (const InstructionSet& set : instructionSets()) {
                if (!set.kernels) continue;
                const Compute one{executor, *set.kernels};
                EXPECT_EQ(apply(one, stored, x, Activation::Gelu),
                          apply(one, packed(one, linear), x, Activation::Gelu))
                    << set.name << ' ' << rows << ' ' << in << ' ' << static_cast<int>(dtype);
            }
        }
    }
}

TEST_F(Operations, WeightsThatNeedMoreThanReadingAreNotMultipliedAsStored) {
    TensorView plain = viewOf(randomMatrix(3, 4, 1), DType::BF16, 0);
    EXPECT_TRUE(canMultiply(plain));
    EXPECT_EQ(storedOf(plain), Stored::BFloat);
    TensorView scaled = plain;
    scaled.scale = std::make_shared<TensorScale>();
    EXPECT_FALSE(canMultiply(scaled));
    EXPECT_EQ(storedOf(scaled), Stored::Float);
    TensorView doubles = plain;
    doubles.dtype = DType::F64;
    EXPECT_FALSE(canMultiply(doubles));
    TensorView cube = plain;
    cube.shape = {3, 2, 2};
    EXPECT_FALSE(canMultiply(cube));
}

TEST_F(Operations, ActivationsHaveTheirPublishedValues) {
    struct Row {
        const char* name;
        std::array<double, 3> values;  // at −1, 0.5, 2
    };
    for (const Row& row : {Row{"gelu", {-0.15865525, 0.34573123, 1.95449974}},
                           Row{"gelu_new", {-0.15880801, 0.34571401, 1.95459769}},
                           Row{"quick_gelu", {-0.15420423, 0.35038844, 1.93565862}},
                           Row{"silu", {-0.26894142, 0.31122967, 1.76159416}}, Row{"relu", {0, 0.5, 2}},
                           Row{"tanh", {-0.76159416, 0.46211716, 0.96402758}}, Row{"linear", {-1, 0.5, 2}}}) {
        Matrix x(1, 3);
        x << -1.0F, 0.5F, 2.0F;
        activate(compute, activationNamed(row.name).value(), x);
        for (Index i = 0; i < 3; ++i)
            EXPECT_NEAR(x(0, i), row.values[static_cast<std::size_t>(i)], 2e-7) << row.name;
    }
    EXPECT_FALSE(activationNamed("snake").has_value());
}

TEST_F(Operations, NormsEqualTheirFormulas) {
    Matrix x = randomMatrix(4, 9, 7, 3.0).array() + 100.0F;
    const Matrix before = x;
    const NormWeights weights{randomMatrix(9, 1, 8), randomMatrix(9, 1, 9)};
    layerNorm(compute, x, weights, 1e-5F);
    Matrix y = before;
    rmsNorm(compute, y, weights, 1e-6F);
    for (Index i = 0; i < 4; ++i) {
        double mean = 0;
        double square = 0;
        for (Index j = 0; j < 9; ++j) mean += static_cast<double>(before(i, j)) / 9;
        double variance = 0;
        for (Index j = 0; j < 9; ++j) {
            variance += std::pow(static_cast<double>(before(i, j)) - mean, 2) / 9;
            square += std::pow(static_cast<double>(before(i, j)), 2) / 9;
        }
        for (Index j = 0; j < 9; ++j) {
            const auto value = static_cast<double>(before(i, j));
            const auto w = static_cast<double>(weights.weight[j]);
            EXPECT_NEAR(
                x(i, j),
                (value - mean) / std::sqrt(variance + 1e-5) * w + static_cast<double>(weights.bias[j]), 2e-5);
            EXPECT_NEAR(y(i, j), value / std::sqrt(square + 1e-6) * w, 2e-6);
        }
    }
}

TEST_F(Operations, RotationDependsOnDistanceOnlyAndKeepsLengths) {
    Eigen::VectorXd frequencies(3);
    frequencies << 1.0, 0.1, 0.01;
    const RotaryTable table = rotaryTable(frequencies, 64);
    const Matrix q = randomMatrix(1, 8, 1);  // one head of 8, of which 6 rotate
    const Matrix k = randomMatrix(1, 8, 2);
    const auto rotatedAt = [&](const Matrix& x, Index position) {
        Matrix many = x.replicate(64, 1);
        rotate(many, 8, table);
        return Matrix(many.row(position));
    };
    const float near = rotatedAt(q, 7).row(0).dot(rotatedAt(k, 3).row(0));
    EXPECT_NEAR(near, rotatedAt(q, 47).row(0).dot(rotatedAt(k, 43).row(0)), 1e-5);
    EXPECT_EQ(rotatedAt(q, 0), q);
    EXPECT_NEAR(rotatedAt(q, 33).norm(), q.norm(), 1e-5);
    Matrix unit = Matrix::Zero(1, 8);
    unit(0, 0) = 1;
    const Matrix turned = rotatedAt(unit, 1);
    EXPECT_NEAR(turned(0, 0), std::cos(1.0), 1e-6);
    EXPECT_NEAR(turned(0, 3), std::sin(1.0), 1e-6);  // half split: column i pairs with i + 3
    EXPECT_EQ(turned(0, 6), 0.0F);
}

}  // namespace
}  // namespace headscope::core
