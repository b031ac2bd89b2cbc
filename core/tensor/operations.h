// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/tensor/packed_matrix.h"
#include "core/tensor/tensor_view.h"

namespace headscope::core {

/// A linear layer as checkpoints store it: y = x · weightᵀ + bias.
struct Linear {
    Matrix weight;  ///< [out, in]
    Vector bias;    ///< [out], or empty
};

/// The same laid out for the multiply; or, where laying out does not pay, as the file has it.
struct PackedLinear {
    PackedMatrix weight;
    Vector bias;  ///< [out], or empty
    /// In place of `weight`: matrices [out, in] one below the other, which canMultiply(), read anew by every
    /// apply().
    std::vector<TensorView> stored{};

    Index outputs() const noexcept;
    bool empty() const noexcept { return weight.empty() && stored.empty(); }
    /// In memory.
    std::size_t bytes() const noexcept;
};

/// Whether apply() reads this matrix as it is: floats or sixteen bits, without scale.
bool canMultiply(const TensorView& matrix) noexcept;
/// How the numbers of a packed matrix made of it are best stored.
Stored storedOf(const TensorView& matrix) noexcept;

/// Spread over the pool by panels. `stored` must hold every weight.
PackedLinear packed(const Compute& compute, Linear linear, Stored stored = Stored::Float);

/// activation(x · weightᵀ + bias): x [position, in] → [position, out], spread over the pool by blocks of rows
/// and columns that depend on the shape only. The same to the bit for weights as stored, which may throw what
/// MappedFile::stable throws.
Matrix apply(const Compute& compute, const PackedLinear& linear, const Matrix& x,
             Activation activation = Activation::Identity);
/// Of outputs [first, first + count) alone; without bias where there is none. The weights must be packed.
Matrix applyPart(const Compute& compute, const PackedLinear& linear, const Matrix& x, Index first,
                 Index count);

/// Scale and shift of a norm; either may be empty.
struct NormWeights {
    Vector weight;
    Vector bias;
};

/// Each row: (x − mean) / √(variance + epsilon) · weight + bias, with the biased variance (Ba et al. 2016,
/// eq. 3).
void layerNorm(const Compute& compute, Matrix& x, const NormWeights& weights, float epsilon);
/// Each row: x / √(mean(x²) + epsilon) · weight (Zhang & Sennrich 2019, eq. 4).
void rmsNorm(const Compute& compute, Matrix& x, const NormWeights& weights, float epsilon);

/// The activation that a config calls `name` ("gelu", "gelu_new", "silu", …); nothing for an unknown name.
std::optional<Activation> activationNamed(std::string_view name) noexcept;

/// Applies the activation to every element, rows spread over the pool.
void activate(const Compute& compute, Activation activation, Matrix& x);

/// Whether no element is infinite or NaN.
bool allFinite(const Compute& compute, const Matrix& x);

/// Cosines and sines of rotary position embedding: [position, rotaryDim / 2].
struct RotaryTable {
    Matrix cosines;
    Matrix sines;
};

/// Angle of pair j at position p: p · inverseFrequencies[j] (Su et al. 2021, eq. 34), rounded to float as
/// models were trained with it: at position 8 000 the rounding moves cosines by 2e-4.
RotaryTable rotaryTable(const Eigen::VectorXd& inverseFrequencies, Index positions);

/// Which columns of a head rotate together: i and i + rotaryDim / 2 ("half split", as most checkpoints in
/// Hugging Face layout are stored), or 2i and 2i + 1 (GPT-J).
enum class RotaryPairs { Halves, Neighbours };

/// Rotates the first 2 · table columns of every head of x [position, heads × headDim].
void rotate(Matrix& x, Index headDim, const RotaryTable& table, RotaryPairs pairs = RotaryPairs::Halves);

}  // namespace headscope::core
