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

// exp(score − shift), exactly 0 below e⁻⁸⁸, no number where the score is none.
class Raiser {
public:
    explicit Raiser(float shift) : m_shift(all(shift)), m_least(all(hidden(exponentOfZero))) {}

    /// `exponent` becomes what is raised.
    Floats operator()(Floats score, Floats& exponent) const {
        exponent = larger(m_least, score - m_shift);
        return exponential(exponent);
    }
    Floats operator()(Floats score) const {
        Floats unused;
        return (*this)(score, unused);
    }
    float operator()(float score) const { return (*this)(all(score))[0]; }

private:
    // A number that the compiler must not know: with a constant GCC makes two instructions of a maximum.
    static float hidden(float value) {
        asm("" : "+m"(value));
        return value;
    }

    Floats m_shift;
    Floats m_least;
};

struct ExponentialSums {
    double sum = 0;
    double weighted = 0;
};

// Adds in double, lane by lane.
struct LongSum {
    Doubles low = {};
    Doubles high = {};

    void add(Floats values) {
        float all[lanes];
        store(all, values);
        low += widened(all);
        high += widened(all + lanes / 2);
    }

    double sum() const {
        const Doubles both = low + high;
        double sum = 0;
        for (Index lane = 0; lane < lanes / 2; ++lane) sum += both[lane];
        return sum;
    }
};

ExponentialSums exponentials(float* values, Index count, const Raiser& raiser) {
    const Raiser raised = raiser;
    LongSum sums;
    LongSum weightedSums;
    for (Index block = 0; block < count; block += sumBlock) {
        const Index end = count - block < sumBlock ? count : block + sumBlock;
        Floats sum = {};
        Floats weighted = {};
        Floats exponent;
        Index i = block;
        for (; i + lanes <= end; i += lanes) {
            const Floats value = raised(load(values + i), exponent);
            sum += value;
            weighted += value * exponent;
            store(values + i, value);
        }
        if (i < end) {
            const Floats some = loadSome(values + i, end - i, -__builtin_inff());
            const Floats value = raised(some, exponent);
            sum += value;
            weighted += value * exponent;
            storeSome(values + i, value, end - i);
        }
        sums.add(sum);
        weightedSums.add(weighted);
    }
    return {sums.sum(), weightedSums.sum()};
}

// Where a row's largest weight is looked for: in the first of a few parts that has it.
constexpr Index mostParts = 16;

struct Parts {
    Index length = 0;
    float largest[mostParts] = {};
    float whole = 0;  // the largest of all
};

Parts partsOf(const float* scores, Index count) {
    Parts parts;
    const Index blocks = (count + sumBlock - 1) / sumBlock;
    parts.length = (blocks + mostParts - 1) / mostParts * sumBlock;
    parts.whole = -__builtin_inff();
    Index part = 0;
    for (Index i = 0; i < count; i += parts.length, ++part) {
        const float top = largestIn(scores + i, count - i < parts.length ? count - i : parts.length);
        parts.largest[part] = top;
        parts.whole = top > parts.whole ? top : parts.whole;
    }
    return parts;
}

// Where the first is whose product with `factor` equals `wanted`; the last of all where none does. Looks at
// every value, which takes less time than to stop at the right one. `count` is below 2²⁴.
Index firstOf(const float* values, Index count, float factor, float wanted) {
    Floats at;  // negative, so that the first is the largest
    for (Index lane = 0; lane < lanes; ++lane) at[lane] = static_cast<float>(-lane);
    Floats first = all(static_cast<float>(1 - count));
    const auto look = [&](Floats some) {
        first = some * factor == all(wanted) ? larger(first, at) : first;
        at -= static_cast<float>(lanes);
    };
    Index i = 0;
    for (; i + lanes <= count; i += lanes) look(load(values + i));
    if (i < count) look(loadSome(values + i, count - i, -1));
    return static_cast<Index>(-largestOf(first));
}

SoftmaxRow softmax(float* scores, Index count, float sink) {
    SoftmaxRow row;
    const Parts parts = partsOf(scores, count);
    row.shift = parts.whole > sink ? parts.whole : sink;
    const Raiser raised(row.shift);
    const ExponentialSums sums = exponentials(scores, count, raised);
    row.keys = sums.sum;
    row.weighted = sums.weighted;
    const bool hasSink = sink > -__builtin_inff();
    row.total = hasSink ? sums.sum + static_cast<double>(raised(sink)) : sums.sum;
    // What a later look at the row has: a float.
    row.factor = 1.0F / static_cast<float>(row.total);
    row.largest = raised(parts.whole) * row.factor;
    Index begin = 0;
    for (const float* part = parts.largest; begin + parts.length < count; begin += parts.length, ++part) {
        if (raised(*part) * row.factor >= row.largest) break;
    }
    const Index rest = count - begin;
    row.largestAt =
        begin + firstOf(scores + begin, rest < parts.length ? rest : parts.length, row.factor, row.largest);
    return row;
}

