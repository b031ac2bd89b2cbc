// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/model/architectures.h"
#include "core/model/model.h"
#include "core/model/tensor_finder.h"
#include "core/tensor/kernels.h"

namespace headscope::core {

/// An output head, its tensors found.
struct OutputSlot {
    const OutputHead* head = nullptr;
    std::optional<Error> problem;       ///< why it cannot be computed; the tensors then mean nothing
    const TensorView* dense = nullptr;  ///< null: no dense stage
    const TensorView* denseBias = nullptr;
    const TensorView* norm = nullptr;
    const TensorView* normBias = nullptr;
    const TensorView* projection = nullptr;
    const TensorView* bias = nullptr;

    /// Of a head without a problem: token ids or labels.
    Index columns() const;
};

/// Where output heads are looked for.
struct OutputSearch {
    const Json& config;           ///< config.json, for the class
    const std::string& location;  ///< of the file, for messages
    bool tiedEmbeddings;
    Index width;                  ///< of the final hidden states
    const TensorView* embedding;  ///< what a projection may be tied to
    std::string embeddingName;    ///< which may be the name that a file of one tied matrix leaves out
    TensorFinder& finder;
    TensorReport& report;  ///< ties, and what is missing or wrong, are added here
};

/// The heads of the family that this file has: those that its class names, and those whose tensors are there.
/// A projection is tied to the embedding where the config says so or the head has none of its own; it is
/// never made up. A head with a tensor that is missing or cannot be read has a problem instead of tensors.
std::vector<OutputSlot> bindOutputs(const Architecture& architecture, const OutputSearch& search);

/// Logits of one head for hidden states h [row, width]. Throws Error(Cancelled).
Matrix outputLogits(const Compute& compute, const OutputSlot& slot, const ModelConfig& config, Matrix h,
                    const Progress& progress);

}  // namespace headscope::core
