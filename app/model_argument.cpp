// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_argument.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "ui/examples.h"

namespace headscope::app {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return fs::path(value);
}

/// The reference library expands a leading ~ in these variables itself.
fs::path expanded(const fs::path& path) {
    const std::string text = path.string();
    const auto home = variable("HOME");
    if (!home || (text != "~" && text.rfind("~/", 0) != 0)) return path;
    return text == "~" ? *home : *home / text.substr(2);
}

std::optional<fs::path> hubCache() {
    if (const auto cache = variable("HF_HUB_CACHE")) return expanded(*cache);
    if (const auto cache = variable("HUGGINGFACE_HUB_CACHE")) return expanded(*cache);
    if (const auto home = variable("HF_HOME")) return expanded(*home) / "hub";
    if (const auto cache = variable("XDG_CACHE_HOME")) return expanded(*cache) / "huggingface" / "hub";
    if (const auto home = variable("HOME")) return *home / ".cache" / "huggingface" / "hub";
    return std::nullopt;
}

/// "org/name" or "name" as the Hub allows them, which no path with a dot or slash in front looks like.
bool isHubName(std::string_view text) {
    const auto allowed = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
    };
    return !text.empty() && std::all_of(text.begin(), text.end(), allowed) && text.front() != '.' &&
           text.front() != '/' && text.back() != '/' && std::count(text.begin(), text.end(), '/') <= 1;
}

fs::path hubFolder(const fs::path& cache, const std::string& name) {
    std::string folder = "models--" + name;
    if (const std::size_t slash = folder.find('/'); slash != std::string::npos)
        folder.replace(slash, 1, "--");
    return cache / folder;
}

}  // namespace

std::string modelArgument(const std::string& argument) {
    std::error_code error;
    if (argument.rfind(ui::examplePrefix, 0) == 0 || fs::exists(fs::path(argument), error)) return argument;
    const auto cache = hubCache();
    if (!cache || !isHubName(argument)) throw core::Error(core::ErrorCode::FileNotFound, {argument});
    const fs::path folder = hubFolder(*cache, argument);
    if (fs::is_directory(folder, error)) return folder.string();
    throw core::Error(
        core::ErrorCode::BadArgument,
        {argument,
         "there is no such folder or file, and no such model in the Hugging Face cache " + cache->string()});
}

}  // namespace headscope::app
