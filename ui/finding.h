// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "core/base/error.h"
#include "ui/job.h"

namespace headscope::ui {

/// Something about what is shown that may take long to find: found on a pool thread, when it is asked for,
/// with progress and a stop. GUI thread only.
class Finding : public QObject {
    Q_OBJECT
public:
    explicit Finding(QObject* parent = nullptr);

    bool isRunning() const { return m_job.isRunning(); }
    /// What stopped the last attempt.
    const std::optional<core::Error>& error() const { return m_error; }

    /// Does nothing where it is found, or being looked for, or there is nothing to look at.
    void find();
    void stop();

signals:
    /// It was found, or looking for it began, failed or was stopped.
    void changed();
    void progressed(double fraction);

protected:
    virtual bool isWanted() const = 0;
    /// Starts job().
    virtual void start() = 0;
    /// Forgets an attempt for something else.
    void reset();
    Job& job() { return m_job; }

private:
    Job m_job;
    std::optional<core::Error> m_error;
};

}  // namespace headscope::ui
