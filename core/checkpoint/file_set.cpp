// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/file_set.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/checkpoint/lfs_pointer.h"

namespace headscope::core {
namespace {

[[noreturn]] void throwListingError(const std::filesystem::path& folder, const std::error_code& error) {
    if (error == std::errc::permission_denied) throw Error(ErrorCode::PermissionDenied, {folder.string()});
    if (error == std::errc::no_such_file_or_directory)
        throw Error(ErrorCode::FileNotFound, {folder.string()});
    throw Error(ErrorCode::ReadFailed, {folder.string(), error.message()});
}

}  // namespace

bool isPlainName(std::string_view name) noexcept {
    constexpr std::string_view forbidden("/\\\0", 3);
    return !name.empty() && name != "." && name != ".." && name.find_first_of(forbidden) == name.npos;
}

FileSet FileSet::folder(const std::filesystem::path& folder) {
    FileSet set;
    set.m_location = folder.string();
    set.m_folder = folder;
    std::error_code error;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        set.m_names.push_back(entry->path().filename().string());
    }
    if (error) throwListingError(folder, error);
    std::sort(set.m_names.begin(), set.m_names.end());
    return set;
}

FileSet FileSet::memory(std::string name, std::map<std::string, MappedFile, std::less<>> files) {
    FileSet set;
    set.m_location = std::move(name);
    set.m_files = std::move(files);
    for (const auto& [fileName, file] : set.m_files) set.m_names.push_back(fileName);
    return set;
}

std::string FileSet::pathOf(std::string_view name) const {
    if (m_folder.empty()) return m_location + "/" + std::string(name);
    return (m_folder / name).string();
}

bool FileSet::has(std::string_view name) const noexcept {
    return std::binary_search(m_names.begin(), m_names.end(), name, std::less<std::string_view>());
}

MappedFile FileSet::open(std::string_view name) const {
    if (!has(name)) throw Error(ErrorCode::FileNotFound, {pathOf(name)});
    if (!m_folder.empty()) return MappedFile::open(m_folder / name);
    return m_files.find(name)->second;
}

MappedFile FileSet::read(std::string_view name) const {
    if (!has(name)) throw Error(ErrorCode::FileNotFound, {pathOf(name)});
    MappedFile file = m_folder.empty() ? open(name) : MappedFile::read(m_folder / name);
    refuseLfsPointer(file);
    return file;
}

}  // namespace headscope::core
