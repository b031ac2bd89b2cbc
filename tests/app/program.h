// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headscope::test {

/// What a run of the program left behind.
struct ProgramResult {
    int exitCode = -1;
    std::string out;
    std::string err;
};

/// Runs the built program with `arguments`, in `folder` where one is given.
ProgramResult runProgram(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {});

/// Runs a line of shell in which `headscope` is the built program.
ProgramResult runShell(const std::string& line, const std::filesystem::path& folder = {});

/// `text` as one word of a shell line.
std::string quoted(const std::string& text);

/// Expects exit code `code` with nothing on standard output and exactly one sentence on standard error, and
/// answers it.
std::string expectRefusal(int code, const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder = {});

/// A fixture of tests/data/models.
std::string modelFixture(const std::string& name);

}  // namespace headscope::test
