// SPDX-License-Identifier: GPL-3.0-or-later
// find --gold, align, heads and series.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

namespace fs = std::filesystem;

const fs::path resources = fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources";
const std::string example = "example:pronouns";
const std::string sentence = "The animal didn't cross the street because it was too tired";

std::string gold(const std::string& name) {
    return (resources / "cases" / name).string();
}

core::Json jsonOf(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramResult result = runProgram(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return core::Json::parse(result.out, "output");
}

TEST(FindGold, RanksHeadsByEachRelation) {
    const core::Json json = jsonOf({"find", example, "--gold", gold("dependencies.conllu"), "--top", "16"});
    EXPECT_EQ(json.at("info").at("format").asString(), "CoNLL-U");
    EXPECT_EQ(json.at("info").at("lost").asInt(), 6);
    const core::Json first = json.at("relations")[0];
    EXPECT_EQ(first.at("relation").asString(), "advcl");
    EXPECT_EQ(first.at("direction").asString(), "dependent-head");
    EXPECT_EQ(first.at("layer").asInt(), 3);
    EXPECT_EQ(first.at("head").asInt(), 0);
    EXPECT_EQ(first.at("accuracy").asDouble(), 1.0);
    EXPECT_NEAR(first.at("low").asDouble(), 0.4385, 5e-5) << "3 of 3";
    EXPECT_EQ(first.at("fixed_offset").asInt(), -7);
    EXPECT_EQ(json.at("relations").size() % 16, 0U);
    const ProgramResult apart = runProgram(
        {"find", example, "--gold", gold("dependencies.conllu"), "--apart", "2", "--format", "csv"});
    EXPECT_EQ(apart.exitCode, 0) << apart.err;
    EXPECT_EQ(apart.out.find("\r\namod,"), std::string::npos) << "adjectives stand next to their nouns";
    EXPECT_NE(apart.out.find("\r\ndet,"), std::string::npos);
}

TEST(FindGold, ReadsEveryFormat) {
    const auto best = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments = {"find", example, "--gold"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return jsonOf(arguments).at("relations")[0];
    };
    EXPECT_EQ(best({gold("coreference.conll")}).at("count").asInt(), 3);
    EXPECT_EQ(best({gold("schemas.txt")}).at("groups").asDouble(), 1.0);
    EXPECT_EQ(best({gold("pronouns.gap.tsv")}).at("relation").asString(), "feminine pronoun");
    EXPECT_EQ(best({example}).at("relation").asString(), "cause");
    EXPECT_EQ(best({gold("words-en.tsv"), "--text", "the dog chased the cat"}).at("relation").asString(),
              "same category");
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "texts.txt") << "a horse and a cow\n\nthe dog chased the cat\n";
    EXPECT_EQ(
        best({gold("words-en.tsv"), "--corpus", (folder.path() / "texts.txt").string()}).at("count").asInt(),
        2);
}

TEST(FindGold, GapHasTheScoreOfItsPaper) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "neither.tsv").string();
    std::ofstream(file)
        << contentOf(gold("pronouns.gap.tsv"))
        << "none\tThe man saw the woman near the river because it was wide.\tit\t45\tThe man\t0"
           "\tFALSE\tthe woman\t12\tFALSE\t-\n";
    const core::Json rows = jsonOf({"find", example, "--gold", file, "--top", "99"}).at("relations");
    bool lower = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const core::Json row = rows[i];
        const double right = row.at("accuracy").asDouble() * row.at("count").asDouble();
        // One of the file's own, and the one above, which is no "she" either.
        const double unanswered = row.at("relation").asString() == "feminine pronoun" ? 0 : 2;
        EXPECT_NEAR(row.at("f1").asDouble(), 2 * right / (2 * row.at("count").asDouble() + unanswered), 1e-9);
        lower = lower || row.at("f1").asDouble() < row.at("accuracy").asDouble();
    }
    EXPECT_TRUE(lower);
}

