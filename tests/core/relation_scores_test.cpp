// SPDX-License-Identifier: GPL-3.0-or-later
// Heads against gold data, on the shipped example.
#include "core/analysis/relation_scores.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/word_links.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path resources = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources";

TEST(Wilson, IntervalsAreThoseOfThePaper) {
    // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const auto expect = [](Share share, double low, double high) {
        EXPECT_NEAR(wilsonInterval(share).low, low, 5e-5);
        EXPECT_NEAR(wilsonInterval(share).high, high, 5e-5);
    };
    expect({81, 263}, 0.2553, 0.3662);
    expect({15, 148}, 0.0624, 0.1605);
    expect({0, 20}, 0.0, 0.1611);
    expect({1, 29}, 0.0061, 0.1718);
    expect({0, 0}, 0, 1);
}

class RelationScoring : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, bestKernels()};
    ModelPtr model = Model::load(Checkpoint::open(resources / "models/pronouns"), compute);

    static const RelationScore& relation(const RelationScores& scores, const std::string& name,
                                         const std::string& direction) {
        return *std::find_if(
            scores.relations.begin(), scores.relations.end(),
            [&](const RelationScore& each) { return each.relation == name && each.direction == direction; });
    }
};

// Precision 3/6 and recall 3/4 by hand: four pronouns with an answer, two without.
TEST(GapScore, CountsPronounsThatMeanNoName) {
    EXPECT_DOUBLE_EQ(*gapScore({3, 4}, 2), 2 * (0.5 * 0.75) / (0.5 + 0.75));
    EXPECT_DOUBLE_EQ(*gapScore({3, 4}, 0), 0.75);
    EXPECT_EQ(gapScore({0, 0}, 2), std::nullopt);
}

TEST_F(RelationScoring, CountsWhatPlainLoopsCount) {
    GoldText text{1, "The dog chased the cat", {}, {}, {}};
    for (const Span span : {Span{0, 3}, Span{4, 7}, Span{8, 14}, Span{15, 18}, Span{19, 22}})
        text.words.push_back({span, 0});
    text.questions = {{"obj", "up", 4, {2}, {}},
                      {"obj", "down", 2, {4}, {}},
                      {"obj", "seen", 4, {2}, {}, true},
                      {"some", "up", 0, {1, 4}, {1, 3, 4}}};
    const RelationScores scores = scoreRelations(*model, std::vector{text});
    ASSERT_EQ(scores.relations.size(), 4U);
    RunSpec spec;
    spec.input.text = text.text;
    const TracePtr trace = model->run(spec);
    for (const HeadId head : trace->headIds()) {
        // One token per word, after [CLS].
        const Matrix weights = headPattern(trace, head, compute.kernels)->cells({1, 1, 5, 5});
        const auto largest = [&](Index row, const std::vector<Index>& keys, bool column) {
            return *std::max_element(keys.begin(), keys.end(), [&](Index a, Index b) {
                return column ? weights(a, row) < weights(b, row) : weights(row, a) < weights(row, b);
            });
        };
        const auto found = [&](const std::string& name, const std::string& direction) {
            const RelationScore& score = relation(scores, name, direction);
            return *std::find_if(score.heads.begin(), score.heads.end(),
                                 [&](const RelationHead& each) { return each.head == head; });
        };
        EXPECT_EQ(found("obj", "up").right.right, largest(4, {0, 1, 2, 3}, false) == 2 ? 1 : 0);
        EXPECT_EQ(found("obj", "down").right.right, largest(2, {0, 1, 3, 4}, false) == 4 ? 1 : 0);
        EXPECT_EQ(found("obj", "seen").right.right, largest(4, {0, 1, 2, 3}, true) == 2 ? 1 : 0);
        EXPECT_EQ(found("some", "up").right.right, largest(0, {1, 3, 4}, false) != 3 ? 1 : 0);
        EXPECT_NEAR(found("obj", "up").weight, weights(4, 2), 1e-6);
        EXPECT_NEAR(found("obj", "seen").weight, weights(2, 4), 1e-6);
        EXPECT_NEAR(found("some", "up").weight, weights(0, 1) + weights(0, 4), 1e-6);
        EXPECT_NEAR(*found("obj", "up").elsewhere, (weights(0, 2) + weights(1, 2) + weights(3, 2)) / 3, 1e-6);
        EXPECT_NEAR(*found("obj", "seen").elsewhere, (weights(2, 0) + weights(2, 1) + weights(2, 3)) / 3,
                    1e-6);
    }
}

