// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ui/figures/head_values.h"
#include "ui/job.h"

namespace headscope::ui {

/// Metrics that runs have not found on their way, measured when somebody asks for one. GUI thread.
class Measuring : public QObject {
    Q_OBJECT
public:
    explicit Measuring(QObject* parent = nullptr);

    /// A metric of every head of `run`, or of B − A, of which `run` is B. Nothing while it is being measured:
    /// found() tells when it is there.
    std::optional<HeadValues> values(const core::Metric& metric, const RunPtr& run,
                                     const ComparedRunsPtr& difference);

signals:
    void found();
    void failed(const headscope::core::Error& error);

private:
    using MeasuresPtr = std::shared_ptr<const core::Measures>;

    /// Null while they are being measured.
    MeasuresPtr all(const RunPtr& run);

    /// Of the last two runs, A and B, as long as somebody shows them.
    std::vector<std::pair<std::weak_ptr<const Run>, MeasuresPtr>> m_measured;
    std::weak_ptr<const Run> m_asked;  ///< is being measured, or could not be
    Job m_job;
};

}  // namespace headscope::ui
