// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/ui_environment.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QThreadPool>
#include <memory>

#include "ui/figures/theme.h"

namespace headscope::ui {
namespace {

struct Environment : testing::Environment {
    int argc = 1;
    char name[9] = "ui_tests";
    char* argv[2] = {name, nullptr};
    std::unique_ptr<QTemporaryDir> settings;
    std::unique_ptr<core::Executor> executor;
    std::unique_ptr<QApplication> application;

    void SetUp() override {
        settings = std::make_unique<QTemporaryDir>();
        executor = std::make_unique<core::Executor>(2);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings->path());
        QCoreApplication::setOrganizationName(QStringLiteral("headscope"));
        QCoreApplication::setApplicationName(QStringLiteral("ui_tests"));
        application = std::make_unique<QApplication>(argc, argv);
        loadFonts();
    }

    void TearDown() override {
        QThreadPool::globalInstance()->waitForDone();
        application.reset();
        executor.reset();
    }
};

// GoogleTest owns and deletes it.
Environment& environment() {
    static Environment& instance =
        static_cast<Environment&>(*testing::AddGlobalTestEnvironment(new Environment));
    return instance;
}

[[maybe_unused]] const bool registered = (environment(), true);

}  // namespace

core::Compute testCompute() {
    return {*environment().executor, core::baseKernels()};
}

QString testData(const QString& path) {
    return QStringLiteral(HEADSCOPE_TEST_DATA "/") + path;
}

}  // namespace headscope::ui
