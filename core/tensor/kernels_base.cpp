// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled for the least that a processor of this kind has: SSE2, or NEON with its 32 registers.
#if defined(__aarch64__)
#define HEADSCOPE_REGISTERS 32
#else
#define HEADSCOPE_REGISTERS 16
#endif
#define HEADSCOPE_LANES 4
#include "core/tensor/instruction_sets.h"
#include "core/tensor/kernel_multiply.h"
#include "core/tensor/kernel_rows.h"

namespace headscope::core {

constinit const Kernels kernelsBase = {"base", mostTileRows, multiply,       activate,
                                       norm,   allFinite,    softmax,        weights,
                                       gather, addRows,      furthestOfRows, mixtureEntropy};

}  // namespace headscope::core
