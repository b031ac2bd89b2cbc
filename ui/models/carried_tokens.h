// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/model/model.h"

namespace headscope::ui {

/// Where a token of `before` stands in `after`: tokens of the common beginning keep their position, those of
/// the common end move with it, and what was changed in between keeps its place when nothing was added or
/// taken away; else it is gone.
std::optional<core::Index> carried(const std::vector<core::Token>& before,
                                   const std::vector<core::Token>& after,
                                   std::optional<core::Index> position);

/// `input`, whose global tokens are positions of `before`, with those that are left where they are in its own
/// text. Throws as Tokenizer::encode().
core::Input withCarriedGlobalTokens(core::Input input, const core::Trace& before, const core::Model& model);

}  // namespace headscope::ui
