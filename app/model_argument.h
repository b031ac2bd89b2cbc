// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace headscope::app {

/// What to open for the argument MODEL: a path or example:NAME stays as it is; `org/name` (or `name`) that is
/// no path becomes its folder in the local Hugging Face cache. Throws as core::findInHubCache().
std::string modelArgument(const std::string& argument);

}  // namespace headscope::app
