// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "ui/exports.h"
#include "ui/job.h"

namespace headscope::ui {

/// Writes exports on a pool thread, one at a time. GUI thread.
class Exporter : public QObject {
    Q_OBJECT
public:
    explicit Exporter(QObject* parent = nullptr);

    bool isRunning() const { return m_job.isRunning(); }
    /// The name of the file that is being written, or was last.
    QString fileName() const;
    /// "Saving heads.csv", or that it is being stopped.
    QString activity() const;

    /// Precondition: nothing is being written.
    void start(const ExportInfo& info, ExportState state, const QString& path);
    /// Asks the writer to stop; what became of the file follows as stopped() or, when it was whole already,
    /// as written().
    void stop();

signals:
    /// Writing began, is to stop, or is over.
    void activityChanged();
    void progressed(double fraction);
    void written(const QString& path);
    void stopped();
    void failed(const headscope::core::Error& error);

private:
    Job m_job;
    QString m_path;
    bool m_stopping = false;
};

}  // namespace headscope::ui
