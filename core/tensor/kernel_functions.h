// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/kernel_table.h"
#include "core/tensor/lanes.h"

namespace headscope::core {
namespace {

constexpr float smallestExponent = -87.0F;
constexpr float largestExponent = 88.0F;
// An exponential of this is exactly 0: 2⁻¹²⁷ has no bit left. It is nothing beside a row's largest, which is
// 1.
constexpr float exponentOfZero = -88.0F;

/// By Horner's rule; the coefficient of the highest power comes first.
template <Index Count>
inline Floats polynomial(Floats x, const float (&coefficients)[Count]) {
    Floats sum = all(coefficients[0]);
#pragma GCC unroll 9
    for (Index i = 1; i < Count; ++i) sum = sum * x + coefficients[i];
    return sum;
}

/// e to the power of `x`, which must lie between smallestExponent and largestExponent, or be exponentOfZero;
/// relative error below 2e-7, more by |x| · 8e-8. 2ⁿ · 2ʳ with |r| ≤ ½, the latter a polynomial of the fifth
/// degree (minimax, fitted for this file).
inline Floats exponential(Floats x) {
    const Floats power = x * 1.44269504F;
    // Adding 1.5 · 2²³ + 127 leaves the nearest integer, as exponents are stored, in the low bits.
    constexpr float shift = 12582912.0F + 127.0F;
    const Floats shifted = power + shift;
    const Floats p = polynomial(power - (shifted - shift), {0.00132647273F, 0.00967151299F, 0.0555073358F,
                                                            0.240222424F, 0.693147004F, 1.0F});
    // A product, not a sum of exponents, because what is no number has to stay so.
    return p * floatsOf(bitsOf(shifted) << 23);
}

/// Natural logarithm of what is above 0, neither denormal nor infinite; error below 1e-7 + 2e-7 · |ln x|.
/// With x = 2ⁿ · (1 + f) and 1 + f between √½ and √2: n ln 2 + f · P(f) (minimax, fitted for this file).
inline Floats logarithm(Floats x) {
    constexpr std::int32_t rootOfHalf = 0x3F3504F3;
    const Integers power = (bitsOf(x) - rootOfHalf) >> 23;
    const Floats f = floatsOf(bitsOf(x) - (power << 23)) - 1.0F;
    const Floats p = polynomial(f, {-0.0783080547F, 0.130191458F, -0.132122644F, 0.141607224F, -0.16610342F,
                                    0.200032066F, -0.25001571F, 0.333333024F, -0.499999883F, 1.0F});
    return __builtin_convertvector(power, Floats) * 0.693147182F + f * p;
}

/// What is no number stays so.
inline Floats limited(Floats x, float low, float high) {
    return smaller(all(high), larger(all(low), x));
}

/// Logistic function.
inline Floats sigmoid(Floats x) {
    return 1.0F / (1.0F + exponential(limited(-x, smallestExponent, largestExponent)));
}

/// Where `x` lies beyond ±bound exactly ±1, so that 1 + f is 0 there whatever it is multiplied by.
inline Floats saturated(Floats value, Floats x, float bound) {
    value = x > all(bound) ? all(1.0F) : value;
    return x < all(-bound) ? all(-1.0F) : value;
}

/// x · P(x²) / Q(x²) up to ±bound, and ±1 beyond.
template <Index Degree>
inline Floats rational(Floats value, float bound, const float (&p)[Degree], const float (&q)[Degree]) {
    const Floats x = limited(value, -bound, bound);
    return saturated(x * polynomial(x * x, p) / polynomial(x * x, q), value, bound);
}

/// Hyperbolic tangent, relative error below 4e-7 (minimax, fitted for this file).
inline Floats tangent(Floats value) {
    return rational(value, 9.0F, {1.33547218e-08F, 2.06091299e-05F, 0.00349559123F, 0.133810282F, 1.0F},
                    {7.77658443e-07F, 0.000328563969F, 0.0258769933F, 0.467143446F, 1.0F});
}

/// Error function, the same way.
inline Floats errorFunction(Floats value) {
    return rational(
        value, 3.925F,
        {2.04602611e-06F, 0.000284844427F, 0.0037725782F, 0.0527693853F, 0.190594375F, 1.12837911F},
        {3.80478086e-05F, 0.00116386509F, 0.0149832545F, 0.114182986F, 0.502242625F, 1.0F});
}

template <Activation activation>
inline Floats activated(Floats x) {
    if constexpr (activation == Activation::Gelu) return 0.5F * x * (1.0F + errorFunction(x * 0.70710678F));
    if constexpr (activation == Activation::GeluTanh)
        return 0.5F * x * (1.0F + tangent(0.79788456F * (x + 0.044715F * x * x * x)));
    if constexpr (activation == Activation::QuickGelu) return x * sigmoid(1.702F * x);
    if constexpr (activation == Activation::Relu) return larger(Floats{}, x);
    if constexpr (activation == Activation::Silu) return x * sigmoid(x);
    if constexpr (activation == Activation::Tanh) return tangent(x);
    return x;
}

template <Activation activation>
inline void activateWith(float* values, Index count) {
    Index i = 0;
    for (; i + lanes <= count; i += lanes) store(values + i, activated<activation>(load(values + i)));
    if (i < count)
        storeSome(values + i, activated<activation>(loadSome(values + i, count - i, 0)), count - i);
}

inline void activate(Activation activation, float* values, Index count) {
    switch (activation) {
        case Activation::Gelu:
            return activateWith<Activation::Gelu>(values, count);
        case Activation::GeluTanh:
            return activateWith<Activation::GeluTanh>(values, count);
        case Activation::QuickGelu:
            return activateWith<Activation::QuickGelu>(values, count);
        case Activation::Relu:
            return activateWith<Activation::Relu>(values, count);
        case Activation::Silu:
            return activateWith<Activation::Silu>(values, count);
        case Activation::Tanh:
            return activateWith<Activation::Tanh>(values, count);
        case Activation::Identity:
            return;
    }
}

}  // namespace
}  // namespace headscope::core
