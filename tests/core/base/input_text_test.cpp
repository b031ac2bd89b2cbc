// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_text.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "core/base/stop_signals.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

using test::expectError;
using test::TemporaryFolder;

TEST(ReadInput, ReadsFilesToTheirEnd) {
    const TemporaryFolder folder;
    const std::string text = std::string(100000, 'a') + std::string("\0b\n", 3);
    EXPECT_EQ(readInput(folder.write("file", text), 1000000), text);
    EXPECT_EQ(readInput(folder.write("empty", ""), 0), "");
}

TEST(ReadInput, ReadsPipes) {
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << "from a pipe"; });
    EXPECT_EQ(readInput(pipe, 100), "from a pipe");
    writer.join();
}

TEST(ReadInput, ReadsStandardInput) {
    const std::string answer = test::inChild([] {
        int ends[2];
        if (::pipe(ends) != 0 || ::write(ends[1], "typed", 5) != 5) return std::string("no pipe");
        ::close(ends[1]);
        ::dup2(ends[0], STDIN_FILENO);
        return readInput("-", 100);
    });
    EXPECT_EQ(answer, "typed");
}

TEST(ReadInput, RefusesMoreThanIsAllowed) {
    const TemporaryFolder folder;
    const auto path = folder.write("file", "12345");
    EXPECT_EQ(readInput(path, 5), "12345");
    const Error error = expectError(ErrorCode::FileTooLarge, [&] { readInput(path, 4); });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{path.string(), "more than 4", "4"}));
    // What never ends does not fill the memory.
    expectError(ErrorCode::FileTooLarge, [] { readInput("/dev/zero", 1000000); });
}

TEST(ReadInput, SaysWhatIsNotThere) {
    const TemporaryFolder folder;
    expectError(ErrorCode::FileNotFound, [&] { readInput(folder.path() / "missing", 1); });
    expectError(ErrorCode::FileNotFound, [&] { readInput(folder.write("file", "x") / "below", 1); });
    expectError(ErrorCode::NotARegularFile, [&] { readInput(folder.path(), 1); });
    const auto secret = folder.write("secret", "x");
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    std::filesystem::permissions(secret, std::filesystem::perms(0));
    EXPECT_NE(test::withoutPrivileges([&] {
                  return test::sentenceOf([&] { readInput(secret, 1); });
              }).find("permission denied"),
              std::string::npos);
}

TEST(ReadInput, APipeThatNobodyWritesToCanBeStopped) {
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string answer = test::inChild([&] {
        stopOnSignals();
        struct sigaction ring {};
        ring.sa_handler = [](int) { ::raise(SIGTERM); };
        ::sigaction(SIGALRM, &ring, nullptr);
        ::alarm(1);
        return test::sentenceOf([&] { readInput(pipe, 1, [](double) { return !stopRequested(); }); });
    });
    EXPECT_EQ(answer, "Stopped.");
}

}  // namespace
}  // namespace headscope::core
