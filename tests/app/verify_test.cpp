// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

const std::string example = "example:pronouns";

TEST(VerifyCommand, PassesForTheExample) {
    const ProgramResult result = runProgram({"verify", example});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    for (const char* check : {"tensors", "finite_weights", "row_sums", "rerun", "one_thread"})
        EXPECT_NE(result.out.find(check), std::string::npos) << check;
}

TEST(VerifyCommand, ComparesWithReferenceValues) {
    const ProgramResult result =
        runProgram({"verify", modelFixture("bert"), "--against", modelFixture("bert"), "--format", "json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const core::Json json = core::Json::parse(result.out, "output");
    EXPECT_EQ(json.at("info").at("failed").asInt(), 0);
    EXPECT_GT(json.at("checks").size(), 10u);
}

TEST(VerifyCommand, ReadsWhichTokensWereGlobal) {
    const std::string model = modelFixture("longformer_chosen");
    const ProgramResult reference = runProgram({"verify", model, "--against", model});
    EXPECT_EQ(reference.exitCode, 0) << reference.out << reference.err;

    const TemporaryFolder folder;
    const std::string file = (folder.path() / "own.npz").string();
    const ProgramResult written = runProgram({"attention", model, "--ids", "0,9,8,7,6,5,9,8,7,2", "--global",
                                              "1,6", "--with", "q,k,v,hidden", "--out", file});
    ASSERT_EQ(written.exitCode, 0) << written.err;
    const ProgramResult own = runProgram({"verify", model, "--against", file});
    EXPECT_EQ(own.exitCode, 0) << own.out << own.err;
    EXPECT_NE(own.out.find("attention_self_1"), std::string::npos) << own.out;
}

TEST(VerifyCommand, AnswersOneWhenACheckFails) {
    // The reference values are those of another model of the same shape.
    const ProgramResult result =
        runProgram({"verify", modelFixture("bert"), "--against", modelFixture("bert_legacy")});
    EXPECT_EQ(result.exitCode, 1) << result.out << result.err;
    EXPECT_NE(result.out.find("no"), std::string::npos);
    EXPECT_EQ(result.err, "");
}

TEST(VerifyCommand, DoesNotCutATextThatIsTooLong) {
    const ProgramResult result = runProgram({"verify", example, "--text", "the cat slept", "--truncate"});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.err.find("--truncate: verify has no such option"), 0U) << result.err;
}

TEST(VerifyCommand, RefusesFoldersWithoutReferenceValues) {
    const TemporaryFolder folder;
    const ProgramResult result = runProgram({"verify", example, "--against", folder.path().string()});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("no reference values"), std::string::npos);
}

}  // namespace
}  // namespace headscope::test
