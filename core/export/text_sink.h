// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace headscope::core {

/// Takes the next piece of a text; throws Error(WriteFailed).
using TextSink = std::function<void(std::string_view)>;

/// Runs `write` with a sink into the file at `path`, which exists and is emptied. `name` is how errors call
/// the file. Throws Error(WriteFailed), and whatever `write` throws.
void writeThrough(const std::filesystem::path& path, const std::string& name,
                  const std::function<void(const TextSink&)>& write);

}  // namespace headscope::core
