// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/export/numbers.h"
#include "core/export/text_sink.h"

namespace headscope::core {

/// One line per cell of every pattern, with the columns of the links table but its rank; of differences with
/// weight_a, weight_b and difference in place of the weight. Throws
/// Error(BadArgument) when the numbers hold more than patterns, and what `sink` throws.
void writeNumbersCsv(const Numbers& numbers, const TextSink& sink, const Progress& progress);

/// "headscope", "tokens", and "arrays": the arrays of the NPZ under the same names, nested as their shapes
/// say; a number that is not finite becomes null.
void writeNumbersJson(const Numbers& numbers, const TextSink& sink, const Progress& progress);

/// One aligned matrix per head for people. Throws like writeNumbersCsv.
void writeNumbersPlain(const Numbers& numbers, const TextSink& sink, const Progress& progress);

}  // namespace headscope::core
