// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/gates.h"

#include <algorithm>

namespace headscope::ui {
namespace {

auto placeOf(auto& edits, core::HeadId head) {
    return std::find_if(edits.begin(), edits.end(), [head](const core::Edit& edit) {
        return std::get<core::HeadGate>(edit).head == head;
    });
}

}  // namespace

float gateOf(const std::vector<core::Edit>& edits, core::HeadId head) {
    const auto found = placeOf(edits, head);
    return found == edits.end() ? 1.0F : std::get<core::HeadGate>(*found).gate;
}

std::vector<core::Edit> withGate(std::vector<core::Edit> edits, const core::HeadGate& gate) {
    const auto found = placeOf(edits, gate.head);
    if (gate.gate == 1.0F) {
        if (found != edits.end()) edits.erase(found);
    } else if (found != edits.end()) {
        *found = gate;
    } else {
        edits.emplace_back(gate);
    }
    return edits;
}

}  // namespace headscope::ui
