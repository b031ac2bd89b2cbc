// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare_heads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/links.h"

namespace headscope::core {
namespace {

/// A pattern that is written down.
class GivenPattern final : public PatternSource {
public:
    GivenPattern(const std::vector<std::string>& pieces, Matrix weights) : m_weights(std::move(weights)) {
        for (const std::string& piece : pieces) {
            Token token;
            token.piece = token.label = piece;
            m_tokens.push_back(token);
        }
    }
    const std::vector<Token>& rowTokens() const override { return m_tokens; }
    const std::vector<Token>& columnTokens() const override { return m_tokens; }
    bool allowed(Index row, Index column) const override { return m_weights(row, column) > 0; }
    Matrix cells(CellRect rect) const override {
        return m_weights.block(rect.row, rect.column, rect.rows, rect.columns);
    }

private:
    std::vector<Token> m_tokens;
    Matrix m_weights;
};

HeadChange changeOf(const std::shared_ptr<GivenPattern>& a, const std::shared_ptr<GivenPattern>& b) {
    const auto alignment = std::make_shared<TokenAlignment>(alignTokens(a->rowTokens(), b->rowTokens()));
    return compareHead(DifferencePattern(a, b, alignment), {AttentionKind::Self, 2, 3});
}

Matrix matrix(std::initializer_list<std::initializer_list<float>> rows) {
    Matrix m(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index i = 0;
    for (const auto& row : rows) {
        for (const float weight : row) m.data()[i++] = weight;
    }
    return m;
}

/// As the definition reads, over outcomes that both have.
double slowDistance(const std::vector<double>& p, const std::vector<double>& q) {
    double kl = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double m = 0.5 * (p[i] + q[i]);
        if (p[i] > 0) kl += 0.5 * p[i] * std::log2(p[i] / m);
        if (q[i] > 0) kl += 0.5 * q[i] * std::log2(q[i] / m);
    }
    return std::sqrt(kl);
}

TEST(CompareHead, MeasuresRowsOfTheSameTokens) {
    const auto a =
        std::make_shared<GivenPattern>(std::vector<std::string>{"x", "y"}, matrix({{1, 0}, {0.25F, 0.75F}}));
    const auto b =
        std::make_shared<GivenPattern>(std::vector<std::string>{"x", "y"}, matrix({{0, 1}, {0.5F, 0.5F}}));
    const HeadChange change = changeOf(a, b);
    ASSERT_TRUE(change.distance);
    EXPECT_NEAR(*change.distance, (1 + slowDistance({0.25, 0.75}, {0.5, 0.5})) / 2, 1e-7);
    ASSERT_TRUE(change.largest);
    EXPECT_EQ(change.largest->query, 0);
    EXPECT_EQ(change.largest->key, 0);
    EXPECT_EQ(change.largest->a, 1);
    EXPECT_EQ(change.largest->b, 0);
    EXPECT_EQ(change.largest->difference(), -1);
    EXPECT_EQ(change.thumbnail.tone(0, 0), -32767);
    EXPECT_EQ(change.thumbnail.tone(0, 1), 32767);
    EXPECT_EQ(change.thumbnail.tone(1, 0), 16384);
    EXPECT_EQ(change.head, (HeadId{AttentionKind::Self, 2, 3}));
}

TEST(CompareHead, TheSameIsNoChange) {
    const auto a =
        std::make_shared<GivenPattern>(std::vector<std::string>{"x", "y"}, matrix({{1, 0}, {0.3F, 0.7F}}));
    const HeadChange change = changeOf(a, a);
    EXPECT_EQ(change.distance, 0);
    EXPECT_FALSE(change.largest);
    EXPECT_EQ(change.thumbnail.tone(1, 1), 0);
    EXPECT_EQ(change.thumbnail.tone(0, 1), DifferenceThumbnail::none);
}

TEST(CompareHead, CountsKeysOfOneRunAsOneOutcome) {
    // "tired" became "wide": the row of "it" moved 0.5 from there to "x"; a pure replacement is no change.
    const auto a =
        std::make_shared<GivenPattern>(std::vector<std::string>{"x", "it", "tired"},
                                       matrix({{0.2F, 0.2F, 0.6F}, {0.1F, 0.2F, 0.7F}, {1, 0, 0}}));
    const auto b =
        std::make_shared<GivenPattern>(std::vector<std::string>{"x", "it", "wide"},
                                       matrix({{0.2F, 0.2F, 0.6F}, {0.6F, 0.2F, 0.2F}, {0, 1, 0}}));
    const HeadChange change = changeOf(a, b);
    EXPECT_NEAR(*change.distance, slowDistance({0.1, 0.2, 0.7}, {0.6, 0.2, 0.2}) / 2, 1e-6);
    EXPECT_EQ(change.largest->query, 1);
    EXPECT_EQ(change.largest->key, 0);
    EXPECT_EQ(change.thumbnail.tone(0, 2), DifferenceThumbnail::none);
    const auto other = std::make_shared<GivenPattern>(std::vector<std::string>{"z"}, matrix({{1}}));
    EXPECT_FALSE(changeOf(a, other).distance);
    EXPECT_FALSE(changeOf(a, other).largest);
}

TEST(CompareHead, StrongestLinksOfDifferencesAreTheLargest) {
    const std::vector<std::string> pieces{"x", "y", "z"};
    const auto a = std::make_shared<GivenPattern>(
        pieces, matrix({{0.9F, 0.05F, 0.05F}, {0.2F, 0.2F, 0.6F}, {0.3F, 0.3F, 0.4F}}));
    const auto b = std::make_shared<GivenPattern>(
        pieces, matrix({{0.3F, 0.35F, 0.35F}, {0.1F, 0.5F, 0.4F}, {0.3F, 0.3F, 0.4F}}));
    const auto alignment = std::make_shared<TokenAlignment>(alignTokens(a->rowTokens(), b->rowTokens()));
    const DifferencePattern pattern(a, b, alignment);
    const std::vector<Link> keys = strongestKeys(pattern, {}, 1, 2);
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0].key, 1);
    EXPECT_NEAR(keys[0].weight, 0.3, 1e-6);
    EXPECT_EQ(keys[1].key, 2);
    EXPECT_NEAR(keys[1].weight, -0.2, 1e-6);
    const std::vector<Link> links = strongestLinks(pattern, {}, 1);
    ASSERT_EQ(links.size(), 1U);
    EXPECT_EQ(links[0].query, 0);
    EXPECT_EQ(links[0].key, 0);
    EXPECT_NEAR(links[0].weight, -0.6, 1e-6);
    EXPECT_EQ(links[0].rank, 1);
}

