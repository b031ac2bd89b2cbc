// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/operations.h"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>
#include <utility>

namespace headscope::core {
namespace {

constexpr Index rowBlock = 128;
constexpr Index columnBlock = 256;

Index blocks(Index size, Index block) {
    return (size + block - 1) / block;
}

using Row = Eigen::Map<Eigen::ArrayXf>;

void activateRow(Activation activation, Row x) {
    switch (activation) {
        case Activation::Gelu:
            x = 0.5F * x * (1.0F + (x * 0.70710678F).erf());
            return;
        case Activation::GeluTanh:
            x = 0.5F * x * (1.0F + (0.79788456F * (x + 0.044715F * x.cube())).tanh());
            return;
        case Activation::QuickGelu:
            x = x / (1.0F + (-1.702F * x).exp());
            return;
        case Activation::Relu:
            x = x.max(0.0F);
            return;
        case Activation::Silu:
            x = x / (1.0F + (-x).exp());
            return;
        case Activation::Tanh:
            x = x.tanh();
            return;
        case Activation::Identity:
            return;
    }
}

struct NamedActivation {
    std::string_view name;
    Activation activation;
};

constexpr NamedActivation activationNames[] = {
    {"gelu", Activation::Gelu},
    {"gelu_python", Activation::Gelu},
    {"gelu_new", Activation::GeluTanh},
    {"gelu_fast", Activation::GeluTanh},
    {"gelu_accurate", Activation::GeluTanh},
    {"gelu_python_tanh", Activation::GeluTanh},
    {"gelu_pytorch_tanh", Activation::GeluTanh},
    {"quick_gelu", Activation::QuickGelu},
    {"relu", Activation::Relu},
    {"silu", Activation::Silu},
    {"swish", Activation::Silu},
    {"tanh", Activation::Tanh},
    {"linear", Activation::Identity},
};

}  // namespace

Matrix apply(const Compute& compute, const Linear& linear, const Matrix& x) {
    const Index out = linear.weight.rows();
    Matrix y(x.rows(), out);
    const Index rowBlocks = blocks(x.rows(), rowBlock);
    compute.executor.forEach(rowBlocks * blocks(out, columnBlock), [&](Index task) {
        const Index row = (task % rowBlocks) * rowBlock;
        const Index column = (task / rowBlocks) * columnBlock;
        const Index rows = std::min(rowBlock, x.rows() - row);
        const Index width = std::min(columnBlock, out - column);
        MutableMatrixView part(y.data() + row * out + column, rows, width, Eigen::OuterStride<>(out));
        const Index inner = x.cols();
        compute.kernels.multiplyTransposed(
            MatrixView(x.data() + row * inner, rows, inner, Eigen::OuterStride<>(inner)),
            MatrixView(linear.weight.data() + column * inner, width, inner, Eigen::OuterStride<>(inner)),
            part);
        if (linear.bias.size() > 0) part.rowwise() += linear.bias.segment(column, width).transpose();
    });
    return y;
}

void layerNorm(Matrix& x, const NormWeights& weights, float epsilon) {
    for (Index i = 0; i < x.rows(); ++i) {
        auto row = x.row(i);
        // Means in double: rows with a large common offset would lose the digits that the norm is about.
        const double mean = row.cast<double>().mean();
        const double variance = (row.cast<double>().array() - mean).square().mean();
        const auto inverse = static_cast<float>(1.0 / std::sqrt(variance + static_cast<double>(epsilon)));
        row.array() = (row.array() - static_cast<float>(mean)) * inverse;
        if (weights.weight.size() > 0) row.array() *= weights.weight.transpose().array();
        if (weights.bias.size() > 0) row += weights.bias.transpose();
    }
}

void rmsNorm(Matrix& x, const NormWeights& weights, float epsilon) {
    for (Index i = 0; i < x.rows(); ++i) {
        auto row = x.row(i);
        const double square = row.cast<double>().array().square().mean();
        const auto inverse = static_cast<float>(1.0 / std::sqrt(square + static_cast<double>(epsilon)));
        row *= inverse;
        if (weights.weight.size() > 0) row.array() *= weights.weight.transpose().array();
    }
}

std::optional<Activation> activationNamed(std::string_view name) noexcept {
    for (const auto& row : activationNames) {
        if (row.name == name) return row.activation;
    }
    return std::nullopt;
}

void activate(const Compute& compute, Activation activation, Matrix& x) {
    compute.executor.forEach(blocks(x.rows(), rowBlock / 8), [&](Index task) {
        const Index begin = task * (rowBlock / 8);
        const Index rows = std::min(rowBlock / 8, x.rows() - begin);
        activateRow(activation, Row(x.data() + begin * x.cols(), rows * x.cols()));
    });
}

RotaryTable rotaryTable(const Eigen::VectorXd& inverseFrequencies, Index positions) {
    const Index half = inverseFrequencies.size();
    RotaryTable table{Matrix(positions, half), Matrix(positions, half)};
    for (Index p = 0; p < positions; ++p) {
        for (Index j = 0; j < half; ++j) {
            const double angle =
                static_cast<double>(static_cast<float>(p) * static_cast<float>(inverseFrequencies[j]));
            table.cosines(p, j) = static_cast<float>(std::cos(angle));
            table.sines(p, j) = static_cast<float>(std::sin(angle));
        }
    }
    return table;
}

void rotate(Matrix& x, Index headDim, const RotaryTable& table, RotaryPairs pairs) {
    using Columns = Eigen::Map<Eigen::ArrayXf, 0, Eigen::InnerStride<>>;
    const Index half = table.cosines.cols();
    const Index step = pairs == RotaryPairs::Halves ? 1 : 2;
    const Index partner = pairs == RotaryPairs::Halves ? half : 1;
    Eigen::ArrayXf first(half);
    for (Index p = 0; p < x.rows(); ++p) {
        const auto cosine = table.cosines.row(p).transpose().array();
        const auto sine = table.sines.row(p).transpose().array();
        for (Index begin = 0; begin < x.cols(); begin += headDim) {
            float* head = x.data() + p * x.cols() + begin;
            Columns low(head, half, Eigen::InnerStride<>(step));
            Columns high(head + partner, half, Eigen::InnerStride<>(step));
            first = low;
            low = first * cosine - high * sine;
            high = high * cosine + first * sine;
        }
    }
}

}  // namespace headscope::core
