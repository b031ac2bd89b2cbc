// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line does when it cannot write, and when nobody reads.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace headscope::test {
namespace {

const std::string someIds = "\"$(seq 3 30 | paste -sd, -)\"";

std::string attention(const std::string& more) {
    return "headscope attention " + quoted(modelFixture("llama")) + " --ids " + someIds + ' ' + more;
}

TEST(Writing, AClosedPipeEndsQuietly) {
    // The whole output is far larger than a pipe holds, so the program does meet the closed end.
    const ProgramResult result =
        runShell("{ " + attention("--format json") + "; echo \"code $?\" >&2; } | head -c 20");
    EXPECT_EQ(result.out.size(), 20U);
    EXPECT_EQ(result.err, "code 0\n");
}

TEST(Writing, HeadOfATableEndsQuietly) {
    const ProgramResult result = runShell("{ headscope links " + quoted(modelFixture("llama")) + " --ids " +
                                          someIds + " --top 20; echo \"code $?\" >&2; } | head -1");
    EXPECT_EQ(result.out.substr(0, 5), "layer");
    EXPECT_EQ(result.err, "code 0\n");
}

TEST(Writing, AFullDiskIsExitFour) {
    for (const std::string more : {"--format json", "--format csv", ""}) {
        const ProgramResult result = runShell(attention(more) + " >/dev/full");
        EXPECT_EQ(result.exitCode, 4);
        EXPECT_EQ(result.err.find("Standard output could not be written: "), 0U) << result.err;
    }
    const ProgramResult table = runShell("headscope info " + quoted(modelFixture("bert")) + " >/dev/full");
    EXPECT_EQ(table.exitCode, 4);
    EXPECT_EQ(runShell("headscope --help >/dev/full").exitCode, 4);
}

TEST(Writing, AFileThatOutgrowsItsLimitLeavesNothingBehind) {
    // The shell's limit on file sizes acts like a disk that runs full while the file grows.
    const TemporaryFolder folder;
    for (const std::string name : {"a.npz", "a.json", "a.csv"}) {
        const ProgramResult result =
            runShell("trap '' XFSZ; ulimit -f 4; " + attention("--out " + name), folder.path());
        EXPECT_EQ(result.exitCode, 4) << result.err;
        EXPECT_NE(result.err.find(name + " could not be written: "), std::string::npos) << result.err;
        EXPECT_TRUE(folder.names().empty()) << folder.names().front();
    }
}

TEST(Writing, PlacesThatCannotBeWrittenAreExitFour) {
    const TemporaryFolder folder;
    const std::vector<std::string> metrics = {"metrics", modelFixture("bert"), "--ids", "5,6,7", "--out"};
    for (const std::string out : {"no/such/folder/a.csv", "/proc/a.csv"}) {
        std::vector<std::string> arguments = metrics;
        arguments.push_back(out);
        const std::string sentence = expectRefusal(4, arguments, folder.path());
        EXPECT_EQ(sentence.find(out + " could not be written: "), 0U) << sentence;
    }
    folder.makeFolder("folder.csv");
    std::vector<std::string> arguments = metrics;
    arguments.push_back("folder.csv");
    expectRefusal(4, arguments, folder.path());
}

TEST(Writing, AnExistingFileStaysWhenTheCommandFails) {
    const TemporaryFolder folder;
    folder.write("heads.csv", "mine");
    expectRefusal(2, {"metrics", modelFixture("bert"), "--ids", "5,9999", "--out", "heads.csv"},
                  folder.path());
    EXPECT_EQ(contentOf(folder.path() / "heads.csv"), "mine");
    EXPECT_EQ(
        runProgram({"metrics", modelFixture("bert"), "--ids", "5,6", "--out", "heads.csv"}, folder.path())
            .exitCode,
        0);
    EXPECT_NE(contentOf(folder.path() / "heads.csv"), "mine");
}

TEST(Writing, CtrlCIsExitThree) {
    // The pipe that nobody reads yet holds the program in the middle of its writing.
    const TemporaryFolder folder;
    const std::string line =
        "mkfifo pipe; " + attention("--format csv") +
        " >pipe & program=$!; exec 3<pipe; sleep 1; kill -INT $program; cat <&3 >/dev/null; "
        "wait $program; echo \"code $?\"";
    // A background job of a shell without job control ignores SIGINT; the program takes it back.
    const ProgramResult result = runShell(line, folder.path());
    EXPECT_EQ(result.out, "code 3\n");
    EXPECT_EQ(result.err, "Stopped.\n");
}

}  // namespace
}  // namespace headscope::test
