// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <atomic>
#include <new>

#include "ui/job.h"

namespace headscope::ui {
namespace {

constexpr int patience = 20000;

/// Counts up until it is told to stop.
int endless(const core::Progress& progress) {
    for (int i = 0;; ++i) {
        core::report(progress, (i % 100) / 100.0);
        QThread::msleep(1);
    }
}

struct Heard {
    int results = 0;
    int last = -1;
    int cancelled = 0;
    std::vector<core::Error> errors;

    explicit Heard(Job& job) {
        QObject::connect(&job, &Job::cancelled, &job, [this] { ++cancelled; });
        QObject::connect(&job, &Job::failed, &job,
                         [this](const core::Error& error) { errors.push_back(error); });
    }
    std::function<void(int)> done() {
        return [this](int value) {
            ++results;
            last = value;
        };
    }
};

TEST(Job, DeliversTheResultOnTheGuiThread) {
    Job job;
    QThread* workedOn = nullptr;
    QThread* deliveredOn = nullptr;
    job.start<QThread*>([](const core::Progress&) { return QThread::currentThread(); },
                        [&](QThread* thread) {
                            workedOn = thread;
                            deliveredOn = QThread::currentThread();
                        });
    EXPECT_TRUE(job.isRunning());
    ASSERT_TRUE(QTest::qWaitFor([&] { return deliveredOn != nullptr; }, patience));
    EXPECT_EQ(deliveredOn, QThread::currentThread());
    EXPECT_NE(workedOn, QThread::currentThread());
    EXPECT_FALSE(job.isRunning());
}

TEST(Job, KeepsTheErrorItself) {
    Job job;
    Heard heard(job);
    job.start<int>([](const core::Progress&) -> int { throw core::Error(core::ErrorCode::NoConfig, {"/x"}); },
                   heard.done());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !heard.errors.empty(); }, patience));
    EXPECT_EQ(heard.errors[0].code(), core::ErrorCode::NoConfig);
    EXPECT_EQ(heard.errors[0].arguments(), std::vector<std::string>{"/x"});
    EXPECT_EQ(heard.results, 0);
    EXPECT_EQ(heard.cancelled, 0);
}

TEST(Job, TurnsOtherExceptionsIntoErrors) {
    Job job;
    Heard heard(job);
    job.start<int>([](const core::Progress&) -> int { throw std::bad_alloc(); }, heard.done());
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.errors.size() == 1; }, patience));
    EXPECT_EQ(heard.errors[0].code(), core::ErrorCode::OutOfMemory);
    job.start<int>([](const core::Progress&) -> int { throw std::runtime_error("the reason"); },
                   heard.done());
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.errors.size() == 2; }, patience));
    EXPECT_NE(std::string(heard.errors[1].what()).find("the reason"), std::string::npos);
}

TEST(Job, TellsProgress) {
    Job job;
    double farthest = 0;
    bool over = false;
    QObject::connect(&job, &Job::progressed, &job,
                     [&](double fraction) { farthest = std::max(farthest, fraction); });
    job.start<int>(
        [](const core::Progress& progress) {
            for (int i = 0; i <= 10; ++i) {
                core::report(progress, i / 10.0);
                QThread::msleep(50);
            }
            return 0;
        },
        [&](int) { over = true; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return over; }, patience));
    EXPECT_GT(farthest, 0.4);
    EXPECT_LE(farthest, 1.0);
}

TEST(Job, CancelIsImmediateAndQuiet) {
    Job job;
    Heard heard(job);
    QSignalSpy running(&job, &Job::runningChanged);
    job.start<int>(endless, heard.done());
    job.cancel();
    EXPECT_FALSE(job.isRunning());
    EXPECT_EQ(heard.cancelled, 1);
    EXPECT_EQ(running.count(), 2);
    QTest::qWait(50);
    EXPECT_TRUE(heard.errors.empty());
    EXPECT_EQ(heard.results, 0);
    EXPECT_EQ(heard.cancelled, 1);
}

TEST(Job, StopWaitsForWhatBecomesOfTheWork) {
    Job job;
    Heard heard(job);
    job.start<int>(endless, heard.done());
    job.stop();
    EXPECT_TRUE(job.isRunning());
    EXPECT_EQ(heard.cancelled, 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }, patience));
    EXPECT_EQ(heard.cancelled, 1);
    EXPECT_EQ(heard.results, 0);
    // Work that was past its last question has its result delivered: a file that is there is there.
    const auto asked = std::make_shared<std::atomic<bool>>(false);
    job.start<int>(
        [asked](const core::Progress& progress) {
            progress(1);
            *asked = true;
            QThread::msleep(50);
            return 5;
        },
        heard.done());
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked->load(); }, patience));
    job.stop();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }, patience));
    EXPECT_EQ(heard.last, 5);
    EXPECT_EQ(heard.cancelled, 1);
}

TEST(Job, WorkThatCancelsItselfIsNoError) {
    Job job;
    Heard heard(job);
    job.start<int>([](const core::Progress&) -> int { throw core::Error(core::ErrorCode::Cancelled); },
                   heard.done());
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.cancelled == 1; }, patience));
    EXPECT_TRUE(heard.errors.empty());
}

TEST(Job, TwentyRapidStartsDeliverOnlyTheLast) {
    Job job;
    Heard heard(job);
    QSignalSpy running(&job, &Job::runningChanged);
    for (int i = 0; i < 20; ++i) {
        job.start<int>(
            [i](const core::Progress& progress) {
                for (int step = 0; step < 5; ++step) {
                    core::report(progress, step / 5.0);
                    QThread::msleep(1);
                }
                return i;
            },
            heard.done());
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }, patience));
    QTest::qWait(50);
    EXPECT_EQ(heard.results, 1);
    EXPECT_EQ(heard.last, 19);
    EXPECT_EQ(heard.cancelled, 0);
    EXPECT_EQ(running.count(), 2);
}

TEST(Job, MayBeStartedAgainFromItsOwnResult) {
    Job job;
    int second = 0;
    job.start<int>([](const core::Progress&) { return 1; },
                   [&](int first) {
                       job.start<int>([first](const core::Progress&) { return first + 1; },
                                      [&](int value) { second = value; });
                   });
    ASSERT_TRUE(QTest::qWaitFor([&] { return second != 0; }, patience));
    EXPECT_EQ(second, 2);
}

TEST(Job, MayBeDestroyedWhileItRuns) {
    const auto stopped = std::make_shared<std::atomic<bool>>(false);
    bool delivered = false;
    {
        Job job;
        job.start<int>(
            [stopped](const core::Progress& progress) {
                try {
                    return endless(progress);
                } catch (const core::Error&) {
                    *stopped = true;
                    throw;
                }
            },
            [&](int) { delivered = true; });
        QTest::qWait(20);
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return stopped->load(); }, patience));
    EXPECT_FALSE(delivered);
}

}  // namespace
}  // namespace headscope::ui
