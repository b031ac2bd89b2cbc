// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_terminal.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "core/base/error.h"
#include "core/base/stop_signals.h"
#include "core/base/system_error_text.h"

namespace headscope::app {
namespace {

bool errorIsTerminal() {
#ifdef _WIN32
    return _isatty(2) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

[[noreturn]] void failToWrite() {
    if (errno == EPIPE) throw ClosedPipe();
    if (core::stopRequested()) throw core::Error(core::ErrorCode::Cancelled);
    throw core::Error(core::ErrorCode::WriteFailed, {"Standard output", core::systemErrorText(errno)});
}

}  // namespace

Terminal::Terminal(bool quiet) : m_quiet(quiet), m_draws(!quiet && errorIsTerminal()) {
    core::stopOnSignals();
}

Terminal::~Terminal() {
    clear();
}

core::Progress Terminal::progress(std::string what) {
    return [this, what = std::move(what)](double fraction) {
        if (m_draws) show(what + ' ' + std::to_string(static_cast<int>(fraction * 100)) + " %");
        return !core::stopRequested();
    };
}

void Terminal::note(std::string_view sentence) {
    clear();
    if (!m_quiet) std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

void Terminal::write(std::string_view text) {
    clear();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) failToWrite();
}

void Terminal::flush() {
    if (std::fflush(stdout) != 0) failToWrite();
}

void Terminal::show(const std::string& line) {
    if (line == m_shown) return;
    m_shown = line;
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
    std::fflush(stderr);
}

void Terminal::clear() {
    if (m_shown.empty()) return;
    m_shown.clear();
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
}

}  // namespace headscope::app
