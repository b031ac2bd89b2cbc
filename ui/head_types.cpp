// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/head_types.h"

#include <algorithm>

#include "ui/examples.h"
#include "ui/run_loader.h"

namespace headscope::ui {
namespace {

constexpr int patience = 150;  // milliseconds
constexpr double measuresEnd = 0.2;
constexpr double relationsEnd = 0.5;
// Heads × tokens × parameters: every head is switched off once. About a second of one processor.
constexpr double quickWork = 5e10;

bool isQuick(const Run& run) {
    return static_cast<double>(run.trace->headIds().size()) * static_cast<double>(run.trace->length()) *
               static_cast<double>(run.model->parameters()) <=
           quickWork;
}

HeadLabelsPtr relationsOf(const Run& run, const core::Progress& progress) {
    const std::vector<core::LabelCases> cases =
        run.opened ? exampleLabelCases(run.opened->name) : std::vector<core::LabelCases>();
    return std::make_shared<const HeadLabels>(core::relationLabels(*run.model, cases, progress));
}

/// The labels of a run, once the relations of its model are known.
HeadLabelsPtr labelsOfRun(const Run& run, const core::Compute& compute, const HeadLabels& relations,
                          const core::Progress& progress) {
    core::KeepOptions keep = core::neededFor({});
    keep.hidden = true;  // so that runs without a head begin at its layer
    const core::TracePtr trace =
        run.model->run(run.trace->spec, keep, core::part(progress, 0, measuresEnd / 2));
    const core::Measures measures = core::measureHeads(
        compute, *trace, {}, core::part(progress, measuresEnd / 2, measuresEnd), run.model.get());
    return std::make_shared<const HeadLabels>(core::headLabels(
        {*run.model, compute, measures, trace, relations}, core::part(progress, measuresEnd, 1)));
}

}  // namespace

HeadTypes::HeadTypes(const core::Compute& compute, QObject* parent) : QObject(parent), m_compute(compute) {
    connect(&m_job, &Job::progressed, this, &HeadTypes::progressed);
    m_soon.setSingleShot(true);
    m_soon.setInterval(patience);
    connect(&m_soon, &QTimer::timeout, this, &HeadTypes::start);
    connect(&m_job, &Job::failed, this, [this](const core::Error& error) {
        m_error = error;
        emit changed();
    });
}

void HeadTypes::follow(const RunPtr& shown) {
    // What a head is for is found by running a text without it; a mean over texts is no run.
    const RunPtr run = shown && shown->trace->meanOf.empty() ? shown : nullptr;
    if (run == m_run) return;
    m_job.release();
    m_run = run;
    m_error.reset();
    std::erase_if(m_kept, [](const auto& kept) { return kept.first.expired(); });
    const auto kept = std::find_if(m_kept.begin(), m_kept.end(),
                                   [&run](const auto& each) { return each.first.lock() == run; });
    m_labels = kept != m_kept.end() ? kept->second : nullptr;
    m_soon.stop();
    if (run && run->model && !m_labels && isQuick(*run)) m_soon.start();
}

void HeadTypes::find() {
    if (!m_run || !m_run->model || m_labels || m_job.isRunning()) return;
    start();
    emit changed();
}

void HeadTypes::stop() {
    m_soon.stop();
    m_job.release();
    emit changed();
}

void HeadTypes::start() {
    m_soon.stop();
    m_error.reset();
    const HeadLabelsPtr known =
        m_relations.model.lock() == m_run->model ? m_relations.labels : HeadLabelsPtr();
    m_job.start<Found>(
        [run = m_run, compute = m_compute, known](const core::Progress& progress) {
            const HeadLabelsPtr relations =
                known ? known : relationsOf(*run, core::part(progress, 0, relationsEnd));
            const core::Progress rest = known ? progress : core::part(progress, relationsEnd, 1);
            return Found{relations, labelsOfRun(*run, compute, *relations, rest)};
        },
        [this](const Found& found) { take(found); });
}

void HeadTypes::take(const Found& found) {
    m_relations = {m_run->model, found.relations};
    m_labels = found.labels;
    m_kept.emplace_back(m_run, m_labels);
    emit changed();
}

}  // namespace headscope::ui
