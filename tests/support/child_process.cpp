// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "core/base/error.h"

namespace headscope::test {
namespace {

constexpr uid_t nobody = 65534;

std::string answerOf(const std::function<std::string()>& action) {
    try {
        return action();
    } catch (const std::exception& error) {
        return std::string("exception: ") + error.what();
    }
}

[[noreturn]] void runChild(int output, const std::function<std::string()>& action) {
    const std::string answer = answerOf(action);
    const bool written = ::write(output, answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
    ::_exit(written ? 0 : 1);
}

}  // namespace

std::string inChild(const std::function<std::string()>& action) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) {
        ::close(ends[0]);
        runChild(ends[1], action);
    }
    ::close(ends[1]);
    std::string answer;
    char buffer[4096];
    for (ssize_t count; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        answer.append(buffer, static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? answer : "terminated";
}

std::string withoutPrivileges(const std::function<std::string()>& action) {
    return inChild([&]() -> std::string {
        if (::geteuid() == 0 &&
            (::setresgid(nobody, nobody, nobody) != 0 || ::setresuid(nobody, nobody, nobody) != 0)) {
            return "cannot drop rights";
        }
        return action();
    });
}

std::string sentenceOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const core::Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace headscope::test
