// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QSettings>
#include <QTest>

#include "tests/ui/frame_example.h"
#include "ui/main_window.h"

namespace headscope::ui {

inline constexpr int patience = 30000;

/// A window on the screen, with nothing remembered from before.
struct TestWindow {
    Language language;
    MainWindow window;

    TestWindow() : language(forgetEverything()), window(testCompute(), language) {
        window.resize(1440, 900);
        window.setDark(false);
        window.show();
        QApplication::setActiveWindow(&window);
    }

    MainWindow* operator->() { return &window; }

    /// Waits for what is being opened or run.
    bool settled() {
        return QTest::qWaitFor([this] { return !window.isBusy(); }, patience);
    }
    bool open(const QString& model, const std::optional<core::Input>& input = {}) {
        window.open(model, input);
        return settled() && window.session().a() != nullptr;
    }
    bool openExample() { return open(QStringLiteral("example:pronouns")); }
    std::string shownText() { return window.session().shown()->trace->spec.input.text; }

private:
    static QObject* forgetEverything() {
        QSettings().clear();
        return nullptr;
    }
};

}  // namespace headscope::ui
