// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/token_alignment.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace headscope::core {
namespace {

using Tokens = std::vector<Token>;
using Words = std::vector<std::uint64_t>;
constexpr std::size_t wordBits = 64;

/// Whether pieces that occur in both have the same ids. Texts without a common piece do not tell.
bool shareVocabulary(const Tokens& a, const Tokens& b) {
    std::unordered_map<std::string_view, std::int32_t> ids;
    for (const Token& token : a) ids.emplace(token.piece, token.id);
    bool common = false;
    for (const Token& token : b) {
        const auto found = ids.find(token.piece);
        if (found == ids.end()) continue;
        if (found->second != token.id) return false;
        common = true;
    }
    return common;
}

/// What makes a token the same as another one, as a number.
class Names {
public:
    explicit Names(bool byPiece) : m_byPiece(byPiece) {}

    std::vector<std::size_t> of(const Tokens& tokens) {
        std::vector<std::size_t> numbers;
        numbers.reserve(tokens.size());
        for (const Token& token : tokens) {
            const std::string_view name = m_byPiece ? token.piece : token.label;
            numbers.push_back(m_numbers.try_emplace({token.special, name}, m_numbers.size()).first->second);
        }
        return numbers;
    }
    std::size_t count() const { return m_numbers.size(); }

private:
    bool m_byPiece;
    std::map<std::pair<bool, std::string_view>, std::size_t> m_numbers;
};

bool bit(const Words& words, std::size_t place) {
    return (words[place / wordBits] >> (place % wordBits) & 1) != 0;
}

/// After the first j tokens of b, bit i is 0 where the common subsequence of a's first i + 1 tokens with them
/// is longer than that of its first i.
std::vector<Words> lcsRows(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                           std::size_t names) {
    const std::size_t width = (a.size() + wordBits - 1) / wordBits;
    std::vector<Words> places(names);  // of each name in a
    for (std::size_t i = 0; i < a.size(); ++i) {
        Words& words = places[a[i]];
        words.resize(width);
        words[i / wordBits] |= std::uint64_t{1} << (i % wordBits);
    }
    const Words nowhere(width);
    std::vector<Words> rows;
    rows.reserve(b.size() + 1);
    rows.emplace_back(width, ~std::uint64_t{0});
    for (const std::size_t name : b) {
        const Words& match = places[name].empty() ? nowhere : places[name];
        Words row(width);
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < width; ++w) {
            const std::uint64_t before = rows.back()[w];
            const std::uint64_t hit = before & match[w];
            const std::uint64_t sum = before + hit;
            const std::uint64_t whole = sum + carry;
            carry = sum < before || whole < sum ? 1 : 0;
            row[w] = whole | (before - hit);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Goes back through the rows: takes a pair where the subsequence grew by it.
void trace(const std::vector<Words>& rows, std::size_t a, TokenAlignment& alignment, Index firstA,
           Index firstB) {
    std::size_t b = rows.size() - 1;
    while (a > 0 && b > 0) {
        if (bit(rows[b], a - 1)) {
            --a;
        } else if (!bit(rows[b - 1], a - 1)) {
            --b;
        } else {
            --a;
            --b;
            alignment.inA[static_cast<std::size_t>(firstB) + b] = firstA + static_cast<Index>(a);
        }
    }
}

}  // namespace

Index TokenAlignment::matched() const noexcept {
    return lengthB() - std::count(inA.begin(), inA.end(), none);
}

TokenAlignment alignTokens(const Tokens& a, const Tokens& b) {
    Names names(shareVocabulary(a, b));
    std::vector<std::size_t> left = names.of(a);
    std::vector<std::size_t> right = names.of(b);
    TokenAlignment alignment{std::vector<Index>(b.size(), TokenAlignment::none),
                             static_cast<Index>(a.size())};
    // What both begin and end with belongs to some longest subsequence, and to the one that people expect.
    const auto begin =
        std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first - left.begin();
    for (Index i = 0; i < begin; ++i) alignment.inA[static_cast<std::size_t>(i)] = i;
    const auto end =
        std::mismatch(left.rbegin(), left.rend() - begin, right.rbegin(), right.rend() - begin).first -
        left.rbegin();
    for (Index i = 1; i <= end; ++i)
        alignment.inA[b.size() - static_cast<std::size_t>(i)] = alignment.lengthA - i;
    left = {left.begin() + begin, left.end() - end};
    right = {right.begin() + begin, right.end() - end};
    if (left.empty() || right.empty()) return alignment;
    trace(lcsRows(left, right, names.count()), left.size(), alignment, begin, begin);
    return alignment;
}

}  // namespace headscope::core