TEST(CompareHead, ThumbnailsPoolByTheLargestDifference) {
    std::vector<std::string> pieces;
    for (int i = 0; i < 150; ++i) pieces.push_back("t" + std::to_string(i));
    Matrix before = Matrix::Constant(150, 150, 1.0F / 150);
    Matrix after = before;
    after(7, 100) += 0.25F;
    after(7, 101) -= 1.0F / 200;
    after(140, 3) -= 1.0F / 400;
    const HeadChange change = changeOf(std::make_shared<GivenPattern>(pieces, before),
                                       std::make_shared<GivenPattern>(pieces, after));
    EXPECT_EQ(change.thumbnail.rows, 64);
    for (Index row = 0; row < 64; ++row) {
        for (Index column = 0; column < 64; ++column) {
            float slow = 0;
            for (Index r = row * 150 / 64; r < (row + 1) * 150 / 64; ++r)
                for (Index c = column * 150 / 64; c < (column + 1) * 150 / 64; ++c)
                    if (std::abs(after(r, c) - before(r, c)) > std::abs(slow))
                        slow = after(r, c) - before(r, c);
            const double tone = 32767 * std::sqrt(std::abs(static_cast<double>(slow)));
            EXPECT_NEAR(change.thumbnail.tone(row, column), slow < 0 ? -tone : tone, 1)
                << row << ' ' << column;
        }
    }
    EXPECT_EQ(change.largest->query, 7);
    EXPECT_EQ(change.largest->key, 100);
}

}  // namespace
}  // namespace headscope::core
