// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/phrase.h"
#include "core/base/progress.h"
#include "core/model/model.h"

namespace headscope::core {

/// How much a finding says: it is so; it is so, but whether it does harm depends; it may have good reasons.
enum class Sureness { Certain, Likely, Hint };
/// "certain", "likely", "hint".
std::string_view surenessName(Sureness sureness) noexcept;

/// One row of the table of what the doctor looks for.
struct FindingKind {
    std::string_view id;      ///< "uniform"; the name in files
    std::string_view name;    ///< translation context "Doctor", like the others
    std::string_view cause;   ///< the likely one
    std::string_view remedy;  ///< what people do about it
    Sureness sureness;
};
std::span<const FindingKind> findingKinds() noexcept;

/// Something that is wrong with a model, or worth knowing. What half of a layer's heads have is said once, of
/// the layer.
struct Finding {
    const FindingKind* kind = nullptr;
    std::optional<int> layer;
    std::optional<int> head;
    std::string tensor;              ///< of weights; else empty
    double value = 0;                ///< what was measured; of a layer the mean over the heads that have it
    std::optional<double> limit;     ///< what it may be; nothing where the rule of a label decides
    std::vector<Phrase> evidence{};  ///< one after the other; translation context "Doctor"
};
/// The evidence in English.
std::string evidenceText(const Finding& finding);

/// What is examined, and with what input.
struct DoctorRequest {
    ModelPtr model;
    Compute compute;
    std::optional<Input> input;  ///< nothing: random lists (RepeatedList)
};

/// What the doctor found, in the order of the table.
struct Diagnosis {
    std::vector<Finding> findings;
    bool ran = false;  ///< false: numbers that are not finite stopped it
};

/// Throws Error(BadArgument) where a run needs an input that was not given, what running throws, and
/// Cancelled.
Diagnosis examine(const DoctorRequest& request, const Progress& progress = {});

// What it looks with.

/// The largest singular value of w, divided by that of random numbers of the same shape and size, which is
/// deviation · (√rows + √columns) (Marchenko and Pastur 1967). Training drives it above 1. 0 for zeros.
double largestSingularRatio(const Matrix& weights);
/// Mean over rows of the standard deviation of the scores before softmax.
double scoreSpread(const LayerTrace& layer, int head, const Kernels& kernels);

}  // namespace headscope::core
