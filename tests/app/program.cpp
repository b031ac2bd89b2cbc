// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/temporary_folder.h"

namespace headscope::test {

std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + '\'';
}

ProgramResult runShell(const std::string& line, const std::filesystem::path& folder) {
    const TemporaryFolder output;
    std::filesystem::permissions(output.path(), std::filesystem::perms::owner_all);
    const std::string out = output.path() / "out";
    const std::string err = output.path() / "err";
    const std::string place = folder.empty() ? output.path().string() : folder.string();
    const std::string program = std::filesystem::path(HEADSCOPE_PROGRAM).parent_path();
    // Qt remarks on a missing runtime folder, which is the test machine's affair and not the program's.
    const std::string command = "cd " + quoted(place) +
                                " && export XDG_RUNTIME_DIR=" + quoted(output.path().string()) +
                                " PATH=" + quoted(program) + ":$PATH && { " + line + "\n} >" + quoted(out) +
                                " 2>" + quoted(err) + " </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contentOf(out), contentOf(err)};
}

ProgramResult runProgram(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
    std::string line = "headscope";
    for (const std::string& argument : arguments) line += ' ' + quoted(argument);
    return runShell(line, folder);
}

std::string expectRefusal(int code, const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder) {
    const ProgramResult result = runProgram(arguments, folder);
    EXPECT_EQ(result.exitCode, code) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.err.substr(result.err.size() - std::min<std::size_t>(2, result.err.size())), ".\n");
    return result.err;
}

std::string modelFixture(const std::string& name) {
    return std::string(HEADSCOPE_TEST_DATA) + "/models/" + name;
}

}  // namespace headscope::test
