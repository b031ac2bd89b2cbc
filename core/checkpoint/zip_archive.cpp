// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/zip_archive.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/checkpoint/inflate.h"

// Field places follow the ".ZIP File Format Specification" (APPNOTE 6.3), sections 4.3.7 to 4.3.16.

namespace headscope::core {
namespace {

constexpr std::uint32_t localSignature = 0x04034b50;
constexpr std::uint32_t directorySignature = 0x02014b50;
constexpr std::uint32_t endSignature = 0x06054b50;
constexpr std::uint32_t end64Signature = 0x06064b50;
constexpr std::uint32_t locator64Signature = 0x07064b50;
constexpr std::size_t localSize = 30;
constexpr std::size_t entrySize = 46;
constexpr std::size_t endSize = 22;
constexpr std::size_t end64Size = 56;
constexpr std::size_t locator64Size = 20;
constexpr std::size_t longestComment = 65535;
constexpr std::uint64_t mostMembers = 1'000'000;
constexpr std::uint64_t largestDirectory = std::uint64_t{256} << 20;
constexpr std::size_t largestUnpacked = std::size_t{4} << 30;

[[noreturn]] void fail(const MappedFile& file, const std::string& reason) {
    throw Error(ErrorCode::ArchiveInvalid, {file.name(), reason});
}

/// A little-endian number of the type T at `place`, which must lie inside `bytes`.
template <typename T>
T number(std::string_view bytes, std::size_t place) {
    T value;
    std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

/// Where the directory lies and how many members it has.
struct DirectoryPlace {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
};

/// The end record is the last thing in an archive but for a comment whose length it tells.
std::size_t findEnd(const MappedFile& file) {
    if (file.size() < endSize) fail(file, "it is too short");
    const std::size_t window = std::min(file.size(), endSize + longestComment);
    const std::string tail = file.copy(file.size() - window, window);
    for (std::size_t place = tail.size() - endSize + 1; place-- > 0;) {
        if (number<std::uint32_t>(tail, place) != endSignature) continue;
        if (number<std::uint16_t>(tail, place + 20) == tail.size() - place - endSize)
            return file.size() - window + place;
    }
    fail(file, "its directory is missing, so it is incomplete");
}

/// The 64-bit form of the end record, which stands before the usual one where numbers are too large for it.
DirectoryPlace directory64(const MappedFile& file, std::size_t end) {
    if (end < locator64Size + end64Size) fail(file, "it says it is large, but is not");
    const std::string locator = file.copy(end - locator64Size, locator64Size);
    if (number<std::uint32_t>(locator, 0) != locator64Signature)
        fail(file, "the record for large archives is missing");
    const auto place = number<std::uint64_t>(locator, 8);
    if (place > end - locator64Size - end64Size) fail(file, "the record for large archives lies outside");
    const std::string record = file.copy(static_cast<std::size_t>(place), end64Size);
    if (number<std::uint32_t>(record, 0) != end64Signature)
        fail(file, "the record for large archives is damaged");
    return {number<std::uint64_t>(record, 48), number<std::uint64_t>(record, 40),
            number<std::uint64_t>(record, 32)};
}

DirectoryPlace directoryPlace(const MappedFile& file, std::size_t end) {
    constexpr std::uint32_t see64 = 0xFFFFFFFF;
    const std::string record = file.copy(end, endSize);
    DirectoryPlace place{number<std::uint32_t>(record, 16), number<std::uint32_t>(record, 12),
                         number<std::uint16_t>(record, 10)};
    const std::uint64_t records64 = place.begin == see64 || place.size == see64 || place.count == 0xFFFF;
    if (records64 != 0) place = directory64(file, end);
    if (place.begin > end || place.size > end - place.begin) fail(file, "its directory lies outside");
    if (place.count > mostMembers || place.size > largestDirectory) fail(file, "it has too many members");
    return place;
}

/// Numbers that are all ones in a directory entry stand in its 64-bit extra field instead, in this order.
void read64(const MappedFile& file, std::string_view extra, std::initializer_list<std::uint64_t*> numbers) {
    constexpr std::uint16_t extra64 = 1;
    constexpr std::uint64_t see64 = 0xFFFFFFFF;
    std::string_view values;
    while (extra.size() >= 4) {
        const auto id = number<std::uint16_t>(extra, 0);
        const std::size_t size = number<std::uint16_t>(extra, 2);
        extra.remove_prefix(4);
        if (size > extra.size()) break;
        if (id == extra64) values = extra.substr(0, size);
        extra.remove_prefix(size);
    }
    for (std::uint64_t* const value : numbers) {
        if (*value != see64) continue;
        if (values.size() < 8) fail(file, "the size of a large member is missing");
        *value = number<std::uint64_t>(values, 0);
        values.remove_prefix(8);
    }
}

/// A member of the directory; `begin` is still that of its local header.
ZipMember readEntry(const MappedFile& file, std::string_view& rest) {
    constexpr unsigned encrypted = 1;
    constexpr unsigned stored = 0;
    constexpr unsigned deflated = 8;
    if (rest.size() < entrySize || number<std::uint32_t>(rest, 0) != directorySignature)
        fail(file, "its directory is damaged");
    const std::size_t nameSize = number<std::uint16_t>(rest, 28);
    const std::size_t extraSize = number<std::uint16_t>(rest, 30);
    const std::size_t size = entrySize + nameSize + extraSize + number<std::uint16_t>(rest, 32);
    if (size > rest.size()) fail(file, "its directory is damaged");
    ZipMember member;
    member.name = rest.substr(entrySize, nameSize);
    member.checksum = number<std::uint32_t>(rest, 16);
    const auto method = number<std::uint16_t>(rest, 10);
    member.deflated = method == deflated;
    if (method != stored && method != deflated)
        fail(file,
             member.name + " is packed by method " + std::to_string(method) + ", only 0 and 8 are read");
    if ((number<std::uint16_t>(rest, 8) & encrypted) != 0) fail(file, member.name + " is encrypted");
    std::uint64_t packed = number<std::uint32_t>(rest, 20);
    std::uint64_t unpacked = number<std::uint32_t>(rest, 24);
    std::uint64_t begin = number<std::uint32_t>(rest, 42);
    read64(file, rest.substr(entrySize + nameSize, extraSize), {&unpacked, &packed, &begin});
    member.storedBytes = static_cast<std::size_t>(packed);
    member.bytes = static_cast<std::size_t>(unpacked);
    member.begin = static_cast<std::size_t>(begin);
    if (!member.deflated && packed != unpacked) fail(file, "the sizes of " + member.name + " disagree");
    rest.remove_prefix(size);
    return member;
}

/// Moves `begin` from the local header to the data behind it; the data must end before `limit`.
void enterMember(const MappedFile& file, ZipMember& member, std::size_t limit) {
    if (member.begin > limit || limit - member.begin < localSize) fail(file, member.name + " lies outside");
    const std::string header = file.copy(member.begin, localSize);
    if (number<std::uint32_t>(header, 0) != localSignature)
        fail(file, "there is nothing where " + member.name + " should be");
    const std::size_t nameSize = number<std::uint16_t>(header, 26);
    const std::size_t extraSize = number<std::uint16_t>(header, 28);
    const std::size_t left = limit - member.begin - localSize;
    if (left < nameSize + extraSize || left - nameSize - extraSize < member.storedBytes)
        fail(file, member.name + " lies outside");
    if (file.copy(member.begin + localSize, nameSize) != member.name)
        fail(file, "it calls " + member.name + " by two names");
    const bool deflated = number<std::uint16_t>(header, 8) == 8;
    if (deflated != member.deflated) fail(file, "it packs " + member.name + " in two ways");
    member.begin += localSize + nameSize + extraSize;
}

/// Members that share bytes let a small file hold an endless one.
void checkOverlaps(const MappedFile& file, std::vector<ZipMember>& members) {
    std::sort(members.begin(), members.end(), [](const ZipMember& a, const ZipMember& b) {
        return std::pair(a.begin, a.storedBytes) < std::pair(b.begin, b.storedBytes);
    });
    for (std::size_t i = 1; i < members.size(); ++i) {
        if (members[i - 1].begin + members[i - 1].storedBytes > members[i].begin)
            fail(file, members[i].name + " overlaps " + members[i - 1].name);
    }
}

}  // namespace

ZipArchive::ZipArchive(MappedFile file) : m_file(std::move(file)) {
    const std::size_t end = findEnd(m_file);
    const DirectoryPlace place = directoryPlace(m_file, end);
    const std::string directory =
        m_file.copy(static_cast<std::size_t>(place.begin), static_cast<std::size_t>(place.size));
    std::string_view rest = directory;
    for (std::uint64_t i = 0; i < place.count; ++i) {
        ZipMember member = readEntry(m_file, rest);
        enterMember(m_file, member, static_cast<std::size_t>(place.begin));
        // Claims of a hostile archive may be too large to add up.
        if (member.deflated) m_unpackedBytes += std::min(member.bytes, 2 * largestUnpacked);
        m_members.push_back(std::move(member));
    }
    if (!rest.empty()) fail(m_file, "its directory has more members than it counts");
    checkOverlaps(m_file, m_members);
    std::sort(m_members.begin(), m_members.end(),
              [](const ZipMember& a, const ZipMember& b) { return a.name < b.name; });
    const auto twice =
        std::adjacent_find(m_members.begin(), m_members.end(),
                           [](const ZipMember& a, const ZipMember& b) { return a.name == b.name; });
    if (twice != m_members.end()) fail(m_file, "it has two members " + twice->name);
}

const ZipMember* ZipArchive::find(std::string_view name) const noexcept {
    const auto found = std::lower_bound(
        m_members.begin(), m_members.end(), name,
        [](const ZipMember& member, std::string_view wanted) { return member.name < wanted; });
    return found != m_members.end() && found->name == name ? &*found : nullptr;
}

ZipArchive::Content ZipArchive::open(const ZipMember& member) const {
    if (!member.deflated) return {m_file, m_file.bytes().subspan(member.begin, member.bytes)};
    if (m_unpackedBytes > largestUnpacked)
        fail(m_file, "it is compressed and would take " + std::to_string(m_unpackedBytes) +
                         " bytes of memory; save it uncompressed");
    const std::string packed = m_file.copy(member.begin, member.storedBytes);
    auto unpacked = inflate(std::as_bytes(std::span(packed)), member.bytes);
    if (!unpacked) fail(m_file, member.name + " cannot be unpacked");
    if (crc32(*unpacked) != member.checksum) fail(m_file, "the checksum of " + member.name + " is wrong");
    const MappedFile content = MappedFile::fromBytes(m_file.name(), std::move(*unpacked));
    return {content, content.bytes()};
}

std::string ZipArchive::read(const ZipMember& member) const {
    if (member.deflated) {
        const Content content = open(member);
        return std::string(content.file.text());
    }
    std::string bytes = m_file.copy(member.begin, member.bytes);
    if (crc32(std::as_bytes(std::span(bytes))) != member.checksum)
        fail(m_file, "the checksum of " + member.name + " is wrong");
    return bytes;
}

}  // namespace headscope::core
