// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loader.h"

#include <algorithm>
#include <utility>

#include "core/model/run_mean.h"
#include "ui/models/carried_tokens.h"
#include "ui/models/gates.h"
#include "ui/recent.h"

namespace headscope::ui {
namespace {

/// Whether the pinned key is the one that the pinned query looks at most.
bool pinsStrongest(const RunPtr& run, const Selection& selection) {
    if (!run || !selection.query || !selection.key) return false;
    const core::LayerTrace* layer = run->trace->find(selection.head);
    if (layer == nullptr) return false;
    const core::HeadStatistics& rows = layer->statistics[static_cast<std::size_t>(selection.head.head)];
    return rows.largestKey[static_cast<std::size_t>(*selection.query)] == *selection.key;
}

std::optional<core::Index> strongestKey(const RunPtr& run, const Selection& selection) {
    const core::HeadStatistics& rows =
        run->trace->at(selection.head).statistics[static_cast<std::size_t>(selection.head.head)];
    const core::Index key = rows.largestKey[static_cast<std::size_t>(*selection.query)];
    return key >= 0 ? std::optional(key) : std::nullopt;
}

OpenModelPtr openedOf(const Run& run) {
    if (run.opened) return run.opened;
    return std::make_shared<OpenModel>(OpenModel{run.trace->spec.model, run.model, {}});
}

/// Null when none of `kept` is a run of `spec`.
RunPtr keptRun(const std::vector<RunPtr>& kept, const core::RunSpec& spec) {
    const auto run = std::find_if(kept.begin(), kept.end(),
                                  [&](const RunPtr& other) { return other->trace->spec == spec; });
    return run == kept.end() ? nullptr : *run;
}

/// One of `kept`, or a new run that goes on from one of the same model. Throws Error.
RunPtr runOf(const core::RunSpec& spec, const std::vector<RunPtr>& kept, const core::Compute& compute,
             const core::Progress& progress) {
    if (RunPtr run = keptRun(kept, spec)) return run;
    const auto near = std::find_if(kept.begin(), kept.end(), [&](const RunPtr& other) {
        return other->trace->spec.model == spec.model;
    });
    if (near == kept.end()) return loadRun(openModel(spec.model, compute), spec, progress).run;
    return loadRun(openedOf(**near), spec, progress, (*near)->trace).run;
}

/// Throws Error(MeanOfOneText) where there are none.
std::vector<core::Input> textsOfMean(const core::Model& model, const core::RunSpec& spec,
                                     const TextList& texts, const core::Progress& progress) {
    constexpr std::size_t mostBytes = std::size_t{1} << 30;  // the runs of all texts stay in memory
    std::vector<core::Input> found = core::textsShapedAs(model, spec, texts.all(), mostBytes, progress);
    if (found.empty()) throw core::Error(core::ErrorCode::MeanOfOneText);
    return found;
}

}  // namespace

core::RunSpec withInput(core::RunSpec spec, const core::Input& input) {
    spec.input = input;
    spec.meanOver.clear();
    return spec;
}

Loader::Loader(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&m_job, &Job::runningChanged, this, &Loader::busyChanged);
    connect(&m_job, &Job::progressed, this, &Loader::progressed);
    connect(&m_job, &Job::cancelled, this, &Loader::stopped);
    connect(&m_job, &Job::failed, this, &Loader::failed);
}

void Loader::open(const QString& model, const std::optional<core::Input>& input) {
    core::RunSpec spec;
    spec.input = input.value_or(core::Input{});
    start({model, nullptr, nullptr, spec, !input, Side::A});
}

namespace {

/// Whether the same is read, however its special and global tokens are taken.
bool readsTheSame(const core::Input& a, core::Input b) {
    b.globalTokens = a.globalTokens;
    b.literalSpecials = a.literalSpecials;
    return a == b;
}

}  // namespace

void Loader::run(Side side, const core::Input& input) {
    if (isBusy() && m_request.state) {
        // The rest of what is on its way is wanted, too.
        WindowState state = *m_request.state;
        core::RunSpec& wanted = state.side != Side::A && state.b ? *state.b : *state.a;
        wanted = withInput(wanted, input);
        return show(state, m_request.kept);
    }
    // Superseding a model that is being opened would lose it without a word.
    if (isBusy() && m_request.opened == nullptr) {
        core::Input fresh = input;
        fresh.globalTokens.reset();  // those of the model before
        return open(m_request.model, fresh);
    }
    if (!(side == Side::B ? m_session.b() : m_session.a())) return;
    core::RunSpec spec = next(side);
    spec.cutToFit = spec.cutToFit && readsTheSame(spec.input, input);
    start(side, withInput(std::move(spec), input));
}

void Loader::meanOver(Side side, const TextList& texts) {
    core::RunSpec spec = next(side);
    spec.meanOver.clear();
    start(side, spec, texts);
}

void Loader::gate(const core::HeadGate& gate) {
    core::RunSpec spec = next(Side::B);
    spec.edits = withGate(std::move(spec.edits), gate);
    if ((m_session.b() || isRunning(Side::B)) && spec == m_session.a()->trace->spec) {
        m_job.cancel();
        return m_session.setRunB(nullptr);
    }
    start(Side::B, spec);
}

