// SPDX-License-Identifier: GPL-3.0-or-later
// Exit codes and sentences of the command line, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/tensor/kernels.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

const std::vector<std::string> commandNames = {"info",    "tokens", "attention", "metrics", "links",
                                               "picture", "find",   "check",     "heads"};
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
        {"tokens", example, "--ids", ""},
        {"tokens", example, "--ids", "1,,2"},
        {"tokens", example, "--ids", "99999999999"},
        {"tokens", example, "--ids=-1"},
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

TEST(Usage, EveryInstructionSetRunsOrSaysWhatItNeeds) {
    for (const core::InstructionSet& set : core::instructionSets()) {
        const std::vector<std::string> arguments = {"metrics", example, "--text",
                                                    sentence,  "--isa", std::string(set.name)};
        if (set.kernels) {
            EXPECT_EQ(runProgram(arguments).exitCode, 0) << set.name;
        } else {
            EXPECT_NE(expectRefusal(2, arguments).find(set.needs), std::string::npos) << set.name;
        }
    }
}

TEST(Usage, SlipsOfThePenAreAnsweredWithTheNearestWord) {
    const struct {
        std::vector<std::string> arguments;
        std::string sentence;
    } slips[] = {
        {{"lniks", example}, "lniks: there is no such command; the nearest is links.\n"},
        {{"metrcs"}, "metrcs: there is no such command; the nearest is metrics.\n"},
        {{"links", example, "--text", sentence, "--form", "it"},
         "--form: links has no such option; the nearest is --from.\n"},
        {{"links", example, "--form=it"}, "--form: links has no such option; the nearest is --from.\n"},
        {{"links", example, "--text", sentence, "--zzzzz"}, "--zzzzz: links has no such option.\n"},
        {{"links", example, "--text", "The", "animal"},
         "\"animal\": only MODEL stands alone; a text follows --text and has quotes around it, and a list "
         "has commas.\n"},
        {{"picture", example, "--text", sentence, "--view", "heatmpa", "--out", "a.png"},
         "--view: \"heatmpa\" is none of grid, heatmap, flow, arcs, layers, scatter, distance, entropy, map; "
         "the nearest is heatmap.\n"},
        {{"picture", example, "--text", sentence, "--view", "grid", "--theme", "drak", "--out", "a.png"},
         "--theme: \"drak\" is none of light, dark; the nearest is dark.\n"},
        {{"links", example, "--text", sentence, "--top", "many"},
         "--top: \"many\" is no whole number from 1 to 1000000000.\n"},
        {{"links", example, "--text", sentence, "--head", "0.1"},
         "--head: \"0.1\" names a layer and a head; write --layer 0 --head 1.\n"},
        {{"links", example, "--text", sentence, "--layer", "-1"},
         "--layer: \"-1\" is no whole number; layers and heads count from 0.\n"},
        {{"links", example, "--text", sentence, "--layer", "0", "--head", "99"},
         "There is no head 0.99: layer 0 has the heads 0 to 3.\n"},
        {{"links", example, "--text", sentence, "--kind", "cross"},
         "There is no head 0.0: layer 0 has heads of the kind self, not cross.\n"},
        {{"links", example, "--text", "The animal was tired", "--from", "aniaml"},
         "The word \"aniaml\" is not in the text. Its words are: animal, [CLS], The, was, tired, [SEP].\n"},
        {{"links", ""}, "MODEL: it must not be empty.\n"},
        {{"links", "--hlep"}, "--hlep: links has no such option; the nearest is --help.\n"},
        {{"links"}, "links: MODEL is missing; headscope links --help shows an example.\n"},
        {{"picture", example, "--out", "a.png"},
         "picture: --view is missing; headscope picture --help shows an example.\n"},
        {{"links", example, "--text"}, "--text: a value must follow.\n"},
        {{"links", example, "--text", "a", "--text", "b"}, "--text: give it only once.\n"},
        {{"links", example, "--text", "a", "--quiet=x"}, "--quiet: it takes no value.\n"},
        {{"links", example, "--text", "a", "--out", "a.csv", "--format", "csv"},
         "--out: it cannot stand together with --format.\n"},
        {{"picture", example, "--text", "a", "--view", "grid", "--out", "a.png", "--format", "svg"},
         "--format: it needs --all.\n"},
        {{"tokens", example, "--ids", "1,x"},
         "--ids: \"x\" is no token id; write them as in 101,2054,102.\n"},
    };
    for (const auto& slip : slips) EXPECT_EQ(expectRefusal(2, slip.arguments), slip.sentence);
}

