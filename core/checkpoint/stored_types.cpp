// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/stored_types.h"

#include <algorithm>

namespace headscope::core {
namespace {

constexpr StoredType table[] = {
    {"F32", DType::F32, 32, "Float", "float32"},
    {"F16", DType::F16, 16, "Half", "float16"},
    {"BF16", DType::BF16, 16, "BFloat16", "bfloat16"},
    {"F64", DType::F64, 64, "Double", "float64"},
    {"F8_E4M3", DType::F8E4M3, 8, "", "float8_e4m3fn"},
    {"F8_E5M2", DType::F8E5M2, 8, "", "float8_e5m2"},
    {"F8_E4M3FNUZ", DType::F8E4M3Fnuz, 8, "", "float8_e4m3fnuz"},
    {"F8_E5M2FNUZ", DType::F8E5M2Fnuz, 8, "", "float8_e5m2fnuz"},
    {"F8_E8M0", DType::F8E8M0, 8, "", "float8_e8m0fnu"},
    {"I64", DType::I64, 64, "Long", "int64"},
    {"I32", DType::I32, 32, "Int", "int32"},
    {"I16", DType::I16, 16, "Short", "int16"},
    {"I8", DType::I8, 8, "Char", "int8"},
    {"U64", DType::Other, 64, "", "uint64"},
    {"U32", DType::U32, 32, "", "uint32"},
    {"U16", DType::U16, 16, "", "uint16"},
    {"U8", DType::U8, 8, "Byte", "uint8"},
    {"BOOL", DType::Bool, 8, "Bool", "bool"},
    {"C64", DType::Other, 64, "ComplexFloat", "complex64"},
    {"C128", DType::Other, 128, "ComplexDouble", "complex128"},
    {"F6_E2M3", DType::Other, 6, "", ""},
    {"F6_E3M2", DType::Other, 6, "", ""},
    {"F4", DType::Other, 4, "", ""},
};

}  // namespace

std::span<const StoredType> storedTypes() noexcept {
    return table;
}

const StoredType* findStoredType(std::string_view name) noexcept {
    const auto* const found = std::find_if(std::begin(table), std::end(table),
                                           [&](const StoredType& type) { return type.name == name; });
    return found == std::end(table) ? nullptr : found;
}

}  // namespace headscope::core
