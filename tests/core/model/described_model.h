// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/stored_tensors.h"

namespace headscope::test {

using Shapes = std::map<std::string, std::vector<core::Index>>;

/// A safetensors file of F32 zeros.
inline std::string zeros(const Shapes& shapes) {
    core::StoredTensors tensors;
    for (const auto& [name, shape] : shapes) {
        std::size_t bytes = sizeof(float);
        for (const core::Index length : shape) bytes *= static_cast<std::size_t>(length);
        tensors[name] = {"F32", shape, std::string(bytes, '\0')};
    }
    return core::safetensorsOf(tensors);
}

/// A checkpoint of zeros; with an empty `description`, of weights alone.
inline core::Checkpoint zeroModel(const Shapes& shapes, const std::string& description = {}) {
    std::map<std::string, core::MappedFile, std::less<>> files;
    files.emplace("model.safetensors", inMemory("model.safetensors", zeros(shapes)));
    if (!description.empty()) files.emplace("headscope.json", inMemory("headscope.json", description));
    return core::Checkpoint::fromFiles("m", std::move(files));
}

}  // namespace headscope::test
