// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exporter.h"

#include <QFileInfo>
#include <utility>

namespace headscope::ui {

Exporter::Exporter(QObject* parent) : QObject(parent) {
    connect(&m_job, &Job::runningChanged, this, &Exporter::activityChanged);
    connect(&m_job, &Job::progressed, this, &Exporter::progressed);
    connect(&m_job, &Job::cancelled, this, &Exporter::stopped);
    connect(&m_job, &Job::failed, this, &Exporter::failed);
}

QString Exporter::fileName() const {
    return QFileInfo(m_path).fileName();
}

QString Exporter::activity() const {
    return (m_stopping ? tr("Stopping %1") : tr("Saving %1")).arg(fileName());
}

void Exporter::start(const ExportInfo& info, ExportState state, const QString& path) {
    m_path = path;
    m_stopping = false;
    m_job.start<QString>(
        [state = std::move(state), path, write = info.write](const core::Progress& progress) {
            write(state, path.toStdString(), progress);
            return path;
        },
        [this](const QString& done) { emit written(done); });
}

void Exporter::stop() {
    if (!isRunning()) return;
    m_stopping = true;
    m_job.stop();
    emit activityChanged();
}

}  // namespace headscope::ui
