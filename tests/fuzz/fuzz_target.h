// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// What every fuzz target consists of. A target may throw nothing: it catches core::Error, and whatever else
// leaves it is a find.

/// Feeds one input to the parser under test. The name and the answer 0 are libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace headscope::fuzz {

/// Inputs to start from.
std::vector<std::string> seeds();

/// Words of the input's language, to be put into inputs.
std::vector<std::string> dictionary();

/// Stops the process when what must always hold does not.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

}  // namespace headscope::fuzz
