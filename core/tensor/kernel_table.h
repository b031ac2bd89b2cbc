// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included by sources that are compiled for one instruction set each. Nothing here may need code of its own:
// the linker would keep one copy of it, for whichever processor that was made.
#include <cstddef>

namespace headscope::core {

enum class Activation { Gelu, GeluTanh, QuickGelu, Relu, Silu, Tanh, Identity };

/// How the numbers of a packed matrix are stored. Sixteen bits become floats on their way into the multiply:
/// products are those of the same numbers stored as floats, bit for bit.
enum class Stored : unsigned char { Float, BFloat, Half };

/// A packed matrix is a row of panels: so many of its outputs side by side, [inner][panelWidth].
inline constexpr std::ptrdiff_t panelWidth = 32;

/// y = activation(x · wᵀ + bias) for neighbouring outputs of a packed w. `…Stride`: floats from row to row.
struct PackedProduct {
    const float* x = nullptr;  ///< [rows, inner]
    std::ptrdiff_t xStride = 0;
    std::ptrdiff_t rows = 0;
    std::ptrdiff_t inner = 0;
    const void* w = nullptr;  ///< the first panel
    Stored stored = Stored::Float;
    std::ptrdiff_t panelStride = 0;  ///< numbers from panel to panel
    /// Numbers from output to output of a w that is not packed: rows [outputs][inner], as files have them. A
    /// block at a time is put in panels on its way into the multiply, with the same result; `skip` must be 0.
    /// 0: w is packed.
    std::ptrdiff_t rowStride = 0;
    std::ptrdiff_t skip = 0;     ///< outputs of the first panel to leave out; less than panelWidth
    std::ptrdiff_t outputs = 0;  ///< how many after those
    float* y = nullptr;          ///< [rows, outputs]
    std::ptrdiff_t yStride = 0;
    const float* bias = nullptr;  ///< [outputs], or null
    Activation activation = Activation::Identity;
};

/// One row of a norm in place: (x − mean) / √(variance + epsilon) · weight + bias.
struct NormRow {
    float* x = nullptr;
    std::ptrdiff_t count = 0;
    const float* weight = nullptr;  ///< or null
    const float* bias = nullptr;    ///< or null
    float epsilon = 0;
    bool centred = true;  ///< false: mean is taken as 0 and variance as the mean square
};

/// What softmax found in one row.
struct SoftmaxRow {
    float shift = 0;               ///< the largest score, or the sink where that is larger
    double total = 0;              ///< Σ exp(score − shift), the sink included
    double keys = 0;               ///< without the sink
    double weighted = 0;           ///< Σ exp(score − shift) · (score − shift), without the sink
    float factor = 1;              ///< weight = exp(score − shift) · factor: 1 / total
    float largest = 0;             ///< largest weight
    std::ptrdiff_t largestAt = 0;  ///< first of equals
};

/// Rows of a panel on their way into what many rows share.
struct WeightRows {
    static constexpr std::ptrdiff_t mostRows = 4;
    const float* raised = nullptr;  ///< [rows, count]: what softmax left
    std::ptrdiff_t stride = 0;      ///< floats from row to row
    std::ptrdiff_t rows = 0;        ///< at least one, at most `mostRows`
    std::ptrdiff_t count = 0;
    const float* factors = nullptr;    ///< [rows], SoftmaxRow::factor
    const float* distances = nullptr;  ///< of each key from the first query; the next one's begin one before
    float* received = nullptr;         ///< [count]: the sum of weights is added
    float* largest = nullptr;          ///< [count]: the largest weight stays
    float* distance = nullptr;         ///< [rows]: becomes Σ weight · distance
};

/// Rows that become one, column by column.
struct JoinedRows {
    const float* rows = nullptr;  ///< [count, columns]
    std::ptrdiff_t stride = 0;    ///< floats from row to row
    std::ptrdiff_t count = 0;
    std::ptrdiff_t columns = 0;
    float* joined = nullptr;  ///< [columns]: what rows before these gave
};

/// The arithmetic that is worth a version per instruction set. Chosen once in main and passed in; `base` runs
/// on any processor. Kernels are single-threaded: callers split the work. However a product is cut into
/// calls, every number is the same; between instruction sets numbers differ by rounding.
struct Kernels {
    const char* name;
    /// Rows that multiply takes at a time: a multiple of them is fastest.
    std::ptrdiff_t tileRows;

    void (*multiply)(const PackedProduct& product);
    void (*activate)(Activation activation, float* values, std::ptrdiff_t count);
    void (*norm)(const NormRow& row);
    bool (*allFinite)(const float* values, std::ptrdiff_t count);
    /// Scores become exp(score − shift), which `factor` makes weights; −∞ becomes exactly 0. `sink` is the
    /// logit of an extra column that is dropped, or −∞. At least one score must be above −∞.
    SoftmaxRow (*softmax)(float* scores, std::ptrdiff_t count, float sink);
    /// Weights from what an earlier softmax found: exp(score − shift) · factor, bit for bit what it gave.
    void (*weights)(float* scores, std::ptrdiff_t count, float shift, float factor);
    void (*gather)(const WeightRows& rows);
    /// Adds every row, in order: the same sums for every instruction set.
    void (*addRows)(const JoinedRows& rows);
    /// Leaves what is furthest from 0, with its sign; the first of equals.
    void (*furthestOfRows)(const JoinedRows& rows);
    /// −Σ m ln m in nats, m = (p + q) / 2; entries that are 0 in both add nothing. None may be negative.
    /// Within 1e-6 of what doubles give, and of p with itself the same to the bit as of any equal p.
    double (*mixtureEntropy)(const float* p, const float* q, std::ptrdiff_t count);
};

}  // namespace headscope::core
