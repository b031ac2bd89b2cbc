// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutator.h"

// Lets libFuzzer use our changes beside its own.

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t limit);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t limit,
                                               unsigned seed);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t limit,
                                               unsigned seed) {
    if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, limit);
    static const headscope::fuzz::Material material{headscope::fuzz::seeds(), headscope::fuzz::dictionary()};
    std::mt19937_64 random(seed);
    const std::string input(reinterpret_cast<const char*>(data), size);
    const std::string changed = headscope::fuzz::mutate(input, material, random, limit);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}
