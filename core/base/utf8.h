// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// The position of the first byte that does not belong to well-formed UTF-8 (Unicode 15, table 3-7: no
/// overlong forms, no surrogates, nothing above U+10FFFF); nothing when all of `text` is well-formed.
std::optional<std::size_t> findInvalidUtf8(std::string_view text) noexcept;

/// The first character of `text`, which must not be empty, and its bytes; a byte that does not belong to
/// well-formed UTF-8 is U+FFFD, and 0 bytes long.
struct DecodedCharacter {
    char32_t code;
    std::size_t bytes;
};
DecodedCharacter firstCharacter(std::string_view text) noexcept;

/// `text` with every byte that does not belong to well-formed UTF-8 replaced by U+FFFD.
std::string toValidUtf8(std::string_view text);

}  // namespace headscope::core