TEST_F(RelationScoring, BaselinesAreTheBestOffsetTheNearestAndTheSameWord) {
    // a dog saw a cat . the dog saw it
    GoldText text{1, "a dog saw a cat . the dog saw it", {}, {}, {}};
    Index begin = 0;
    for (const Index length : {1, 3, 3, 1, 3, 1, 3, 3, 3, 2}) {
        text.words.push_back({{begin, begin + length}, 0});
        begin += length + 1;
    }
    text.questions = {
        {"c", "back", 7, {1}, {1, 4, 9}}, {"c", "back", 9, {4}, {1, 4, 7}}, {"c", "back", 4, {1}, {1, 7, 9}}};
    const RelationScores scores = scoreRelations(*model, std::vector{text});
    const RelationScore& score = scores.relations.at(0);
    EXPECT_EQ(score.count, 3);
    EXPECT_EQ(score.sameWord, (Share{2, 3})) << "dog is the dog; the cat is no dog, but nearest to it is dog";
    EXPECT_EQ(score.nearest, (Share{1, 3})) << "only cat has the right one nearest before it";
    EXPECT_EQ(score.fixedOffset, (Share{1, 3}));
    EXPECT_EQ(score.offset, -6) << "of offsets that are right equally often the first";
    EXPECT_NEAR(score.chance, 1.0 / 3, 1e-12);
}

TEST_F(RelationScoring, NeighboursAndUnreadWordsAreLeftOut) {
    const GoldFile gold = readGold(resources / "cases/dependencies.conllu");
    const RelationScores all = scoreRelations(*model, gold.texts);
    // The model reads "didn't" as one word, so that nothing is left for "n't": two times three questions.
    EXPECT_EQ(all.lost, 6);
    EXPECT_EQ(all.texts, 6);
    EXPECT_EQ(relation(all, "det", "dependent-head").count, 13);
    EXPECT_EQ(relation(all, "det", "dependent-head").offset, 1);
    EXPECT_EQ(relation(all, "det", "dependent-head").fixedOffset, (Share{11, 13}));
    const RelationScores apart = scoreRelations(*model, gold.texts, 2);
    EXPECT_EQ(relation(apart, "det", "dependent-head").count, 2) << "the brave dog, the small animal";
    EXPECT_EQ(relation(apart, "det", "dependent-head").fixedOffset, (Share{2, 2}));
    EXPECT_EQ(relation(apart, "det", "dependent-head").offset, 2);
    EXPECT_GT(apart.close, 0);
}

/// 70 words of three letters, of which the model reads the first 62.
GoldText longText() {
    GoldText text{1, {}, {}, {}, {}};
    for (Index word = 0; word < 70; ++word) {
        text.text += word == 0 ? "dog" : " dog";
        text.words.push_back({{word * 4, word * 4 + 3}, 0});
    }
    return text;
}

TEST_F(RelationScoring, QuestionsWithoutARivalLeftAreLost) {
    GoldText text = longText();
    text.questions = {{"r", "d", 1, {3}, {3, 66}},    {"r", "d", 1, {3, 67}, {3, 66, 67}},
                      {"r", "d", 1, {3}, {3, 5, 66}}, {"r", "d", 1, {66}, {3, 66}},
                      {"r", "d", 66, {3}, {3, 5}},    {"r", "d", 1, {3}, {}}};
    const RelationScores scores = scoreRelations(*model, std::vector{text});
    EXPECT_EQ(scores.lost, 4);
    ASSERT_EQ(scores.relations.size(), 1U);
    EXPECT_EQ(scores.relations[0].count, 2);
    EXPECT_NEAR(scores.relations[0].chance, (1.0 / 2 + 1.0 / 61) / 2, 1e-12);
    text.questions = {{"r", "d", 1, {3}, {3, 66}}};
    EXPECT_TRUE(scoreRelations(*model, std::vector{text}).relations.empty()) << "nothing was asked";
}

