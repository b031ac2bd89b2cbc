// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace headscope::core {

/// Makes a file appear whole or not at all: `write` gets the path of a temporary file in the same folder,
/// which is flushed to disk and renamed to `path` when `write` returns, and removed when it throws. An
/// existing file is replaced only then. Throws Error(WriteFailed) naming `path`, and whatever `write` throws.
void writeWhole(const std::filesystem::path& path,
                const std::function<void(const std::filesystem::path&)>& write);

/// The same for bytes that are ready.
void writeWhole(const std::filesystem::path& path, std::string_view bytes);

}  // namespace headscope::core
