// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headscope::core {

/// Tells contents apart that went in; the same everywhere. No protection against forgery: 64-bit FNV-1a.
class Fingerprint {
public:
    /// Each piece counts with its length, so that "ab", "c" differs from "a", "bc".
    void add(std::string_view bytes) noexcept {
        for (int shift = 0; shift < 64; shift += 8) mix(static_cast<unsigned char>(bytes.size() >> shift));
        for (const char byte : bytes) mix(static_cast<unsigned char>(byte));
    }
    /// Sixteen hexadecimal digits.
    std::string text() const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        for (int shift = 60; shift >= 0; shift -= 4) text += digits[m_value >> shift & 0xF];
        return text;
    }

private:
    void mix(unsigned char byte) noexcept { m_value = (m_value ^ byte) * 0x100000001B3; }

    std::uint64_t m_value = 0xCBF29CE484222325;
};

}  // namespace headscope::core
