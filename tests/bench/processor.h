// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/tensor/kernels.h"

namespace headscope::bench {

/// A loop of nothing but multiply-adds on registers: the most this processor's float units can do.
struct FmaLoop {
    const char* name = "";              ///< instruction set, "avx512f"
    double operations = 0;              ///< floating-point operations of one call
    void (*run)(float* out) = nullptr;  ///< writes one float, so that nothing is left out
};

/// The loop with the vectors that `kernels` use; null where none is written for them.
const FmaLoop* fmaLoopOf(const core::Kernels& kernels) noexcept;

/// "AMD EPYC", as the system calls the processor; empty when it does not say.
std::string processorName();

/// Largest resident size this process has had, in bytes, pages of mapped files included; 0 when the system
/// does not say.
double peakResidentBytes();

}  // namespace headscope::bench
