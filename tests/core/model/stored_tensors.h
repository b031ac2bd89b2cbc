// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"

namespace headscope::core {

/// A tensor as a file stores it, to be changed and written again.
struct StoredTensor {
    std::string dtype;
    std::vector<Index> shape;
    std::string bytes;
};
using StoredTensors = std::map<std::string, StoredTensor>;

/// Copies of all tensors of `checkpoint`.
StoredTensors storedTensors(const Checkpoint& checkpoint);
/// One safetensors file of them all.
std::string safetensorsOf(const StoredTensors& tensors);

}  // namespace headscope::core
