// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/tensor/matrix.h"

namespace headscope::core {

/// Σ e and Σ e · (value − shift) of the exponentials e of one row: the normaliser of softmax and what entropy
/// needs.
struct ExponentialSums {
    double sum = 0;
    double weighted = 0;
};

/// The arithmetic that is worth a version per processor. Chosen once in main and passed in; the base row runs
/// on any processor and is what faster rows are tested against. Kernels are single-threaded: callers split
/// the work.
struct Kernels {
    std::string_view name;

    /// y = x · wᵀ: x [rows, inner], w [columns, inner], y [rows, columns].
    void (*multiplyTransposed)(const MatrixView& x, const MatrixView& w, MutableMatrixView y);
    /// y = x · w: x [rows, inner], w [inner, columns], y [rows, columns].
    void (*multiply)(const MatrixView& x, const MatrixView& w, MutableMatrixView y);
    /// Replaces values[0 … count) by exp(value − shift); below e⁻⁸⁷, and for −∞, by exactly 0.
    ExponentialSums (*exponentials)(float* values, Index count, float shift);
};

/// Plain Eigen for the compiler's base instruction set.
const Kernels& baseKernels() noexcept;

/// What computations need and main owns.
struct Compute {
    Executor& executor;
    const Kernels& kernels;
};

}  // namespace headscope::core
