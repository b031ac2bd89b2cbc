// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace headscope::app {

/// Whether the first argument of the program asks for the command line: a sub-command, a slip of the pen for
/// one that is no path, --help or --version.
bool isCommand(const std::string& argument);

/// Runs a sub-command and returns the exit code of the contract: 0 done, 2 bad input or usage, 3 cancelled, 4
/// could not write or out of memory. Problems are one sentence on standard error.
int runCommandLine(int argc, char** argv);

}  // namespace headscope::app
