// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// One file inside a zip archive.
struct ZipMember {
    std::string name;             ///< as the archive writes it; never used as a path
    std::size_t begin = 0;        ///< of its bytes in the archive
    std::size_t storedBytes = 0;  ///< there
    std::size_t bytes = 0;        ///< unpacked
    std::uint32_t checksum = 0;   ///< CRC-32 of the unpacked bytes
    bool deflated = false;        ///< else stored as it is
};

/// The directory of a zip archive whose members can be looked at in place.
///
/// Read by our own code rather than a library's, because members have to be found in the mapped file, and
/// strictly: both descriptions of a member must agree, no two may share bytes, nothing may be encrypted. Such
/// disagreements are how one archive shows different contents to different readers.
class ZipArchive {
public:
    /// Also of archives above 4 GB. Throws Error(ArchiveInvalid, FileChanged).
    explicit ZipArchive(MappedFile file);

    const MappedFile& file() const noexcept { return m_file; }
    /// Sorted by name.
    const std::vector<ZipMember>& members() const noexcept { return m_members; }
    /// Null when there is no such member.
    const ZipMember* find(std::string_view name) const noexcept;
    /// The content of a member: a look into the archive for a stored one (`bytes` of the archive's own file),
    /// unpacked and checked for a deflated one.
    struct Content {
        MappedFile file;
        std::span<const std::byte> bytes;
    };
    /// Throws Error(ArchiveInvalid, FileChanged).
    Content open(const ZipMember& member) const;
    /// A copy of a small member, its checksum checked. Throws as open().
    std::string read(const ZipMember& member) const;

private:
    MappedFile m_file;
    std::vector<ZipMember> m_members;
    std::size_t m_unpackedBytes = 0;  // of all deflated members, as they claim
};

}  // namespace headscope::core
