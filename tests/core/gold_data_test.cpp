// SPDX-License-Identifier: GPL-3.0-or-later
// Gold data to look at one text after the other.
#include <gtest/gtest.h>

#include <fstream>

#include "core/analysis/gold_data.h"
#include "core/analysis/relation_scores.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path resources = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources";

fs::path sample(const char* name) {
    return resources / "cases" / name;
}

Input textOf(std::string text) {
    Input input;
    input.text = std::move(text);
    return input;
}

TEST(GoldData, AsksAboutItsOwnTexts) {
    const GoldData data = readGoldData(sample("dependencies.conllu"));
    EXPECT_EQ(data.format, "CoNLL-U");
    const std::vector<Input> inputs = data.inputs();
    ASSERT_GT(inputs.size(), 1U);
    EXPECT_EQ(inputs[0].text, "The animal didn't cross the street because it was too tired.");
    for (const Input& input : inputs) {
        const auto asked = data.about(input);
        ASSERT_TRUE(asked);
        EXPECT_EQ(asked->text.text, input.text);
        EXPECT_FALSE(asked->text.questions.empty());
    }
    EXPECT_FALSE(data.about(textOf("Another text.")));
    Input pair = inputs[0];
    pair.pair = "Another text.";
    EXPECT_FALSE(data.about(pair));
    Input ids = inputs[0];
    ids.ids = {1, 2};
    EXPECT_FALSE(data.about(ids));
}

TEST(GoldData, AsksWordPairsOfAnyText) {
    const GoldData data = readGoldData(sample("words-en.tsv"));
    EXPECT_TRUE(data.inputs().empty());
    const auto asked = data.about(textOf("The dog saw a cat near the street"));
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->text.questions.size(), 2U) << "dog and cat, either of the other";
    EXPECT_TRUE(data.about(textOf("nothing of it"))->text.questions.empty());
}

TEST(GoldData, AsksTargetWordsOfAnAlignment) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "pairs.txt";
    std::ofstream(file) << "the brave dog ||| le chien brave ||| 0-0 2-1 1p2 2p2\n";
    const GoldData data = readGoldData(file);
    const auto asked = data.about(data.inputs().at(0));
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->text.pair, "le chien brave");
    const std::vector<GoldQuestion>& questions = asked->text.questions;
    ASSERT_EQ(questions.size(), 3U);
    EXPECT_EQ(questions[0].word, 3);
    EXPECT_EQ(questions[0].answers, (std::vector<Index>{0}));
    const auto brave = std::find_if(questions.begin(), questions.end(),
                                    [](const GoldQuestion& question) { return question.word == 5; });
    ASSERT_NE(brave, questions.end());
    EXPECT_EQ(brave->answers, (std::vector<Index>{1, 2}));
    EXPECT_EQ(brave->candidates, (std::vector<Index>{0, 1, 2}));
    EXPECT_EQ(asked->unsure, (std::set<WordLink>{{5, 1}, {5, 2}}));
}

TEST(GoldData, IsToldFromListsOfTexts) {
    for (const char* name :
         {"dependencies.conllu", "coreference.conll", "pronouns.gap.tsv", "words-zh.tsv", "alignment.txt"})
        EXPECT_TRUE(isGoldData(sample(name))) << name;
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "texts.tsv";
    std::ofstream(file) << "one text\tand its pair\nanother\n";
    EXPECT_FALSE(isGoldData(file));
    std::ofstream(file, std::ios::trunc) << "";
    EXPECT_FALSE(isGoldData(file));
    const Error error = test::expectError(ErrorCode::LineInvalid, [&] {
        std::ofstream(file, std::ios::trunc) << "1\tThe\tthe\tDET\t_\t_\tnine\tdet\t_\t_\n";
        readGoldData(file);
    });
    EXPECT_NE(std::string(error.what()).find("line 1"), std::string::npos) << error.what();
}

class GoldOfExample : public ::testing::Test {
protected:
    Executor executor{2};
    ModelPtr model =
        Model::load(Checkpoint::open(resources / "models" / "pronouns"), {executor, baseKernels()});
    GoldData data = readGoldData(sample("dependencies.conllu"));
};

TEST_F(GoldOfExample, LinksAreTheTokensOfBothWords) {
    RunSpec spec;
    spec.input = data.inputs().at(0);
    const auto asked = data.about(spec.input);
    const AskedRun run = askedRun(model->run(spec), asked->text);
    const std::vector<GoldLink> links = goldLinks(run, {{1, 4}});
    const auto subject = std::find_if(links.begin(), links.end(), [](const GoldLink& link) {
        return link.relation == "nsubj" && link.direction == "dependent-head";
    });
    ASSERT_NE(subject, links.end());
    const auto label = [&](const std::vector<Index>& pieces) {
        std::string all;
        for (const Index piece : pieces) all += run.trace->tokens[static_cast<std::size_t>(piece)].label;
        return all;
    };
    EXPECT_EQ(label(subject->query), "animal");
    EXPECT_EQ(label(subject->key), "cross");
    EXPECT_FALSE(subject->sure) << "as was said";
    EXPECT_TRUE(links.back().sure);
    for (const GoldLink& link : links) EXPECT_NE(link.direction, "dependent-head received");
}

TEST_F(GoldOfExample, RightAnswersAreThoseThatFindCounts) {
    std::vector<GoldText> texts;
    const HeadId head{AttentionKind::Self, 2, 3};
    Share right;
    for (const AskedText& asked : data.texts) {
        texts.push_back(asked.text);
        const AskedRun run = askedRun(*model, asked.text);
        const Share own = rightAnswers(run, *headPattern(run.trace, head, baseKernels()));
        right.right += own.right;
        right.of += own.of;
    }
    Share counted;
    for (const RelationScore& relation : scoreRelations(*model, texts).relations) {
        if (relation.direction.ends_with("received")) continue;
        for (const RelationHead& each : relation.heads) {
            if (each.head != head) continue;
            counted.right += each.right.right;
            counted.of += each.right.of;
        }
    }
    EXPECT_EQ(right, counted);
    EXPECT_GT(right.right, 0);
    EXPECT_LT(right.right, right.of);
}

}  // namespace
}  // namespace headscope::core
