// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headscope::core {

/// The lines of a file, read one after the other: never more than one is in memory.
class LineReader {
public:
    /// `begin` is where a line begins, as place() said it. A line may have at most `longest` bytes. Throws
    /// Error(FileNotFound, PermissionDenied, NotARegularFile, ReadFailed, FileChanged where `begin` lies
    /// behind the end).
    LineReader(const std::filesystem::path& path, std::uint64_t begin, std::size_t longest);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /// The next line without its end (\n or \r\n); nothing behind the last. A byte order mark at the
    /// beginning of the file is no part of its first line. Throws Error(ReadFailed, FileTooLarge).
    std::optional<std::string> next();
    /// The byte at which the next line begins.
    std::uint64_t place() const noexcept { return m_place; }
    /// Bytes of the file when it was opened.
    std::uint64_t size() const noexcept { return m_size; }

private:
    /// Whether there are more bytes in the buffer.
    bool fill();

    std::string m_name;
    int m_descriptor = -1;
    std::size_t m_longest;
    std::uint64_t m_size = 0;
    std::uint64_t m_place = 0;
    std::vector<char> m_buffer;
    std::size_t m_used = 0;  // of the buffer
    std::size_t m_filled = 0;
};

}  // namespace headscope::core
