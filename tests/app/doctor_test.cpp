// SPDX-License-Identifier: GPL-3.0-or-later
// `doctor`, by running the built program.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/app/program.h"

namespace headscope::test {
namespace {

using core::Json;

TEST(DoctorCommand, FindsNothingInTheExample) {
    const ProgramResult text = runProgram({"doctor", "example:pronouns"});
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_NE(text.out.find("findings       0"), std::string::npos) << text.out;
    const ProgramResult json = runProgram({"doctor", "example:pronouns", "--format", "json"});
    const Json report = Json::parse(json.out, "doctor");
    EXPECT_EQ(report.at("info").at("findings").asInt(), 0);
    EXPECT_TRUE(report.at("info").at("ran").asBool());
    EXPECT_EQ(report.at("findings").size(), 0U);
}

// Its weights are random numbers, made to show faults of programs rather than to be good ones.
TEST(DoctorCommand, TellsEvidenceCauseAndRemedy) {
    const std::string model = std::string(HEADSCOPE_TEST_DATA) + "/models/bert";
    const ProgramResult json =
        runProgram({"doctor", model, "--ids", "9,10,11,12,13,14,15", "--format", "json"});
    ASSERT_EQ(json.exitCode, 0) << json.err;
    const Json report = Json::parse(json.out, "doctor");
    int untrained = 0;
    for (std::size_t i = 0; i < report.at("findings").size(); ++i) {
        const Json finding = report.at("findings")[i];
        untrained += finding.at("finding").asString() == "untrained" ? 1 : 0;
        EXPECT_FALSE(finding.at("evidence").asString().empty());
    }
    EXPECT_EQ(untrained, 3) << "every layer";
    for (const char* column : {"name", "sureness", "cause", "remedy"})
        EXPECT_FALSE(report.at("advice")[0].at(column).asString().empty()) << column;
    const ProgramResult text = runProgram({"doctor", model, "--ids", "9,10,11,12,13,14,15"});
    EXPECT_NE(text.out.find("untrained"), std::string::npos);
    EXPECT_NE(text.out.find("remedy"), std::string::npos);
}

TEST(DoctorCommand, RefusesWhatItCannotExamine) {
    const std::string vectors = std::string(HEADSCOPE_TEST_DATA) + "/described/encoder_post";
    EXPECT_NE(expectRefusal(2, {"doctor", vectors}).find("vectors"), std::string::npos);
    EXPECT_EQ(runProgram({"doctor", "nowhere"}).exitCode, 2);
    std::string tooLong;
    for (int i = 0; i < 100; ++i) tooLong += "dog ";
    const std::string sentence = expectRefusal(2, {"doctor", "example:pronouns", "--text", tooLong});
    EXPECT_NE(sentence.find("102"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("64"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace headscope::test
