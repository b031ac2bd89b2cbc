// SPDX-License-Identifier: GPL-3.0-or-later
// `metrics --corpus`, its parts and their sum, by running the built program.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

using core::Json;

const std::string example = "example:pronouns";

std::string manyTexts(int count) {
    const char* animals[] = {"animal", "dog", "cat", "horse", "bird"};
    const char* states[] = {"tired", "wide", "old", "narrow"};
    std::string texts;
    for (int i = 0; i < count; ++i) {
        texts += "The " + std::string(animals[i % 5]) + " didn't cross the street because it was too " +
                 states[i % 4] + (i % 3 == 0 ? ".\n" : "\n");
        if (i % 7 == 0) texts += "  \n";
    }
    return texts;
}

class Corpus : public ::testing::Test {
protected:
    TemporaryFolder folder;
    std::string file(const std::string& name) { return (folder.path() / name).string(); }
    bool exists(const std::string& name) { return std::filesystem::exists(folder.path() / name); }

    ProgramResult run(const std::vector<std::string>& more, const std::string& corpus = "corpus.txt") {
        std::vector<std::string> arguments = {"metrics", example, "--corpus", corpus};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(arguments, folder.path());
    }
    void succeed(const ProgramResult& result) {
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out, "");
    }
    std::string refused(const std::vector<std::string>& more, const std::string& corpus = "corpus.txt") {
        std::vector<std::string> arguments = {"metrics", example, "--corpus", corpus};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return expectRefusal(2, arguments, folder.path());
    }
    void SetUp() override { folder.write("corpus.txt", manyTexts(150)); }
};

TEST_F(Corpus, MeansAreThoseOfItsTexts) {
    folder.write("two.txt", "The animal was tired\n\nThe street was too wide\n");
    succeed(run({"--out", "two.json"}, "two.txt"));
    const Json both = Json::parse(contentOf(file("two.json")), "two");
    EXPECT_EQ(both.at("info").at("texts").asInt(), 2);
    std::vector<Json> single;
    for (const char* text : {"The animal was tired", "The street was too wide"})
        single.push_back(
            Json::parse(runProgram({"metrics", example, "--text", text, "--format", "json"}).out, "one"));
    ASSERT_GT(both.at("sums").size(), 0U);
    for (std::size_t i = 0; i < both.at("sums").size(); ++i) {
        const Json row = both.at("sums")[i];
        double sum = 0;
        std::int64_t count = 0;
        for (const Json& one : single) {
            sum += std::stod(std::string(one.at("sums")[i].at("sum").asString()));
            count += one.at("sums")[i].at("count").asInt();
        }
        EXPECT_EQ(row.at("count").asInt(), count);
        EXPECT_NEAR(std::stod(std::string(row.at("sum").asString())), sum, 1e-11);
    }
    EXPECT_TRUE(both.at("heads")[0].find("type"));
    EXPECT_GT(both.at("measures").size(), 10U);
}

TEST_F(Corpus, PartsAddUpToTheSameBytes) {
    succeed(run({"--out", "whole.json"}));
    succeed(run({"--out", "whole.csv", "--threads", "1"}));
    EXPECT_FALSE(exists("whole.json.partial"));
    for (const int count : {1, 2, 4}) {
        std::vector<std::string> merge = {"metrics", "--merge", "merged.json"};
        for (int i = count; i >= 1; --i) {
            const std::string part = std::to_string(i) + "-" + std::to_string(count) + ".json";
            succeed(run({"--part", std::to_string(i) + "/" + std::to_string(count), "--out", part}));
            merge.push_back(part);
        }
        succeed(runProgram(merge, folder.path()));
        EXPECT_EQ(contentOf(file("merged.json")), contentOf(file("whole.json"))) << count;
        merge[2] = "merged.csv";
        succeed(runProgram(merge, folder.path()));
        EXPECT_EQ(contentOf(file("merged.csv")), contentOf(file("whole.csv"))) << count;
    }
}

