// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/kernels.h"

#include <algorithm>

namespace headscope::core {
namespace {

// Below this an exponential is nothing beside a row's largest (which is 1), and close to it floats become
// denormal and slow.
constexpr float smallestExponent = -87.0F;
// Float sums stay this short before they are added in double.
constexpr Index sumBlock = 512;

void multiplyTransposed(const MatrixView& x, const MatrixView& w, MutableMatrixView y) {
    y.noalias() = x * w.transpose();
}

void multiply(const MatrixView& x, const MatrixView& w, MutableMatrixView y) {
    y.noalias() = x * w;
}

ExponentialSums exponentials(float* values, Index count, float shift) {
    ExponentialSums sums;
    for (Index begin = 0; begin < count; begin += sumBlock) {
        const Index size = std::min(sumBlock, count - begin);
        Eigen::Map<Eigen::ArrayXf> block(values + begin, size);
        Eigen::Array<float, Eigen::Dynamic, 1, 0, sumBlock, 1> exponent =
            (block - shift).max(smallestExponent);
        block = (exponent > smallestExponent).select(exponent.exp(), 0.0F);
        sums.sum += static_cast<double>(block.sum());
        sums.weighted += static_cast<double>((block * exponent).sum());
    }
    return sums;
}

constexpr Kernels base = {"base", multiplyTransposed, multiply, exponentials};

}  // namespace

const Kernels& baseKernels() noexcept {
    return base;
}

}  // namespace headscope::core
