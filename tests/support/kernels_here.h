// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <vector>

#include "core/tensor/kernels.h"

namespace headscope::core {

/// For the names of tests.
inline void PrintTo(const Kernels* kernels, std::ostream* out) {
    *out << kernels->name;
}

}  // namespace headscope::core

namespace headscope::test {

/// The kernels of every instruction set that this processor runs.
inline std::vector<const core::Kernels*> kernelsHere() {
    std::vector<const core::Kernels*> all;
    for (const core::InstructionSet& set : core::instructionSets()) {
        if (set.kernels) all.push_back(set.kernels);
    }
    return all;
}

}  // namespace headscope::test
