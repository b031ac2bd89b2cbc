// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/kernel_table.h"

namespace headscope::core {

// Each defined in a source of its own that is compiled for its instruction set.
extern const Kernels kernelsBase;
#if defined(__x86_64__)
extern const Kernels kernelsV3;
extern const Kernels kernelsV4;
#endif

}  // namespace headscope::core
