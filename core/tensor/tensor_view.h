// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/mapped_file.h"
#include "core/tensor/matrix.h"

namespace headscope::core {

/// How the elements of a stored tensor are written. `Other` is any type that Headscope lists but does not
/// compute.
enum class DType {
    F32,
    F16,
    BF16,
    F64,
    F8E4M3,
    F8E5M2,
    F8E4M3Fnuz,
    F8E5M2Fnuz,
    F8E8M0,
    I64,
    I32,
    I16,
    I8,
    U32,
    U16,
    U8,
    Bool,
    Other
};

/// What the elements of an 8-bit tensor are to be multiplied by: one factor per block of a matrix
/// [shape[0], product of the rest].
struct TensorScale {
    std::vector<float> factors;        ///< row-major, one per block
    Index blockRows = 1;               ///< rows that share a factor
    Index blockColumns = 1;            ///< columns that share a factor
    Index columns = 1;                 ///< of the matrix
    const std::byte* begin = nullptr;  ///< of the whole matrix, so that a view of some rows finds its factors
};

/// A named, typed, shaped look at bytes of a file that it keeps alive. Row-major, little-endian, never
/// assumed aligned.
struct TensorView {
    std::string name;
    DType dtype = DType::Other;
    std::string dtypeName;  ///< as the file writes it, e.g. "BF16"
    std::vector<Index> shape;
    std::span<const std::byte> bytes;
    MappedFile file;
    std::shared_ptr<const TensorScale> scale;  ///< null: the elements are the values

    Index elements() const noexcept;  ///< product of the shape; 1 for a scalar
    std::string shapeText() const;    ///< "[30522, 768]"

    /// Whether toFloats() can answer: types with a fraction, and 8-bit integers that have a scale. Integers
    /// alone are refused, because as weights they are quantised and mean nothing without their scales.
    bool isComputable() const noexcept;
    /// The elements as floats, times their scale; size elements(). Throws Error(TensorTypeUnsupported,
    /// TensorSize, FileChanged).
    std::vector<float> toFloats() const;
    /// The same as a matrix [shape[0], product of the rest]; a vector becomes [1, n].
    Matrix toMatrix() const;
    /// The elements as integers (I64, I32, I16, I8, U32, U16, U8, Bool). Throws Error(TensorTypeUnsupported,
    /// TensorSize, FileChanged).
    std::vector<std::int64_t> toIntegers() const;
};

/// Bytes of one element; 0 for types that are not decoded.
std::size_t elementBytes(DType dtype) noexcept;

/// IEEE half precision, subnormals, infinities and NaN included.
float halfToFloat(std::uint16_t bits) noexcept;

}  // namespace headscope::core
