// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "tests/fuzz/byte_source.h"

namespace headscope::fuzz {

/// A safetensors file that the bytes of `source` describe: with zero bytes a valid one, with others one that
/// is wrong in some field, so that most inputs come past the first checks. `prefix` begins every tensor's
/// name.
std::string safetensorsFrom(ByteSource& source, const std::string& prefix);

}  // namespace headscope::fuzz
