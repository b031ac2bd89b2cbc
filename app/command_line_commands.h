// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "app/command_line_call.h"

namespace headscope::app {

/// What of Qt a sub-command needs: pictures are drawn by widgets of Qt Charts, on no screen.
enum class Needs { Engine, Pictures };

/// One row of the table of sub-commands.
struct Command {
    std::string_view name;         ///< "links"
    std::string_view description;  ///< for --help
    std::string_view example;      ///< a command line for --help that works as it stands
    void (*addOptions)(CLI::App& app, Options& options);
    void (*run)(const CommandCall& call);  ///< Throws Error, ClosedPipe.
    Needs needs;
};
std::span<const Command> commands() noexcept;

// What the rows run; each in the file of its name.
void runInfo(const CommandCall& call);
void runDescribe(const CommandCall& call);
void runVerify(const CommandCall& call);
void runTokens(const CommandCall& call);
void runAttention(const CommandCall& call);
void runMetrics(const CommandCall& call);
void runLinks(const CommandCall& call);
void runPicture(const CommandCall& call);
void runFind(const CommandCall& call);
void runCompare(const CommandCall& call);
void runCheck(const CommandCall& call);
void runAlign(const CommandCall& call);
void runHeads(const CommandCall& call);
void runSeries(const CommandCall& call);
void runDoctor(const CommandCall& call);

}  // namespace headscope::app
