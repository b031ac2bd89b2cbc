// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace headscope::core {

/// A set of strings with a number each, for finding which of them a text begins with. Immutable.
class Trie {
public:
    struct Entry {
        std::string_view key;
        std::int32_t value = 0;
    };
    struct Match {
        std::size_t bytes = 0;
        std::int32_t value = 0;
    };

    /// The keys are copied; empty ones are left out. Of equal keys the first one's value counts.
    explicit Trie(std::vector<Entry> entries = {});

    /// Calls found(bytes, value) for every key that `text` begins with, shortest first.
    template <typename Found>
    void forEachPrefix(std::string_view text, Found found) const {
        std::uint32_t node = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            node = child(node, static_cast<unsigned char>(text[i]));
            if (node == 0) return;
            if (m_nodes[node].hasValue) found(i + 1, m_nodes[node].value);
        }
    }
    /// The longest key that `text` begins with.
    std::optional<Match> longestPrefix(std::string_view text) const;

private:
    struct Node {
        std::uint32_t firstChild = 0;
        std::int32_t value = 0;
        std::uint16_t children = 0;
        unsigned char label = 0;
        bool hasValue = false;
    };

    std::uint32_t child(std::uint32_t node, unsigned char label) const noexcept;

    std::vector<Node> m_nodes;  // the root first; the children of a node side by side, by label
    std::array<std::uint32_t, 256> m_rootChildren{};
};

}  // namespace headscope::core
