// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/model_place.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/file_set.h"
#include "core/checkpoint/foreign_formats.h"
#include "core/checkpoint/gguf.h"
#include "core/checkpoint/weights_files.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

bool isFolder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// Also true for a link that leads nowhere, so that opening it can say so.
bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

std::vector<std::string> subfolders(const fs::path& folder) {
    std::vector<std::string> names = FileSet::folder(folder).names();
    std::erase_if(names, [&](const std::string& name) { return !isFolder(folder / name); });
    return names;
}

/// What refs/main says, without the line end that some tools write.
std::optional<std::string> mainCommit(const fs::path& repository) {
    const fs::path reference = repository / "refs" / "main";
    if (!isThere(reference)) return std::nullopt;
    const MappedFile file = MappedFile::read(reference);
    std::string_view commit = file.text();
    while (!commit.empty() && (commit.back() == '\n' || commit.back() == '\r')) commit.remove_suffix(1);
    if (commit.size() > 255 || !isPlainName(commit)) {
        throw Error(ErrorCode::ReadFailed, {reference.string(), "it does not name a snapshot"});
    }
    return std::string(commit);
}

/// One snapshot of a repository in the Hugging Face cache. Which one is never guessed.
fs::path snapshotOf(const fs::path& repository) {
    const fs::path snapshots = repository / "snapshots";
    if (const auto commit = mainCommit(repository)) {
        if (!isFolder(snapshots / *commit))
            throw Error(ErrorCode::FileNotFound, {(snapshots / *commit).string()});
        return snapshots / *commit;
    }
    const std::vector<std::string> names = subfolders(snapshots);
    if (names.empty()) return repository;
    if (names.size() == 1) return snapshots / names.front();
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    throw Error(ErrorCode::BadArgument,
                {snapshots.string(), "it holds several snapshots (" + list + "); choose one of them"});
}

fs::path modelFolder(fs::path folder) {
    if (isThere(folder / "config.json") || isThere(folder / descriptionFile)) return folder;
    if (isFolder(folder / "snapshots")) folder = snapshotOf(folder);
    const fs::path transformer = folder / "0_Transformer";
    return !isThere(folder / "config.json") && isThere(transformer / "config.json") ? transformer : folder;
}

/// "models--org--name" without its prefix and with a slash; nothing for other names.
std::optional<std::string> repositoryName(std::string name) {
    constexpr std::string_view prefix = "models--";
    if (!name.starts_with(prefix)) return std::nullopt;
    name.erase(0, prefix.size());
    if (const auto separator = name.find("--"); separator != name.npos) name.replace(separator, 2, "/");
    return name;
}

std::string titleOf(const fs::path& folder) {
    fs::path place = fs::absolute(folder).lexically_normal();
    if (place.filename().empty()) place = place.parent_path();
    if (place.filename() == "0_Transformer") place = place.parent_path();
    if (place.parent_path().filename() == "snapshots") {
        const fs::path repository = place.parent_path().parent_path();
        return repositoryName(repository.filename().string()).value_or(repository.filename().string());
    }
    return repositoryName(place.filename().string()).value_or(place.filename().string());
}

ModelPlace placeOfFile(const fs::path& path) {
    const std::string name = path.filename().string();
    const bool weights = isWeightsFile(name);
    if (!weights && name != "config.json" && name != descriptionFile) {
        const std::string_view format = foreignFormat(name);
        if (format == "GGUF")
            throw Error(ErrorCode::GgufFile, {path.string(), ggufOriginal(MappedFile::open(path))});
        if (format.empty())
            throw Error(
                ErrorCode::BadArgument,
                {path.string(), "it is neither weights nor a config.json; choose the model's folder"});
        throw Error(ErrorCode::UnsupportedContainer, {path.string(), std::string(format)});
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    return {folder, weights ? name : std::string(), titleOf(folder)};
}

}  // namespace

ModelPlace findModel(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error == std::errc::permission_denied) throw Error(ErrorCode::PermissionDenied, {path.string()});
    if (!fs::exists(status)) throw Error(ErrorCode::FileNotFound, {path.string()});
    if (fs::is_regular_file(status)) return placeOfFile(path);
    if (!fs::is_directory(status)) throw Error(ErrorCode::NotARegularFile, {path.string()});
    const fs::path folder = modelFolder(path);
    return {folder, {}, titleOf(folder)};
}

}  // namespace headscope::core
