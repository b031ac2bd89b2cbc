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
        const ProgramResult result = runShell("ulimit -f 4; " + attention("--out " + name), folder.path());
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

TEST(Writing, PicturesThatCannotBeWrittenAreExitFour) {
    const TemporaryFolder folder;
    folder.makeFolder("folder.png");
    folder.write("file", "x");
    for (const std::string out :
         {"no/such/folder/a.png", "folder.png", "folder.png/", "new/", "file/a.png", "/proc/a.png"}) {
        const std::string sentence = expectRefusal(
            4, {"picture", "example:pronouns", "--text", "a", "--view", "grid", "--out", out}, folder.path());
        EXPECT_EQ(sentence.find(out + " could not be written: "), 0U) << sentence;
    }
    for (const std::string out : {"a.npz/", "a.csv/"})
        expectRefusal(4, {"attention", modelFixture("bert"), "--ids", "5", "--out", out}, folder.path());
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"file", "folder.png"}));
}

TEST(Writing, PicturesThatDoNotFitLeaveNothingBehind) {
    const TemporaryFolder folder;
    for (const std::string suffix : {"png", "svg", "pdf"}) {
        const std::string name = "a." + suffix;
        const ProgramResult result = runShell(
            "ulimit -f 4; headscope picture example:pronouns --text 'The animal was tired' --view heatmap "
            "--out " +
                name,
            folder.path());
        EXPECT_EQ(result.exitCode, 4) << suffix << result.err;
        EXPECT_EQ(result.err.find(name + " could not be written: "), 0U) << result.err;
        EXPECT_TRUE(folder.names().empty()) << folder.names().front();
    }
}

TEST(Writing, AScreenshotThatDoesNotFitLeavesNothingBehind) {
    const TemporaryFolder folder;
    const ProgramResult result = runShell(
        "unset DISPLAY WAYLAND_DISPLAY; ulimit -f 4; QT_QPA_PLATFORM=offscreen headscope "
        "--screenshot "
        "a.png",
        folder.path());
    EXPECT_EQ(result.exitCode, 4) << result.err;
    EXPECT_NE(result.err.find("a.png could not be written: "), std::string::npos) << result.err;
    EXPECT_TRUE(folder.names().empty());
}

TEST(Writing, WhatCannotBeWrittenIsSaidBeforeTheRun) {
    const TemporaryFolder folder;
    // No model is opened: there is none.
    expectRefusal(4, {"metrics", "./no/model", "--ids", "5", "--out", "no/such/folder/a.csv"}, folder.path());
    for (const std::string out : {"no/such/folder/a.png"})
        expectRefusal(4, {"picture", "./no/model", "--ids", "5", "--view", "grid", "--out", out},
                      folder.path());
    expectRefusal(2, {"picture", "./no/model", "--ids", "5", "--view", "grid", "--out", "a.bmp"},
                  folder.path());
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

/// Sends `signals` to a program that writes into a pipe which nobody reads yet.
ProgramResult interrupted(const std::string& signals) {
    const TemporaryFolder folder;
    // A background job of a shell without job control ignores SIGINT; the program takes it back.
    return runShell("mkfifo pipe; " + attention("--format csv") +
                        " >pipe & program=$!; exec 3<pipe; sleep 1; " + signals +
                        " cat <&3 >/dev/null; wait $program; echo \"code $?\"",
                    folder.path());
}

TEST(Writing, AStopIsExitThree) {
    for (const std::string name : {"INT", "TERM", "HUP"}) {
        const ProgramResult result = interrupted("kill -" + name + " $program;");
        EXPECT_EQ(result.out, "code 3\n") << name;
        EXPECT_EQ(result.err, "Stopped.\n") << name;
    }
}

TEST(Writing, AStopEndsTheWaitForAPipe) {
    const TemporaryFolder folder;
    const ProgramResult result = runShell(
        "mkfifo pipe; headscope tokens example:pronouns --file pipe --out a.csv & program=$!; sleep 1; "
        "kill -TERM $program; wait $program; echo \"code $?\"",
        folder.path());
    EXPECT_EQ(result.out, "code 3\n");
    EXPECT_EQ(result.err, "Stopped.\n");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"});
}

}  // namespace
}  // namespace headscope::test
