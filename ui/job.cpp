// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/job.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>
#include <atomic>
#include <new>
#include <optional>

namespace headscope::ui {
namespace {

constexpr int progressSteps = 1000;

using Promise = QPromise<void>;

void runOnPool(Promise& promise, const std::atomic<bool>& stopping,
               const std::function<void(const core::Progress&)>& work) {
    promise.start();
    promise.setProgressRange(0, progressSteps);
    work([&promise, &stopping](double fraction) {
        promise.setProgressValue(static_cast<int>(fraction * progressSteps));
        return !promise.isCanceled() && !stopping;
    });
    promise.finish();
}

/// What `deliver` threw, as the one kind of error that the window shows.
std::optional<core::Error> errorOf(const std::function<void()>& deliver) {
    try {
        deliver();
    } catch (const core::Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return core::Error(core::ErrorCode::OutOfMemory, {Job::tr("this computation").toStdString()});
    } catch (const std::exception& error) {
        return core::Error(core::ErrorCode::BadArgument, {"Headscope", error.what()});
    }
    return {};
}

}  // namespace

struct Job::Run {
    QFutureWatcher<void>* watcher = nullptr;
    std::function<void()> deliver;
    std::shared_ptr<std::atomic<bool>> stopping = std::make_shared<std::atomic<bool>>(false);

    Run() : watcher(new QFutureWatcher<void>) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() {
        // Later, because the watcher may be emitting the very signal that ends this run.
        watcher->disconnect();
        watcher->deleteLater();
    }
};

Job::Job(QObject* parent) : QObject(parent) {}

Job::~Job() {
    drop();
}

void Job::launch(Work work, std::function<void()> deliver) {
    const bool idle = !isRunning();
    drop();
    m_run = std::make_unique<Run>();
    m_run->deliver = std::move(deliver);
    connect(m_run->watcher, &QFutureWatcherBase::finished, this, &Job::finish);
    connect(m_run->watcher, &QFutureWatcherBase::progressValueChanged, this,
            [this](int value) { emit progressed(static_cast<double>(value) / progressSteps); });

    const auto promise = std::make_shared<Promise>();
    m_run->watcher->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, stopping = m_run->stopping, work = std::move(work)] {
        runOnPool(*promise, *stopping, work);
    });
    if (idle) emit runningChanged(true);
}

void Job::finish() {
    const std::unique_ptr<Run> run = std::move(m_run);
    emit runningChanged(false);
    const std::optional<core::Error> error = errorOf(run->deliver);
    if (!error) return;
    if (error->code() == core::ErrorCode::Cancelled)
        emit cancelled();
    else
        emit failed(*error);
}

void Job::cancel() {
    if (!isRunning()) return;
    release();
    emit cancelled();
}

void Job::release() {
    if (!isRunning()) return;
    drop();
    emit runningChanged(false);
}

void Job::stop() {
    if (isRunning()) *m_run->stopping = true;
}

void Job::drop() {
    if (!m_run) return;
    m_run->watcher->future().cancel();
    m_run.reset();
}

}  // namespace headscope::ui
