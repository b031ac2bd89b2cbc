// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace headscope::test {

/// Runs `action` in a child process and answers what it returned, or "terminated" when the child died. For
/// tests that change limits of the process.
std::string inChild(const std::function<std::string()>& action);

/// The same without the rights of an administrator, whom permissions do not bind. When the tests run as a
/// normal user, the child is that user. Never skipped: answers "cannot drop rights" when it must and cannot.
std::string withoutPrivileges(const std::function<std::string()>& action);

/// The sentence of the Error that `action` throws; "no error" when it throws none.
std::string sentenceOf(const std::function<void()>& action);

}  // namespace headscope::test
