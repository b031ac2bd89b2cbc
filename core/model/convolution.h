// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/layer_weights.h"

namespace headscope::core {

/// Convolution over positions, as many rows as x has and zeros beyond its ends: row i of the result is the
/// sum over taps t of x[i + t − kernel / 2] times the tap, group by group of channels, plus the bias.
Matrix convolve(const Compute& compute, const ConvolutionWeights& weights, const Matrix& x);

}  // namespace headscope::core
