// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_commands.h"
#include "core/export/doctor_report.h"

namespace headscope::app {

void runDoctor(const CommandCall& call) {
    checkOut(call, core::DataKind::Report);
    core::DoctorRequest request{core::Model::load(openCheckpoint(call), call.compute), call.compute, {}};
    if (hasInput(call.options)) request.input = inputOf(call);
    const core::Diagnosis diagnosis = core::examine(request, call.terminal.progress("Examining"));
    deliver(call, core::doctorReport(originOf(call), diagnosis));
}

}  // namespace headscope::app
