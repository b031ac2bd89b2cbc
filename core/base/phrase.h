// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace headscope::core {

/// A text of the engine that the window translates before it fills in the arguments, as it does with errors:
/// a template marked with HEADSCOPE_TEXT, and what stands for its %1 … %9.
struct Phrase {
    std::string_view text;
    std::vector<std::string> arguments = {};

    std::string english() const { return fillTemplate(text, arguments); }
};

}  // namespace headscope::core
