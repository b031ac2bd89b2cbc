// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/doctor.h"
#include "core/export/table.h"

namespace headscope::core {

/// What the doctor found, and what that means.
Report doctorReport(Origin origin, const Diagnosis& diagnosis);

}  // namespace headscope::core
