// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/instruction_sets.h"

#include <algorithm>
#include <array>

#include "core/tensor/kernels.h"

namespace headscope::core {
namespace {

#if defined(__x86_64__)
bool runsV3() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
bool runsV4() {
    return runsV3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
const Kernels* v3IfRuns() {
    return runsV3() ? &kernelsV3 : nullptr;
}
const Kernels* v4IfRuns() {
    return runsV4() ? &kernelsV4 : nullptr;
}
#else
const Kernels* v3IfRuns() {
    return nullptr;
}
const Kernels* v4IfRuns() {
    return nullptr;
}
#endif

}  // namespace

std::span<const InstructionSet> instructionSets() {
    static const std::array<InstructionSet, 3> sets = {
        InstructionSet{"base", "any processor", &kernelsBase},
        InstructionSet{"v3", "an x86-64 processor with AVX2 and FMA", v3IfRuns()},
        InstructionSet{"v4", "an x86-64 processor with AVX-512 (F, BW, DQ, VL)", v4IfRuns()}};
    return sets;
}

const Kernels& baseKernels() noexcept {
    return kernelsBase;
}

const Kernels& bestKernels() {
    const auto sets = instructionSets();
    const auto best = std::find_if(sets.rbegin(), sets.rend(),
                                   [](const InstructionSet& set) { return set.kernels != nullptr; });
    return *best->kernels;
}

}  // namespace headscope::core
