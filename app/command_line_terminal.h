// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/export/text_sink.h"

namespace headscope::app {

/// Thrown when nobody reads standard output any more: the program ends quietly.
struct ClosedPipe {};

/// Standard output and error of the program, and requests to stop.
class Terminal {
public:
    /// From now on signals are heard as core::stopOnSignals() says.
    explicit Terminal(bool quiet);
    /// Removes the progress that still stands there.
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    /// Shows `what` and a percentage on standard error when that is a terminal; cancels when a stop was
    /// requested. Must not outlive this object.
    core::Progress progress(std::string what);
    /// One sentence on standard error that is no error; nothing when quiet.
    void note(std::string_view sentence);
    /// Writes to standard output. Throws Error(WriteFailed, Cancelled), ClosedPipe.
    void write(std::string_view text);
    /// Sends on what write() kept back. Throws likewise.
    void flush();

private:
    void show(const std::string& line);
    void clear();

    bool m_quiet;
    bool m_draws;
    std::string m_shown;
};

}  // namespace headscope::app
