// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace headscope::core {
namespace {

thread_local bool insideLoop = false;

// A forward pass starts a loop every fraction of a millisecond, less than it takes to wake a sleeping thread:
// so threads look about for as long as waking would cost before they sleep, and let others run meanwhile.
constexpr std::chrono::microseconds patience{50};

template <typename Condition>
void lookFor(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

}  // namespace

struct Executor::Pool {
    struct Loop {
        Index count = 0;
        const std::function<void(Index)>* body = nullptr;
        std::atomic<Index> next = 0;
        std::exception_ptr failure;
    };

    std::mutex callers;  // held by the one caller whose loop runs
    std::mutex mutex;    // guards what follows
    std::condition_variable wake;
    std::condition_variable done;
    Loop* loop = nullptr;
    std::atomic<unsigned long long> generation =
        0;                      // written with the mutex; read without it to save a sleep
    std::atomic<int> busy = 0;  // the same
    bool stopping = false;
    std::vector<std::jthread> workers;  // last: joined before what they use goes away

    // Here and not in ~Executor, which does not run when the constructor could not start all threads.
    ~Pool() {
        {
            const std::lock_guard lock(mutex);
            stopping = true;
        }
        wake.notify_all();
    }

    void work(Loop& current) {
        insideLoop = true;
        for (;;) {
            const Index i = current.next.fetch_add(1, std::memory_order_relaxed);
            if (i >= current.count) break;
            try {
                (*current.body)(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!current.failure) current.failure = std::current_exception();
                current.next.store(current.count, std::memory_order_relaxed);
            }
        }
        insideLoop = false;
    }

    void serve() {
        unsigned long long seen = 0;
        for (;;) {
            lookFor([&] { return generation != seen; });
            std::unique_lock lock(mutex);
            wake.wait(lock, [&] { return stopping || (loop != nullptr && generation != seen); });
            if (stopping) return;
            seen = generation;
            Loop& current = *loop;
            ++busy;
            lock.unlock();
            work(current);
            lock.lock();
            if (--busy == 0) done.notify_one();
        }
    }
};

Executor::Executor(int threads) : m_pool(std::make_unique<Pool>()) {
    const int wanted =
        threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (int i = 1; i < wanted; ++i) m_pool->workers.emplace_back([pool = m_pool.get()] { pool->serve(); });
}

Executor::~Executor() = default;

int Executor::threads() const noexcept {
    return static_cast<int>(m_pool->workers.size()) + 1;
}

void Executor::forEach(Index count, const std::function<void(Index)>& body) {
    if (insideLoop || count <= 1 || m_pool->workers.empty()) {
        for (Index i = 0; i < count; ++i) body(i);
        return;
    }
    const std::lock_guard oneCaller(m_pool->callers);
    Pool::Loop loop;
    loop.count = count;
    loop.body = &body;
    {
        const std::lock_guard lock(m_pool->mutex);
        m_pool->loop = &loop;
        ++m_pool->generation;
    }
    m_pool->wake.notify_all();
    m_pool->work(loop);
    lookFor([&] { return m_pool->busy == 0; });
    std::unique_lock lock(m_pool->mutex);
    m_pool->done.wait(lock, [&] { return m_pool->busy == 0; });
    m_pool->loop = nullptr;
    if (loop.failure) std::rethrow_exception(loop.failure);
}

}  // namespace headscope::core
