// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// Whether `name` can only mean something inside its own folder: no separators, not "." or "..".
bool isPlainName(std::string_view name) noexcept;

/// The files of one checkpoint by plain name: those of a folder as it was when opened, or some in memory.
class FileSet {
public:
    /// Nothing, nowhere.
    FileSet() = default;
    /// Throws Error(FileNotFound, PermissionDenied, ReadFailed).
    static FileSet folder(const std::filesystem::path& folder);
    static FileSet memory(std::string name, std::map<std::string, MappedFile, std::less<>> files);

    /// The folder or the given name, for messages.
    const std::string& location() const noexcept { return m_location; }
    /// What to call one of its files in messages.
    std::string pathOf(std::string_view name) const;

    /// All names, sorted. A name may belong to a folder or to a link that leads nowhere: open() says so.
    const std::vector<std::string>& names() const noexcept { return m_names; }
    bool has(std::string_view name) const noexcept;
    /// For weights. Throws as MappedFile::open(); Error(FileNotFound) also when there is no such name.
    MappedFile open(std::string_view name) const;
    /// For texts: in memory. Throws as MappedFile::read(); Error(FileNotFound) also when there is no such
    /// name, and Error(LfsPointer) when Git left a pointer in its place.
    MappedFile read(std::string_view name) const;

private:
    std::string m_location;
    std::filesystem::path m_folder;
    std::vector<std::string> m_names;
    std::map<std::string, MappedFile, std::less<>> m_files;  // those in memory
};

}  // namespace headscope::core
