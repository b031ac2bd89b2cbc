// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/convolution.h"

#include <algorithm>

namespace headscope::core {
namespace {

// Row i is row i + by of x; zero where there is none.
Matrix shifted(const Matrix& x, Index by) {
    Matrix out = Matrix::Zero(x.rows(), x.cols());
    const Index from = std::max<Index>(0, by);
    const Index count = x.rows() - std::abs(by);
    if (count > 0) out.middleRows(std::max<Index>(0, -by), count) = x.middleRows(from, count);
    return out;
}

}  // namespace

Matrix convolve(const Compute& compute, const ConvolutionWeights& weights, const Matrix& x) {
    const auto kernel = static_cast<Index>(weights.taps.size());
    const Index channels = weights.taps.front().rows();
    const Index in = weights.taps.front().cols();
    const Index groups = x.cols() / in;
    const Index out = channels / groups;
    Matrix sum = weights.bias.transpose().replicate(x.rows(), 1);
    for (Index tap = 0; tap < kernel; ++tap) {
        const Matrix moved = shifted(x, tap - kernel / 2);
        const Matrix& weight = weights.taps[static_cast<std::size_t>(tap)];
        for (Index g = 0; g < groups; ++g) {
            const PackedLinear linear = packed(compute, {weight.middleRows(g * out, out), Vector()});
            sum.middleCols(g * out, out) += apply(compute, linear, moved.middleCols(g * in, in));
        }
    }
    return sum;
}

Matrix shortConvolution(const Compute& compute, const ShortConvolutionWeights& weights, const Matrix& x) {
    const Matrix parts = apply(compute, weights.in, x);
    const Index width = parts.cols() / 3;
    const Matrix gated = parts.leftCols(width).cwiseProduct(parts.rightCols(width));
    Matrix mixed = Matrix::Zero(x.rows(), width);
    if (weights.bias.size() > 0) mixed.rowwise() += weights.bias.transpose();
    const Index taps = weights.kernel.cols();
    for (Index tap = 0; tap < taps; ++tap) {
        const Matrix moved = shifted(gated, tap + 1 - taps);
        mixed.array() += moved.array().rowwise() * weights.kernel.col(tap).transpose().array();
    }
    return apply(compute, weights.out, mixed.cwiseProduct(parts.middleCols(width, width)));
}

}  // namespace headscope::core
