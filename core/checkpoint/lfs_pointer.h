// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/error.h"
#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// Throws Error(LfsPointer) when `file` is the small text that Git leaves in place of a large file it did not
/// fetch.
inline void refuseLfsPointer(const MappedFile& file) {
    constexpr std::string_view start = "version https://git-lfs.github.com/spec";
    if (file.size() >= start.size() && file.copy(0, start.size()) == start) {
        throw Error(ErrorCode::LfsPointer, {file.name()});
    }
}

}  // namespace headscope::core
