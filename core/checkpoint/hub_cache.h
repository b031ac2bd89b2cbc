// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::core {

/// Answers the value of an environment variable; nothing when it is unset or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;

/// The variables of this process.
std::optional<std::string> processEnvironment(const char* name);

/// The folder where huggingface_hub keeps models on this computer, by its own rules: $HF_HUB_CACHE,
/// $HUGGINGFACE_HUB_CACHE, $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub, ~/.cache/huggingface/hub, the first
/// that is set; a leading ~ and variables inside are expanded. Nothing when there is no home either.
std::optional<std::filesystem::path> hubCache(const Environment& environment);

/// Whether `text` can be the name of a model on the Hub: "org/name", or "name" of the first ones.
bool isHubName(std::string_view text) noexcept;

/// The folder of the model `name` in the local cache. Nothing is ever downloaded. Throws Error(BadArgument)
/// with what the cache holds instead, Error(FileNotFound) when `name` can be no name of the Hub.
std::filesystem::path findInHubCache(const std::string& name, const Environment& environment);

}  // namespace headscope::core
