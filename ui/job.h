// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "core/base/progress.h"

namespace headscope::ui {

/// One background computation on a thread of the global pool: progress, cancel, supersede. GUI thread only.
/// The pool must be waited for (QThreadPool::waitForDone) before anything that work refers to goes away.
class Job : public QObject {
    Q_OBJECT
public:
    explicit Job(QObject* parent = nullptr);
    /// Cancels what runs without waiting for it; nothing is delivered afterwards.
    ~Job() override;

    bool isRunning() const { return m_run != nullptr; }

    /// Runs `work` on a pool thread and hands its result to `done` on the GUI thread. Work that is still
    /// running is cancelled and its result dropped. `work` must capture values and pointers to const only,
    /// never a QObject; it may throw, and should tell its progress often, because that is how it learns that
    /// it was cancelled.
    template <class Result>
    void start(std::function<Result(const core::Progress&)> work, std::function<void(Result)> done) {
        using Task = std::packaged_task<Result(const core::Progress&)>;
        const auto task = std::make_shared<Task>([work = std::move(work)](const core::Progress& progress) {
            core::report(progress, 0);
            return work(progress);
        });
        launch([task](const core::Progress& progress) { (*task)(progress); },
               [done = std::move(done), task] { done(task->get_future().get()); });
    }

    /// Stops at once as far as the window is concerned: emits cancelled(), drops the result whenever it
    /// comes.
    void cancel();
    /// The same without a word: nothing is emitted but runningChanged().
    void release();
    /// Asks the work to stop and goes on waiting for what becomes of it: cancelled(), or its result when that
    /// was there already. For work that leaves something behind, such as a file.
    void stop();

signals:
    void runningChanged(bool running);
    /// 0 … 1, at most about 25 times a second.
    void progressed(double fraction);
    /// After cancel(), and when the work itself threw Error(Cancelled).
    void cancelled();
    void failed(const headscope::core::Error& error);

private:
    struct Run;
    using Work = std::function<void(const core::Progress&)>;

    /// `deliver` throws what `work` threw.
    void launch(Work work, std::function<void()> deliver);
    void finish();
    /// Lets go of the current run, so that it can deliver nothing any more.
    void drop();

    std::unique_ptr<Run> m_run;
};

}  // namespace headscope::ui
