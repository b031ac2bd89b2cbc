// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/state.h"

namespace headscope::ui {

/// What the model says where it was trained to say something: "reference" at pronouns, "masked-lm" at mask
/// tokens, "causal-lm" at the last position, "classification" once. The five most likely answers each. Throws
/// core::Error(NotFinite, Cancelled).
std::vector<Answer> modelAnswers(const core::Model& model, const core::Trace& trace,
                                 const core::Progress& progress = {});

}  // namespace headscope::ui
