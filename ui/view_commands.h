// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "ui/actions.h"
#include "ui/session.h"

namespace headscope::ui {

/// One row of the table of commands that change how things are shown, the same for every view.
struct ViewCommand {
    ActionId action;
    void (*apply)(Session& session);
    /// Whether it is switched on; null for commands that are no switch.
    bool (*isOn)(const Session& session);
};
std::span<const ViewCommand> viewCommands() noexcept;

}  // namespace headscope::ui
