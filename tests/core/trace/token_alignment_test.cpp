// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/token_alignment.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace headscope::core {
namespace {

Token token(const std::string& piece, std::int32_t id, const std::string& label) {
    Token t;
    t.piece = piece;
    t.id = id;
    t.label = label;
    return t;
}

/// One token per word of `text`, with ids that follow from the words.
std::vector<Token> tokensOf(const std::string& text) {
    std::vector<Token> tokens;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        std::int32_t id = 0;
        for (const char c : word) id = id * 31 + c;
        tokens.push_back(token(word, id, word));
    }
    return tokens;
}

constexpr Index no = TokenAlignment::none;

TEST(TokenAlignment, LeavesOutWhatOnlyOneTextHas) {
    const TokenAlignment same = alignTokens(tokensOf("a b c"), tokensOf("a b c"));
    EXPECT_EQ(same.inA, (std::vector<Index>{0, 1, 2}));
    const TokenAlignment other = alignTokens(tokensOf("it was too tired ."), tokensOf("it was too wide ."));
    EXPECT_EQ(other.inA, (std::vector<Index>{0, 1, 2, no, 4}));
    EXPECT_EQ(other.onlyInA(), 1);
    EXPECT_EQ(other.onlyInB(), 1);
    EXPECT_EQ(other.matched(), 4);
    const TokenAlignment longer = alignTokens(tokensOf("the cat sat"), tokensOf("the old cat just sat"));
    EXPECT_EQ(longer.inA, (std::vector<Index>{0, no, 1, no, 2}));
    EXPECT_EQ(longer.onlyInA(), 0);
    EXPECT_EQ(longer.onlyInB(), 2);
    EXPECT_EQ(alignTokens(tokensOf("a"), {}).onlyInA(), 1);
    EXPECT_EQ(alignTokens({}, tokensOf("a")).inA, std::vector<Index>{no});
    EXPECT_EQ(alignTokens(tokensOf("a b"), tokensOf("c d")).matched(), 0);
}

TEST(TokenAlignment, NeverCrossesItself) {
    const TokenAlignment swapped = alignTokens(tokensOf("x a b y"), tokensOf("x b a y"));
    EXPECT_EQ(swapped.matched(), 3);
    EXPECT_EQ(swapped.inA.front(), 0);
    EXPECT_EQ(swapped.inA.back(), 3);
}

TEST(TokenAlignment, ComparesPiecesOfOneVocabularyAndLabelsOfTwo) {
    // Uncased: "The" and "the" are one token that stands for different characters.
    const std::vector<Token> upper{token("the", 5, "The"), token("cat", 6, "cat")};
    const std::vector<Token> lower{token("the", 5, "the"), token("cat", 6, "cat")};
    EXPECT_EQ(alignTokens(upper, lower).matched(), 2);
    // Another vocabulary spells words in its own way.
    const std::vector<Token> marked{token("\u0120The", 91, "The"), token("\u0120cat", 92, "cat")};
    EXPECT_EQ(alignTokens(upper, marked).matched(), 2);
    // A piece that means something else there is not the same token.
    const std::vector<Token> first{token("ed", 1, "ed"), token("x", 2, "x")};
    const std::vector<Token> second{token("ed", 7, "Ed"), token("x", 8, "x")};
    EXPECT_EQ(alignTokens(first, second).inA, (std::vector<Index>{no, 1}));
    std::vector<Token> special = lower;
    special[0].special = true;
    EXPECT_EQ(alignTokens(lower, special).inA, (std::vector<Index>{no, 1}));
}

/// Length of the longest common subsequence, as the definition reads.
Index slowLength(const std::vector<Token>& a, const std::vector<Token>& b) {
    std::vector<std::vector<Index>> longest(a.size() + 1, std::vector<Index>(b.size() + 1, 0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j)
            longest[i][j] = a[i - 1].id == b[j - 1].id ? longest[i - 1][j - 1] + 1
                                                       : std::max(longest[i - 1][j], longest[i][j - 1]);
    }
    return longest[a.size()][b.size()];
}

TEST(TokenAlignment, IsALongestCommonSubsequence) {
    std::mt19937 generator(7);
    for (int round = 0; round < 300; ++round) {
        const auto some = [&] {
            std::vector<Token> tokens;
            const auto names = static_cast<unsigned>(1 + round % 9);
            for (auto i = generator() % 200; i > 0; --i) {
                const auto id = static_cast<std::int32_t>(generator() % names);
                tokens.push_back(token(std::to_string(id), id, {}));
            }
            return tokens;
        };
        const std::vector<Token> a = some();
        const std::vector<Token> b = some();
        const TokenAlignment alignment = alignTokens(a, b);
        ASSERT_EQ(alignment.lengthA, static_cast<Index>(a.size()));
        ASSERT_EQ(alignment.matched(), slowLength(a, b)) << "round " << round;
        Index before = -1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const Index i = alignment.inA[j];
            if (i == no) continue;
            ASSERT_GT(i, before);
            ASSERT_EQ(a[static_cast<std::size_t>(i)].id, b[j].id);
            before = i;
        }
    }
}

}  // namespace
}  // namespace headscope::core
