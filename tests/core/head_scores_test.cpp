// SPDX-License-Identifier: GPL-3.0-or-later
// Heads compared with each other and against gold, held to what plain numpy says of patterns that
// transformers computed (tests/reference/make_head_scores.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/analysis/head_distances.h"
#include "core/analysis/relation_scores.h"
#include "core/base/input_text.h"
#include "core/base/json.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

const fs::path data = HEADSCOPE_TEST_DATA;

Json stored(const std::string& name) {
    return Json::parse(readInput(data / "heads" / name, std::size_t{1} << 20), name);
}

class HeadScores : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, bestKernels()};
};

std::vector<std::vector<Index>> positionsIn(const Json& json) {
    std::vector<std::vector<Index>> words(json.size());
    for (std::size_t word = 0; word < words.size(); ++word) {
        for (std::size_t i = 0; i < json[word].size(); ++i)
            words[word].push_back(static_cast<Index>(json[word][i].asInt()));
    }
    return words;
}

class HeadScoresOf : public HeadScores, public ::testing::WithParamInterface<const char*> {};

TEST_P(HeadScoresOf, EqualNumpyOnTransformers) {
    const std::string name = GetParam();
    const Json wanted = stored(name + ".json");
    const ModelPtr model = Model::load(Checkpoint::open(data / "models" / name), compute);
    RunSpec spec;
    for (std::size_t i = 0; i < wanted.at("ids").size(); ++i)
        spec.input.ids.push_back(static_cast<std::int32_t>(wanted.at("ids")[i].asInt()));
    const TracePtr trace = model->run(spec, {.values = true});

    HeadComparer comparer(compute);
    comparer.add(ComparedRun{trace, {}});
    const HeadDistances distances = comparer.distances();
    ASSERT_EQ(distances.rows.size(), wanted.at("divergence").size());
    for (std::size_t i = 0; i < distances.rows.size(); ++i) {
        for (std::size_t j = 0; j < distances.rows.size(); ++j) {
            const auto at = [&](const char* key) { return wanted.at(key)[i][j].asDouble(); };
            const auto row = static_cast<Index>(i);
            const auto column = static_cast<Index>(j);
            EXPECT_NEAR(distances.divergence(row, column), at("divergence"), 1e-6) << i << ' ' << j;
            EXPECT_NEAR(distances.cka(row, column), at("cka"), 1e-4) << i << ' ' << j;
        }
    }

    AskedRun asked{trace, positionsIn(wanted.at("words")), {}, {}, {}};
    asked.labels.resize(asked.words.size());
    const Json questions = wanted.at("questions");
    for (std::size_t i = 0; i < questions.size(); ++i) {
        GoldQuestion question{"r", "d", static_cast<Index>(questions[i].at("word").asInt()), {}, {}};
        for (std::size_t k = 0; k < questions[i].at("answers").size(); ++k)
            question.answers.push_back(static_cast<Index>(questions[i].at("answers")[k].asInt()));
        question.received = questions[i].at("received").asBool();
        asked.questions.push_back(std::move(question));
    }
    RelationScorer scorer(*model, 1);
    scorer.add(asked);
    const RelationScore score = scorer.scores().relations.at(0);
    const std::vector<HeadId> heads = trace->headIds();
    for (const RelationHead& head : score.heads) {
        const auto place =
            static_cast<std::size_t>(std::find(heads.begin(), heads.end(), head.head) - heads.begin());
        const Json given = wanted.at("scores")[place];
        EXPECT_EQ(head.right, (Share{static_cast<Index>(given.at("right").asInt()), 12}))
            << headName(head.head);
        EXPECT_NEAR(head.weight, given.at("weight").asDouble(), 1e-5) << headName(head.head);
    }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, HeadScoresOf, ::testing::Values("bert", "gpt2"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST_F(HeadScores, RelationsOfTheExampleEqualNumpyOnTransformers) {
    const fs::path resources = data.parent_path().parent_path() / "resources";
    const Json wanted = stored("relations.json");
    const ModelPtr model = Model::load(Checkpoint::open(resources / "models/pronouns"), compute);
    const RelationScores scores =
        scoreRelations(*model, readGold(resources / "cases/dependencies.conllu").texts);
    std::size_t compared = 0;
    for (const RelationScore& relation : scores.relations) {
        if (relation.direction == "head-dependent") continue;
        const Json row = wanted.at(relation.relation);
        EXPECT_EQ(relation.count, row[0].asInt()) << relation.relation;
        const Json right = row[relation.direction == "dependent-head" ? 1 : 2];
        for (const RelationHead& head : relation.heads) {
            const auto place = static_cast<std::size_t>(head.head.layer * 4 + head.head.head);
            EXPECT_EQ(head.right.right, right[place].asInt()) << relation.relation << headName(head.head);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 2 * 16 * wanted.size());
}

TEST_F(HeadScores, AHeadIsNotFarFromItselfAndOutputsDoNotCareAboutRotation) {
    const fs::path resources = data.parent_path().parent_path() / "resources";
    const ModelPtr model = Model::load(Checkpoint::open(resources / "models/pronouns"), compute);
    HeadComparer byWords(compute);
    HeadComparer twoRuns(compute);
    for (const char* text :
         {"The dog chased the cat .", "The animal didn't cross the street because it was tired"}) {
        RunSpec spec;
        spec.input.text = text;
        ComparedRun run{model->run(spec, {.values = true}), {}};
        run.words = piecesOf(plainWords(spec.input), run.trace->tokens);
        byWords.add(run);
        twoRuns.add(run, run);
    }
    const HeadDistances once = byWords.distances();
    const HeadDistances twice = twoRuns.distances();
    EXPECT_EQ(once.texts, 2);
    EXPECT_EQ(once.rowsCompared, 6 + 10);
    EXPECT_EQ(once.divergence.diagonal().cwiseAbs().maxCoeff(), 0);
    EXPECT_LT((once.cka.diagonal().array() - 1).abs().maxCoeff(), 1e-9);
    EXPECT_LT((once.divergence - twice.divergence).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((once.cka - twice.cka).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(once.divergence.maxCoeff(), std::log(2.0));
    EXPECT_GT(once.divergence(0, 1), 0.01);
}

TEST_F(HeadScores, AConstantOutputIsLikeNothing) {
    const fs::path resources = data.parent_path().parent_path() / "resources";
    const ModelPtr model = Model::load(Checkpoint::open(resources / "models/pronouns"), compute);
    RunSpec spec;
    spec.input.text = "The animal didn't cross the street because it was tired";
    auto trace = std::make_shared<Trace>(*model->run(spec, {.values = true}));
    auto layer = std::make_shared<LayerTrace>(*trace->layers[1]);
    // As where W_V of head 1.0 is 0 and its b_V is not.
    for (Index column = 0; column < layer->headDim; ++column)
        layer->v.col(column).setConstant(std::sin(static_cast<float>(column) + 1));
    trace->layers[1] = layer;
    HeadComparer comparer(compute);
    comparer.add(ComparedRun{trace, {}});
    const HeadDistances distances = comparer.distances();
    const Index constant = 4;
    for (Index head = 0; head < 16; ++head) {
        EXPECT_TRUE(std::isnan(distances.cka(constant, head))) << head;
        if (head == constant) continue;
        EXPECT_NEAR(distances.cka(head, head), 1, 1e-9) << head;
    }
}

}  // namespace
}  // namespace headscope::core
