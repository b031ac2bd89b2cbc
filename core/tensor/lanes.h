// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Vectors as wide as the instruction set that the including source is compiled for; it says how wide in
// HEADSCOPE_LANES. The vector types of GCC and clang give one source for all of them. Everything is in an
// unnamed namespace, or the linker would share it between instruction sets.
#include <cstddef>
#include <cstdint>

#include "core/tensor/kernel_table.h"

namespace headscope::core {
namespace {

using Index = std::ptrdiff_t;

constexpr Index lanes = HEADSCOPE_LANES;
using Floats = float __attribute__((vector_size(HEADSCOPE_LANES * 4)));
using Integers = std::int32_t __attribute__((vector_size(HEADSCOPE_LANES * 4)));
using HalfFloats = float __attribute__((vector_size(HEADSCOPE_LANES * 2)));
using Doubles = double __attribute__((vector_size(HEADSCOPE_LANES * 4)));

// The same at any address, inside any object. Not `using`, which makes clang forget the alignment.
typedef float LooseFloats __attribute__((vector_size(HEADSCOPE_LANES * 4), aligned(4), may_alias));
typedef std::uint16_t LooseShorts __attribute__((vector_size(HEADSCOPE_LANES * 2), aligned(2), may_alias));
typedef float LooseHalfFloats __attribute__((vector_size(HEADSCOPE_LANES * 2), aligned(4), may_alias));

inline Floats load(const float* from) {
    return *reinterpret_cast<const LooseFloats*>(from);
}

inline Integers loadShorts(const std::uint16_t* from) {
    return __builtin_convertvector(*reinterpret_cast<const LooseShorts*>(from), Integers);
}

inline void store(float* to, Floats values) {
    *reinterpret_cast<LooseFloats*>(to) = values;
}

/// The same numbers as floats.
inline Floats loadBFloats(const std::uint16_t* from) {
    return reinterpret_cast<Floats>(loadShorts(from) << 16);
}

inline Floats loadHalves(const std::uint16_t* from) {
    const Integers bits = loadShorts(from);
    const Integers sign = (bits & 0x8000) << 16;
    const Integers size = (bits & 0x7FFF) << 13;
    // 2¹¹² moves the exponent to where a float has it, subnormals too; what is infinite or no number stays
    // so.
    const Floats moved = reinterpret_cast<Floats>(size) * 0x1p112F;
    const Integers special = (bits & 0x7C00) == 0x7C00;
    return reinterpret_cast<Floats>(sign | (special ? size | 0x7F800000 : reinterpret_cast<Integers>(moved)));
}

inline Floats all(float value) {
    return value - Floats{};
}

/// The first `count` floats, then `rest`.
inline Floats loadSome(const float* from, Index count, float rest) {
    Floats out = all(rest);
    for (Index i = 0; i < count; ++i) out[i] = from[i];
    return out;
}

inline void storeSome(float* to, Floats values, Index count) {
    for (Index i = 0; i < count; ++i) to[i] = values[i];
}

// Both give b where one of them is no number.
inline Floats larger(Floats a, Floats b) {
    return a > b ? a : b;
}

inline Floats smaller(Floats a, Floats b) {
    return a < b ? a : b;
}

inline Integers bitsOf(Floats values) {
    return reinterpret_cast<Integers>(values);
}

inline Floats floatsOf(Integers bits) {
    return reinterpret_cast<Floats>(bits);
}

/// So many numbers as they are stored.
template <Stored stored>
inline Floats loadStored(const char* from) {
    if constexpr (stored == Stored::Float) return load(reinterpret_cast<const float*>(from));
    if constexpr (stored == Stored::BFloat) return loadBFloats(reinterpret_cast<const std::uint16_t*>(from));
    if constexpr (stored == Stored::Half) return loadHalves(reinterpret_cast<const std::uint16_t*>(from));
}

template <Index... Place>
struct Places {};
template <Index Count, Index... Place>
struct PlacesTo : PlacesTo<Count - 1, Count - 1, Place...> {};
template <Index... Place>
struct PlacesTo<0, Place...> {
    using Type = Places<Place...>;
};

// Of squares of 2 · half numbers in two rows that lie half apart, the upper right one changes places with the
// lower left one.
template <Index half, Index... Place>
inline void exchange(Floats& a, Floats& b, Places<Place...>) {
    const Floats upper =
        __builtin_shufflevector(a, b, ((Place & half) != 0 ? lanes + Place - half : Place)...);
    b = __builtin_shufflevector(a, b, ((Place & half) != 0 ? lanes + Place : Place + half)...);
    a = upper;
}

template <Index half>
inline void transposeFrom(Floats (&rows)[lanes]) {
    if constexpr (half < lanes) {
#pragma GCC unroll 16
        for (Index i = 0; i < lanes; ++i) {
            if ((i & half) == 0) exchange<half>(rows[i], rows[i + half], typename PlacesTo<lanes>::Type());
        }
        transposeFrom<2 * half>(rows);
    }
}

/// Place j of row i becomes place i of row j.
inline void transpose(Floats (&rows)[lanes]) {
    transposeFrom<1>(rows);
}

using Floats2 = float __attribute__((vector_size(8)));
using Floats4 = float __attribute__((vector_size(16)));
using Floats8 = float __attribute__((vector_size(32)));
using Floats16 = float __attribute__((vector_size(64)));

// Joins the lanes of a vector two and two until one is left.
template <typename Join>
inline float joined(Floats2 v, Join join) {
    return join(v[0], v[1]);
}
template <typename Join>
inline float joined(Floats4 v, Join join) {
    return joined(join(__builtin_shufflevector(v, v, 0, 1), __builtin_shufflevector(v, v, 2, 3)), join);
}
template <typename Join>
inline float joined(Floats8 v, Join join) {
    return joined(join(__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7)),
                  join);
}
template <typename Join>
inline float joined(Floats16 v, Join join) {
    return joined(join(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7),
                       __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)),
                  join);
}

inline float sumOf(Floats values) {
    return joined(values, [](auto a, auto b) { return a + b; });
}

inline float largestOf(Floats values) {
    return joined(values, [](auto a, auto b) { return a > b ? a : b; });
}

inline bool anyOf(Integers flags) {
    return largestOf(flags ? all(1.0F) : Floats{}) > 0;
}

}  // namespace
}  // namespace headscope::core
