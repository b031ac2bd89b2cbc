// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

namespace headscope::fuzz {

/// Reads decisions off the bytes of an input, so that a fuzzer that changes bytes changes decisions. After
/// the last byte every answer is the first choice.
class ByteSource {
public:
    explicit ByteSource(std::string_view bytes) : m_bytes(bytes) {}

    unsigned byte() {
        if (m_bytes.empty()) return 0;
        const auto value = static_cast<unsigned char>(m_bytes.front());
        m_bytes.remove_prefix(1);
        return value;
    }

    /// 0 … count-1
    std::size_t below(std::size_t count) { return byte() % count; }

    /// True for about one byte of `n`, never for zero bytes.
    bool rarely(unsigned n) { return byte() % n == n - 1; }

    template <typename Choice>
    Choice oneOf(std::initializer_list<Choice> choices) {
        return *(choices.begin() + static_cast<std::ptrdiff_t>(below(choices.size())));
    }

    /// A number at or beside one of the edges where arithmetic goes wrong.
    std::uint64_t edge() {
        const unsigned shift = byte() % 64;
        return (std::uint64_t{1} << shift) + byte() % 3 - 1;
    }

    std::string_view take(std::size_t count) {
        const std::string_view taken = m_bytes.substr(0, count);
        m_bytes.remove_prefix(taken.size());
        return taken;
    }

    std::string_view rest() { return take(m_bytes.size()); }

private:
    std::string_view m_bytes;
};

/// `size` bytes for a ByteSource, one of `sparsity` of them a random one, the others zero: the first choice.
inline std::string randomDecisions(std::size_t size, unsigned sparsity, unsigned seed) {
    std::mt19937 random(seed);
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % sparsity == 0 ? random() % 256 : 0);
    return bytes;
}

}  // namespace headscope::fuzz