TEST_F(Corpus, MayHaveFewerTextsThanParts) {
    folder.write("two.txt", "The animal was tired\n\nThe street was too wide\n");
    succeed(run({"--out", "whole.json"}, "two.txt"));
    std::vector<std::string> merge = {"metrics", "--merge", "merged.json"};
    for (const char* part : {"1", "2", "3"}) {
        succeed(run({"--part", part + std::string("/3"), "--out", part + std::string(".json")}, "two.txt"));
        merge.push_back(part + std::string(".json"));
    }
    EXPECT_EQ(Json::parse(contentOf(file("3.json")), "3").at("info").at("texts").asInt(), 0);
    succeed(runProgram(merge, folder.path()));
    EXPECT_EQ(contentOf(file("merged.json")), contentOf(file("whole.json")));
}

TEST_F(Corpus, LaunchersSayWhichPart) {
    succeed(run({"--out", "whole.json"}));
    const std::string command =
        "headscope metrics " + example + " --corpus corpus.txt --part auto --out part.json";
    const struct {
        const char* rank;
        const char* size;
    } launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                     {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
    for (const auto& launcher : launchers) {
        for (const char* rank : {"0", "1", "2"}) {
            succeed(runShell(std::string(launcher.rank) + "=" + rank + " " + launcher.size + "=3 " + command,
                             folder.path()));
        }
        succeed(runShell("headscope metrics --merge merged.json part.*of3.json", folder.path()));
        EXPECT_EQ(contentOf(file("merged.json")), contentOf(file("whole.json"))) << launcher.rank;
        for (const char* part : {"part.1of3.json", "part.2of3.json", "part.3of3.json"})
            EXPECT_TRUE(std::filesystem::remove(folder.path() / part)) << part;
    }
    // Inside a Slurm job, whose variables are inherited, Open MPI's own count.
    succeed(runShell(
        "SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 " + command,
        folder.path()));
    EXPECT_TRUE(exists("part.2of2.json"));
    EXPECT_EQ(
        refused({"--part", "auto", "--out", "part.json"}),
        "--part: neither srun nor mpirun started this process, so there is no part to read from them; write "
        "one as in 2/4.\n");
    // A batch script has these before srun starts anything: it is no part.
    EXPECT_EQ(runShell("SLURM_PROCID=0 SLURM_NTASKS=8 " + command, folder.path()).exitCode, 2);
}

TEST_F(Corpus, IsToldFromOneThatDiffersInTheMiddle) {
    std::string texts = manyTexts(150);
    succeed(run({"--part", "1/2", "--out", "one.json"}));
    const std::size_t at = texts.find("horse", texts.size() / 2);
    texts.replace(at, 5, "mouse");
    folder.write("corpus.txt", texts);
    succeed(run({"--part", "2/2", "--out", "two.json"}));
    EXPECT_NE(expectRefusal(2, {"metrics", "--merge", "all.json", "one.json", "two.json"}, folder.path())
                  .find("different corpora"),
              std::string::npos);
}

TEST_F(Corpus, PartsOfDifferentInstructionSetsAreRefused) {
    succeed(run({"--part", "1/2", "--out", "one.json", "--isa", "base"}));
    succeed(run({"--part", "2/2", "--out", "two.json", "--isa", "base"}));
    std::string two = contentOf(file("two.json"));
    const std::size_t at = two.find("\"base\"");
    ASSERT_NE(at, std::string::npos);
    folder.write("two.json", two.replace(at, 6, "\"v9\""));
    EXPECT_NE(expectRefusal(2, {"metrics", "--merge", "all.json", "one.json", "two.json"}, folder.path())
                  .find("different settings"),
              std::string::npos);
}

TEST_F(Corpus, OpenMpiStartsItsParts) {
    const std::string command =
        "headscope metrics " + example + " --corpus corpus.txt --part auto --threads 1 --out part.json";
    // Where it is not installed, what it does: processes at the same time, told apart by variables.
    const std::string byHand = "for i in 0 1 2 3; do OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=$i " +
                               command + " || touch failed & done; wait; test ! -e failed";
    const bool installed =
        runShell("command -v mpirun >/dev/null && mpirun --version | grep -q 'Open MPI'").exitCode == 0;
    succeed(run({"--out", "whole.json"}));
    succeed(runShell(installed ? "mpirun --allow-run-as-root --oversubscribe -n 4 " + command : byHand,
                     folder.path()));
    succeed(runShell("headscope metrics --merge merged.json part.*of4.json", folder.path()));
    EXPECT_EQ(contentOf(file("merged.json")), contentOf(file("whole.json")));
}

TEST_F(Corpus, AKilledPartGoesOn) {
    folder.write("corpus.txt", manyTexts(6000));
    const std::string command =
        "headscope metrics " + example + " --corpus corpus.txt --part 2/3 --threads 1 --out part.json";
    std::int64_t measured = 0;
    const auto measuredSoFar = [&] {
        return Json::parse(contentOf(file("part.json.partial")), "state").at("info").at("texts").asInt();
    };
    // Killed as soon as it has kept something more; after the first two signals no handler can tidy up.
    for (const char* signal : {"KILL", "KILL", "TERM"}) {
        const ProgramResult killed = runShell("exec 2>/dev/null; cp part.json.partial before; " + command +
                                                  " & pid=$!; while [ ! -e part.json.partial ] || cmp -s "
                                                  "part.json.partial before; do sleep 0.02; "
                                                  "done; kill -" +
                                                  signal + " $pid; wait $pid",
                                              folder.path());
        EXPECT_EQ(killed.exitCode, signal == std::string("KILL") ? 137 : 3);
        ASSERT_FALSE(exists("part.json"));
        EXPECT_GT(measuredSoFar(), measured);
        measured = measuredSoFar();
    }
    EXPECT_LT(measured, 2000);
    const ProgramResult resumed = runShell(command, folder.path());
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(resumed.err,
              "Going on after the " + std::to_string(measured) + " texts of part.json.partial.\n");
    EXPECT_FALSE(exists("part.json.partial"));
    succeed(run({"--part", "2/3", "--out", "again.json"}));
    EXPECT_EQ(contentOf(file("part.json")), contentOf(file("again.json")));
    EXPECT_EQ(Json::parse(contentOf(file("part.json")), "part").at("info").at("texts").asInt(), 2000);
}

TEST_F(Corpus, AStateOfSomethingElseIsNotGoneOnFrom) {
    folder.write("corpus.txt", manyTexts(30000));
    runShell(
        "headscope metrics " + example +
            " --corpus corpus.txt --out m.json & pid=$!; while [ ! -e m.json.partial ]; do sleep 0.02; done; "
            "kill -KILL $pid; wait $pid",
        folder.path());
    ASSERT_TRUE(exists("m.json.partial"));
    EXPECT_EQ(refused({"--out", "m.json", "--gate", "1.0=0"}),
              "m.json.partial is the state of a measurement with other settings (other options). Use those "
              "again, or "
              "remove the file to begin anew.\n");
    folder.write("corpus.txt", manyTexts(20));
    EXPECT_NE(refused({"--out", "m.json"}).find("(another corpus)"), std::string::npos);
    folder.write("m.json.partial", "{\"headscope\":");
    EXPECT_NE(refused({"--out", "m.json"}).find("m.json.partial is not valid JSON"), std::string::npos);
}

TEST_F(Corpus, JsonLinesAndTabsGiveSecondTexts) {
    folder.write("pairs.txt", "The animal was tired\tIt slept\nThe dog ran\n");
    folder.write(
        "pairs.jsonl",
        "{\"text\": \"The animal was tired\", \"pair\": \"It slept\"}\n{\"text\": \"The dog ran\"}\n");
    succeed(run({"--out", "a.csv"}, "pairs.txt"));
    succeed(run({"--out", "b.csv"}, "pairs.jsonl"));
    EXPECT_EQ(contentOf(file("a.csv")), contentOf(file("b.csv")));
    succeed(run({"--out", "c.json", "--measure", "block"}, "pairs.txt"));
    const Json sums = Json::parse(contentOf(file("c.json")), "c").at("sums");
    EXPECT_GT(sums[0].at("count").asInt(), 0);
}

TEST_F(Corpus, MistakesAreOneSentenceAndLeaveNothing) {
    folder.write("bad.txt", "The dog ran\nThe \xFF dog\n");
    EXPECT_EQ(refused({"--out", "x.json"}, "bad.txt"), "bad.txt, line 2: it is not valid UTF-8 at byte 4.\n");
    folder.write("bad.jsonl", "{\"text\": \"The dog ran\"}\n\n{\"pair\": \"x\"}\n");
    EXPECT_EQ(refused({"--out", "x.json"}, "bad.jsonl"), "bad.jsonl, line 3: the object has no \"text\".\n");
    folder.write("bad1.jsonl", "{\"text\": 3}\n");
    EXPECT_EQ(refused({"--out", "x.json"}, "bad1.jsonl"), "bad1.jsonl, line 1: \"text\" is not a string.\n");
    folder.write("bad2.jsonl", "The dog ran\n");
    EXPECT_EQ(refused({"--out", "x.json"}, "bad2.jsonl"),
              "bad2.jsonl, line 1: it is no JSON object; write one on each line as in {\"text\": \"…\"}.\n");
    folder.write("target.jsonl", "{\"text\": \"a\", \"target\": \"b\"}\n");
    refused({"--out", "x.json"}, "target.jsonl");
    std::string words = "The dog ran\nThe";
    for (int i = 0; i < 2000; ++i) words += " dog";
    folder.write("long.txt", words);
    EXPECT_EQ(refused({"--out", "x.json"}, "long.txt"),
              "long.txt, line 2: it has 2003 tokens, but the model reads at most 64; shorten it, or cut such "
              "texts with --truncate.\n");
    succeed(run({"--truncate", "--out", "cut.json"}, "long.txt"));
    EXPECT_GT(Json::parse(contentOf(file("cut.json")), "cut").at("info").at("tokens_dropped").asInt(), 1000);
    folder.write("empty.txt", "\n  \n");
    EXPECT_EQ(refused({"--out", "x.json"}, "empty.txt"), "empty.txt: it has no texts.\n");
    EXPECT_EQ(refused({"--out", "x.json", "--part", "2/2"}, "empty.txt"), "empty.txt: it has no texts.\n");
    EXPECT_EQ(refused({"--out", "x.json"}, "none.txt"), "none.txt does not exist. Check the path.\n");
    EXPECT_EQ(refused({"--out", "./corpus.txt"}), "./corpus.txt: it is read, so it cannot be written too.\n");
    EXPECT_EQ(contentOf(file("corpus.txt")), manyTexts(150));
    refused({});
    refused({"--out", "x.yaml"});
    refused({"--out", "x.json", "--text", "a"});
    refused({"--out", "x.json", "--layer", "1"});
    refused({"--out", "x.json", "--average", "median"});
    refused({"--out", "x.csv", "--part", "1/2"});
    for (const char* part : {"0/2", "3/2", "1", "1/0", "a/b", "1/2/3"})
        refused({"--out", "x.json", "--part", part});
    expectRefusal(2, {"metrics", example, "--text", "a", "--part", "1/2"});
    expectRefusal(2, {"metrics", "--merge", "x.json"}, folder.path());
    expectRefusal(2, {"metrics", "--merge", "x.json", "none.json"}, folder.path());
    for (const char* option : {"--bits", "--specials=without", "--measure=max", "--layer=1"})
        EXPECT_NE(expectRefusal(2, {"metrics", option, "--merge", "x.json", "none.json"}, folder.path())
                      .find("takes nothing but"),
                  std::string::npos)
            << option;
    EXPECT_EQ(refused({"--merge", "x.json", "a.json", "b.json"}),
              "--merge: it takes nothing but the file to write and the parts.\n");
    EXPECT_EQ(expectRefusal(2, {"metrics"}),
              "metrics: MODEL is missing; headscope metrics --help shows an example.\n");
    for (const std::string& name : folder.names()) EXPECT_EQ(name.find("x."), std::string::npos) << name;
}

}  // namespace
}  // namespace headscope::test
