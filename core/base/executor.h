// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace headscope::core {

/// Signed size and position, as Eigen uses it.
using Index = std::ptrdiff_t;

/// A pool of threads for parallel loops. Made in main and passed in. One loop runs at a time: a second caller
/// waits. Loops must not be nested (a body that starts a loop runs it on its own thread).
class Executor {
public:
    /// `threads` in all, the caller's included; 0 means one per processor.
    explicit Executor(int threads = 0);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    int threads() const noexcept;

    /// Calls body(0) … body(count-1), each once, in any order and on any thread, and returns when all are
    /// done. When bodies throw, the rest is skipped and one of the exceptions is thrown again here.
    void forEach(Index count, const std::function<void(Index)>& body);

private:
    struct Pool;
    std::unique_ptr<Pool> m_pool;
};

}  // namespace headscope::core
