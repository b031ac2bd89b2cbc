// SPDX-License-Identifier: GPL-3.0-or-later
// `links` and `metrics` on the built-in example, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/json.h"
#include "tests/app/program.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";
const std::string tired = "The animal didn't cross the street because it was too tired";
const std::string wide = "The animal didn't cross the street because it was too wide";

Json jsonOf(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramResult result = runProgram(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return Json::parse(result.out, "standard output");
}

std::vector<Json> linksOf(const std::vector<std::string>& arguments) {
    const Json links = jsonOf(arguments).at("links");
    std::vector<Json> rows;
    for (std::size_t i = 0; i < links.size(); ++i) rows.push_back(links[i]);
    return rows;
}

std::string headOf(const Json& link) {
    return std::to_string(link.at("layer").asInt()) + '.' + std::to_string(link.at("head").asInt());
}

std::map<std::string, std::string> strongestKeyByHead(const std::string& text) {
    std::map<std::string, std::string> keys;
    for (const Json& link : linksOf({"links", example, "--text", text, "--from", "it"})) {
        keys[headOf(link)] = std::string(link.at("key").asString());
    }
    return keys;
}

TEST(Links, TheSameHeadLooksAtAnimalWhenTiredAndAtStreetWhenWide) {
    const auto whenTired = strongestKeyByHead(tired);
    const auto whenWide = strongestKeyByHead(wide);
    EXPECT_TRUE(std::any_of(whenTired.begin(), whenTired.end(), [&](const auto& head) {
        return head.second == "animal" && whenWide.at(head.first) == "street";
    }));
}

TEST(Links, TheFirstLineShowsTheLink) {
    const ProgramResult result = runProgram({"links", example, "--text", tired, "--from", "it"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::size_t first = result.out.find('\n') + 1;
    const std::string line = result.out.substr(first, result.out.find('\n', first) - first);
    EXPECT_NE(line.find("it"), std::string::npos) << result.out;
    EXPECT_NE(line.find("animal"), std::string::npos) << result.out;
}

TEST(Links, TopListsTheStrongestKeysOfEachHeadInOrder) {
    const std::vector<Json> one = linksOf({"links", example, "--text", tired, "--from", "it"});
    const std::vector<Json> three =
        linksOf({"links", example, "--text", tired, "--from", "it", "--top", "3"});
    ASSERT_EQ(three.size(), 3 * one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].text(), three[3 * i].text());
        for (std::size_t rank = 1; rank <= 3; ++rank) {
            const Json& link = three[3 * i + rank - 1];
            EXPECT_EQ(link.at("rank").asInt(), static_cast<std::int64_t>(rank));
            EXPECT_EQ(headOf(link), headOf(one[i]));
            EXPECT_LE(link.at("weight").asDouble(), three[3 * i].at("weight").asDouble());
        }
    }
}

TEST(Links, WithoutAWordEveryTokenOfEveryHeadHasARow) {
    const Json json = jsonOf({"links", example, "--text", tired, "--layer", "1"});
    const Json links = json.at("links");
    const std::size_t tokens = json.at("tokens").size();
    EXPECT_EQ(links.size() % tokens, 0U);
    for (std::size_t i = 0; i < links.size(); ++i) {
        EXPECT_EQ(links[i].at("layer").asInt(), 1);
        EXPECT_EQ(links[i].at("query_position").asInt(), static_cast<std::int64_t>(i % tokens));
    }
}

TEST(Links, FromAndToRankTheHeadsByThatLink) {
    const std::vector<Json> all =
        linksOf({"links", example, "--text", tired, "--from", "it", "--to", "animal"});
    std::set<std::string> heads;
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].at("query").asString(), "it");
        EXPECT_EQ(all[i].at("key").asString(), "animal");
        heads.insert(headOf(all[i]));
        if (i > 0) {
            EXPECT_GE(all[i - 1].at("weight").asDouble(), all[i].at("weight").asDouble());
        }
    }
    EXPECT_EQ(heads.size(), all.size());
    EXPECT_EQ(all.front().at("rank").asInt(), 1);
    const std::vector<Json> two =
        linksOf({"links", example, "--text", tired, "--from", "it", "--to", "animal", "--top", "2"});
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[1].text(), all[1].text());
}

TEST(Links, ToAloneFindsWhoLooksAtTheWord) {
    for (const Json& link : linksOf({"links", example, "--text", tired, "--to", "animal"})) {
        EXPECT_EQ(link.at("key").asString(), "animal");
        EXPECT_GE(link.at("rank").asInt(), 1);
    }
}

TEST(Links, WordsMergePieces) {
    for (const std::vector<std::string>& more : {std::vector<std::string>{},
                                                 {"--from", "it"},
                                                 {"--to", "animal"},
                                                 {"--from", "it", "--to", "animal"}}) {
        std::vector<std::string> arguments = {"links", example, "--text", tired, "--words"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const std::vector<Json> links = linksOf(arguments);
        ASSERT_FALSE(links.empty());
        for (const Json& link : links) EXPECT_LE(link.at("weight").asDouble(), 1.00001);
    }
}

TEST(Links, AWordThatStandsTwiceListsItsPlaces) {
    const std::string sentence = expectRefusal(2, {"links", example, "--text", tired, "--from", "the"});
    EXPECT_NE(sentence.find("the#1 (@1), the#2 (@"), std::string::npos) << sentence;
    const std::vector<Json> second = linksOf({"links", example, "--text", tired, "--from", "the#2"});
    const std::string position = '@' + std::to_string(second.front().at("query_position").asInt());
    EXPECT_NE(sentence.find("the#2 (" + position + ")"), std::string::npos) << sentence;
    EXPECT_EQ(linksOf({"links", example, "--text", tired, "--from", position}).front().text(),
              second.front().text());
}

TEST(Links, AWordThatIsNotThereListsTheWords) {
    const std::string sentence = expectRefusal(2, {"links", example, "--text", tired, "--from", "zebra"});
    EXPECT_NE(sentence.find("zebra"), std::string::npos);
    EXPECT_NE(sentence.find("animal"), std::string::npos);
    expectRefusal(2, {"links", example, "--text", tired, "--from", "it", "--to", "it#7"});
    expectRefusal(2, {"links", example, "--text", tired, "--from", "@99"});
}

TEST(Links, HeadsThatAreNotThereAreNamed) {
    const std::string layer = expectRefusal(2, {"links", example, "--text", tired, "--layer", "99"});
    EXPECT_EQ(layer.find("There is no head 99.0: the model has the layers 0 to "), 0U) << layer;
    const std::string head =
        expectRefusal(2, {"links", example, "--text", tired, "--layer", "0", "--head", "99"});
    EXPECT_EQ(head.find("There is no head 0.99: layer 0 has the heads 0 to "), 0U) << head;
    expectRefusal(2, {"links", example, "--text", tired, "--layer", "-1"});
    expectRefusal(2, {"links", example, "--text", tired, "--kind", "cross"});
}

TEST(Links, TheNumberOfThreadsDoesNotMatter) {
    const std::vector<std::string> arguments = {"links", example, "--text", tired, "--format", "csv"};
    std::vector<std::string> one = arguments;
    one.insert(one.end(), {"--threads", "1"});
    std::vector<std::string> five = arguments;
    five.insert(five.end(), {"--threads", "5"});
    EXPECT_EQ(runProgram(one).out, runProgram(five).out);
}

}  // namespace
}  // namespace headscope::test
