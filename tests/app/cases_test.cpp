// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

namespace fs = std::filesystem;

const fs::path shipped =
    fs::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models/pronouns";

/// A copy of the example in which the queries of some heads are zero, so that they look at everything alike.
void copyWithoutHeads(const fs::path& folder, const std::vector<std::pair<int, int>>& heads) {
    fs::copy(shipped, folder);
    std::string file = contentOf(folder / "model.safetensors");
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    const core::Json header = core::Json::parse(std::string_view(file).substr(8, length), "header");
    for (const auto& [layer, head] : heads) {
        for (const char* part : {"weight", "bias"}) {
            const core::Json tensor =
                header.at("bert.encoder.layer." + std::to_string(layer) + ".attention.self.query." + part);
            const auto begin = static_cast<std::size_t>(tensor.at("data_offsets")[0].asInt());
            const auto end = static_cast<std::size_t>(tensor.at("data_offsets")[1].asInt());
            const std::size_t each = (end - begin) / 4;  // heads
            std::memset(file.data() + 8 + length + begin + each * static_cast<std::size_t>(head), 0, each);
        }
    }
    std::ofstream(folder / "model.safetensors", std::ios::binary) << file;
}

TEST(CheckCommand, PassesForTheExampleAndWritesJunit) {
    const TemporaryFolder folder;
    const std::string junit = (folder.path() / "results.xml").string();
    const ProgramResult result = runProgram({"check", "example:pronouns", "--junit", junit});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("cases passed  6"), std::string::npos) << result.out;
    const std::string xml = contentOf(junit);
    EXPECT_NE(xml.find("<testsuite name=\"pronouns\" tests=\"6\" failures=\"0\">"), std::string::npos) << xml;
}

TEST(CheckCommand, FailsWhereTheHeadsAreGoneAndNamesThem) {
    const TemporaryFolder folder;
    copyWithoutHeads(folder.path() / "model", {{2, 0}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 3}, {1, 1}});
    const ProgramResult result = runProgram(
        {"check", "example:pronouns", "--model", (folder.path() / "model").string(), "--format", "json"});
    EXPECT_EQ(result.exitCode, 1) << result.out << result.err;
    const core::Json cases = core::Json::parse(result.out, "output").at("cases");
    ASSERT_EQ(cases.size(), 6U);
    const core::Json tired = cases[0];
    EXPECT_EQ(tired.at("name").asString(), "it is the animal that was tired");
    EXPECT_FALSE(tired.at("passed").asBool());
    EXPECT_LT(tired.at("value").asDouble(), 0.9);
    EXPECT_EQ(tired.at("limit").asDouble(), 0.9);
    EXPECT_GE(tired.at("layer").asInt(), 0);
    EXPECT_GE(tired.at("head").asInt(), 0);
}

TEST(CheckCommand, SaysWhatIsMissing) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "c.json").string();
    std::ofstream(file) << R"({"cases": [{"name": "a", "text": "the dog", "entropy": [0, 1]}]})";
    EXPECT_EQ(runProgram({"check", file}).err,
              file + ": it names no \"model\"; add one, or say which with --model.\n");
    EXPECT_EQ(runProgram({"check", "example:nope"}).err,
              "example:nope: there are no such cases built in; there are "
              "pronouns, pronouns-pairs, pronouns-zh, pronouns-zh-pairs.\n");
    EXPECT_EQ(runProgram({"check", "example:nope"}).exitCode, 2);
}

TEST(CheckCommand, NeverWritesOverWhatItReads) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "c.json").string();
    const std::string cases =
        R"({"model": "example:pronouns", "cases": [{"name": "a", "text": "the dog", "entropy": [0, 9]}]})";
    std::ofstream(file) << cases;
    const std::string refusal = file + ": it is read, so it cannot be written too.\n";
    EXPECT_EQ(runProgram({"check", file, "--out", file}).err, refusal);
    EXPECT_EQ(runProgram({"check", file, "--junit", file}).err, refusal);
    EXPECT_EQ(runProgram({"find", "example:pronouns", "--cases", file, "--out", file}).err, refusal);
    const std::string both = (folder.path() / "out.json").string();
    EXPECT_EQ(runProgram({"check", file, "--out", both, "--junit", both}).exitCode, 2);
    EXPECT_EQ(contentOf(file), cases);
    EXPECT_EQ(runProgram({"check", file, "--out", both}).exitCode, 0);
}

TEST(FindCommand, RanksHeadsBesideBaselines) {
    const ProgramResult result =
        runProgram({"find", "example:pronouns", "--cases", "example:pronouns-pairs", "--format", "json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const core::Json json = core::Json::parse(result.out, "output");
    EXPECT_EQ(json.at("heads").size(), 16U);
    EXPECT_EQ(json.at("heads")[0].at("groups").asDouble(), 1.0);
    EXPECT_EQ(json.at("info").at("groups").asInt(), 568);
    EXPECT_EQ(json.at("baselines")[0].at("name").asString(), "model");
    const std::string text =
        runProgram({"find", "example:pronouns", "--cases", "example:pronouns-pairs", "--top", "1"}).out;
    EXPECT_NE(text.find("nearest"), std::string::npos) << "baselines belong beside the heads: " << text;
}

TEST(FindCommand, AsksAboutOneText) {
    const ProgramResult result = runProgram(
        {"find", "example:pronouns", "--text", "The animal didn't cross the street because it was too wide",
         "--from", "it", "--to", "street", "--not", "animal", "--format", "csv", "--top", "1"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("layer,head,kind,weight,largest,preferred,groups\r\n")) << result.out;
    EXPECT_EQ(runProgram({"find", "example:pronouns", "--text", "the dog"}).err,
              "find: give the words of the link with --from and --to, or a file with --cases or --gold.\n");
    EXPECT_EQ(
        runProgram({"find", "example:pronouns", "--cases", "example:pronouns", "--from", "it"}).exitCode, 2);
    EXPECT_EQ(runProgram({"find", "example:pronouns", "--cases", "example:pronouns", "--literal-specials"})
                  .exitCode,
              2);
    EXPECT_EQ(runProgram({"find", "example:pronouns", "--text", "the dog", "--truncate"}).exitCode, 2);
}

}  // namespace
}  // namespace headscope::test
