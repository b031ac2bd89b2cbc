// SPDX-License-Identifier: GPL-3.0-or-later
// A state dict without config.json: the remedy that is named, and what it does (README's example).
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

class DescribeCommand : public ::testing::Test {
protected:
    /// What README's script leaves behind.
    DescribeCommand() {
        const std::filesystem::path made =
            std::filesystem::path(HEADSCOPE_TEST_DATA) / "described" / "own_attention";
        for (const char* name : {"model.pt", "x.npy"})
            folder.write(std::filesystem::path("mine") / name, contentOf(made / name));
    }

    TemporaryFolder folder;
};

TEST_F(DescribeCommand, IsTheRemedyThatOtherCommandsName) {
    const std::string sentence = expectRefusal(2, {"info", "mine"}, folder.path());
    EXPECT_NE(sentence.find("1 layer of attention, 24 wide"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("headscope describe mine --heads N"), std::string::npos) << sentence;
}

TEST_F(DescribeCommand, OpensTheExampleOfReadme) {
    const ProgramResult described = runShell("headscope describe mine --heads 4", folder.path());
    EXPECT_EQ(described.exitCode, 0) << described.err;
    EXPECT_NE(described.out.find("W_Q.weight"), std::string::npos) << described.out;
    const ProgramResult info = runShell("headscope info mine --format json", folder.path());
    EXPECT_EQ(info.exitCode, 0) << info.err;
    const core::Json facts = core::Json::parse(info.out, "output").at("info");
    EXPECT_EQ(facts.at("heads").asInt(), 4);
    EXPECT_EQ(facts.at("head_dim").asInt(), 6);
    EXPECT_EQ(facts.at("family").asString(), "described");
    const ProgramResult run =
        runShell("headscope attention mine --vectors mine/x.npy --out weights.npz", folder.path());
    EXPECT_EQ(run.exitCode, 0) << run.err;
    // What was written is a reference that the model agrees with: it holds the vectors, too.
    const ProgramResult verified =
        runShell("headscope verify mine --against weights.npz --format json", folder.path());
    EXPECT_EQ(verified.exitCode, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("attention_self_0"), std::string::npos) << verified.out;
}

TEST_F(DescribeCommand, NeverWritesOverADescription) {
    folder.write("mine/headscope.json", R"({"heads": 2})");
    const std::string sentence = expectRefusal(2, {"describe", "mine", "--heads", "4"}, folder.path());
    EXPECT_NE(sentence.find("headscope.json"), std::string::npos) << sentence;
    EXPECT_EQ(contentOf(folder.path() / "mine" / "headscope.json"), R"({"heads": 2})");
    const ProgramResult other = runShell("headscope describe mine --heads 4 --out other.json", folder.path());
    EXPECT_EQ(other.exitCode, 0) << other.err;
    EXPECT_NE(contentOf(folder.path() / "other.json").find("\"heads\": 4"), std::string::npos);
}

TEST_F(DescribeCommand, SaysWhenItDoesNotKnowTheTensors) {
    const std::string models = std::string(HEADSCOPE_TEST_DATA) + "/models/";
    const std::string gptNeox = models + "gpt_neox";
    EXPECT_EQ(expectRefusal(2, {"describe", gptNeox, "--heads", "4"}),
              gptNeox +
                  ": its tensors have no attention that is known by names and shapes; write headscope.json "
                  "by hand, or open it by its config.json.\n");
}

TEST_F(DescribeCommand, RefusesWhatCannotBe) {
    expectRefusal(2, {"describe", "mine"}, folder.path());
    EXPECT_NE(expectRefusal(2, {"describe", "mine", "--heads", "5"}, folder.path()).find("heads is 5"),
              std::string::npos);
    EXPECT_EQ(folder.names().size(), 1u);
    ASSERT_EQ(runShell("headscope describe mine --heads 4", folder.path()).exitCode, 0);
    EXPECT_NE(expectRefusal(2, {"attention", "mine", "--text", "a"}, folder.path()).find("24 numbers"),
              std::string::npos);
    expectRefusal(2, {"attention", "mine", "--ids", "1", "--vectors", "mine/x.npy"}, folder.path());
    expectRefusal(2, {"attention", "mine", "--vectors", "mine/none.npy"}, folder.path());
    expectRefusal(2, {"attention", "mine", "--vectors", "mine/model.pt"}, folder.path());
    expectRefusal(2, {"attention", "example:pronouns", "--vectors", "mine/x.npy"}, folder.path());
}

}  // namespace
}  // namespace headscope::test
