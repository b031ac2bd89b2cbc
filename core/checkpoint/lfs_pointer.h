// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// Throws Error(LfsPointer) when `file` is the small text that Git leaves in place of a large file it did not
/// fetch.
inline void refuseLfsPointer(const MappedFile& file) {
    if (file.text().starts_with("version https://git-lfs.github.com/spec")) {
        throw Error(ErrorCode::LfsPointer, {file.name()});
    }
}

}  // namespace headscope::core
