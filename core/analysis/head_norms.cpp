// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_norms.h"

#include <Eigen/QR>

#include "core/model/layer_weights.h"

namespace headscope::core {
namespace {

/// Rᵀ of W_Oᵀ = Q · R, [headDim, …]: v · W_O is as long as v · Rᵀ, which has headDim numbers at most.
Matrix lengthKeeping(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head) {
    const Matrix unit = Matrix::Identity(layer.headDim, layer.headDim);
    const Matrix part = throughOutput(kernels, weights, layer, head, view(unit));
    const Index size = std::min(part.rows(), part.cols());
    const Eigen::HouseholderQR<Eigen::MatrixXf> qr(part.transpose());
    return qr.matrixQR().topRows(size).triangularView<Eigen::Upper>().toDenseMatrix().transpose();
}

Eigen::ArrayXf rowNorms(const MatrixView& rows, const Matrix& map) {
    return (rows * map).rowwise().norm().array();
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
    kernels.multiply(projection.product(
        z, 0, MutableMatrixView(out.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols())), from));
    return out;
}

HeadNorms headNorms(const Kernels& kernels, const LayerWeights& weights, const LayerTrace& layer, int head) {
    const Matrix map = lengthKeeping(kernels, weights, layer, head);
    const auto keysOf = [&](const MatrixView& values) {
        return HeadNorms::Keys{values.rowwise().norm().array(), layer.gate(head) * rowNorms(values, map)};
    };
    const Index width = layer.headDim;
    HeadNorms norms{keysOf(columns(layer.v, layer.kvHead(head) * width, width)), {}, {}};
    if (layer.tables.globalValues.size() > 0)
        norms.globalKeys = keysOf(columns(layer.tables.globalValues, head * width, width));
    norms.outputs = rowNorms(columns(layer.z, head * width, width), map);  // z is gated
    return norms;
}

Eigen::ArrayXf layerOutputNorms(const Compute& compute, const LayerWeights& weights,
                                const LayerTrace& layer) {
    if (weights.attentionOut.empty()) return layer.z.rowwise().norm().array();
    return apply(compute, weights.attentionOut, layer.z).rowwise().norm().array();
}

}  // namespace headscope::core
