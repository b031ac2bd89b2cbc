// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/kernel_functions.h"

namespace headscope::core {
namespace {

// Float sums stay this short before they are added in double.
constexpr Index sumBlock = 512;

inline Doubles widened(const float* from) {
    const HalfFloats half = *reinterpret_cast<const LooseHalfFloats*>(from);
    return __builtin_convertvector(half, Doubles);
}

// Σ (x − mean)ᵖ of a row in double: rows with a large common offset would lose the digits that a norm is
// about.
template <bool squared>
double sumOfRow(const float* x, Index count, double mean) {
    constexpr Index step = lanes / 2;
    Doubles sums = {};
    Index i = 0;
    for (; i + step <= count; i += step) {
        const Doubles value = widened(x + i) - mean;
        sums += squared ? value * value : value;
    }
    double sum = 0;
    for (Index lane = 0; lane < step; ++lane) sum += sums[lane];
    for (; i < count; ++i) {
        const double value = static_cast<double>(x[i]) - mean;
        sum += squared ? value * value : value;
    }
    return sum;
}

void norm(const NormRow& row) {
    const auto count = static_cast<double>(row.count);
    const double mean = row.centred ? sumOfRow<false>(row.x, row.count, 0) / count : 0;
    const double variance = sumOfRow<true>(row.x, row.count, mean) / count;
    const auto inverse =
        static_cast<float>(1.0 / __builtin_sqrt(variance + static_cast<double>(row.epsilon)));
    const auto centre = static_cast<float>(mean);
    Index i = 0;
    for (; i + lanes <= row.count; i += lanes) {
        Floats value = (load(row.x + i) - centre) * inverse;
        if (row.weight) value *= load(row.weight + i);
        if (row.bias) value += load(row.bias + i);
        store(row.x + i, value);
    }
    for (; i < row.count; ++i) {
        float value = (row.x[i] - centre) * inverse;
        if (row.weight) value *= row.weight[i];
        if (row.bias) value += row.bias[i];
        row.x[i] = value;
    }
}

bool allFinite(const float* values, Index count) {
    constexpr std::int32_t exponentBits = 0x7F800000;
    const Integers mask = exponentBits - Integers{};
    Integers bad = {};
    Index i = 0;
    for (; i + lanes <= count; i += lanes) bad |= (bitsOf(load(values + i)) & mask) == mask;
    if (i < count) bad |= (bitsOf(loadSome(values + i, count - i, 0)) & mask) == mask;
    return !anyOf(bad);
}

float largestIn(const float* values, Index count) {
    constexpr float least = -__builtin_inff();
    Floats first = all(least);
    Floats second = first;
    Index i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        first = larger(first, load(values + i));
        second = larger(second, load(values + i + lanes));
    }
    for (; i + lanes <= count; i += lanes) first = larger(first, load(values + i));
    if (i < count) second = larger(second, loadSome(values + i, count - i, least));
    return largestOf(larger(first, second));
}

// exp(score − shift), exactly 0 below e⁻⁸⁷, no number where the score is none; `exponent` becomes what was
// raised.
inline Floats weightOf(Floats score, float shift, Floats& exponent) {
    exponent = larger(all(smallestExponent), score - shift);
    return exponent == all(smallestExponent) ? Floats{} : exponential(exponent);
}

struct ExponentialSums {
    double sum = 0;
    double weighted = 0;
};

ExponentialSums exponentials(float* values, Index count, float shift) {
    ExponentialSums sums;
    for (Index block = 0; block < count; block += sumBlock) {
        const Index end = count - block < sumBlock ? count : block + sumBlock;
        Floats sum = {};
        Floats weighted = {};
        Floats exponent;
        Index i = block;
        for (; i + lanes <= end; i += lanes) {
            const Floats value = weightOf(load(values + i), shift, exponent);
            sum += value;
            weighted += value * exponent;
            store(values + i, value);
        }
        if (i < end) {
            const Floats some = loadSome(values + i, end - i, -__builtin_inff());
            const Floats value = weightOf(some, shift, exponent);
            sum += value;
            weighted += value * exponent;
            storeSome(values + i, value, end - i);
        }
        sums.sum += static_cast<double>(sumOf(sum));
        sums.weighted += static_cast<double>(sumOf(weighted));
    }
    return sums;
}

void scale(float* values, Index count, float factor) {
    Index i = 0;
    for (; i + lanes <= count; i += lanes) store(values + i, load(values + i) * factor);
    for (; i < count; ++i) values[i] *= factor;
}

Index firstOf(const float* values, Index count, float wanted) {
    constexpr Index stride = 8 * lanes;
    Index i = 0;
    for (; i + stride <= count; i += stride) {
        Integers found = {};
        for (Index j = 0; j < stride; j += lanes) found |= load(values + i + j) == all(wanted);
        if (anyOf(found)) break;
    }
    while (i + lanes <= count && !anyOf(load(values + i) == all(wanted))) i += lanes;
    while (i < count - 1 && values[i] != wanted) ++i;
    return i;
}

SoftmaxRow softmax(float* scores, Index count, float sink) {
    SoftmaxRow row;
    const float top = largestIn(scores, count);
    row.shift = top > sink ? top : sink;
    const ExponentialSums sums = exponentials(scores, count, row.shift);
    row.keys = sums.sum;
    row.weighted = sums.weighted;
    Floats unused;
    row.total = sums.sum + static_cast<double>(weightOf(all(sink), row.shift, unused)[0]);
    // What a later look at the row has: a float.
    const float factor = 1.0F / static_cast<float>(row.total);
    scale(scores, count, factor);
    row.largest = weightOf(all(top), row.shift, unused)[0] * factor;
    row.largestAt = firstOf(scores, count, row.largest);
    return row;
}

void weights(float* scores, Index count, float shift, float factor) {
    Floats unused;
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        store(scores + i, weightOf(load(scores + i), shift, unused) * factor);
    if (i < count) {
        const Floats some = weightOf(loadSome(scores + i, count - i, 0), shift, unused) * factor;
        storeSome(scores + i, some, count - i);
    }
}

float gather(const WeightRow& row) {
    Floats distance = {};
    Index i = 0;
    for (; i + lanes <= row.count; i += lanes) {
        const Floats weight = load(row.weights + i);
        distance += weight * load(row.distances + i);
        store(row.received + i, load(row.received + i) + weight);
        store(row.most + i, larger(load(row.most + i), weight));
    }
    // Not float by float: whether the compiler fuses such a sum depends on where the arrays lie.
    if (const Index rest = row.count - i; rest > 0) {
        const Floats weight = loadSome(row.weights + i, rest, 0);
        distance += weight * loadSome(row.distances + i, rest, 0);
        storeSome(row.received + i, loadSome(row.received + i, rest, 0) + weight, rest);
        storeSome(row.most + i, larger(loadSome(row.most + i, rest, 0), weight), rest);
    }
    return sumOf(distance);
}

inline Floats entropyTerm(Floats p, Floats q) {
    const Floats m = 0.5F * (p + q);
    const Floats least = all(1e-37F);  // below it a term is nothing, and a logarithm no longer exact
    return m > least ? m * logarithm(larger(m, least)) : Floats{};
}

double mixtureEntropy(const float* p, const float* q, Index count) {
    constexpr Index size = 8 * lanes;
    double sum = 0;
    for (Index block = 0; block < count; block += size) {
        const Index end = count - block < size ? count : block + size;
        Floats terms = {};
        Index i = block;
        for (; i + lanes <= end; i += lanes) terms += entropyTerm(load(p + i), load(q + i));
        if (i < end) terms += entropyTerm(loadSome(p + i, end - i, 0), loadSome(q + i, end - i, 0));
        sum += static_cast<double>(sumOf(terms));
    }
    return -sum;
}

}  // namespace
}  // namespace headscope::core
