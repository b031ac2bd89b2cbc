// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/series_finder.h"

#include <utility>

#include "ui/run_loader.h"

namespace headscope::ui {
namespace {

// Checkpoints × parameters × tokens, those of the random lists among them: about two seconds of one
// processor.
constexpr double quickWork = 2e10;
constexpr double tokensOfLists = 1000;

bool isQuick(const Run& run, std::size_t checkpoints) {
    return static_cast<double>(checkpoints) * static_cast<double>(run.model->parameters()) *
               (static_cast<double>(run.trace->length()) + tokensOfLists) <=
           quickWork;
}

}  // namespace

void SeriesFinder::follow(const RunPtr& run, const QString& cases, bool shown) {
    Wanted wanted;
    if (run && run->opened && !run->opened->series.empty()) {
        wanted = {run->opened->series, run->trace->spec, cases};
        wanted.spec.model.clear();
        wanted.spec.meanOver.clear();  // of one text, whatever is shown
    }
    if (wanted != m_wanted) {
        reset();
        m_wanted = std::move(wanted);
        m_begun = false;
        m_series.reset();
    }
    // Once: who stops it wants it stopped.
    if (shown && hasCheckpoints() && isQuick(*run, m_wanted.checkpoints.size()) &&
        !std::exchange(m_begun, true))
        find();
}

void SeriesFinder::start() {
    job().start<SeriesPtr>(
        [wanted = m_wanted, compute = m_compute](const core::Progress& progress) {
            const std::vector<core::Case> cases = wanted.cases.isEmpty()
                                                      ? std::vector<core::Case>()
                                                      : core::readCases(wanted.cases.toStdString()).cases;
            return std::make_shared<const Series>(core::followSeries(
                wanted.checkpoints, compute,
                [&](const core::Model& model, const core::Progress& own) {
                    return core::seriesPoint(model, wanted.spec, cases, own);
                },
                progress));
        },
        [this](SeriesPtr series) {
            m_series = std::move(series);
            emit changed();
        });
}

}  // namespace headscope::ui
