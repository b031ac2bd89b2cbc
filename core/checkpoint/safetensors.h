// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// The tensors of one safetensors file, in the order of their bytes. Makes every check of the reference
/// reader, and refuses duplicate names. Throws Error (Header…, Tensor…, DataIncomplete, LfsPointer).
std::vector<TensorView> readSafetensors(const MappedFile& file);

}  // namespace headscope::core
