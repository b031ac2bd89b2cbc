// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window.h"

#include <QApplication>
#include <QBuffer>
#include <QScreen>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "app/command_line_call.h"
#include "app/command_line_window.h"
#include "app/model_argument.h"
#include "app/qt_remarks.h"
#include "core/base/output_file.h"
#include "core/base/stop_signals.h"
#include "ui/error_text.h"
#include "ui/examples.h"
#include "ui/figures/theme.h"
#include "ui/main_window.h"
#include "ui/settings.h"

namespace headscope::app {
namespace {

constexpr int pollMilliseconds = 50;
constexpr int quietPolls = 4;  // views prepare what they show in jobs of their own, after the run is there

/// A picture of the window needs no display; the window itself does.
bool hasDisplay(int argc, char** argv) {
#if defined(Q_OS_LINUX)
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    }
    const auto wantsPicture = [](std::string_view argument) { return argument.starts_with("--screenshot"); };
    if (std::none_of(argv + 1, argv + argc, wantsPicture)) return false;
    qputenv("QT_QPA_PLATFORM", "offscreen");
#else
    static_cast<void>(argc);
    static_cast<void>(argv);
#endif
    return true;
}

/// Writes what the window looks like, and answers the exit code.
int writeScreenshot(ui::MainWindow& window, const std::filesystem::path& path) {
    try {
        QBuffer buffer;
        if (!window.grab().save(&buffer, "PNG"))
            throw core::Error(core::ErrorCode::OutOfMemory, {"the picture of the window"});
        const QByteArray& bytes = buffer.data();
        core::writeWhole(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
        return 0;
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return core::exitCode(error.code());
    }
}

/// Takes the picture when nothing is computed any more, and ends the program.
void takeScreenshot(ui::MainWindow& window, const std::string& path) {
    auto* poll = new QTimer(&window);
    poll->setInterval(pollMilliseconds);
    QObject::connect(poll, &QTimer::timeout, &window, [&window, path, quiet = 0]() mutable {
        const bool busy = window.isBusy() || QThreadPool::globalInstance()->activeThreadCount() > 0;
        quiet = busy ? 0 : quiet + 1;
        if (quiet < quietPolls) return;
        const bool shown = window.session().a() != nullptr;
        if (!shown) std::cerr << window.errorBar().sentence().toStdString() << '\n';
        const int written = writeScreenshot(window, path);
        QApplication::exit(shown ? written : 2);
    });
    poll->start();
}

/// The input that was asked for, if any. Throws what reading it throws.
std::optional<core::Input> firstInput(const Options& options, const core::Compute& compute) {
    if (!hasInput(options)) return std::nullopt;
    Terminal terminal(options.quiet);
    return inputOf({options, "window", compute, terminal});
}

/// Opens `place`, or the example that is written in the language of the window.
void openFirst(ui::MainWindow& window, const ui::Language& language, const std::string& place,
               const std::optional<core::Input>& input) {
    try {
        const std::string model =
            place.empty() ? std::string(ui::examplePrefix) + ui::exampleIn(language.id().toStdString())
                          : place;
        window.open(QString::fromStdString(modelArgument(model)), input);
    } catch (const core::Error& error) {
        window.errorBar().showError(ui::errorText(error));
    }
}

int showWindow(QApplication& application, const WindowOptions& options) {
    core::Executor executor;
    const core::Compute compute{executor, core::bestKernels()};
    const std::optional<core::Input> input = firstInput(options.options, compute);
    core::endOnSignals();
    ui::Language language;
    const QString remembered = ui::settings::language.get();
    language.use(!options.language.empty() ? QString::fromStdString(options.language)
                 : remembered.isEmpty()    ? ui::systemLanguage()
                                           : remembered);
    int code = 0;
    {
        ui::MainWindow window(compute, language);
        if (!options.theme.empty()) window.setDark(options.theme == "dark");
        if (!options.view.empty()) window.showView(options.view);
        if (!options.size.isEmpty())
            window.resize(options.size);
        else if (options.screenshot.empty())
            window.resize(window.size().boundedTo(window.screen()->availableSize()));
        window.show();
        openFirst(window, language, options.options.model, input);
        if (!options.screenshot.empty()) takeScreenshot(window, options.screenshot);
        code = application.exec();
    }
    // Work that was cancelled may still be on its way out, and it uses the executor.
    QThreadPool::globalInstance()->waitForDone();
    return code;
}

}  // namespace

int runWindow(int argc, char** argv) {
    if (!hasDisplay(argc, argv)) {
        std::cerr
            << "There is no display to open the window on. Use a sub-command (see headscope --help), or "
               "--screenshot FILE.\n";
        return 2;
    }
    ignoreQtRemarks();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("headscope"));
    QApplication::setOrganizationName(QStringLiteral("headscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headscope"));
    ui::loadFonts();
    // Before any widget exists: under a style sheet those that do keep the font they were made with.
    QApplication::setFont(ui::Theme::light().textFont(13));
    try {
        std::vector<std::string> arguments;
        for (const QString& argument : application.arguments().mid(1))
            arguments.push_back(argument.toStdString());
        return showWindow(application, readWindowOptions(std::move(arguments)));
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return core::exitCode(error.code());
    }
}

}  // namespace headscope::app