TEST(Usage, HelpIsAWordToo) {
    EXPECT_EQ(runProgram({"help", "links"}).out, runProgram({"links", "--help"}).out);
    const ProgramResult all = runProgram({"help"});
    EXPECT_EQ(all.exitCode, 0);
    EXPECT_EQ(all.out, runProgram({"--help"}).out);
    EXPECT_NE(all.out.find("--screenshot F"), std::string::npos) << "the window's options stand there too";
    EXPECT_EQ(all.out.find("..."), std::string::npos) << "lists have commas";
    EXPECT_EQ(expectRefusal(2, {"help", "lniks"}),
              "lniks: there is no such command; the nearest is links.\n");
}

TEST(Usage, IdsMayStandBetweenBlanks) {
    const ProgramResult plain = runProgram({"tokens", example, "--ids", "2,20,3", "--format", "csv"});
    ASSERT_EQ(plain.exitCode, 0) << plain.err;
    for (const std::string ids : {"2, 20, 3", " 2 20 3 ", "2 ,20\n3"})
        EXPECT_EQ(runProgram({"tokens", example, "--ids", ids, "--format", "csv"}).out, plain.out) << ids;
}

TEST(Usage, ATextComesFromAFileAPipeOrStandardInput) {
    const TemporaryFolder folder;
    folder.write("plain.txt", "The animal was tired\n");
    folder.write("marked.txt", "\xEF\xBB\xBFThe animal was tired\r\n");
    const std::string tokens = "headscope tokens " + example + " --format csv ";
    const ProgramResult plain = runShell(tokens + "--text 'The animal was tired'", folder.path());
    ASSERT_EQ(plain.exitCode, 0) << plain.err;
    for (const std::string& line : {tokens + "--file plain.txt", tokens + "--file marked.txt",
                                    tokens + "--file - <plain.txt", "cat plain.txt | " + tokens + "--file -",
                                    "mkfifo pipe; cat plain.txt >pipe & " + tokens + "--file pipe",
                                    "cat plain.txt | " + tokens + "--file /dev/stdin"}) {
        const ProgramResult result = runShell(line, folder.path());
        EXPECT_EQ(result.out, plain.out) << line << result.err;
    }
}

TEST(Usage, FilesThatAreNoTextAreOneSentence) {
    const TemporaryFolder folder;
    folder.makeFolder("folder");
    folder.write("latin1.txt", "caf\xE9");
    const auto refusal = [&](const std::string& file) {
        return expectRefusal(2, {"tokens", example, "--file", file}, folder.path());
    };
    EXPECT_EQ(refusal("missing.txt"), "missing.txt does not exist. Check the path.\n");
    EXPECT_EQ(refusal("latin1.txt"), "latin1.txt: it is not valid UTF-8 at byte 3; convert it to UTF-8.\n");
    EXPECT_NE(refusal("folder").find("not a regular file"), std::string::npos);
    EXPECT_NE(refusal("/dev/zero").find("at most 64000000"), std::string::npos);
    EXPECT_EQ(refusal(""), "--file: it must not be empty.\n");
}

TEST(Usage, AModelThatIsNotThereIsNamed) {
    EXPECT_EQ(expectRefusal(2, {"info", "./no/such/folder"}),
              "./no/such/folder does not exist. Check the path.\n");
    EXPECT_NE(expectRefusal(2, {"info", "example:nothing"}).find("pronouns"), std::string::npos);
    const ProgramResult hub = runShell("HF_HUB_CACHE=/no/such/cache headscope info org/name");
    EXPECT_EQ(hub.exitCode, 2);
    EXPECT_EQ(hub.err,
              "org/name: there is no such folder or file, and the Hugging Face cache /no/such/cache holds no "
              "models; download the model and give its folder.\n");
    EXPECT_EQ(expectRefusal(2, {"info", "pronouns"}),
              "pronouns: there is no such folder or file; the example is example:pronouns.\n");
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
