// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace headscope::core {
namespace {

// Of zlib's counters, which have 32 bits.
constexpr std::size_t mostAtOnce = std::size_t{1} << 30;
// One bit of deflate becomes at most 258 bytes in two bits: no honest stream grows more.
constexpr std::size_t largestGrowth = 1032;

/// Gives zlib the next part of its input and output.
void feed(z_stream& stream, std::size_t inputLeft, std::size_t outputLeft) {
    stream.avail_in = static_cast<uInt>(std::min(mostAtOnce, inputLeft));
    stream.avail_out = static_cast<uInt>(std::min(mostAtOnce, outputLeft));
}

bool inflateAll(z_stream& stream, std::span<const std::byte> packed, std::span<std::byte> out) {
    std::size_t read = 0;
    std::size_t written = 0;
    while (true) {
        feed(stream, packed.size() - read, out.size() - written);
        const std::size_t offered = stream.avail_in;
        const std::size_t room = stream.avail_out;
        const int answer = ::inflate(&stream, Z_NO_FLUSH);
        read += offered - stream.avail_in;
        written += room - stream.avail_out;
        if (answer == Z_STREAM_END) return read == packed.size() && written == out.size();
        const bool stuck = offered == stream.avail_in && room == stream.avail_out;
        if (answer != Z_OK || stuck) return false;
    }
}

}  // namespace

std::optional<std::vector<std::byte>> inflate(std::span<const std::byte> packed, std::size_t size) {
    if (size / largestGrowth > packed.size()) return std::nullopt;
    std::vector<std::byte> out(size);
    // zlib does not take null for nothing.
    Bytef none = 0;
    z_stream stream{};
    stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.next_out = out.empty() ? &none : reinterpret_cast<Bytef*>(out.data());
    if (packed.empty() || ::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
    const bool whole = inflateAll(stream, packed, out);
    ::inflateEnd(&stream);
    if (!whole) return std::nullopt;
    return out;
}

std::uint32_t crc32(std::span<const std::byte> bytes) noexcept {
    return static_cast<std::uint32_t>(
        ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace headscope::core
