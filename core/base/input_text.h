// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "core/base/progress.h"

namespace headscope::core {

/// All bytes of a file, of a pipe, or of standard input where `path` is "-"; at most `most`. `progress` is
/// asked when a signal interrupts the waiting for a pipe. Throws Error(FileNotFound, PermissionDenied,
/// NotARegularFile for a folder or a socket, FileTooLarge, ReadFailed, Cancelled).
std::string readInput(const std::filesystem::path& path, std::size_t most, const Progress& progress = {});

}  // namespace headscope::core
