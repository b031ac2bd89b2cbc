// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <new>

#include "app/command_line_commands.h"
#include "ui/error_text.h"
#include "ui/language.h"

namespace headscope::app {
namespace {

constexpr int exitCheckFailed = 1;
constexpr int exitUsage = 2;

/// Standard error holds what the contract says. Qt's own remarks, such as on a missing XDG_RUNTIME_DIR, are
/// none of it.
void ignoreRemarks(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg) std::fprintf(stderr, "%s\n", text.toUtf8().constData());
}

/// What of Qt one call needs: nothing, or an application without screen, in the language that was asked for.
class QtParts {
public:
    QtParts(Needs needs, const Options& options, char** argv) {
        qInstallMessageHandler(ignoreRemarks);
        if (needs == Needs::Pictures) {
            qputenv("QT_QPA_PLATFORM", "offscreen");
            m_application = std::make_unique<QApplication>(m_argc, argv);
        } else if (options.language != "en") {
            m_application = std::make_unique<QCoreApplication>(m_argc, argv);
        }
        if (!m_application) return;
        m_language = std::make_unique<ui::Language>();
        m_language->use(QString::fromStdString(options.language));
    }

private:
    int m_argc = 1;  // Qt must not see our options: it has some of the same name
    std::unique_ptr<QCoreApplication> m_application;
    std::unique_ptr<ui::Language> m_language;
};

/// The one sentence of the contract.
void complain(std::string sentence) {
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    while (!sentence.empty() && sentence.back() == ' ') sentence.pop_back();
    if (!sentence.empty() && sentence.back() != '.') sentence += '.';
    std::fprintf(stderr, "%s\n", sentence.c_str());
}

int complain(const core::Error& error) {
    std::fprintf(stderr, "%s\n", ui::errorText(error).toUtf8().constData());
    return core::exitCode(error.code());
}

/// Runs what may throw and answers with the exit code of the contract.
int guarded(const std::function<void()>& body) {
    try {
        body();
        return 0;
    } catch (const ClosedPipe&) {
        return 0;
    } catch (const ChecksFailed&) {
        return exitCheckFailed;
    } catch (const core::Error& error) {
        return complain(error);
    } catch (const std::bad_alloc&) {
        return complain(core::Error(core::ErrorCode::OutOfMemory, {"this command"}));
    } catch (const std::exception& error) {
        complain(error.what());
        return exitUsage;
    }
}

int runCommand(const Command& command, const Options& options, char** argv) {
    Terminal terminal(options.quiet);
    const QtParts qt(command.needs, options, argv);
    return guarded([&] {
        core::Executor executor(options.threads);
        command.run({options, std::string(command.name), {executor, core::baseKernels()}, terminal});
    });
}

void describe(CLI::App& app) {
    app.set_version_flag("--version", "headscope " HEADSCOPE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Without a command the window opens: headscope [MODEL] [--text T]\n\n"
        "Exit codes: 0 done, 1 a check failed, 2 bad input or usage, 3 cancelled, 4 could not write or out "
        "of memory.\n"
        "headscope COMMAND --help shows the options of a command and an example.");
}

void addCommands(CLI::App& app, Options& options) {
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.description));
        command.addOptions(*sub, options);
        sub->footer("Example:\n  " + std::string(command.example));
    }
}

int show(const std::string& text) {
    return guarded([&] {
        Terminal terminal(true);
        terminal.write(text + (text.empty() || text.back() == '\n' ? "" : "\n"));
        terminal.flush();
    });
}

}  // namespace

bool isCommand(std::string_view argument) {
    if (argument == "--help" || argument == "-h" || argument == "--version") return true;
    const auto all = commands();
    return std::any_of(all.begin(), all.end(),
                       [&](const Command& command) { return command.name == argument; });
}

int runCommandLine(int argc, char** argv) {
    Options options;
    CLI::App app("Headscope shows what every attention head of a saved transformer looks at.", "headscope");
    describe(app);
    addCommands(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion& version) {
        return show(version.what());
    } catch (const CLI::CallForHelp&) {
        return show(app.help());
    } catch (const CLI::ParseError& error) {
        complain(error.what());
        return exitUsage;
    }
    for (const Command& command : commands()) {
        if (app.got_subcommand(std::string(command.name))) return runCommand(command, options, argv);
    }
    return exitUsage;
}

}  // namespace headscope::app
