// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_norms.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <optional>

#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

MutableMatrixView mutableView(Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

/// x · wᵀ.
Matrix productOf(const Kernels& kernels, const Matrix& x, const Matrix& w) {
    Matrix out(x.rows(), w.rows());
    multiplyTransposed(kernels, view(x), view(w), mutableView(out));
    return out;
}

// How much longer a head's part of W_O may make one value than another for gramFactor() to be as exact as a
// QR.
constexpr float evenEnough = 32;

/// R of wᵀ = Q · R from w · wᵀ, three products instead of the steps of Householder (CholeskyQR2, Yamamoto et
/// al. 2015): the first factor leaves the rows nearly orthogonal, the second mends what rounding did. Nothing
/// where w is too uneven for that.
std::optional<Matrix> gramFactor(const Kernels& kernels, const Matrix& w) {
    const Eigen::LLT<Matrix> first(productOf(kernels, w, w));
    if (first.info() != Eigen::Success) return std::nullopt;
    const Matrix l = first.matrixL();
    if (!(l.diagonal().maxCoeff() < evenEnough * l.diagonal().minCoeff())) return std::nullopt;
    const Matrix inverse = first.matrixL().solve(Matrix::Identity(l.rows(), l.cols()));
    const Matrix even = productOf(kernels, inverse, w.transpose());
    const Eigen::LLT<Matrix> second(productOf(kernels, even, even));
    return second.matrixU() * l.transpose();
}

/// R of W_Oᵀ = Q · R, [headDim at most, headDim]: v · W_O is as long as v · Rᵀ, which has headDim numbers at
/// most.
PackedMatrix lengthKeeping(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer,
                           int head) {
    const Matrix unit = Matrix::Identity(layer.headDim, layer.headDim);
    const Matrix part = throughOutput(kernels, weights, layer, head, view(unit));
    if (const std::optional<Matrix> r = gramFactor(kernels, part)) return PackedMatrix::ofRows(view(*r));
    const Index size = std::min(part.rows(), part.cols());
    const Eigen::HouseholderQR<Eigen::MatrixXf> qr(part.transpose());
    const Matrix r = qr.matrixQR().topRows(size).triangularView<Eigen::Upper>().toDenseMatrix();
    return PackedMatrix::ofRows(view(r));
}

/// ‖row · rᵀ‖ of every row.
Eigen::ArrayXf rowNorms(const Kernels& kernels, const MatrixView& rows, const PackedMatrix& r) {
    Matrix out(rows.rows(), r.outputs());
    kernels.multiply(r.product(rows, 0, mutableView(out)));
    return out.rowwise().norm().array();
}

}  // namespace

Matrix throughOutput(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head,
                     const MatrixView& z) {
    const Index from = head * layer.headDim;
    if (weights.attentionOut.empty()) {
        Matrix out = Matrix::Zero(z.rows(), layer.heads * layer.headDim);
        out.middleCols(from, layer.headDim) = z;
        return out;
    }
    const PackedMatrix& projection = weights.attentionOut.weight;
    Matrix out(z.rows(), projection.outputs());
    kernels.multiply(projection.product(z, 0, mutableView(out), from));
    return out;
}

HeadNorms headNorms(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head) {
    const PackedMatrix r = lengthKeeping(kernels, weights, layer, head);
    const auto keysOf = [&](const MatrixView& values) {
        return HeadNorms::Keys{values.rowwise().norm().array(),
                               layer.gate(head) * rowNorms(kernels, values, r)};
    };
    const Index width = layer.headDim;
    HeadNorms norms{keysOf(columns(layer.v, layer.kvHead(head) * width, width)), {}, {}};
    if (layer.tables.globalValues.size() > 0)
        norms.globalKeys = keysOf(columns(layer.tables.globalValues, head * width, width));
    norms.outputs = rowNorms(kernels, columns(layer.z, head * width, width), r);  // z is gated
    return norms;
}

}  // namespace headscope::core
