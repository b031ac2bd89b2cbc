// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/reference_values.h"
#include "core/base/phrase.h"
#include "core/model/model.h"

namespace headscope::core {

/// What one check found.
struct CheckResult {
    std::string name;  ///< "row_sums", "hidden_3"
    bool passed = false;
    std::optional<double> value;  ///< what was measured; nothing when it could not be
    double limit = 0;             ///< it may be at most that
    Phrase detail;                ///< in words; translation context "Check"
};

/// A model to be checked, and what with.
struct VerifyRequest {
    ModelPtr model;
    Compute compute;
    std::optional<Input> input;  ///< nothing: a sentence, ids without a tokenizer, vectors without embeddings
    std::vector<ReferenceValues> references;
};

/// What a check is called for people; translation context "Check". Arrays of reference values are called what
/// they are.
std::string_view checkTitle(std::string_view name) noexcept;

/// Runs every check that the model allows: `tensors` (those of its outputs are there as well as what
/// attention needs, without which it had not loaded), `finite_weights`, `finite_run`, `row_sums` (every row
/// of every pattern sums to 1, to less with a sink, to 0 when it may see no key), `rerun` and `one_thread`
/// (the same numbers again, bit for bit), and per array of the references its parity: 5e-5 for attention,
/// 5e-5 × max(1, largest value) for the rest. Without finite weights nothing is run. Throws what running
/// throws.
std::vector<CheckResult> verify(const VerifyRequest& request, const Progress& progress = {});

}  // namespace headscope::core
