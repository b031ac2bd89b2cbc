// SPDX-License-Identifier: GPL-3.0-or-later
// Values of options that are made of several numbers.
#include <algorithm>
#include <charconv>
#include <string_view>

#include "app/command_line_options.h"

namespace headscope::app {
namespace {

constexpr int smallestSide = 16;
constexpr int largestSide = 16384;

/// Numbers with commas or blanks between them. `what` is one of them and `example` some, for the refusal.
std::vector<std::int32_t> numbersNamed(const std::string& text, const std::string& option,
                                       const std::string& what, const std::string& example) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::int32_t> numbers;
    std::string_view rest = text;
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,"));
        std::int32_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (word.empty() || error != std::errc() || end != word.data() + word.size())
            refuse(option, '"' + std::string(word) + "\" is no " + what + "; write them as in " + example);
        numbers.push_back(number);
        rest.remove_prefix(word.size());
        const std::size_t next = std::min(rest.find_first_not_of(blanks), rest.size());
        if (next == rest.size()) return numbers;
        // Blanks alone separate too.
        rest.remove_prefix(rest[next] == ',' ? next + 1 : next);
    }
}

}  // namespace

std::vector<std::int32_t> idsNamed(const std::string& text) {
    return numbersNamed(text, "--ids", "token id", "101,2054,102");
}

std::vector<std::int32_t> globalTokensNamed(const std::string& text) {
    if (text == "none") return {};
    std::vector<std::int32_t> positions = numbersNamed(text, "--global", "token position", "0,5, or none");
    for (const std::int32_t position : positions) {
        if (position < 0) refuse("--global", "positions count from 0; write them as in 0,5, or none");
    }
    return positions;
}

std::array<int, 2> sizeNamed(const std::string& text) {
    std::array<int, 2> sides = {0, 0};
    const char* end = text.data() + text.size();
    const auto [afterWidth, widthError] = std::from_chars(text.data(), end, sides[0]);
    const bool separated =
        widthError == std::errc() && afterWidth != end && (*afterWidth == 'x' || *afterWidth == 'X');
    const auto [afterHeight, heightError] = std::from_chars(separated ? afterWidth + 1 : end, end, sides[1]);
    if (heightError != std::errc() || afterHeight != end)
        refuse("--size", "write width and height as in 820x900");
    for (const int side : sides) {
        if (side >= smallestSide && side <= largestSide) continue;
        refuse("--size", "each side must lie between " + std::to_string(smallestSide) + " and " +
                             std::to_string(largestSide));
    }
    return sides;
}

}  // namespace headscope::app
