// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` on the built-in example, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";
const std::string tired = "The animal didn't cross the street because it was too tired";
const std::string wide = "The animal didn't cross the street because it was too wide";

std::vector<std::string> compare(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"compare", example};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

Json jsonOf(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramResult result = runProgram(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return Json::parse(result.out, "standard output");
}

/// The weight of a link in one run, as `links` has it.
double weightOf(const std::string& text, const std::string& to) {
    const Json links =
        jsonOf({"links", example, "--text", text, "--from", "it", "--to", to, "--layer", "2", "--head", "3"});
    return links.at("links")[0].at("weight").asDouble();
}

TEST(Compare, TwoTextsNameTheHeadThatTheExampleIsAbout) {
    const Json all = jsonOf(compare({"--text", tired, "--text", wide}));
    const Json heads = all.at("heads");
    ASSERT_EQ(heads.size(), 16U);
    const Json first = heads[0];
    EXPECT_EQ(first.at("layer").asInt(), 2);
    EXPECT_EQ(first.at("head").asInt(), 3);
    EXPECT_EQ(first.at("query").asString(), "it");
    const std::string key(first.at("key").asString());
    EXPECT_TRUE(key == "animal" || key == "street") << key;
    EXPECT_NEAR(first.at("weight_a").asDouble(), weightOf(tired, key), 1e-5);
    EXPECT_NEAR(first.at("weight_b").asDouble(), weightOf(wide, key), 1e-5);
    EXPECT_EQ(first.at("difference").asDouble() < 0, key == "animal");
    for (std::size_t i = 1; i < heads.size(); ++i)
        EXPECT_GE(std::abs(heads[i - 1].at("difference").asDouble()),
                  std::abs(heads[i].at("difference").asDouble()));
    const Json byDistance =
        jsonOf(compare({"--text", tired, "--text", wide, "--sort", "distance"})).at("heads");
    for (std::size_t i = 1; i < byDistance.size(); ++i)
        EXPECT_GE(byDistance[i - 1].at("js_distance").asDouble(), byDistance[i].at("js_distance").asDouble());
    EXPECT_EQ(all.at("headscope").at("settings").at("a_text").asString(), tired);
    EXPECT_EQ(all.at("headscope").at("settings").at("text").asString(), wide);
    std::size_t alone = 0;
    const Json alignment = all.at("alignment");
    for (std::size_t i = 0; i < alignment.size(); ++i)
        alone += alignment[i].at("position").isNull() || alignment[i].at("position_a").isNull() ? 1 : 0;
    EXPECT_EQ(alone, 2U) << "tired and wide";
}

TEST(Compare, AGateChangesOnlyWhatComesAfterIt) {
    const Json heads =
        jsonOf(compare({"--text", tired, "--gate", "1.0=0", "--measure", "entropy"})).at("heads");
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const bool later = heads[i].at("layer").asInt() > 1;
        EXPECT_EQ(heads[i].at("js_distance").asDouble() > 0, later) << i;
        EXPECT_EQ(heads[i].at("query").isNull(), !later) << i;
        EXPECT_EQ(heads[i].at("entropy_delta").asDouble() != 0, later) << i;
    }
    EXPECT_FALSE(heads[0].find("max_delta"));
}

TEST(Compare, MeasuresAreThoseOfMetrics) {
    const std::vector<std::string> names = {"output_norm",     "output_share", "sink_value", "sink_norm",
                                            "sink_first_norm", "no_effect",    "entropy"};
    std::vector<std::string> measures;
    for (const std::string& name : names) measures.insert(measures.end(), {"--measure", name});
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), measures.begin(), measures.end());
        return jsonOf(std::move(arguments)).at("heads");
    };
    const auto metricsOf = [&](const std::string& text) {
        return with({"metrics", example, "--text", text});
    };
    const Json a = metricsOf(tired);
    const Json b = metricsOf(wide);
    const Json both = with(compare({"--text", tired, "--text", wide}));
    ASSERT_EQ(both.size(), 16U);
    for (std::size_t i = 0; i < both.size(); ++i) {
        const auto head =
            static_cast<std::size_t>(both[i].at("layer").asInt() * 4 + both[i].at("head").asInt());
        for (const std::string& name : names) {
            EXPECT_NEAR(both[i].at(name + "_a").asDouble(), a[head].at(name).asDouble(), 1e-6) << name;
            EXPECT_NEAR(both[i].at(name + "_b").asDouble(), b[head].at(name).asDouble(), 1e-6) << name;
        }
    }
}

TEST(Compare, AModelWithItselfIsTheSame) {
    const Json heads = jsonOf({"compare", example, example, "--text", tired}).at("heads");
    for (std::size_t i = 0; i < heads.size(); ++i) EXPECT_EQ(heads[i].at("js_distance").asDouble(), 0);
}

