// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/trie.h"

#include <algorithm>

namespace headscope::core {

Trie::Trie(std::vector<Entry> entries) : m_nodes(1) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    // The entries [begin, end) share their first `depth` bytes, which lead to `node`. Breadth first, so that
    // all children of a node are appended together.
    struct Branch {
        std::size_t begin, end, depth;
    };
    std::vector<Branch> branches{{0, entries.size(), 0}};
    for (std::uint32_t node = 0; node < branches.size(); ++node) {
        Branch branch = branches[node];
        while (branch.begin < branch.end && entries[branch.begin].key.size() == branch.depth) {
            if (!m_nodes[node].hasValue) m_nodes[node].value = entries[branch.begin].value;
            m_nodes[node].hasValue = true;
            ++branch.begin;
        }
        m_nodes[node].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        while (branch.begin < branch.end) {
            const char label = entries[branch.begin].key[branch.depth];
            std::size_t end = branch.begin;
            while (end < branch.end && entries[end].key[branch.depth] == label) ++end;
            branches.push_back({branch.begin, end, branch.depth + 1});
            m_nodes.push_back({0, 0, 0, static_cast<unsigned char>(label), false});
            ++m_nodes[node].children;
            branch.begin = end;
        }
    }
    for (std::uint32_t i = 0; i < m_nodes[0].children; ++i)
        m_rootChildren[m_nodes[m_nodes[0].firstChild + i].label] = m_nodes[0].firstChild + i;
}

std::uint32_t Trie::child(std::uint32_t node, unsigned char label) const noexcept {
    if (node == 0) return m_rootChildren[label];
    const auto first = m_nodes.begin() + m_nodes[node].firstChild;
    const auto last = first + m_nodes[node].children;
    const auto found =
        std::lower_bound(first, last, label, [](const Node& a, unsigned char b) { return a.label < b; });
    if (found == last || found->label != label) return 0;
    return static_cast<std::uint32_t>(found - m_nodes.begin());
}

std::optional<Trie::Match> Trie::longestPrefix(std::string_view text) const {
    std::optional<Match> longest;
    forEachPrefix(text, [&](std::size_t bytes, std::int32_t value) { longest = Match{bytes, value}; });
    return longest;
}

}  // namespace headscope::core