TEST(FindGold, RefusesWhatDoesNotFitTogether) {
    const std::string words = gold("words-en.tsv");
    expectRefusal(2, {"find", example, "--gold", words});
    EXPECT_EQ(expectRefusal(2, {"find", example, "--gold", words, "--text", "the tree"}),
              words + ": no two words of a pair of it stand in one text.\n");
    expectRefusal(2, {"find", example, "--gold", words, "--ids", "1,2"});
    expectRefusal(2, {"find", example, "--gold", gold("schemas.txt"), "--text", "the tree"});
    expectRefusal(2, {"find", example, "--gold", example, "--text", "the tree"});
    expectRefusal(2, {"find", example, "--gold", gold("schemas.txt"), "--from", "it"});
    expectRefusal(2, {"find", example, "--gold", gold("schemas.txt"), "--cases", example});
    expectRefusal(2, {"find", example, "--text", sentence, "--from", "it", "--to", "animal", "--apart", "2"});
    expectRefusal(2, {"find", example, "--gold", gold("schemas.txt"), "--apart", "99"});
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "g.csv").string();
    fs::copy(gold("schemas.txt"), file);
    EXPECT_EQ(expectRefusal(2, {"find", example, "--gold", file, "--out", file}),
              file + ": it is read, so it cannot be written too.\n");
}

TEST(AlignCommand, ScoresHeadsBesideTheDiagonal) {
    const core::Json json = jsonOf({"align", example, "--gold", gold("alignment.txt"), "--top", "1"});
    EXPECT_EQ(json.at("heads").size(), 1U);
    const core::Json best = json.at("heads")[0];
    EXPECT_EQ(best.at("rows").asString(), "own");
    EXPECT_EQ(best.at("aer").asDouble(), 0.25) << "2.0: 10 + 11 of 15 + 13";
    EXPECT_EQ(json.at("baselines")[0].at("aer").asDouble(), 1 - 12.0 / 28);
    EXPECT_EQ(json.at("info").at("sure").asInt(), 13);
}

TEST(AlignCommand, SaysWhereTheBaseIsWrong) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "links").string();
    std::ofstream(file) << "the dog ||| the dog ||| 1-1 2-2\n";
    EXPECT_EQ(expectRefusal(2, {"align", example, "--gold", file}),
              file +
                  ", line 1: its source has no word 2: it has 2, counted from 0; say --base 1 if the file "
                  "counts from 1.\n");
    EXPECT_EQ(runProgram({"align", example, "--gold", file, "--base", "1"}).exitCode, 0);
    std::ofstream(file) << "the dog ||| the dog ||| 1-1\n";
    EXPECT_EQ(runProgram({"align", example, "--gold", file}).err,
              "No link is to a first word: if " + file + " counts from 1, say --base 1.\n");
    std::ofstream(folder.path() / "texts") << "the dog\tthe dog\n";
    std::ofstream(file) << "0-0\n";
    EXPECT_EQ(runProgram({"align", example, "--gold", file, "--corpus", (folder.path() / "texts").string()})
                  .exitCode,
              0);
}

TEST(HeadsCommand, PlacesEveryHead) {
    const core::Json json = jsonOf({"heads", example, "--text", sentence, "--clusters", "3"});
    ASSERT_EQ(json.at("heads").size(), 16U);
    EXPECT_EQ(json.at("distances").size(), 120U);
    EXPECT_EQ(json.at("merges").size(), 15U);
    EXPECT_EQ(json.at("info").at("rows").asInt(), 13);
    EXPECT_GT(json.at("info").at("stress").asDouble(), 0);
    std::int64_t clusters = 0;
    for (std::size_t i = 0; i < 16; ++i)
        clusters = std::max(clusters, json.at("heads")[i].at("cluster").asInt() + 1);
    EXPECT_EQ(clusters, 3);
    for (std::size_t i = 0; i < 120; ++i) {
        const core::Json pair = json.at("distances")[i];
        const double divergence = pair.at("divergence").asDouble();
        EXPECT_LE(divergence, std::log(2.0));
        EXPECT_NEAR(pair.at("distance").asDouble(), std::sqrt(divergence), 1e-12);
    }
}

TEST(HeadsCommand, DrawsTheMap) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "map.svg").string();
    EXPECT_EQ(runProgram({"heads", example, "--text", sentence, "--out", file}).exitCode, 0);
    const std::string svg = contentOf(file);
    EXPECT_NE(svg.find("Map of heads"), std::string::npos);
    EXPECT_NE(svg.find(">3.3<"), std::string::npos);
    expectRefusal(2, {"heads", example, "--text", sentence, "--with", example, "--out", file});
}

TEST(HeadsCommand, NamesTheLineOfATextThatIsTooLong) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "texts").string();
    std::string text = "the dog\n\n";
    for (int i = 0; i < 80; ++i) text += "the dog ";
    std::ofstream(file) << text << '\n';
    const std::string refusal = expectRefusal(2, {"heads", example, "--corpus", file});
    EXPECT_TRUE(refusal.starts_with(file + ", line 3: it has 162 tokens")) << refusal;
    EXPECT_EQ(runProgram({"heads", example, "--corpus", file, "--truncate"}).exitCode, 0);
}

