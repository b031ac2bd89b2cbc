// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/layer_weights.h"

namespace headscope::core {

/// Convolution over positions, as many rows as x has and zeros beyond its ends: row i of the result is the
/// sum over taps t of x[i + t − kernel / 2] times the tap, group by group of channels, plus the bias.
Matrix convolve(const Compute& compute, const ConvolutionWeights& weights, const Matrix& x);

/// What stands in place of attention (LFM2): of the three parts b, c, y that `in` makes of x, the result is
/// out(c · z), where z is b · y convolved with itself at the positions before, channel by channel.
Matrix shortConvolution(const Compute& compute, const ShortConvolutionWeights& weights, const Matrix& x);

}  // namespace headscope::core
