// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <string>

namespace headscope::core {

/// The shortest decimal text that reads back as the same `number`, independent of the locale; "nan" and "inf"
/// where it is not finite.
template <typename Float>
std::string shortestText(Float number) {
    char text[32];
    const auto result = std::to_chars(text, text + sizeof text, number);
    return {text, result.ptr};
}

}  // namespace headscope::core
