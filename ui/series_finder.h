// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/charts/series_chart.h"
#include "ui/figures/state.h"
#include "ui/finding.h"

namespace headscope::ui {

/// Finds what all checkpoints around the shown model do with the shown text: by itself where that takes a
/// second or so. It holds for all of them, so that stepping through them finds nothing again. GUI thread
/// only.
class SeriesFinder : public Finding {
    Q_OBJECT
public:
    explicit SeriesFinder(const core::Compute& compute, QObject* parent = nullptr)
        : Finding(parent), m_compute(compute) {}

    /// The run whose checkpoints are looked at from now on, and a file of cases (empty: none); null: none.
    /// What was found stays while it is not `shown`, and nothing is begun then. Emits nothing but what
    /// follows later.
    void follow(const RunPtr& run, const QString& cases, bool shown);
    /// Null until it is found.
    const SeriesPtr& series() const { return m_series; }
    /// Whether there are checkpoints to look at.
    bool hasCheckpoints() const { return !m_wanted.checkpoints.empty(); }

protected:
    bool isWanted() const override { return hasCheckpoints() && !m_series; }
    void start() override;

private:
    struct Wanted {
        std::vector<core::SeriesCheckpoint> checkpoints;
        core::RunSpec spec;  ///< of no model
        QString cases;
        bool operator==(const Wanted&) const = default;
    };

    core::Compute m_compute;
    Wanted m_wanted;
    bool m_begun = false;  // by itself
    SeriesPtr m_series;
};

}  // namespace headscope::ui
