// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope::app {

/// Opens the window: [MODEL or session] [--text T] [--pair T] [--language en|zh_CN] [--theme light|dark]
/// [--view V]
/// [--screenshot F]. Without a model the built-in example opens. With --screenshot a picture of the window is
/// written as soon as the run is shown, and the program ends. Returns the exit code.
int runWindow(int argc, char** argv);

}  // namespace headscope::app
