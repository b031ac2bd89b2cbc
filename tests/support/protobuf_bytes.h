// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace headscope::test {

/// An integer as protocol buffers write it.
inline std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(0x80 | (value & 0x7F));
    return out + static_cast<char>(value);
}

/// A field of a protocol-buffers message: an integer, or bytes.
inline std::string field(unsigned name, std::uint64_t value) {
    return varint(name << 3) + varint(value);
}
inline std::string field(unsigned name, const std::string& bytes) {
    return varint(name << 3 | 2) + varint(bytes.size()) + bytes;
}

}  // namespace headscope::test
