// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stop_signals.h"

#include <csignal>

#include "core/base/output_file.h"

namespace headscope::core {
namespace {

constexpr int stopSignals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing but this.
volatile std::sig_atomic_t requested = 0;

/// Without SA_RESTART, so that nothing that waits goes on waiting.
void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigaction(signal, &action, nullptr);
}

extern "C" void endBySignal(int signal) {
    removeTemporaryFiles();
    handle(signal, SIG_DFL);
    ::raise(signal);
}

extern "C" void requestStop(int) {
    requested = 1;
    for (const int signal : stopSignals) handle(signal, endBySignal);
}

void handleAll(void (*handler)(int)) {
    struct sigaction hangUp {};
    ::sigaction(SIGHUP, nullptr, &hangUp);
    for (const int signal : stopSignals) {
        const bool nohup = signal == SIGHUP && hangUp.sa_handler == SIG_IGN;
        if (!nohup) handle(signal, handler);
    }
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);
}

}  // namespace

void stopOnSignals() {
    handleAll(requestStop);
}

bool stopRequested() noexcept {
    return requested != 0;
}

void endOnSignals() {
    handleAll(endBySignal);
}

}  // namespace headscope::core
