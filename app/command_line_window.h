// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <string>
#include <vector>

#include "app/command_line_options.h"

namespace headscope::app {

/// What the window opens with: model and input as for sub-commands, and how it looks.
struct WindowOptions {
    Options options;       ///< without a model: the example; without an input: what the model shows by itself
    std::string language;  ///< empty, like the following: as the window was left
    std::string theme;
    std::string view;
    QSize size;
    std::string screenshot;  ///< the picture to write; empty: none
};

/// Reads what stands behind the name of the program. Throws Error(BadArgument).
WindowOptions readWindowOptions(std::vector<std::string> arguments);

/// The options of the window as --help lists them.
std::string windowHelp();

}  // namespace headscope::app
