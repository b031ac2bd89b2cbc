// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>

#include "app/command_line_commands.h"
#include "app/command_line_help.h"
#include "app/command_line_mistakes.h"
#include "app/command_line_window.h"
#include "app/qt_remarks.h"
#include "core/base/nearest.h"
#include "ui/error_text.h"
#include "ui/language.h"

namespace headscope::app {
namespace {

constexpr int exitCheckFailed = 1;
constexpr std::string_view helpWord = "help";  // "help links" is "links --help"

/// What of Qt one call needs: nothing, or an application without screen, in the language that was asked for.
class QtParts {
public:
    QtParts(Needs needs, const Options& options, char** argv) {
        ignoreQtRemarks();
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
        return complain(core::Error(core::ErrorCode::BadArgument, {"headscope", error.what()}));
    }
}

int runCommand(const Command& command, const Options& options, char** argv) {
    Terminal terminal(options.quiet);
    const QtParts qt(command.needs, options, argv);
    return guarded([&] {
        core::Executor executor(options.threads);
        command.run({options, std::string(command.name), {executor, chosenKernels(options)}, terminal});
    });
}

void describe(CLI::App& app) {
    app.set_version_flag("--version", "headscope " HEADSCOPE_VERSION);
    app.require_subcommand(1);
    app.formatter(std::make_shared<HelpFormatter>());
    app.footer(
        "Without a command the window opens: headscope [MODEL] [OPTIONS]\n" + windowHelp() +
        "\n"
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

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    return names;
}

int show(const std::string& text) {
    return guarded([&] {
        Terminal terminal(true);
        terminal.write(text + (text.empty() || text.back() == '\n' ? "" : "\n"));
        terminal.flush();
    });
}

}  // namespace

bool isCommand(const std::string& argument) {
    const std::vector<std::string> names = commandNames();
    if (argument == "--help" || argument == "-h" || argument == "--version" || argument == helpWord)
        return true;
    if (std::find(names.begin(), names.end(), argument) != names.end()) return true;
    std::error_code error;
    return core::nearest(argument, names) && !std::filesystem::exists(argument, error);
}

int runCommandLine(int argc, char** argv) {
    const std::vector<std::string> names = commandNames();
    std::vector<std::string> arguments(argv + std::min(1, argc), argv + argc);
    if (!arguments.empty() && arguments.front() == helpWord) {
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (!first.starts_with('-') && std::find(names.begin(), names.end(), first) == names.end())
        return complain(core::Error(core::ErrorCode::BadArgument,
                                    {first, "there is no such command" + suggestion(first, names)}));
    Options options;
    CLI::App app("Headscope shows what every attention head of a saved transformer looks at.", "headscope");
    describe(app);
    addCommands(app, options);
    try {
        std::reverse(arguments.begin(), arguments.end());  // the order in which CLI11 takes them
        app.parse(std::move(arguments));
    } catch (const CLI::CallForVersion& version) {
        return show(version.what());
    } catch (const CLI::CallForHelp&) {
        return show(app.help());
    } catch (const CLI::ParseError& error) {
        return complain(mistakeOf(app, error));
    }
    for (const Command& command : commands()) {
        if (app.got_subcommand(std::string(command.name))) return runCommand(command, options, argv);
    }
    return show(app.help());
}

}  // namespace headscope::app
