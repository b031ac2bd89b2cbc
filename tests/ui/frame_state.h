// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/frame_window.h"

namespace headscope::ui {

/// A window whose states are looked at.
struct StateWindow : TestWindow {
    Session& session() { return window.session(); }
    void turn() { QTest::qWait(1); }  // the window notes what it shows when it is back in its event loop
    bool trigger(ActionId id) {
        turn();
        if (!window.actions()[id]->isEnabled()) return false;
        window.actions()[id]->trigger();
        const bool done = settled();
        turn();
        return done;
    }
    bool run(const char* text) {
        core::Input input;
        input.text = text;
        window.loader().run(session().side(), input);
        return settled();
    }
};

}  // namespace headscope::ui
