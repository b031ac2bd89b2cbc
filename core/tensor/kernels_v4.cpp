// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled with AVX-512 (F, BW, DQ, VL).
#if defined(__x86_64__)
#define HEADSCOPE_REGISTERS 32
#define HEADSCOPE_LANES 16
#include "core/tensor/instruction_sets.h"
#include "core/tensor/kernel_multiply.h"
#include "core/tensor/kernel_rows.h"

namespace headscope::core {

constinit const Kernels kernelsV4 = {"v4",   mostTileRows, multiply,       activate,
                                     norm,   allFinite,    softmax,        weights,
                                     gather, addRows,      furthestOfRows, mixtureEntropy};

}  // namespace headscope::core
#endif
