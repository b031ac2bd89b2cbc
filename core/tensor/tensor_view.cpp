// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "core/base/error.h"
#include "core/tensor/float8.h"

namespace headscope::core {
namespace {

static_assert(std::endian::native == std::endian::little,
              "stored tensors are little-endian and are not swapped");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

[[noreturn]] void throwUnsupported(const TensorView& tensor) {
    throw Error(ErrorCode::TensorTypeUnsupported, {tensor.file.name(), tensor.name, tensor.dtypeName});
}

bool isFloat(DType dtype) noexcept {
    return dtype <= DType::F8E8M0;
}

/// Before anything is allocated: shapes of types that nobody could check may ask for any amount.
void requireReadable(const TensorView& tensor, bool readable) {
    if (!readable) throwUnsupported(tensor);
    const std::size_t needed = static_cast<std::size_t>(tensor.elements()) * elementBytes(tensor.dtype);
    if (tensor.bytes.size() != needed) {
        throw Error(ErrorCode::TensorSize, {tensor.file.name(), tensor.name,
                                            std::to_string(tensor.bytes.size()), std::to_string(needed)});
    }
}

/// Element by element through memcpy: stored tensors start at any byte. Compilers turn this into vector
/// loads. Piece by piece, because a mapped file may shrink meanwhile.
template <typename Stored, typename Target, typename Convert>
void decode(const TensorView& tensor, Target* out, Convert convert) {
    constexpr std::size_t pieceBytes = std::size_t{1} << 16;
    std::array<std::byte, pieceBytes> buffer;
    for (std::size_t begin = 0; begin < tensor.bytes.size(); begin += pieceBytes) {
        const std::size_t size = std::min(pieceBytes, tensor.bytes.size() - begin);
        const std::byte* const in = tensor.file.stable(tensor.bytes.subspan(begin, size), buffer).data();
        const std::size_t count = size / sizeof(Stored);
        for (std::size_t i = 0; i < count; ++i) {
            Stored element;
            std::memcpy(&element, in + i * sizeof(Stored), sizeof(Stored));
            out[i] = convert(element);
        }
        out += count;
    }
}

void decodeBytes(const TensorView& tensor, float* out, const std::array<float, 256>& values) {
    decode<std::uint8_t>(tensor, out, [&values](std::uint8_t bits) { return values[bits]; });
}

float bfloatToFloat(std::uint16_t bits) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// No `default`: a new type must be decided here.
void decodeFloats(const TensorView& tensor, float* out) {
    switch (tensor.dtype) {
        case DType::F32:
            return decode<float>(tensor, out, [](float value) { return value; });
        case DType::F16:
            return decode<std::uint16_t>(tensor, out, halfToFloat);
        case DType::BF16:
            return decode<std::uint16_t>(tensor, out, bfloatToFloat);
        case DType::F64:
            return decode<double>(tensor, out, [](double value) { return static_cast<float>(value); });
        case DType::F8E4M3:
            return decodeBytes(tensor, out, float8Values(Float8::E4M3));
        case DType::F8E5M2:
            return decodeBytes(tensor, out, float8Values(Float8::E5M2));
        case DType::F8E4M3Fnuz:
            return decodeBytes(tensor, out, float8Values(Float8::E4M3Fnuz));
        case DType::F8E5M2Fnuz:
            return decodeBytes(tensor, out, float8Values(Float8::E5M2Fnuz));
        case DType::F8E8M0:
            return decodeBytes(tensor, out, float8Values(Float8::E8M0));
        case DType::I8:
            return decode<std::int8_t>(tensor, out, [](std::int8_t value) -> float { return value; });
        case DType::I64:
        case DType::I32:
        case DType::I16:
        case DType::U32:
        case DType::U16:
        case DType::U8:
        case DType::Bool:
        case DType::Other:
            break;
    }
    throwUnsupported(tensor);
}

/// Multiplies the decoded elements by the factors of their blocks.
void applyScale(const TensorView& tensor, float* out) {
    if (!tensor.scale) return;
    const TensorScale& scale = *tensor.scale;
    const Index columns = scale.columns;
    const Index factorsPerRow = (columns + scale.blockColumns - 1) / scale.blockColumns;
    const auto firstByte = static_cast<Index>(tensor.bytes.data() - scale.begin);
    const Index firstRow = columns > 0 ? firstByte / columns : 0;
    const Index rows = columns > 0 ? tensor.elements() / columns : 0;
    for (Index row = 0; row < rows; ++row) {
        const float* const factors =
            scale.factors.data() + (firstRow + row) / scale.blockRows * factorsPerRow;
        for (Index column = 0; column < columns; ++column)
            out[row * columns + column] *= factors[column / scale.blockColumns];
    }
}

template <typename Stored>
void decodeIntegers(const TensorView& tensor, std::int64_t* out) {
    decode<Stored>(tensor, out, [](Stored value) { return static_cast<std::int64_t>(value); });
}

void decodeIntegers(const TensorView& tensor, std::int64_t* out) {
    switch (tensor.dtype) {
        case DType::I64:
            return decodeIntegers<std::int64_t>(tensor, out);
        case DType::I32:
            return decodeIntegers<std::int32_t>(tensor, out);
        case DType::I16:
            return decodeIntegers<std::int16_t>(tensor, out);
        case DType::I8:
            return decodeIntegers<std::int8_t>(tensor, out);
        case DType::U32:
            return decodeIntegers<std::uint32_t>(tensor, out);
        case DType::U16:
            return decodeIntegers<std::uint16_t>(tensor, out);
        case DType::U8:
            return decodeIntegers<std::uint8_t>(tensor, out);
        case DType::Bool:
            return decode<std::uint8_t>(tensor, out,
                                        [](std::uint8_t value) -> std::int64_t { return value != 0; });
        case DType::F32:
        case DType::F16:
        case DType::BF16:
        case DType::F64:
        case DType::F8E4M3:
        case DType::F8E5M2:
        case DType::F8E4M3Fnuz:
        case DType::F8E5M2Fnuz:
        case DType::F8E8M0:
        case DType::Other:
            break;
    }
    throwUnsupported(tensor);
}

}  // namespace

std::size_t elementBytes(DType dtype) noexcept {
    switch (dtype) {
        case DType::F64:
        case DType::I64:
            return 8;
        case DType::F32:
        case DType::I32:
        case DType::U32:
            return 4;
        case DType::F16:
        case DType::BF16:
        case DType::I16:
        case DType::U16:
            return 2;
        case DType::F8E4M3:
        case DType::F8E5M2:
        case DType::F8E4M3Fnuz:
        case DType::F8E5M2Fnuz:
        case DType::F8E8M0:
        case DType::I8:
        case DType::U8:
        case DType::Bool:
            return 1;
        case DType::Other:
            break;
    }
    return 0;
}

bool TensorView::isComputable() const noexcept {
    return isFloat(dtype) || (dtype == DType::I8 && scale != nullptr);
}

Index TensorView::elements() const noexcept {
    Index product = 1;
    for (const Index length : shape) product *= length;
    return product;
}

std::string TensorView::shapeText() const {
    std::string text = "[";
    for (const Index length : shape) {
        if (text.size() > 1) text += ", ";
        text += std::to_string(length);
    }
    return text + "]";
}

std::vector<float> TensorView::toFloats() const {
    requireReadable(*this, isComputable());
    std::vector<float> floats(static_cast<std::size_t>(elements()));
    decodeFloats(*this, floats.data());
    applyScale(*this, floats.data());
    return floats;
}

Matrix TensorView::toMatrix() const {
    requireReadable(*this, isComputable());
    const Index rows = shape.size() > 1 ? shape[0] : 1;
    Index width = 1;
    for (std::size_t i = shape.size() > 1 ? 1 : 0; i < shape.size(); ++i) width *= shape[i];
    Matrix matrix(rows, width);
    decodeFloats(*this, matrix.data());
    applyScale(*this, matrix.data());
    return matrix;
}

std::vector<std::int64_t> TensorView::toIntegers() const {
    requireReadable(*this, !isFloat(dtype) && dtype != DType::Other);
    std::vector<std::int64_t> integers(static_cast<std::size_t>(elements()));
    decodeIntegers(*this, integers.data());
    return integers;
}

float halfToFloat(std::uint16_t bits) noexcept {
    // Without branches, so that loops over it become vector code. Subnormals count in steps of 2^-24 and are
    // exact as a product; everything else only gets another exponent bias (127 - 15), infinity and NaN that
    // of all ones.
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t magnitude = bits & 0x7FFFu;
    const std::uint32_t normal = (magnitude << 13) + (112u << 23);
    const std::uint32_t special = (magnitude << 13) | 0x7F800000u;
    const auto subnormal =
        std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f);
    const std::uint32_t large = magnitude >= 0x7C00u ? special : normal;
    return std::bit_cast<float>(sign | (magnitude < 0x0400u ? subnormal : large));
}

}  // namespace headscope::core
