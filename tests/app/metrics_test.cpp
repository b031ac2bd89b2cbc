// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `metrics`, by running the built program.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/app/program.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";

TEST(MetricOptions, ChooseMeasuresRowsAndAverages) {
    const std::vector<std::string> base = {"metrics",  example, "--text", "The animal was tired",
                                           "--layer",  "0",     "--head", "1",
                                           "--format", "json"};
    const auto heads = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = runProgram(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return Json::parse(result.out, "metrics");
    };
    const Json some = heads({"--measure", "max,entropy"});
    EXPECT_EQ(some.at("heads")[0].members().size(), 5U);
    EXPECT_EQ(some.at("measures")[0].at("metric").asString(), "max");
    EXPECT_EQ(some.at("headscope").at("settings").at("measures").asString(), "max,entropy");
    const Json row = heads({"--from", "animal", "--measure", "max"});
    EXPECT_EQ(row.at("sums")[0].at("count").asInt(), 1);
    const double mean = heads({"--measure", "max"}).at("heads")[0].at("max").asDouble();
    const double median =
        heads({"--measure", "max", "--average", "median"}).at("heads")[0].at("max").asDouble();
    EXPECT_NE(mean, median);
    const Json plain = heads({"--specials", "renormalised", "--measure", "row_sum,sink"});
    EXPECT_NEAR(plain.at("heads")[0].at("row_sum").asDouble(), 1, 1e-6);
    EXPECT_FALSE(plain.at("heads")[0].find("sink"));
    EXPECT_LT(
        heads({"--specials", "without", "--measure", "row_sum"}).at("heads")[0].at("row_sum").asDouble(),
        0.999);
    std::vector<std::string> wrong = base;
    wrong.insert(wrong.end(), {"--measure", "entropie"});
    EXPECT_NE(expectRefusal(2, wrong).find("the nearest is entropy"), std::string::npos);
}

TEST(MetricOptions, GiveEntropyInBitsAndProfilesOfOffsets) {
    const std::vector<std::string> base = {"metrics", example, "--text", "The animal was tired",
                                           "--layer", "2"};
    const auto table = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"--format", "json"});
        return Json::parse(runProgram(arguments).out, "metrics");
    };
    const double nats = table({}).at("heads")[0].at("entropy").asDouble();
    const Json bits = table({"--bits"}).at("heads")[0];
    EXPECT_NEAR(bits.at("entropy_bits").asDouble(), nats * 1.4426950408889634, 1e-9);
    EXPECT_FALSE(bits.find("entropy"));
    const Json definitions = table({"--bits"}).at("measures");
    for (std::size_t i = 0; i < definitions.size(); ++i)
        EXPECT_NE(definitions[i].at("unit").asString(), "nats") << definitions[i].at("metric").asString();
    EXPECT_EQ(definitions[0].at("metric").asString(), "entropy_bits");
    const Json heads = table({}).at("heads");
    const Json offsets = table({"--offsets", "1"}).at("offsets");
    ASSERT_EQ(offsets.size(), 3 * heads.size());
    const char* same[] = {"previous", "same", "next"};
    for (std::size_t i = 0; i < offsets.size(); ++i)
        EXPECT_NEAR(offsets[i].at("weight").asDouble(), heads[i / 3].at(same[i % 3]).asDouble(), 1e-9);
    std::vector<std::string> both = base;
    both.insert(both.end(), {"--offsets", "1", "--measure", "max"});
    expectRefusal(2, both);
}

TEST(MetricOptions, NameTypesWithTheirEvidence) {
    const ProgramResult result =
        runProgram({"metrics", example, "--text", "The animal was too tired to cross the street", "--types",
                    "--format", "json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json report = Json::parse(result.out, "types");
    const Json types = report.at("types");
    bool previous = false;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const Json row = types[i];
        const bool head = row.at("layer").asInt() == 1 && row.at("head").asInt() == 2;
        if (!head || row.at("type").asString() != "previous") continue;
        previous = true;
        EXPECT_LT(row.at("low").asDouble(), row.at("share").asDouble());
        EXPECT_EQ(row.at("count").asInt(), 10);
        EXPECT_NEAR(row.at("baseline").asDouble(), 1.0 / 11, 1e-9);
    }
    EXPECT_TRUE(previous);
    EXPECT_NE(expectRefusal(2, {"metrics", example, "--text", "The", "--types", "--measure", "max"})
                  .find("--types"),
              std::string::npos);
    EXPECT_NE(expectRefusal(2, {"metrics", example, "--text", "The", "--cases", "example:pronouns"})
                  .find("--types"),
              std::string::npos);
}

}  // namespace
}  // namespace headscope::test
