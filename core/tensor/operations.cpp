// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/operations.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace headscope::core {
namespace {

constexpr Index rowBlock = 112;  // of one product
constexpr Index smallRowBlock = 16;
constexpr Index wantedTasks = 24;  // enough for many threads, few enough to cost nothing
constexpr Index mostPanels = 8;    // of one task

Index blocks(Index size, Index block) {
    return (size + block - 1) / block;
}

// Rows that lie a multiple of 4 096 bytes apart share one line of the first cache, and a multiply reads 14 of
// them at once.
bool rowsConflict(const Matrix& x) {
    return x.cols() % 1024 == 0 && x.rows() > 4;
}

Matrix withRowsApart(const Compute& compute, const Matrix& x) {
    Matrix out(x.rows(), x.cols() + 16);
    compute.executor.forEach(blocks(x.rows(), smallRowBlock), [&](Index task) {
        const Index first = task * smallRowBlock;
        const Index rows = std::min(smallRowBlock, x.rows() - first);
        out.block(first, 0, rows, x.cols()) = x.middleRows(first, rows);
    });
    return out;
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

Index PackedLinear::outputs() const noexcept {
    if (stored.empty()) return weight.outputs();
    Index outputs = 0;
    for (const TensorView& part : stored) outputs += part.shape[0];
    return outputs;
}

bool canMultiply(const TensorView& matrix) noexcept {
    const bool read = matrix.dtype == DType::F32 || matrix.dtype == DType::F16 || matrix.dtype == DType::BF16;
    return read && matrix.scale == nullptr && matrix.shape.size() == 2 && matrix.elements() > 0;
}

Stored storedOf(const TensorView& matrix) noexcept {
    if (matrix.scale != nullptr) return Stored::Float;
    return matrix.dtype == DType::BF16  ? Stored::BFloat
           : matrix.dtype == DType::F16 ? Stored::Half
                                        : Stored::Float;
}

std::size_t PackedLinear::bytes() const noexcept {
    return weight.bytes() + static_cast<std::size_t>(bias.size()) * sizeof(float);
}

PackedLinear packed(const Compute& compute, Linear linear, Stored stored) {
    const Matrix& w = linear.weight;
    PackedLinear out{w.size() > 0 ? PackedMatrix(w.rows(), w.cols(), stored) : PackedMatrix(),
                     std::move(linear.bias)};
    compute.executor.forEach(blocks(w.rows(), panelWidth), [&](Index panel) {
        const Index first = panel * panelWidth;
        out.weight.setRows(
            first, MatrixView(w.data() + first * w.cols(), std::min(panelWidth, w.rows() - first), w.cols(),
                              Eigen::OuterStride<>(w.cols())));
    });
    return out;
}

namespace {

// Bytes of weights that are read at a time: they stay in the second cache until they are multiplied.
constexpr Index readAtOnce = 192 << 10;

/// Some outputs of a matrix as stored.
struct StoredRows {
    const TensorView& matrix;
    Index first = 0;  ///< row of the matrix
    Index count = 0;
    Index column = 0;  ///< of the result
};

std::vector<StoredRows> portionsOf(const std::vector<TensorView>& matrices) {
    std::vector<StoredRows> portions;
    Index column = 0;
    for (const TensorView& matrix : matrices) {
        const Index rowBytes = matrix.shape[1] * static_cast<Index>(elementBytes(matrix.dtype));
        const Index most = std::max<Index>(1, readAtOnce / (rowBytes * panelWidth)) * panelWidth;
        for (Index first = 0; first < matrix.shape[0]; first += most) {
            const Index count = std::min(most, matrix.shape[0] - first);
            portions.push_back({matrix, first, count, column + first});
        }
        column += matrix.shape[0];
    }
    return portions;
}

/// The bytes of these rows, in `buffer` or where they are in memory and may be multiplied there.
const std::byte* bytesOf(const StoredRows& rows, std::vector<std::byte>& buffer) {
    const std::size_t element = elementBytes(rows.matrix.dtype);
    const std::size_t rowBytes = static_cast<std::size_t>(rows.matrix.shape[1]) * element;
    const auto part = rows.matrix.bytes.subspan(static_cast<std::size_t>(rows.first) * rowBytes,
                                                static_cast<std::size_t>(rows.count) * rowBytes);
    buffer.resize(part.size());
    const std::byte* const bytes = rows.matrix.file.stable(part, buffer).data();
    if (reinterpret_cast<std::uintptr_t>(bytes) % element == 0) return bytes;
    std::copy(part.begin(), part.end(), buffer.begin());
    return buffer.data();
}

void applyStored(const Compute& compute, const PackedLinear& linear, const MatrixView& x,
                 Activation activation, Matrix& y) {
    const std::vector<StoredRows> portions = portionsOf(linear.stored);
    compute.executor.forEach(static_cast<Index>(portions.size()), [&](Index task) {
        const StoredRows& rows = portions[static_cast<std::size_t>(task)];
        thread_local std::vector<std::byte> buffer;
        PackedProduct product;
        product.x = x.data();
        product.xStride = x.outerStride();
        product.rows = x.rows();
        product.inner = x.cols();
        product.w = bytesOf(rows, buffer);
        product.stored = storedOf(rows.matrix);
        product.rowStride = x.cols();
        product.outputs = rows.count;
        product.y = y.data() + rows.column;
        product.yStride = y.cols();
        if (linear.bias.size() > 0) product.bias = linear.bias.data() + rows.column;
        product.activation = activation;
        compute.kernels.multiply(product);
    });
}

}  // namespace

Matrix apply(const Compute& compute, const PackedLinear& linear, const Matrix& x, Activation activation) {
    const Index out = linear.outputs();
    Matrix y(x.rows(), out);
    Matrix apart;
    if (rowsConflict(x)) apart = withRowsApart(compute, x);
    const Matrix& read = apart.size() > 0 ? apart : x;
    if (!linear.stored.empty()) {
        applyStored(compute, linear, columns(read, 0, x.cols()), activation, y);
        return y;
    }
    const Index rowBlocks = blocks(x.rows(), rowBlock);
    const Index panels = blocks(out, panelWidth);
    const Index width = std::clamp<Index>(panels * rowBlocks / wantedTasks, 1, mostPanels) * panelWidth;
    compute.executor.forEach(rowBlocks * blocks(out, width), [&](Index task) {
        const Index block = task % rowBlocks;
        const Index first = block * x.rows() / rowBlocks;
        const Index rows = (block + 1) * x.rows() / rowBlocks - first;
        const Index column = task / rowBlocks * width;
        PackedProduct product = linear.weight.product(
            MatrixView(read.data() + first * read.cols(), rows, x.cols(), Eigen::OuterStride<>(read.cols())),
            column,
            MutableMatrixView(y.data() + first * out + column, rows, std::min(width, out - column),
                              Eigen::OuterStride<>(out)));
        if (linear.bias.size() > 0) product.bias = linear.bias.data() + column;
        product.activation = activation;
        compute.kernels.multiply(product);
    });
    return y;
}

Matrix applyPart(const Compute& compute, const PackedLinear& linear, const Matrix& x, Index first,
                 Index count) {
    Matrix y(x.rows(), count);
    compute.executor.forEach(blocks(x.rows(), smallRowBlock), [&](Index task) {
        const Index row = task * smallRowBlock;
        const Index rows = std::min(smallRowBlock, x.rows() - row);
        PackedProduct product = linear.weight.product(
            MatrixView(x.data() + row * x.cols(), rows, x.cols(), Eigen::OuterStride<>(x.cols())), first,
            MutableMatrixView(y.data() + row * count, rows, count, Eigen::OuterStride<>(count)));
        if (linear.bias.size() > 0) product.bias = linear.bias.data() + first;
        compute.kernels.multiply(product);
    });
    return y;
}

namespace {

void normRows(const Compute& compute, Matrix& x, const NormWeights& weights, float epsilon, bool centred) {
    const auto dataOf = [](const Vector& vector) { return vector.size() > 0 ? vector.data() : nullptr; };
    compute.executor.forEach(blocks(x.rows(), smallRowBlock), [&](Index task) {
        const Index end = std::min(x.rows(), (task + 1) * smallRowBlock);
        for (Index i = task * smallRowBlock; i < end; ++i) {
            compute.kernels.norm({x.data() + i * x.cols(), x.cols(), dataOf(weights.weight),
                                  centred ? dataOf(weights.bias) : nullptr, epsilon, centred});
        }
    });
}

}  // namespace

void layerNorm(const Compute& compute, Matrix& x, const NormWeights& weights, float epsilon) {
    normRows(compute, x, weights, epsilon, true);
}

void rmsNorm(const Compute& compute, Matrix& x, const NormWeights& weights, float epsilon) {
    normRows(compute, x, weights, epsilon, false);
}

std::optional<Activation> activationNamed(std::string_view name) noexcept {
    for (const auto& row : activationNames) {
        if (row.name == name) return row.activation;
    }
    return std::nullopt;
}

void activate(const Compute& compute, Activation activation, Matrix& x) {
    compute.executor.forEach(blocks(x.rows(), smallRowBlock), [&](Index task) {
        const Index begin = task * smallRowBlock;
        const Index rows = std::min(smallRowBlock, x.rows() - begin);
        compute.kernels.activate(activation, x.data() + begin * x.cols(), rows * x.cols());
    });
}

bool allFinite(const Compute& compute, const Matrix& x) {
    return compute.kernels.allFinite(x.data(), x.size());
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
