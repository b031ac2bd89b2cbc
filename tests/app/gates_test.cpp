// SPDX-License-Identifier: GPL-3.0-or-later
// --gate on the commands that run, and what files say about it, by running the built program.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";
const std::string sentence = "The animal didn't cross the street because it was too tired";

std::vector<std::string> metrics(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"metrics", example, "--text", sentence};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(Gate, ChangesWhatLaterLayersDoAndStandsInTheFile) {
    const ProgramResult plain = runProgram(metrics({"--format", "json"}));
    const ProgramResult gated =
        runProgram(metrics({"--gate", "1.0=0", "--gate", "2.1=0.5", "--format", "json"}));
    ASSERT_EQ(gated.exitCode, 0) << gated.err;
    const Json before = Json::parse(plain.out, "plain");
    const Json after = Json::parse(gated.out, "gated");
    EXPECT_FALSE(before.at("headscope").at("settings").find("gate"));
    EXPECT_EQ(after.at("headscope").at("settings").at("gate").asString(), "1.0=0,2.1=0.5");
    const Json headsBefore = before.at("heads");
    const Json headsAfter = after.at("heads");
    ASSERT_EQ(headsAfter.size(), headsBefore.size());
    for (std::size_t i = 0; i < headsAfter.size(); ++i) {
        const double change =
            headsAfter[i].at("entropy").asDouble() - headsBefore[i].at("entropy").asDouble();
        // The head's own pattern is made before its gate; what reads its output comes after.
        EXPECT_EQ(change == 0, headsAfter[i].at("layer").asInt() <= 1) << i;
    }
}

TEST(Gate, WithCommasIsTheSame) {
    const std::string twice = runProgram(metrics({"--gate", "1.0=0", "--gate", "2.1=0.5"})).out;
    EXPECT_EQ(runProgram(metrics({"--gate", "1.0=0,2.1=0.5"})).out, twice);
    EXPECT_NE(runProgram(metrics({"--gate", "1.0=0"})).out, twice);
}

TEST(Gate, OfOneChangesNothing) {
    for (const char* view : {"--gate=1.0=1", "--gate=0.0=1,3.3=1"})
        EXPECT_EQ(runProgram(metrics({view})).out, runProgram(metrics({})).out);
}

TEST(Gate, NumbersOfAGatedRunVerify) {
    const TemporaryFolder folder;
    const std::string model = modelFixture("bert");
    const ProgramResult written = runProgram({"attention", model, "--ids", "9,11,13,15,17", "--gate",
                                              "0.1=0,1.2=2", "--with", "hidden,logits", "--out", "gated.npz"},
                                             folder.path());
    ASSERT_EQ(written.exitCode, 0) << written.err;
    const std::string place = folder.path() / "gated.npz";
    const ProgramResult verified = runProgram({"verify", model, "--against", place});
    EXPECT_EQ(verified.exitCode, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("hidden_3"), std::string::npos) << verified.out;
}

TEST(Gate, IsInThePicture) {
    const TemporaryFolder folder;
    const ProgramResult drawn =
        runProgram({"picture", example, "--text", sentence, "--view", "heatmap", "--layer", "2", "--head",
                    "0", "--gate", "1.0=0.5", "--out", "head.svg"},
                   folder.path());
    ASSERT_EQ(drawn.exitCode, 0) << drawn.err;
    EXPECT_NE(contentOf(folder.path() / "head.svg").find("gates 1.0=0.5"), std::string::npos);
}

TEST(Gate, MistakesAreOneSentence) {
    EXPECT_EQ(expectRefusal(2, metrics({"--gate", "4"})),
              "--gate: \"4\" is no head with its gate; write layer.head=gate as in 4.11=0.\n");
    EXPECT_EQ(expectRefusal(2, metrics({"--gate", "1.0=none"})),
              "--gate: \"1.0=none\" is no head with its gate; write layer.head=gate as in 4.11=0.\n");
    EXPECT_EQ(expectRefusal(2, metrics({"--gate", "1.0=3"})),
              "The gate of head 1.0 is 3, but a gate lies between 0, which removes the head, and 2.\n");
    EXPECT_EQ(expectRefusal(2, metrics({"--gate", "1.0=0,1.0=1"})), "Head 1.0 has two gates. Give it one.\n");
    EXPECT_EQ(expectRefusal(2, metrics({"--gate", "9.0=0"})),
              "There is no head 9.0: the model has the layers 0 to 3.\n");
    expectRefusal(2, metrics({"--gate"}));
    expectRefusal(2, {"tokens", example, "--text", sentence, "--gate", "1.0=0"});
}

}  // namespace
}  // namespace headscope::test
