// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headscope::core {

/// A map from pairs of token ids, made for fast look-ups: entries lie side by side, with open addressing.
template <typename Value>
class PairTable {
public:
    /// With room for `count` pairs; more make it grow.
    explicit PairTable(std::size_t count = 0) : m_entries(std::bit_ceil(2 * count + 2)) {}

    /// The value of a pair, a new one where there was none. Precondition: ids >= 0. Valid until the next
    /// call.
    Value& operator()(std::int32_t left, std::int32_t right) {
        if (2 * (m_size + 1) > m_entries.size()) grow();
        Entry& entry = m_entries[place(key(left, right))];
        if (entry.key == empty) ++m_size;
        entry.key = key(left, right);
        return entry.value;
    }

    /// Null when the pair is not there.
    const Value* find(std::int32_t left, std::int32_t right) const noexcept {
        const Entry& entry = m_entries[place(key(left, right))];
        return entry.key == empty ? nullptr : &entry.value;
    }

private:
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    struct Entry {
        std::uint64_t key = empty;
        Value value{};
    };

    static std::uint64_t key(std::int32_t left, std::int32_t right) noexcept {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32) |
               static_cast<std::uint32_t>(right);
    }
    std::size_t place(std::uint64_t wanted) const noexcept {
        // Fibonacci hashing: the upper bits of a product with 2^64 divided by the golden ratio.
        const std::uint64_t mixed = (wanted ^ (wanted >> 29)) * 0x9E3779B97F4A7C15u;
        std::size_t at = mixed >> (64 - std::countr_zero(m_entries.size()));
        while (m_entries[at].key != empty && m_entries[at].key != wanted)
            at = (at + 1) & (m_entries.size() - 1);
        return at;
    }
    void grow() {
        std::vector<Entry> old(2 * m_entries.size());
        old.swap(m_entries);
        for (const Entry& entry : old)
            if (entry.key != empty) m_entries[place(entry.key)] = entry;
    }

    std::vector<Entry> m_entries;  // a power of two, at least two; never more than half full
    std::size_t m_size = 0;
};

}  // namespace headscope::core
