// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stop_signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/base/output_file.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

/// What a shell sees of a process that runs `action` and then ends as usual.
int shellCodeOf(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
        action();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void writeAndRaise(const std::filesystem::path& path, int signal, int times) {
    writeWhole(path, [&](const std::filesystem::path& temporary) {
        std::ofstream(temporary) << "half";
        for (int i = 0; i < times; ++i) ::raise(signal);
    });
}

TEST(StopSignals, TheFirstAsksAndTheSecondEndsWithoutTemporaryFiles) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const test::TemporaryFolder folder;
        const auto path = folder.path() / "out.txt";
        EXPECT_EQ(shellCodeOf([&] {
                      stopOnSignals();
                      if (stopRequested()) ::_exit(1);
                      writeAndRaise(path, signal, 1);
                      ::_exit(stopRequested() ? 42 : 2);
                  }),
                  42);
        EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
        std::filesystem::remove(path);
        EXPECT_EQ(shellCodeOf([&] {
                      stopOnSignals();
                      writeAndRaise(path, signal, 2);
                  }),
                  128 + signal);
        EXPECT_TRUE(folder.names().empty());
    }
}

TEST(StopSignals, TheWindowEndsAtOnceWithoutTemporaryFiles) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(shellCodeOf([&] {
                  endOnSignals();
                  writeAndRaise(folder.path() / "out.txt", SIGTERM, 1);
              }),
              128 + SIGTERM);
    EXPECT_TRUE(folder.names().empty());
}

TEST(StopSignals, NohupIsRespected) {
    EXPECT_EQ(shellCodeOf([] {
                  ::signal(SIGHUP, SIG_IGN);
                  stopOnSignals();
                  ::raise(SIGHUP);
                  ::_exit(stopRequested() ? 1 : 42);
              }),
              42);
}

TEST(StopSignals, WritingToNobodyIsAnError) {
    const std::string answer = test::inChild([] {
        stopOnSignals();
        int ends[2];
        if (::pipe(ends) != 0) return std::string("no pipe");
        ::close(ends[0]);
        return std::string(::write(ends[1], "x", 1) < 0 ? "error" : "written");
    });
    EXPECT_EQ(answer, "error");
}

}  // namespace
}  // namespace headscope::core
