// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// The bytes that `text` encodes (RFC 4648), up to the first '='; nothing when a character is no digit.
std::optional<std::string> decodeBase64(std::string_view text);

}  // namespace headscope::core
