// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope::app {

/// Standard error holds what the contract says. Qt's own remarks, such as on a missing XDG_RUNTIME_DIR, are
/// none of it; from now on only what ends the program is printed.
void ignoreQtRemarks();

}  // namespace headscope::app
