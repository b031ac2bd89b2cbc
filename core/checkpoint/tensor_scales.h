// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/json.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// Gives 8-bit tensors of `tensors` (sorted by name) the factors that lie beside them: `…weight_scale_inv` or
/// `…weight_scale`, one factor for all, per row, or per block of the config's weight_block_size (128 × 128
/// without it). The factors then are no tensors of their own any more. Throws Error(TensorShapeWrong) when
/// they do not fit, Error(Quantised) when the config speaks of 8-bit weights and a matrix has no factors.
void attachScales(std::vector<TensorView>& tensors, const Json& config);

}  // namespace headscope::core
