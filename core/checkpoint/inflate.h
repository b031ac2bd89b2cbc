// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace headscope::core {

/// Unpacks a raw deflate stream (RFC 1951) that must yield exactly `size` bytes and use all of `packed`;
/// nothing when it does not. Asks for no more memory than deflate can fill.
std::optional<std::vector<std::byte>> inflate(std::span<const std::byte> packed, std::size_t size);

/// CRC-32 as zip archives use it.
std::uint32_t crc32(std::span<const std::byte> bytes) noexcept;

}  // namespace headscope::core
