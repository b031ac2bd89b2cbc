// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope::core {

/// From now on the first Ctrl+C, SIGTERM or SIGHUP asks the program to stop, and a second one ends it as if
/// it had never listened, which a shell sees as 130, 143 or 129. Temporary files are removed either way. They
/// interrupt reading and writing that wait. Writing to a closed pipe, or beyond the size that a file may
/// have, becomes an error of writing.
void stopOnSignals();

/// Whether somebody asked.
bool stopRequested() noexcept;

/// From now on each of these signals ends the program at once, without its temporary files; what cannot be
/// written is an error as above.
void endOnSignals();

}  // namespace headscope::core
