// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"
#include "app/window.h"
#include "core/base/memory.h"

/// The first word decides: a sub-command needs no display, everything else opens the window.
int main(int argc, char** argv) {
    using namespace headscope::app;
    headscope::core::keepFreedMemory();
    return argc > 1 && isCommand(argv[1]) ? runCommandLine(argc, argv) : runWindow(argc, argv);
}
