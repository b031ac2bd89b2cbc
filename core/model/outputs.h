// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/architectures.h"
#include "core/model/tensor_finder.h"
#include "core/tensor/kernels.h"

namespace headscope::core {

/// An output head, its tensors found.
struct OutputSlot {
    const OutputHead* head = nullptr;
    const TensorView* dense = nullptr;  ///< null: no dense stage
    const TensorView* denseBias = nullptr;
    const TensorView* norm = nullptr;
    const TensorView* normBias = nullptr;
    const TensorView* projection = nullptr;
    const TensorView* bias = nullptr;
};

/// Where output heads are looked for.
struct OutputSearch {
    const Json& config;  ///< config.json, for the class
    bool tiedEmbeddings;
    Index width;                  ///< of the final hidden states
    const TensorView* embedding;  ///< what a projection may be tied to
    TensorFinder& finder;
    std::vector<std::string>& tied;  ///< ties are added here
};

/// The heads of the family that this file has: the dense stage exists, and a projection of its own or one
/// tied to the embedding. Absent norms are noted in the finder.
std::vector<OutputSlot> bindOutputs(const Architecture& architecture, const OutputSearch& search);

/// Logits of one head for hidden states h [row, width].
Matrix outputLogits(const Compute& compute, const OutputSlot& slot, const ModelConfig& config, Matrix h);

}  // namespace headscope::core
