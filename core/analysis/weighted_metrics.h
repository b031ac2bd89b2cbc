// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the metric table that ask for values and weights besides the pattern.
#pragma once

#include <optional>

#include "core/analysis/measured_row.h"

namespace headscope::core {

/// ‖head's output · W_O‖; the same divided by the norm of the layer's output.
std::optional<double> outputNorm(const MeasuredRow& row);
std::optional<double> outputShare(const MeasuredRow& row);
/// The share of weight · ‖v‖, and of weight · ‖f(x)‖, on special tokens; of the latter on the first token.
std::optional<double> valueWeightedSink(const MeasuredRow& row);
std::optional<double> normBasedSink(const MeasuredRow& row);
std::optional<double> normBasedFirst(const MeasuredRow& row);
/// EffectiveAttention::shareWithoutEffect() of patterns that were measured as a whole.
std::optional<double> withoutEffect(const MeasuredHead& head);

}  // namespace headscope::core
