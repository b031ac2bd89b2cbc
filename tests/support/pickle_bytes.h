// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::test {

/// Pieces of pickles, as text that can be put together.
namespace pickle {

inline std::string number32(std::uint32_t value) {
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}
inline std::string integer(std::int64_t value) {
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &value, 8);
    return "\x8A\x08" + bytes;
}
inline std::string text(std::string_view value) {
    return "X" + number32(static_cast<std::uint32_t>(value.size())) + std::string(value);
}
inline std::string global(std::string_view module, std::string_view name) {
    return "c" + std::string(module) + "\n" + std::string(name) + "\n";
}
inline std::string tuple(const std::vector<std::string>& items) {
    std::string all = "(";
    for (const std::string& item : items) all += item;
    return all + "t";
}
inline std::string numbers(const std::vector<std::int64_t>& values) {
    std::vector<std::string> items;
    for (const std::int64_t value : values) items.push_back(integer(value));
    return tuple(items);
}
/// A dictionary of keys and values, which are pickles already.
inline std::string dictionary(const std::vector<std::string>& keysAndValues) {
    std::string all = "}(";
    for (const std::string& item : keysAndValues) all += item;
    return all + "u";
}
inline std::string call(const std::string& function, const std::vector<std::string>& arguments) {
    return function + tuple(arguments) + "R";
}
inline std::string whole(const std::string& value) {
    return "\x80\x02" + value + ".";
}

/// What PyTorch writes for a tensor; every field may be wrong.
struct Tensor {
    std::string key = "0";
    std::int64_t elements = 4;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape = {4};
    std::vector<std::int64_t> strides = {1};
    std::string storage = "FloatStorage";
    std::string extra = {};  ///< of the persistent id, for legacy files
};
inline std::string tensor(const Tensor& of) {
    std::vector<std::string> id = {text("storage"), global("torch", of.storage), text(of.key), text("cpu"),
                                   integer(of.elements)};
    if (!of.extra.empty()) id.push_back(of.extra);
    return call(global("torch._utils", "_rebuild_tensor_v2"),
                {tuple(id) + "Q", integer(of.offset), numbers(of.shape), numbers(of.strides), "\x89", "}"});
}

}  // namespace pickle
}  // namespace headscope::test
