// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/tensor/mapped_file.h"

namespace headscope::core {

/// What a GGUF file says about the model it was converted from: "org/name" where it names a repository, else
/// the model's name, else a phrase for "unknown". Looks at the first megabyte only; never throws for what it
/// finds there, only Error(FileChanged, ReadFailed).
std::string ggufOriginal(const MappedFile& file);

}  // namespace headscope::core
