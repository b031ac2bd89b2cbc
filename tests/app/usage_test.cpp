// SPDX-License-Identifier: GPL-3.0-or-later
// Exit codes and sentences of the command line, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

const std::vector<std::string> commandNames = {"info", "tokens", "attention", "metrics", "links", "picture"};
const std::string example = "example:pronouns";
const std::string sentence = "The animal didn't cross the street because it was too tired";

TEST(Usage, HelpListsEveryCommand) {
    const ProgramResult help = runProgram({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_EQ(help.err, "");
    for (const std::string& name : commandNames) {
        EXPECT_NE(help.out.find("\n  " + name), std::string::npos) << name << '\n' << help.out;
    }
}

TEST(Usage, VersionIsOneLine) {
    const ProgramResult version = runProgram({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out.substr(0, 10), "headscope ");
    EXPECT_EQ(std::count(version.out.begin(), version.out.end(), '\n'), 1);
}

/// The lines after "Example:" of a help text.
std::vector<std::string> examplesIn(const std::string& help) {
    std::vector<std::string> lines;
    std::size_t begin = help.find("Example:\n");
    while (begin != std::string::npos) {
        begin = help.find("\n  headscope ", begin);
        if (begin == std::string::npos) break;
        const std::size_t end = help.find('\n', begin + 1);
        lines.push_back(help.substr(begin + 3, end - begin - 3));
        begin = end;
    }
    return lines;
}

TEST(Usage, EveryExampleWorksAsPasted) {
    for (const std::string& name : commandNames) {
        const ProgramResult help = runProgram({name, "--help"});
        ASSERT_EQ(help.exitCode, 0) << name;
        const std::vector<std::string> examples = examplesIn(help.out);
        ASSERT_FALSE(examples.empty()) << help.out;
        for (const std::string& line : examples) {
            const TemporaryFolder folder;
            const ProgramResult result = runShell(line, folder.path());
            EXPECT_EQ(result.exitCode, 0) << line << '\n' << result.err;
            EXPECT_EQ(result.err, "") << line;
            const bool file = line.find("--out") != std::string::npos;
            EXPECT_EQ(folder.names().size(), file ? 1U : 0U) << line;
            EXPECT_EQ(result.out.empty(), file) << line;
        }
    }
}

TEST(Usage, MistakesAreOneSentence) {
    const std::vector<std::vector<std::string>> mistakes = {
        {"info"},
        {"info", example, "--no-such-option"},
        {"info", example, "extra"},
        {"links", example},
        {"links", example, "--text", sentence, "--ids", "1,2"},
        {"links", example, "--text", sentence, "--top", "0"},
        {"links", example, "--text", sentence, "--top", "many"},
        {"links", example, "--text", sentence, "--kind", "sideways"},
        {"links", example, "--text", sentence, "--threads", "0"},
        {"links", example, "--text", sentence, "--isa", "v9"},
        {"links", example, "--text", sentence, "--language", "xx"},
        {"links", example, "--text", sentence, "--format", "yaml"},
        {"links", example, "--text"},
        {"tokens", example, "--ids", "1,x"},
        {"tokens", example, "--ids", "1", "--pair", "b"},
        {"attention", example, "--text", sentence, "--with", "everything"},
        {"picture", example, "--text", sentence, "--view", "heatmap"},
        {"picture", example, "--text", sentence, "--view", "heatmap", "--out", "a.png", "--size", "big"},
        {"picture", example, "--text", sentence, "--view", "heatmap", "--out", "a.png", "--size", "1x1"},
        {"picture", example, "--text", sentence, "--view", "heatmap", "--out", "a.png", "--layer", "0"},
        {"picture", example, "--text", sentence, "--view", "heatmap", "--out", "a.png", "--format", "svg"},
    };
    for (const std::vector<std::string>& mistake : mistakes) {
        const TemporaryFolder folder;
        expectRefusal(2, mistake, folder.path());
        EXPECT_TRUE(folder.names().empty());
    }
}

TEST(Usage, AModelThatIsNotThereIsNamed) {
    EXPECT_EQ(expectRefusal(2, {"info", "./no/such/folder"}),
              "./no/such/folder does not exist. Check the path.\n");
    EXPECT_NE(expectRefusal(2, {"info", "example:nothing"}).find("pronouns"), std::string::npos);
    const ProgramResult hub = runShell("HF_HUB_CACHE=/no/such/cache headscope info org/name");
    EXPECT_EQ(hub.exitCode, 2);
    EXPECT_EQ(hub.err,
              "org/name: there is no such folder or file, and the Hugging Face cache /no/such/cache holds no "
              "models.\n");
}

TEST(Usage, ModelsOfTheLocalCacheOpenByName) {
    const TemporaryFolder home;
    const std::string commit(40, 'a');
    const auto repository = home.makeFolder("hub/models--org--tiny");
    home.write("hub/models--org--tiny/refs/main", commit);
    std::filesystem::create_directories(repository / "snapshots");
    std::filesystem::create_directory_symlink(modelFixture("bert"), repository / "snapshots" / commit);
    for (const std::string& variable :
         {"HF_HOME=" + quoted(home.path()), "HF_HUB_CACHE=" + quoted(home.path() / "hub"),
          "HUGGINGFACE_HUB_CACHE=" + quoted(home.path() / "hub")}) {
        const ProgramResult result = runShell("unset HF_HOME HF_HUB_CACHE HUGGINGFACE_HUB_CACHE; " +
                                              variable + " headscope info org/tiny");
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_NE(result.out.find("org/tiny"), std::string::npos) << result.out;
    }
}

TEST(Usage, UnknownFormatsListTheKnown) {
    const TemporaryFolder folder;
    EXPECT_EQ(expectRefusal(2, {"metrics", example, "--text", sentence, "--out", "heads.xls"}, folder.path()),
              "heads.xls does not end in a known format. Known for this: .txt, .csv, .json.\n");
    EXPECT_EQ(expectRefusal(2, {"attention", example, "--text", sentence, "--out", "heads"}, folder.path()),
              "heads does not end in a known format. Known for this: .txt, .csv, .json, .npz.\n");
    EXPECT_NE(expectRefusal(2, {"picture", example, "--text", sentence, "--view", "grid", "--out", "a.bmp"},
                            folder.path())
                  .find("svg"),
              std::string::npos);
    EXPECT_NE(expectRefusal(2, {"picture", example, "--text", sentence, "--view", "nice", "--out", "a.png"},
                            folder.path())
                  .find("heatmap"),
              std::string::npos);
    EXPECT_NE(expectRefusal(2, {"info", example, "--out", "info.csv"}, folder.path()).find("CSV"),
              std::string::npos);
    EXPECT_TRUE(folder.names().empty());
}

TEST(Usage, LanguageChangesTheSentence) {
    const ProgramResult result = runProgram({"info", "./no/such/folder", "--language", "zh_CN"});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.find("does not exist"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("./no/such/folder"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.substr(result.err.size() - 4), "。\n") << result.err;
}

}  // namespace
}  // namespace headscope::test
