// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measuring.h"

#include <algorithm>

namespace headscope::ui {
namespace {

constexpr std::size_t mostRuns = 2;

}  // namespace

Measuring::Measuring(QObject* parent) : QObject(parent) {
    connect(&m_job, &Job::failed, this, &Measuring::failed);
}

std::optional<HeadValues> Measuring::values(const core::Metric& metric, const RunPtr& run,
                                            const ComparedRunsPtr& difference) {
    if (hasMeasured(*run, metric))
        return headValues(metric, run->measures, difference ? &difference->a->measures : nullptr);
    const MeasuresPtr shown = all(run);
    const MeasuresPtr before = shown && difference ? all(difference->a) : nullptr;
    if (!shown || (difference && !before)) return std::nullopt;
    return headValues(metric, shown->heads, before ? &before->heads : nullptr);
}

Measuring::MeasuresPtr Measuring::all(const RunPtr& run) {
    for (const auto& [measured, measures] : m_measured)
        if (measured.lock() == run) return measures;
    if (m_asked.lock() == run) return nullptr;
    m_asked = run;
    m_job.start<MeasuresPtr>(
        [run](const core::Progress& progress) {
            return std::make_shared<const core::Measures>(measureAll(*run, progress));
        },
        [this, asked = m_asked](MeasuresPtr measures) {
            m_measured.emplace_back(asked, std::move(measures));
            if (m_measured.size() > mostRuns) m_measured.erase(m_measured.begin());
            m_asked.reset();
            emit found();
        });
    return nullptr;
}

}  // namespace headscope::ui
