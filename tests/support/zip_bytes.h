// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/inflate.h"

namespace headscope::test {

/// One member of an archive in the making. What is not given follows from the content.
struct ZipPart {
    std::string name;
    std::string content;
    std::uint16_t method = 0;
    std::uint16_t flags = 0;
    std::string localName = {};                      ///< empty: the same name
    std::uint64_t claimedBytes = ~std::uint64_t{0};  ///< unpacked size in the directory
};

inline void appendNumber(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// A zip archive written plainly from the specification; CRCs are those of the stored bytes.
inline std::string zipBytes(const std::vector<ZipPart>& parts) {
    std::string out;
    std::string directory;
    for (const ZipPart& part : parts) {
        const std::string local = part.localName.empty() ? part.name : part.localName;
        const auto crc = core::crc32(std::as_bytes(std::span(part.content)));
        const std::uint64_t unpacked =
            part.claimedBytes == ~std::uint64_t{0} ? part.content.size() : part.claimedBytes;
        const std::uint64_t begin = out.size();
        const auto common = [&](std::string& to) {
            appendNumber(to, 20, 2);
            appendNumber(to, part.flags, 2);
            appendNumber(to, part.method, 2);
            appendNumber(to, 0, 4);
            appendNumber(to, crc, 4);
            appendNumber(to, part.content.size(), 4);
            appendNumber(to, unpacked, 4);
        };
        out += "PK\x03\x04";
        common(out);
        appendNumber(out, local.size(), 2);
        appendNumber(out, 0, 2);
        out += local + part.content;
        directory += "PK\x01\x02";
        appendNumber(directory, 20, 2);
        common(directory);
        appendNumber(directory, part.name.size(), 2);
        appendNumber(directory, 0, 8);  // extra, comment, disk, internal
        appendNumber(directory, 0, 4);  // external
        appendNumber(directory, begin, 4);
        directory += part.name;
    }
    const std::uint64_t begin = out.size();
    out += directory + "PK\x05\x06";
    appendNumber(out, 0, 4);
    appendNumber(out, parts.size(), 2);
    appendNumber(out, parts.size(), 2);
    appendNumber(out, directory.size(), 4);
    appendNumber(out, begin, 4);
    appendNumber(out, 0, 2);
    return out;
}

}  // namespace headscope::test
