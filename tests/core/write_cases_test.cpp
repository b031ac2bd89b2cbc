// SPDX-License-Identifier: GPL-3.0-or-later
// Cases that are made of what is shown.
#include "core/analysis/write_cases.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/analysis/check_cases.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

const std::filesystem::path example =
    std::filesystem::path(HEADSCOPE_TEST_DATA).parent_path().parent_path() / "resources/models/pronouns";

class MadeCases : public ::testing::Test {
protected:
    Executor executor{2};
    ModelPtr model = Model::load(Checkpoint::open(example), {executor, bestKernels()});
    TracePtr trace = run("The animal didn't cross the street because it was too tired");
    test::TemporaryFolder folder;

    TracePtr run(const std::string& text) const {
        RunSpec spec;
        spec.input.text = text;
        return model->run(spec, {});
    }
    Case made(const char* head, std::optional<Index> query, std::optional<Index> key) const {
        return caseOf(*model, *trace, *headNamed(head), query, key);
    }
};

TEST_F(MadeCases, HoldAHeadToItsLink) {
    const Case link = made("2.3", 8, 2);
    EXPECT_EQ(link.name, "2.3: it → animal");
    EXPECT_EQ(link.from, "it");
    EXPECT_EQ(link.to, std::vector<std::string>{"animal"});
    ASSERT_TRUE(link.unchanged.has_value());
    // 0.9954 in the window.
    EXPECT_NEAR(link.unchanged->low, 0.9454, 5e-4);
    EXPECT_NEAR(link.unchanged->high, 1.0454, 5e-4);
    EXPECT_TRUE(checkCases(*model, std::vector{link}).front().passed);
}

TEST_F(MadeCases, HoldAHeadToItsEntropy) {
    const Case row = made("2.3", 8, {});
    EXPECT_EQ(row.name, "2.3: entropy of it");
    ASSERT_TRUE(row.entropy && !row.unchanged);
    EXPECT_GE(row.entropy->low, 0);
    const Case whole = made("2.3", {}, {});
    EXPECT_EQ(whole.name, "2.3: entropy");
    ASSERT_TRUE(whole.unchanged.has_value());
    EXPECT_NEAR((whole.unchanged->low + whole.unchanged->high) / 2, 0.97, 0.01) << "as the window shows it";
    for (const CaseResult& result : checkCases(*model, std::vector{row, whole})) EXPECT_TRUE(result.passed);
}

TEST_F(MadeCases, NameWordsThatStandTwiceAndTokensThatAreNoWords) {
    EXPECT_EQ(made("1.2", 5, 1).from, "the#2");
    EXPECT_EQ(made("1.2", 5, 1).to, std::vector<std::string>{"The#1"});
    EXPECT_EQ(checkCases(*model, std::vector{made("1.2", 5, 1)}).front().query, 5);
    EXPECT_EQ(checkCases(*model, std::vector{made("1.2", 5, 1)}).front().key, 1);
    EXPECT_EQ(checkCases(*model, std::vector{made("1.2", 5, 0)}).front().key, 0) << "[CLS]";
}

TEST_F(MadeCases, BeginAFileAndJoinTheOthers) {
    const auto path = folder.path() / "mine.json";
    EXPECT_EQ(addCase(path, made("2.3", 8, 2), "example:pronouns"), "2.3: it → animal");
    EXPECT_EQ(addCase(path, made("2.3", 8, 2), "example:pronouns"), "2.3: it → animal (2)");
    EXPECT_EQ(addCase(path, made("2.3", 8, {}), "example:pronouns"), "2.3: entropy of it");
    const CaseFile file = readCases(path);
    EXPECT_EQ(file.model, "example:pronouns");
    ASSERT_EQ(file.cases.size(), 3U);
    for (const CaseResult& result : checkCases(*model, file.cases))
        EXPECT_TRUE(result.passed) << result.detail;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"mine.json"}) << "no temporary file stays";
}

TEST_F(MadeCases, LeaveTheRestOfAFileAsItIs) {
    const std::string before =
        "{ \"note\": [\"]\", {\"cases\": [1]}],\n  \"cases\": [\n"
        "    {\"name\": \"a \\\" ] b\", \"text\": \"The dog slept\", \"entropy\": [0, 9]}\n  ],  \"model\": "
        "\"m\" }\n";
    const auto path = folder.write("old.json", before);
    addCase(path, made("2.3", 8, 2), "other");
    const std::string after = test::contentOf(path);
    const std::size_t added = after.find(",\n{\"name\":\"2.3: it → animal\"");
    ASSERT_NE(added, std::string::npos) << after;
    const std::size_t end = after.find('\n', added + 2);
    EXPECT_EQ(after.substr(0, added) + after.substr(end), before);
    EXPECT_EQ(readCases(path).cases.size(), 2U);
}

TEST_F(MadeCases, AreRefusedWhereTheyCannotBeWritten) {
    const auto broken = folder.write("broken.json", "{\"cases\": [");
    test::expectError(ErrorCode::JsonSyntax, [&] { addCase(broken, made("2.3", 8, 2), "m"); });
    EXPECT_EQ(test::contentOf(broken), "{\"cases\": [");
    test::expectError(ErrorCode::WriteFailed,
                      [&] { addCase(folder.path() / "none/mine.json", made("2.3", 8, 2), "m"); });
    RunSpec spec;
    spec.input.ids = {2, 30, 31, 3};
    const TracePtr ofIds = model->run(spec, {});
    const Error error =
        test::expectError(ErrorCode::BadArgument, [&] { caseOf(*model, *ofIds, *headNamed("2.3"), {}, {}); });
    EXPECT_NE(std::string(error.what()).find("it cannot hold ids"), std::string::npos) << error.what();
}

TEST_F(MadeCases, AreOfPlainRunsOnly) {
    const auto refused = [this](const RunSpec& spec) {
        const TracePtr other = model->run(spec, {});
        test::expectError(ErrorCode::BadArgument, [&] { caseOf(*model, *other, *headNamed("2.3"), 8, 2); });
    };
    RunSpec gated = trace->spec;
    gated.edits = {HeadGate{*headNamed("1.0"), 0}};
    refused(gated);
    RunSpec mean = trace->spec;
    mean.meanOver.resize(1);
    mean.meanOver[0].text = "The animal didn't cross the street because it was too wide";
    refused(mean);
    RunSpec cut = trace->spec;
    cut.cutToFit = true;
    refused(cut);
}

}  // namespace
}  // namespace headscope::core
