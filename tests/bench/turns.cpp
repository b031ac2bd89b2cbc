// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "tests/bench/bench.h"

namespace headscope::bench {
namespace {

constexpr double shortestSample = 0.02;  // seconds
constexpr int mostRepeats = 200;

double now(bool cpuTime) {
    if (!cpuTime)
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    std::timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Side timed(bool cpuTime, std::function<void()> action) {
    return [cpuTime, action = std::move(action)](int repeats) {
        action();
        const double begin = now(cpuTime);
        for (int i = 0; i < repeats; ++i) action();
        return (now(cpuTime) - begin) / repeats;
    };
}

void takeTurns(benchmark::State& state, const Side& ours, const Side& theirs, Result& result) {
    const double once = std::max(ours(1), 1e-9);
    const int repeats = std::clamp(static_cast<int>(std::ceil(shortestSample / once)), 1, mostRepeats);
    for ([[maybe_unused]] auto _ : state) {
        result.ours.push_back(ours(repeats));
        if (theirs) result.theirs.push_back(theirs(repeats));
        state.SetIterationTime(result.ours.back());
    }
    if (theirs) state.counters["PyTorch"] = median(result.theirs);
}

}  // namespace headscope::bench