TEST(HeadsCommand, MatchesHeadsOfAModelToThemselves) {
    const core::Json matches =
        jsonOf({"heads", example, "--text", sentence, "--with", example}).at("matches");
    ASSERT_EQ(matches.size(), 16U);
    for (std::size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(matches[i].at("layer").asInt(), matches[i].at("layer_b").asInt());
        EXPECT_EQ(matches[i].at("head").asInt(), matches[i].at("head_b").asInt());
        EXPECT_EQ(matches[i].at("distance").asDouble(), 0);
        EXPECT_NEAR(matches[i].at("cka").asDouble(), 1, 1e-9);
    }
    expectRefusal(2, {"heads", example, "--with", example, "--ids", "1,2,3"});
    expectRefusal(2, {"heads", example, "--text", sentence, "--with", example, "--clusters", "2"});
    expectRefusal(2, {"heads", example, "--words", "--text", " "});
}

TEST(SeriesCommand, FollowsCheckpointsInTheirOrderAndNamesThoseThatDoNotOpen) {
    const TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    fs::create_directory(run);
    for (const char* name : {"checkpoint-1000", "checkpoint-20", "checkpoint-300", "checkpoint-x", "other"})
        fs::copy(resources / "models/pronouns", run / name);
    fs::resize_file(run / "checkpoint-300/model.safetensors", 1000);
    const ProgramResult result = runProgram({"series", run.string(), "--cases", example, "--format", "json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(result.err.starts_with("checkpoint-300 is left out: ")) << result.err;
    const core::Json json = core::Json::parse(result.out, "output");
    const core::Json checkpoints = json.at("checkpoints");
    ASSERT_EQ(checkpoints.size(), 3U);
    EXPECT_EQ(checkpoints[0].at("step").asInt(), 20);
    EXPECT_EQ(checkpoints[0].at("passed").asInt(), 6);
    EXPECT_EQ(checkpoints[1].at("step").asInt(), 300);
    EXPECT_TRUE(checkpoints[1].at("passed").isNull());
    EXPECT_FALSE(checkpoints[1].at("problem").asString().empty());
    EXPECT_EQ(checkpoints[2].at("step").asInt(), 1000);
    EXPECT_EQ(json.at("info").at("skipped").asInt(), 1);
    const core::Json series = json.at("series");
    EXPECT_EQ(series.size() % 2, 0U);
    EXPECT_EQ(series[0].at("what").asString(), "case");
    EXPECT_EQ(series[0].at("limit").asDouble(), 0.9);
    EXPECT_TRUE(series[0].at("passed").asBool());
    EXPECT_EQ(series[6].at("what").asString(), "measure");
    EXPECT_EQ(series[6].at("name").asString(), "entropy");
    const std::string picture = (folder.path() / "series.svg").string();
    const std::vector<std::string> draw = {"series",  run.string(), "--cases", example,
                                           "--quiet", "--out",      picture};
    EXPECT_EQ(runProgram(draw).exitCode, 0);
    std::string svg = contentOf(picture);
    for (const char* text : {"Cases over training", "Step of training (checkpoints left out: 1)", "Margin"})
        EXPECT_NE(svg.find(text), std::string::npos) << text;
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), draw.begin(), draw.end());
        return more;
    };
    EXPECT_EQ(runProgram(with({"--measure", "entropy", "--layer", "2", "--head", "3"})).exitCode, 0);
    svg = contentOf(picture);
    for (const char* text : {"Entropy over training", "Entropy (nats)", "(2.3)"})
        EXPECT_NE(svg.find(text), std::string::npos) << text;
    expectRefusal(2, with({"--measure", "entropy"}));
    expectRefusal(2, with({"--measure", "output_norm", "--layer", "2", "--head", "3"}));
    expectRefusal(2, with({"--measure", "entropy", "--layer", "2", "--head", "30"}));
    expectRefusal(2, {"series", run.string(), "--cases", example, "--measure", "entropy", "--layer", "2",
                      "--head", "3"});
    fs::resize_file(run / "checkpoint-20/model.safetensors", 1000);
    fs::resize_file(run / "checkpoint-1000/model.safetensors", 1000);
    const ProgramResult none = runProgram({"series", run.string(), "--cases", example, "--quiet"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_NE(none.err.find("none of its checkpoints opens"), std::string::npos) << none.err;
    expectRefusal(2, {"series", (folder.path() / "nowhere").string(), "--cases", example});
    expectRefusal(2, {"series", (run / "other").string(), "--cases", example});
}

}  // namespace
}  // namespace headscope::test
