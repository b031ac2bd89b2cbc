// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QTimer>

#include "tests/ui/frame_window.h"

namespace headscope::ui {

/// A window whose states are looked at.
struct StateWindow : TestWindow {
    Session& session() { return window.session(); }
    /// Until the window has noted what it shows, which it does when it is back in its event loop: a timer
    /// that is set later comes later.
    void turn() {
        QTimer last;
        last.setInterval(0);
        last.setSingleShot(true);
        last.start();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !last.isActive(); }, patience));
    }
    bool openExample() {
        if (!TestWindow::openExample()) return false;
        turn();
        return true;
    }
    bool open(const QString& model, const std::optional<core::Input>& input = {}) {
        if (!TestWindow::open(model, input)) return false;
        turn();
        return true;
    }
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
