// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace headscope::core {

struct JunitCase {
    std::string name;
    bool passed = false;
    std::string message;  ///< why it failed
};

/// The results of one suite as the XML that continuous-integration servers read (Jenkins, GitLab, GitHub
/// actions). Control characters, which XML cannot hold, become U+FFFD.
std::string junitText(const std::string& suite, std::span<const JunitCase> cases);

}  // namespace headscope::core
