// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/finding.h"

namespace headscope::ui {

Finding::Finding(QObject* parent) : QObject(parent) {
    connect(&m_job, &Job::progressed, this, &Finding::progressed);
    connect(&m_job, &Job::failed, this, [this](const core::Error& error) {
        m_error = error;
        emit changed();
    });
}

void Finding::find() {
    if (m_job.isRunning() || !isWanted()) return;
    m_error.reset();
    start();
    emit changed();
}

void Finding::stop() {
    if (!m_job.isRunning()) return;
    m_job.release();
    emit changed();
}

void Finding::reset() {
    m_job.release();
    m_error.reset();
}

}  // namespace headscope::ui