void weights(float* scores, Index count, float shift, float factor) {
    const Raiser raised(shift);
    Index i = 0;
    for (; i + lanes <= count; i += lanes) store(scores + i, raised(load(scores + i)) * factor);
    if (i < count) {
        const Floats some = raised(loadSome(scores + i, count - i, 0)) * factor;
        storeSome(scores + i, some, count - i);
    }
}

// What a vector of keys has in every row.
struct Gathered {
    Floats sum;
    Floats largest;
};

template <Index Rows>
class Gatherer {
public:
    explicit Gatherer(const WeightRows& rows)
        : m_raised(rows.raised), m_stride(rows.stride), m_distances(rows.distances) {
        for (Index r = 0; r < Rows; ++r) m_factors[r] = all(rows.factors[r]);
    }

    template <typename Load>
    Gathered keys(Index i, const Load& load) {
        Floats weight[Rows];
#pragma GCC unroll 4
        for (Index r = 0; r < Rows; ++r) {
            weight[r] = load(m_raised + r * m_stride + i) * m_factors[r];
            m_distance[r] += weight[r] * load(m_distances + i - r);
        }
        Gathered all{weight[0], weight[0]};
#pragma GCC unroll 4
        for (Index r = 1; r < Rows; ++r) {
            all.sum += weight[r];
            all.largest = larger(all.largest, weight[r]);
        }
        return all;
    }

    float distance(Index row) const {
        return sumOf(m_distance[row]);
    }

private:
    const float* m_raised;
    Index m_stride;
    const float* m_distances;
    Floats m_factors[Rows];
    Floats m_distance[Rows] = {};
};

template <Index Rows>
void gatherRows(const WeightRows& rows) {
    Gatherer<Rows> gatherer(rows);
    float* received = rows.received;
    float* largest = rows.largest;
    const Index count = rows.count;
    Index i = 0;
    for (; i + lanes <= count; i += lanes) {
        const Gathered found = gatherer.keys(i, [](const float* from) { return load(from); });
        store(received + i, load(received + i) + found.sum);
        store(largest + i, larger(load(largest + i), found.largest));
    }
    // Not float by float: whether the compiler fuses such a sum depends on where the arrays lie.
    if (const Index rest = count - i; rest > 0) {
        const auto some = [rest](const float* from) { return loadSome(from, rest, 0); };
        const Gathered found = gatherer.keys(i, some);
        storeSome(received + i, some(received + i) + found.sum, rest);
        storeSome(largest + i, larger(some(largest + i), found.largest), rest);
    }
    for (Index r = 0; r < Rows; ++r) rows.distance[r] = gatherer.distance(r);
}

void gather(const WeightRows& rows) {
    if (rows.rows == 4) gatherRows<4>(rows);
    if (rows.rows == 3) gatherRows<3>(rows);
    if (rows.rows == 2) gatherRows<2>(rows);
    if (rows.rows == 1) gatherRows<1>(rows);
}

template <typename Join>
inline void joinRows(const JoinedRows& rows, const Join& join) {
    const JoinedRows r = rows;
    Index i = 0;
    for (; i + lanes <= r.columns; i += lanes) {
        Floats all = load(r.joined + i);
        for (Index row = 0; row < r.count; ++row) all = join(all, load(r.rows + row * r.stride + i));
        store(r.joined + i, all);
    }
    if (const Index rest = r.columns - i; rest > 0) {
        Floats all = loadSome(r.joined + i, rest, 0);
        for (Index row = 0; row < r.count; ++row)
            all = join(all, loadSome(r.rows + row * r.stride + i, rest, 0));
        storeSome(r.joined + i, all, rest);
    }
}

void addRows(const JoinedRows& rows) {
    joinRows(rows, [](Floats sum, Floats value) { return sum + value; });
}

void furthestOfRows(const JoinedRows& rows) {
    const auto size = [](Floats value) { return floatsOf(bitsOf(value) & 0x7FFFFFFF); };
    joinRows(rows, [=](Floats most, Floats value) { return size(value) > size(most) ? value : most; });
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
