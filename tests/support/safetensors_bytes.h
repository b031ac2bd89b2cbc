// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"

namespace headscope::test {

/// A safetensors file of a header, whatever it says, and data.
inline std::string safetensorsBytes(std::string_view header, std::string_view data = {}) {
    const std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes.append(header).append(data);
}

/// A file in memory.
inline core::MappedFile inMemory(std::string name, std::string_view bytes) {
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes.data());
    return core::MappedFile::fromBytes(std::move(name), std::vector<std::byte>(begin, begin + bytes.size()));
}

/// A valid file with one F32 tensor of `floats`.
inline std::string oneTensorFile(const std::string& name, const std::vector<float>& floats) {
    const std::size_t size = floats.size() * sizeof(float);
    const std::string header = "{\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[" +
                               std::to_string(floats.size()) + "],\"data_offsets\":[0," +
                               std::to_string(size) + "]}}";
    return safetensorsBytes(header, {reinterpret_cast<const char*>(floats.data()), size});
}

}  // namespace headscope::test
