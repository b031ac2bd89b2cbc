// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/figures/state.h"
#include "ui/job.h"
#include "ui/models/label_text.h"

namespace headscope::ui {

/// Finds what the heads of the shown run are for, on a pool thread: by itself where that takes a second or
/// two, else when it is asked to. What was found is kept while its run exists. GUI thread only.
class HeadTypes : public QObject {
    Q_OBJECT
public:
    explicit HeadTypes(const core::Compute& compute, QObject* parent = nullptr);

    /// The run to look at from now on; null: none, as a mean over texts is. Emits nothing: whoever shows a
    /// run asks anyway.
    void follow(const RunPtr& run);
    /// Null until they are found.
    const HeadLabelsPtr& labels() const { return m_labels; }
    /// Whether they are being looked for, or will be in a moment.
    bool isRunning() const { return m_job.isRunning() || m_soon.isActive(); }
    /// What stopped the last attempt for this run.
    const std::optional<core::Error>& error() const { return m_error; }

    /// Does nothing where they are found already, or the run has no model.
    void find();
    void stop();

signals:
    /// They were found, or looking for them began, failed or was stopped.
    void changed();
    void progressed(double fraction);

private:
    /// Relations hold for all texts of a model.
    struct Relations {
        std::weak_ptr<const core::Model> model;
        HeadLabelsPtr labels;
    };
    struct Found {
        HeadLabelsPtr relations;
        HeadLabelsPtr labels;
    };

    void start();
    void take(const Found& found);

    core::Compute m_compute;
    RunPtr m_run;
    HeadLabelsPtr m_labels;
    std::optional<core::Error> m_error;
    Relations m_relations;
    std::vector<std::pair<std::weak_ptr<const Run>, HeadLabelsPtr>> m_kept;
    QTimer m_soon;  // who types or steps through texts is not kept waiting
    Job m_job;
};

}  // namespace headscope::ui
