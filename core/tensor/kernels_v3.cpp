// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled with AVX2 and FMA.
#if defined(__x86_64__)
#define HEADSCOPE_REGISTERS 16
#define HEADSCOPE_LANES 8
#include "core/tensor/instruction_sets.h"
#include "core/tensor/kernel_multiply.h"
#include "core/tensor/kernel_rows.h"

namespace headscope::core {

constinit const Kernels kernelsV3 = {"v3",   mostTileRows, multiply,       activate,
                                     norm,   allFinite,    softmax,        weights,
                                     gather, addRows,      furthestOfRows, mixtureEntropy};

}  // namespace headscope::core
#endif
