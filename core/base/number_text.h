// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
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

/// "101,2054,102": how ids and positions are written everywhere, as the command line reads them.
inline std::string listText(std::span<const std::int32_t> numbers) {
    std::string text;
    for (const std::int32_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

}  // namespace headscope::core
