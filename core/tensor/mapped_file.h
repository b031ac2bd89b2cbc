// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headscope::core {

/// The bytes of a file, kept alive by every copy; either mapped from disk or owned (small files, built-in
/// examples, tests).
class MappedFile {
public:
    /// No bytes, no name.
    MappedFile() = default;
    /// Maps a regular file read-only; never waits for a pipe. Throws Error(FileNotFound, PermissionDenied,
    /// NotARegularFile, ReadFailed).
    static MappedFile open(const std::filesystem::path& path);
    /// Reads a regular file into memory, so that nothing that happens to it afterwards matters; for files
    /// that are looked at many times (configurations, tokenizers). Throws as open(), and Error(FileTooLarge,
    /// FileChanged).
    static MappedFile read(const std::filesystem::path& path);
    /// Owns `bytes` under a name of your choice.
    static MappedFile fromBytes(std::string name, std::vector<std::byte> bytes);

    /// The path it was opened by, or the name given.
    const std::string& name() const noexcept;
    std::size_t size() const noexcept { return m_bytes.size(); }
    /// All bytes. Touching those of a mapped file would fault if it shrank on disk at that moment: take them
    /// through stable().
    std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()};
    }
    /// Throws Error(FileChanged) when the file on disk is shorter than when it was mapped.
    void checkUnchanged() const;
    /// The bytes `part`, a part of bytes(), so that they cannot vanish while they are looked at: themselves
    /// when they are owned, else read into `buffer`, which must be as long. Throws Error(FileChanged,
    /// ReadFailed).
    std::span<const std::byte> stable(std::span<const std::byte> part, std::span<std::byte> buffer) const;
    /// A copy of `size` bytes from `begin` on, which must lie in the file. Throws as stable().
    std::string copy(std::size_t begin, std::size_t size) const;

private:
    struct Content;
    explicit MappedFile(std::shared_ptr<const Content> content);

    std::shared_ptr<const Content> m_content;  // null: an empty file without a name
    std::span<const std::byte> m_bytes;
};

}  // namespace headscope::core
