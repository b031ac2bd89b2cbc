// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/run_spec.h"

namespace headscope::ui {

/// The gate of a head; 1 where the edits have none for it.
float gateOf(const std::vector<core::Edit>& edits, core::HeadId head);
/// The edits with this gate as the only one of its head; a gate of 1 changes nothing and is left out.
std::vector<core::Edit> withGate(std::vector<core::Edit> edits, const core::HeadGate& gate);

}  // namespace headscope::ui