core::RunSpec Loader::next(Side side) const {
    if (isRunning(side)) return m_request.spec;
    return (side == Side::B && m_session.b() ? m_session.b() : m_session.a())->trace->spec;
}

bool Loader::isRunning(Side side) const {
    return isBusy() && m_request.opened && m_request.side == side;
}

void Loader::cutToFit() {
    if (m_request.state) {
        WindowState state = *m_request.state;
        state.a->cutToFit = true;
        if (state.b) state.b->cutToFit = true;
        return show(state, m_request.kept);
    }
    m_request.spec.cutToFit = true;
    start(m_request);
}

void Loader::copyToB() {
    m_session.setRunB(m_session.a());
    m_session.setSide(Side::B);
}

void Loader::close() {
    cancel();
    letGo();
    m_session.setRunB(nullptr);
    m_session.setRun(nullptr);
}

QString Loader::activity() const {
    const QString title = modelTitle(m_request.model);
    return m_request.opened ? tr("Running %1").arg(title) : tr("Opening %1").arg(title);
}

void Loader::start(Side side, const core::RunSpec& spec, const TextList& texts) {
    const Run& before = *(side == Side::B && m_session.b() ? m_session.b() : m_session.a());
    const OpenModelPtr opened = openedOf(before);
    start({QString::fromStdString(opened->name), opened, before.trace, spec, false, side, {}, {}, texts});
}

void Loader::start(const Request& request) {
    m_request = request;
    m_clock.start();
    m_job.start<LoadedRun>(
        [request, compute = m_session.compute()](const core::Progress& progress) {
            const OpenModelPtr opened =
                request.opened ? request.opened : openModel(request.model.toStdString(), compute);
            core::RunSpec spec = request.spec;
            spec.model = opened->name;
            if (request.firstInput) spec.input = firstInput(*opened);
            if (request.before)
                spec.input = withCarriedGlobalTokens(spec.input, *request.before, *opened->model);
            if (request.texts.size() == 0) return loadRun(opened, spec, progress, request.before);
            constexpr double textsEnd = 0.1;
            spec.meanOver =
                textsOfMean(*opened->model, spec, request.texts, core::part(progress, 0, textsEnd));
            return loadRun(opened, spec, core::part(progress, textsEnd, 1), request.before);
        },
        [this](LoadedRun loaded) { take(loaded); });
}

void Loader::take(const LoadedRun& loaded) {
    m_seconds = static_cast<double>(m_clock.elapsed()) / 1000;
    const bool fresh = m_request.opened == nullptr;
    letGo();
    const bool follow = pinsStrongest(m_session.shown(), m_session.selection());
    if (m_request.side == Side::B) {
        m_session.setRunB(loaded.run);
        // Who looks at B − A goes on with it.
        if (m_session.side() == Side::A) m_session.setSide(Side::B);
    } else {
        if (fresh) m_session.setRunB(nullptr);
        m_session.setRun(loaded.run);
    }
    Selection selection = m_session.selection();
    if (fresh) {
        selection = loaded.opening;
    } else if (follow && selection.query) {
        // Who watched where a word looks wants to see where it looks now.
        selection.key = strongestKey(m_session.shown(), selection);
    }
    m_session.select(selection);
    emit finished();
}

void Loader::letGo() {
    m_request.opened.reset();
    m_request.before.reset();
    m_request.state.reset();
    m_request.kept.clear();
    m_request.texts = {};
}

void Loader::show(const WindowState& state, std::vector<RunPtr> kept) {
    for (const RunPtr& run : {m_session.a(), m_session.b()})
        if (run) kept.push_back(run);
    const RunPtr a = state.a ? keptRun(kept, *state.a) : nullptr;
    const RunPtr b = state.b ? keptRun(kept, *state.b) : nullptr;
    if ((a || !state.a) && (b || !state.b)) {
        m_job.release();
        return takeState(state, a, b);
    }
    m_request = {
        QString::fromStdString(state.a->model), nullptr, nullptr, *state.a, false, Side::A, state, kept};
    m_clock.start();
    using Runs = std::pair<RunPtr, RunPtr>;
    m_job.start<Runs>(
        [state, kept, compute = m_session.compute()](const core::Progress& progress) {
            std::vector<RunPtr> present = kept;
            const double firstEnd = state.b ? 0.5 : 1;
            Runs runs{runOf(*state.a, present, compute, core::part(progress, 0, firstEnd)), nullptr};
            present.push_back(runs.first);
            if (state.b) runs.second = runOf(*state.b, present, compute, core::part(progress, firstEnd, 1));
            return runs;
        },
        [this, state](const Runs& runs) { takeState(state, runs.first, runs.second); });
}

void Loader::takeState(const WindowState& state, const RunPtr& a, const RunPtr& b) {
    letGo();
    m_session.restore(a, b, state);
    emit stateShown(state);
    if (a) emit finished();
}

}  // namespace headscope::ui