TEST(Compare, PeopleSeeTheMostChangedFirst) {
    const ProgramResult result = runProgram(compare({"--text", tired, "--text", wide, "--top", "3"}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("entropy_delta"), std::string::npos);
    EXPECT_EQ(result.out.find("entropy_a"), std::string::npos);
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4) << result.out;
}

TEST(Compare, DrawsTheDifference) {
    const TemporaryFolder folder;
    for (const char* view : {"heatmap", "grid", "flow", "arcs", "layers", "scatter", "distance", "entropy"}) {
        const std::string file = std::string(view) + ".svg";
        const ProgramResult result = runProgram(
            compare({"--text", tired, "--text", wide, "--view", view, "--out", file}), folder.path());
        ASSERT_EQ(result.exitCode, 0) << result.err;
        const std::string svg = contentOf(folder.path() / file);
        EXPECT_NE(svg.find("B − A"), std::string::npos) << view;
        EXPECT_NE(svg.find("too wide"), std::string::npos) << view;
        EXPECT_NE(svg.find("too tired"), std::string::npos) << view;
    }
    const ProgramResult picture =
        runProgram(compare({"--text", tired, "--text", wide, "--out", "d.png"}), folder.path());
    EXPECT_NE(picture.err.find("2.3"), std::string::npos) << picture.err;
    EXPECT_TRUE(contentOf(folder.path() / "d.png").starts_with("\x89PNG"));
}

TEST(Compare, DrawsABesideB) {
    const TemporaryFolder folder;
    for (const char* view : {"heatmap", "flow", "arcs"}) {
        const std::string file = std::string(view) + ".svg";
        const ProgramResult result =
            runProgram(compare({"--text", tired, "--text", wide, "--view", view, "--beside", "--out", file}),
                       folder.path());
        ASSERT_EQ(result.exitCode, 0) << result.err;
        const std::string svg = contentOf(folder.path() / file);
        EXPECT_NE(svg.find("A | B"), std::string::npos) << view;
        // Both texts have a place for the words of both: once in each of the two pictures at least.
        for (const std::string word : {">tired<", ">wide<"}) {
            std::size_t count = 0;
            for (std::size_t at = svg.find(word); at != std::string::npos; at = svg.find(word, at + 1))
                ++count;
            EXPECT_GE(count, 2U) << view << word;
        }
    }
}

TEST(Compare, NamesNoHeadThatChangedMostWhereNoneDid) {
    const TemporaryFolder folder;
    // What a head of the last layer adds reaches no pattern.
    const ProgramResult result =
        runProgram(compare({"--text", tired, "--gate", "3.3=0", "--out", "same.png"}), folder.path());
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.err.find("no weight of any head differs"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find("changed most"), std::string::npos) << result.err;
}

TEST(Compare, DrawsAllHeadsOfABesideThoseOfB) {
    const TemporaryFolder folder;
    const ProgramResult result = runProgram(
        compare({"--text", tired, "--text", wide, "--view", "grid", "--beside", "--out", "grid.svg"}),
        folder.path());
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string svg = contentOf(folder.path() / "grid.svg");
    EXPECT_NE(svg.find("A | B  ·  All heads"), std::string::npos);
    EXPECT_NE(svg.find(">A<"), std::string::npos);
    EXPECT_NE(svg.find(">B<"), std::string::npos);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
    struct Mistake {
        std::vector<std::string> arguments;
        std::string sentence;
    };
    const Mistake mistakes[] = {
        {compare({"--text", tired}), "A and B would be the same"},
        {compare({"--text", tired, "--text", tired}), "A and B would be the same"},
        {compare({"--text", tired, "--text", wide, "--text", wide}), "give it once"},
        {{"compare", example, example, "--text", tired, "--text", wide}, "two models read the same text"},
        {{"compare", example, modelFixture("bert"), "--ids", "9,11,13"}, "other layers or heads"},
        {compare({"--gate", "1.0=0"}), "--text"},
        {compare({"--text", tired, "--text", wide, "--beside"}), "--out with a picture"},
        {compare({"--text", tired, "--text", wide, "--beside", "--view", "layers", "--out", "no.png"}),
         "only heatmap, flow, arcs and grid"},
        {compare({"--text", tired, "--text", wide, "--view", "grid"}), "--view"},
        {compare({"--text", tired, "--text", wide, "--layer", "1", "--out", "x.png"}), "--layer and --head"},
        {compare({"--text", tired, "--text", wide, "--out", "x.gif"}), "x.gif"},
    };
    const TemporaryFolder folder;
    for (const Mistake& mistake : mistakes) {
        const ProgramResult result = runProgram(mistake.arguments, folder.path());
        EXPECT_EQ(result.exitCode, 2) << result.out;
        EXPECT_NE(result.err.find(mistake.sentence), std::string::npos) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace headscope::test
