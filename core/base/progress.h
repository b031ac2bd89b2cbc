// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/base/error.h"

namespace headscope::core {

/// Told how far a long computation is (0 … 1); answers whether to go on. May be empty. Called on the thread
/// that computes, never from two threads at once.
using Progress = std::function<bool(double fraction)>;

/// Tells `progress` and throws Error(Cancelled) when it answers no.
inline void report(const Progress& progress, double fraction) {
    if (progress && !progress(fraction)) throw Error(ErrorCode::Cancelled);
}

/// The part of `progress` from `begin` to `end`, as a progress of its own.
inline Progress part(const Progress& progress, double begin, double end) {
    if (!progress) return {};
    return [progress, begin, end](double fraction) { return progress(begin + (end - begin) * fraction); };
}

}  // namespace headscope::core
