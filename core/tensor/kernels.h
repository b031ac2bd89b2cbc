// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/base/executor.h"
#include "core/tensor/kernel_table.h"

namespace headscope::core {

/// One version of the kernels.
struct InstructionSet {
    std::string_view name;   ///< "base", "v3", "v4"
    std::string_view needs;  ///< what a processor must have, after "needs"
    const Kernels* kernels;  ///< null: not for the processor this runs on
};

/// All there are, the widest last.
std::span<const InstructionSet> instructionSets();
/// For any processor.
const Kernels& baseKernels() noexcept;
/// The widest that this processor runs.
const Kernels& bestKernels();

/// What computations need and main owns.
struct Compute {
    Executor& executor;
    const Kernels& kernels;
};

}  // namespace headscope::core
