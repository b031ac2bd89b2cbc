// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "core/base/executor.h"

namespace headscope::core {

/// Row-major, as checkpoints and `[position, width]` read.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXf;

/// A look at rows × columns floats inside somebody else's matrix, `outerStride` floats from row to row.
using MatrixView = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using MutableMatrixView = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// All of `matrix`.
inline MatrixView view(const Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

/// Columns [begin, begin + count) of `matrix`: one head's part of `[position, heads × headDim]`.
inline MatrixView columns(const Matrix& matrix, Index begin, Index count) {
    return {matrix.data() + begin, matrix.rows(), count, Eigen::OuterStride<>(matrix.cols())};
}

}  // namespace headscope::core
