// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window.h"

#include <QApplication>
#include <QBuffer>
#include <QCommandLineParser>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "app/model_argument.h"
#include "core/base/output_file.h"
#include "core/base/stop_signals.h"
#include "ui/error_text.h"
#include "ui/figures/theme.h"
#include "ui/main_window.h"
#include "ui/settings.h"

namespace headscope::app {
namespace {

constexpr int pollMilliseconds = 50;
constexpr int quietPolls = 4;  // views prepare what they show in jobs of their own, after the run is there

struct Choice {
    std::string_view id;
};
constexpr std::array themes = {Choice{"light"}, Choice{"dark"}};

struct WindowOptions {
    QString model;
    std::optional<core::Input> input;
    QString language;
    QString theme;
    QString view;
    QString screenshot;
    QSize size;
};

void addOptions(QCommandLineParser& parser) {
    const auto option = [&parser](const char* name, const char* value, const char* what) {
        parser.addOption({QLatin1String(name), QLatin1String(what), QLatin1String(value)});
    };
    parser.addPositionalArgument(QStringLiteral("MODEL"),
                                 QStringLiteral("A folder, a weights file, org/name or example:NAME"));
    option("text", "T", "What the model reads");
    option("pair", "T2", "A second text, read together with the first");
    option("language", "L", "en or zh_CN");
    option("theme", "T", "light or dark");
    option("view", "V", "The big view: heatmap, flow, arcs");
    option("size", "WxH", "Size of the window");
    option("screenshot", "F", "Write a PNG of the window as soon as the run is shown, and end");
}

/// Throws Error(BadArgument) when `value` is given and none of `known`.
template <class Table>
void checkChoice(const QString& option, const QString& value, const Table& known) {
    QStringList ids;
    for (const auto& row : known) ids.append(QString::fromStdString(std::string(row.id)));
    if (value.isEmpty() || ids.contains(value)) return;
    const QString choices = QStringLiteral("\"%1\" is none of ").arg(value) + ids.join(QStringLiteral(", "));
    throw core::Error(core::ErrorCode::BadArgument, {option.toStdString(), choices.toStdString()});
}

WindowOptions readOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        QString reason = parser.errorText();
        if (reason.endsWith(QLatin1Char('.'))) reason.chop(1);
        throw core::Error(core::ErrorCode::BadArgument, {"headscope", reason.toStdString()});
    }
    if (parser.positionalArguments().size() > 1) {
        throw core::Error(core::ErrorCode::BadArgument,
                          {parser.positionalArguments()[1].toStdString(),
                           "the window opens one model, and no sub-command has this name"});
    }
    WindowOptions options;
    options.model = parser.positionalArguments().value(0);
    if (parser.isSet(QStringLiteral("text"))) {
        options.input = core::Input{};
        options.input->text = parser.value(QStringLiteral("text")).toStdString();
        if (parser.isSet(QStringLiteral("pair")))
            options.input->pair = parser.value(QStringLiteral("pair")).toStdString();
    }
    options.language = parser.value(QStringLiteral("language"));
    options.theme = parser.value(QStringLiteral("theme"));
    options.view = parser.value(QStringLiteral("view"));
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    const QStringList sides = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    options.size = {sides.value(0).toInt(), sides.value(1).toInt()};
    checkChoice(QStringLiteral("--language"), options.language, ui::languages());
    checkChoice(QStringLiteral("--theme"), options.theme, themes);
    checkChoice(QStringLiteral("--view"), options.view, ui::views());
    return options;
}

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
        const std::string suffix = path.extension().string();
        if (suffix.empty() || !window.grab().save(&buffer, suffix.c_str() + 1))
            throw core::Error(core::ErrorCode::UnknownFormat, {path.string(), ".png"});
        const QByteArray& bytes = buffer.data();
        core::writeWhole(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
        return 0;
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return core::exitCode(error.code());
    }
}

/// Takes the picture when nothing is computed any more, and ends the program.
void takeScreenshot(ui::MainWindow& window, const QString& path) {
    auto* poll = new QTimer(&window);
    poll->setInterval(pollMilliseconds);
    QObject::connect(poll, &QTimer::timeout, &window, [&window, path, quiet = 0]() mutable {
        const bool busy = window.loader().isBusy() || QThreadPool::globalInstance()->activeThreadCount() > 0;
        quiet = busy ? 0 : quiet + 1;
        if (quiet < quietPolls) return;
        const bool shown = window.session().a() != nullptr;
        if (!shown) std::cerr << window.errorBar().sentence().toStdString() << '\n';
        const int written = writeScreenshot(window, path.toStdString());
        QApplication::exit(shown ? written : 2);
    });
    poll->start();
}

void openFirst(ui::MainWindow& window, const WindowOptions& options) {
    const std::string model =
        options.model.isEmpty() ? std::string(ui::examplePrefix) + "pronouns" : options.model.toStdString();
    try {
        window.open(QString::fromStdString(modelArgument(model)), options.input);
    } catch (const core::Error& error) {
        window.errorBar().showError(ui::errorText(error));
    }
}

int showWindow(QApplication& application, const WindowOptions& options) {
    core::Executor executor;
    const core::Compute compute{executor, core::baseKernels()};
    ui::Language language;
    const QString remembered = ui::settings::language.get();
    language.use(!options.language.isEmpty() ? options.language
                 : remembered.isEmpty()      ? ui::systemLanguage()
                                             : remembered);
    int code = 0;
    {
        ui::MainWindow window(compute, language);
        if (!options.theme.isEmpty()) window.setDark(options.theme == QStringLiteral("dark"));
        if (!options.view.isEmpty()) window.showView(options.view.toStdString());
        if (!options.size.isEmpty()) window.resize(options.size);
        window.show();
        openFirst(window, options);
        if (!options.screenshot.isEmpty()) takeScreenshot(window, options.screenshot);
        code = application.exec();
    }
    // Work that was cancelled may still be on its way out, and it uses the executor.
    QThreadPool::globalInstance()->waitForDone();
    return code;
}

}  // namespace

int runWindow(int argc, char** argv) {
    core::endOnSignals();
    if (!hasDisplay(argc, argv)) {
        std::cerr
            << "There is no display to open the window on. Use a sub-command (see headscope --help), or "
               "--screenshot FILE.\n";
        return 2;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("headscope"));
    QApplication::setOrganizationName(QStringLiteral("headscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headscope"));
    ui::loadFonts();
    // Before any widget exists: under a style sheet those that do keep the font they were made with.
    QApplication::setFont(ui::Theme::light().textFont(13));
    try {
        return showWindow(application, readOptions(application.arguments()));
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return core::exitCode(error.code());
    }
}

}  // namespace headscope::app
