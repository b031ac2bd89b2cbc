// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {

/// A tensor as a file stores it, to be changed and written again.
struct StoredTensor {
    std::string dtype;
    std::vector<Index> shape;
    std::string bytes;
};
using StoredTensors = std::map<std::string, StoredTensor>;

/// Copies of all tensors of `checkpoint`.
inline StoredTensors storedTensors(const Checkpoint& checkpoint) {
    StoredTensors tensors;
    for (const TensorView& tensor : checkpoint.tensors()) {
        const std::string bytes(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
        tensors[tensor.name] = {tensor.dtypeName, tensor.shape, bytes};
    }
    return tensors;
}

/// One safetensors file of them all.
inline std::string safetensorsOf(const StoredTensors& tensors) {
    std::string header;
    std::string data;
    for (const auto& [name, tensor] : tensors) {
        std::string shape;
        for (const Index size : tensor.shape) shape += (shape.empty() ? "" : ",") + std::to_string(size);
        header += (header.empty() ? "" : ",") + ('"' + name) + R"(":{"dtype":")" + tensor.dtype +
                  R"(","shape":[)" + shape + R"(],"data_offsets":[)" + std::to_string(data.size()) + ',' +
                  std::to_string(data.size() + tensor.bytes.size()) + "]}";
        data += tensor.bytes;
    }
    return test::safetensorsBytes('{' + header + '}', data);
}

}  // namespace headscope::core
