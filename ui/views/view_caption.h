// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/caption.h"
#include "ui/figures/state.h"

namespace headscope::ui {

/// What stands over an exported picture of one head: "Layer 4 · Head 11 (4.11)", how to read it, model and
/// text.
Caption viewCaption(const Run& run, core::HeadId head, const QString& note);

}  // namespace headscope::ui
