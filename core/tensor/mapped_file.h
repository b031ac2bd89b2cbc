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

/// The bytes of a file, kept alive by every copy; either mapped from disk or owned (built-in examples, tests).
class MappedFile {
public:
    /// Maps a regular file read-only. Throws Error(FileNotFound, PermissionDenied, NotARegularFile, ReadFailed).
    static MappedFile open(const std::filesystem::path& path);
    /// Owns `bytes` under a name of your choice.
    static MappedFile fromBytes(std::string name, std::vector<std::byte> bytes);

    const std::string& name() const noexcept { return m_name; }
    std::size_t size() const noexcept { return m_bytes.size(); }
    /// All bytes. Touching them after the file shrank on disk would fault: call checkUnchanged() first.
    std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()};
    }
    /// Throws Error(FileChanged) when the file on disk is shorter than when it was mapped.
    void checkUnchanged() const;

private:
    struct Mapping;
    std::string m_name;
    std::span<const std::byte> m_bytes;
    std::shared_ptr<const Mapping> m_mapping;
};

}  // namespace headscope::core
