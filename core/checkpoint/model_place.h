// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace headscope::core {

/// Where the files of a model lie.
struct ModelPlace {
    std::filesystem::path folder;  ///< with config.json, when there is one
    std::string weights;           ///< the file of that folder that was asked for; empty: choose
    std::string title;  ///< the model's name: "org/name" in the Hugging Face cache, else the folder's
};

/// Finds the model that a person means by `path`: a folder, a folder of the Hugging Face cache
/// (models--org--name, with snapshots), a sentence-transformers folder, a weights file, or a config.json.
/// Throws Error(FileNotFound, PermissionDenied, NotARegularFile, UnsupportedContainer, ReadFailed;
/// BadArgument when several snapshots could be meant).
ModelPlace findModel(const std::filesystem::path& path);

}  // namespace headscope::core
