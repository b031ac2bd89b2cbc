// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace headscope::core {

/// What `error`, a value of errno, means to a person, as the middle of a sentence: "the disk is full".
std::string systemErrorText(int error);

}  // namespace headscope::core
