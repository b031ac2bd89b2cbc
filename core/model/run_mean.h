// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/model/model.h"

namespace headscope::core {

/// Those of `texts` whose tokens have the shape of those of `spec`'s text (sameShape()), with its special and
/// global tokens, in their order, as many as fit into `mostBytes` with their runs, but one at least; its own
/// text is left out, and what the model cannot read. Throws Error, Cancelled and MeanOfCutText among them.
std::vector<Input> textsShapedAs(const Model& model, const RunSpec& spec, std::span<const Input> texts,
                                 std::size_t mostBytes, const Progress& progress = {});

/// Model::run() of a spec with meanOver: every text by itself, then their mean.
TracePtr runMean(const Model& model, const RunSpec& spec, KeepOptions keep, const Progress& progress);

}  // namespace headscope::core
