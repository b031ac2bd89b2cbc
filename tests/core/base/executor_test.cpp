// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace headscope::core {
namespace {

class ExecutorWithThreads : public testing::TestWithParam<int> {};

TEST_P(ExecutorWithThreads, CallsEachIndexExactlyOnce) {
    Executor executor(GetParam());
    for (const Index count : {0, 1, 2, 3, 17, 1000, 100'000}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        executor.forEach(count, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
        EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; })) << count;
    }
}

TEST_P(ExecutorWithThreads, RunsManySmallLoops) {
    Executor executor(GetParam());
    std::atomic<Index> sum = 0;
    for (int loop = 0; loop < 5000; ++loop) {
        executor.forEach(3, [&](Index i) { sum += i + 1; });
        ASSERT_EQ(sum, 6 * (loop + 1));
    }
}

TEST_P(ExecutorWithThreads, ThrowsAgainWhatABodyThrows) {
    Executor executor(GetParam());
    EXPECT_THROW(executor.forEach(100,
                                  [](Index i) {
                                      if (i == 42) throw std::out_of_range("42");
                                  }),
                 std::out_of_range);
}

TEST_P(ExecutorWithThreads, ThrowsOneOfManyExceptionsAndStaysUsable) {
    Executor executor(GetParam());
    for (int repeat = 0; repeat < 50; ++repeat) {
        EXPECT_THROW(executor.forEach(64, [](Index) { throw std::runtime_error("each"); }),
                     std::runtime_error);
        std::atomic<int> calls = 0;
        executor.forEach(64, [&](Index) { ++calls; });
        ASSERT_EQ(calls, 64);
    }
}

TEST_P(ExecutorWithThreads, SkipsTheRestAfterAnException) {
    Executor executor(GetParam());
    std::atomic<Index> calls = 0;
    EXPECT_THROW(executor.forEach(1'000'000'000,
                                  [&](Index) {
                                      if (++calls == 10) throw std::runtime_error("enough");
                                  }),
                 std::runtime_error);
    EXPECT_LT(calls, 1'000'000);
}

TEST_P(ExecutorWithThreads, RunsNestedLoopsOnTheThreadOfTheirBody) {
    Executor executor(GetParam());
    std::vector<std::atomic<int>> calls(20 * 30);
    std::atomic<bool> sameThread = true;
    executor.forEach(20, [&](Index outer) {
        const auto here = std::this_thread::get_id();
        executor.forEach(30, [&](Index inner) {
            if (std::this_thread::get_id() != here) sameThread = false;
            ++calls[static_cast<std::size_t>(outer * 30 + inner)];
        });
    });
    EXPECT_TRUE(sameThread);
    EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }));
}

TEST_P(ExecutorWithThreads, LetsTwoCallersShareIt) {
    Executor executor(GetParam());
    const auto callers = [&](std::atomic<Index>& sum) {
        return std::thread([&] {
            for (int loop = 0; loop < 500; ++loop) executor.forEach(10, [&](Index i) { sum += i; });
        });
    };
    std::atomic<Index> first = 0;
    std::atomic<Index> second = 0;
    std::thread a = callers(first);
    std::thread b = callers(second);
    a.join();
    b.join();
    EXPECT_EQ(first, 500 * 45);
    EXPECT_EQ(second, 500 * 45);
}

TEST_P(ExecutorWithThreads, ShowsTheCallerWhatBodiesWrote) {
    Executor executor(GetParam());
    std::vector<Index> squares(10'000);  // not atomic: the thread sanitizer watches
    executor.forEach(10'000, [&](Index i) { squares[static_cast<std::size_t>(i)] = i * i; });
    for (Index i = 0; i < 10'000; ++i) ASSERT_EQ(squares[static_cast<std::size_t>(i)], i * i);
}

INSTANTIATE_TEST_SUITE_P(Threads, ExecutorWithThreads, testing::Values(1, 2, 3, 8));

TEST(Executor, CountsTheCallersThread) {
    EXPECT_EQ(Executor(1).threads(), 1);
    EXPECT_EQ(Executor(4).threads(), 4);
    EXPECT_GE(Executor(0).threads(), 1);
}

TEST(Executor, UsesSeveralThreadsAtOnce) {
    Executor executor(2);
    std::atomic<int> arrived = 0;
    // Each body waits for the other: on one thread this would never end.
    executor.forEach(2, [&](Index) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });
    EXPECT_EQ(arrived, 2);
}

}  // namespace
}  // namespace headscope::core