TEST_F(RelationScoring, GroupsCountWithAllTheirMembers) {
    GoldText text = longText();
    text.questions = {{"r", "d", 1, {3}, {3, 5}, false, "whole"}, {"r", "d", 2, {5}, {3, 5}, false, "whole"},
                      {"r", "d", 1, {3}, {3, 5}, false, "cut"},   {"r", "d", 2, {3}, {3, 66}, false, "cut"},
                      {"r", "d", 1, {3}, {3, 5}, false, "alone"}, {"r", "d", 1, {5}, {3, 5}, false, "near"},
                      {"r", "d", 5, {6}, {6, 20}, false, "near"}};
    const auto groups = [&](Index fewestWords) {
        return scoreRelations(*model, std::vector{text}, fewestWords).relations.at(0).heads.front().groups.of;
    };
    EXPECT_EQ(groups(1), 2) << "whole and near";
    EXPECT_EQ(groups(2), 1) << "one of near is left out";
}

TEST_F(RelationScoring, CasesAreAskedByTheirRelation) {
    const CaseFile file = readCases(resources / "cases/pronouns.json");
    const RelationScores scores = scoreCases(*model, file.cases);
    ASSERT_EQ(scores.relations.size(), 3U);
    const RelationScore& coreference = relation(scores, "coreference", "from-to");
    EXPECT_EQ(coreference.count, 2);
    EXPECT_EQ(coreference.heads.front().groups, (Share{1, 1}));
    EXPECT_EQ(coreference.nearest, (Share{1, 2})) << "the street is nearer";
    EXPECT_EQ(relation(scores, "cause", "from-to").heads.front().right, (Share{2, 2}));
    Case scope;
    scope.input.text = "The animal didn't cross the street";
    scope.from = "didn't";
    scope.to = {"cross", "street"};
    scope.relation = "negation";
    const RelationScores scopes = scoreCases(*model, std::vector{scope});
    const RelationHead& best = scopes.relations.at(0).heads.front();
    RunSpec spec;
    spec.input = scope.input;
    const TracePtr trace = model->run(spec);
    const Vector row = headPattern(trace, best.head, compute.kernels)->row(3);
    EXPECT_NEAR(best.weight, static_cast<double>(row[4] + row[6]), 1e-6) << "mass on the scope";
    EXPECT_EQ(best.right, (Share{1, 1}));
    scope.to.clear();
    test::expectError(ErrorCode::BadArgument, [&] { scoreCases(*model, std::vector{scope}); });
}

TEST_F(RelationScoring, TokensBelongToTheWordTheyShareMostWith) {
    const auto token = [](Index begin, Index end) {
        Token made;
        made.span = Span{begin, end};
        return made;
    };
    Token special;
    special.special = true;
    // "don't du": do|n't and du, which is two words
    const std::vector<Token> tokens = {special, token(0, 3), token(3, 4), token(4, 5), token(5, 8)};
    const std::vector<GoldWord> words = {{{0, 2}, 0}, {{2, 5}, 0}, {{6, 8}, 0}, {{6, 8}, 0}, {{0, 5}, 1}};
    EXPECT_EQ(piecesOf(words, tokens), (std::vector<std::vector<Index>>{{1}, {2, 3}, {4}, {}, {}}));
}

TEST_F(RelationScoring, WordWeightsAddKeysAndAverageQueries) {
    RunSpec spec;
    spec.input.text = "The dog chased the cat";
    const PatternPtr pattern = headPattern(model->run(spec), {AttentionKind::Self, 1, 2}, compute.kernels);
    const Matrix all = pattern->all();
    const Eigen::MatrixXd merged = wordWeights(*pattern, {{1, 2}, {3}, {}});
    EXPECT_NEAR(merged(0, 1), (all(1, 3) + all(2, 3)) / 2, 1e-6);
    EXPECT_NEAR(merged(1, 0), all(3, 1) + all(3, 2), 1e-6);
    EXPECT_EQ(merged(2, 0), 0);
    EXPECT_EQ(merged(0, 2), 0);
}

}  // namespace
}  // namespace headscope::core
