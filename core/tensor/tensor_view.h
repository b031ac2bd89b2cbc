// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"
#include "core/tensor/matrix.h"

namespace headscope::core {

/// How the elements of a stored tensor are written. `Other` is any type that Headscope lists but does not
/// compute.
enum class DType { F32, F16, BF16, F64, I64, I32, I16, I8, U8, Bool, Other };

/// A named, typed, shaped look at bytes of a file that it keeps alive. Row-major, little-endian, never
/// assumed aligned.
struct TensorView {
    std::string name;
    DType dtype = DType::Other;
    std::string dtypeName;  ///< as the file writes it, e.g. "BF16"
    std::vector<Index> shape;
    std::span<const std::byte> bytes;
    MappedFile file;

    Index elements() const noexcept;  ///< product of the shape; 1 for a scalar
    std::string shapeText() const;    ///< "[30522, 768]"

    /// The elements as floats (F32, F16, BF16, F64), size elements(). Throws Error(TensorTypeUnsupported,
    /// FileChanged).
    std::vector<float> toFloats() const;
    /// The same as a matrix [shape[0], product of the rest]; a vector becomes [1, n].
    Matrix toMatrix() const;
    /// The elements as integers (I64, I32, I16, I8, U8, Bool). Throws Error(TensorTypeUnsupported,
    /// FileChanged).
    std::vector<std::int64_t> toIntegers() const;
};

/// IEEE half precision, subnormals, infinities and NaN included.
float halfToFloat(std::uint16_t bits) noexcept;

}  // namespace headscope::core
