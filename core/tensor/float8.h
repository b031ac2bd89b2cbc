// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace headscope::core {

/// The 8-bit floating-point types of the OCP and ONNX specifications; names say how many bits the exponent
/// and the fraction have. `E4M3` has no infinities ("fn"); `…Fnuz` has neither infinities nor −0, and a
/// larger bias; `E8M0` is a power of two without sign.
enum class Float8 { E4M3, E5M2, E4M3Fnuz, E5M2Fnuz, E8M0 };

/// What each of the 256 bytes of a type means.
const std::array<float, 256>& float8Values(Float8 type) noexcept;

}  // namespace headscope::core
