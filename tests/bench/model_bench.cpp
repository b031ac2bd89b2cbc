// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "core/analysis/effective_attention.h"
#include "core/analysis/head_distances.h"
#include "core/analysis/head_map.h"
#include "core/analysis/metrics.h"
#include "core/analysis/norm_patterns.h"
#include "core/checkpoint/checkpoint.h"
#include "core/trace/pattern_source.h"
#include "tests/bench/bench.h"

namespace headscope::bench {
namespace {

namespace fs = std::filesystem;
using core::Index;

constexpr std::int32_t firstId = 5;
constexpr double largestDifference = 1e-3;

/// One checkpoint at one length, made ready when the first benchmark needs it.
class Subject {
public:
    Subject(Bench& bench, fs::path folder, Index tokens)
        : m_bench(bench),
          m_folder(std::move(folder)),
          m_name(m_folder.filename().string()),
          m_tokens(tokens) {}

    void open(benchmark::State& state) {
        measure(state, "open",
                timed(m_bench.settings.cpuTime, [this] { openModel(m_folder, m_bench.compute); }), {});
    }

    void load(benchmark::State& state) {
        const Side ours = timed(m_bench.settings.cpuTime,
                                [this] { runIds(*openModel(m_folder, m_bench.compute), {firstId}); });
        const Side theirs = [this](int repeats) { return m_bench.peer->load(m_folder, {firstId}, repeats); };
        measure(state, "load", ours, theirs);
    }

    // What a person waits for who opens a model: from nothing to one pattern of a text.
    void firstPattern(benchmark::State& state) {
        if (!prepare(state)) return;
        const std::vector<std::int32_t>& ids = m_question.ids;
        const Side ours = timed(m_bench.settings.cpuTime, [&] {
            const core::ModelPtr opened = openModel(m_folder, m_bench.compute);
            const core::PatternPtr pattern =
                core::headPattern(runIds(*opened, ids), m_question.head, opened->kernels());
            benchmark::DoNotOptimize(pattern->all().data());
        });
        measure(state, "first pattern", ours,
                [&](int repeats) { return m_bench.peer->load(m_folder, ids, repeats); });
    }

    void run(benchmark::State& state) {
        if (!prepare(state)) return;
        const Side ours = timed(m_bench.settings.cpuTime,
                                [this] { benchmark::DoNotOptimize(runIds(model(), m_question.ids)); });
        measure(state, "run", ours, peerRun(), operations());
    }

    void runBesideSdpa(benchmark::State& state) { runBeside(state, "sdpa", "PyTorch SDPA"); }
    void runBesideOnnx(benchmark::State& state) { runBeside(state, "onnx", "ONNX Runtime"); }

    void runAndRead(benchmark::State& state) {
        if (!prepare(state)) return;
        measure(state, "run, read",
                timed(m_bench.settings.cpuTime, [this] { readAll(runIds(model(), m_question.ids)); }),
                peerRun());
    }

    void pattern(benchmark::State& state) {
        if (!prepare(state)) return;
        const core::TracePtr trace = runIds(model(), m_question.ids);
        const Side ours = timed(m_bench.settings.cpuTime, [&] {
            benchmark::DoNotOptimize(
                core::headPattern(trace, m_question.head, model().kernels())->all().data());
        });
        measure(state, "pattern", ours,
                [this](int repeats) { return m_bench.peer->pattern(m_question, repeats); });
    }

    // Every metric that is one number per row, beside the run that it measures.
    void rowMetrics(benchmark::State& state) {
        if (!prepare(state)) return;
        core::MeasureOptions options;
        for (const core::Metric& metric : core::metrics()) {
            if (metric.row != nullptr) options.metrics.push_back(&metric);
        }
        const core::TracePtr trace = runKept(core::neededFor(options));
        analyse(state, "row metrics", [&] {
            benchmark::DoNotOptimize(
                core::measureHeads(m_bench.compute, *trace, options, {}, &model()).heads.data());
        });
    }

    void norms(benchmark::State& state) {
        if (!prepare(state)) return;
        const core::TracePtr trace = runKept({.values = true, .outputs = true});
        analyse(state, "norm-based", [&] {
            everyHead(*trace,
                      [&](core::HeadId head) { return core::normPattern(trace, head, model())->all(); });
        });
    }

    void layerNorms(benchmark::State& state) {
        if (!prepare(state)) return;
        const core::TracePtr trace = runKept({.values = true, .outputs = true});
        analyse(state, "norm-based, layers", [&] {
            m_bench.compute.executor.forEach(trace->layerCount(), [&](Index layer) {
                benchmark::DoNotOptimize(
                    core::layerNormPattern(trace, static_cast<int>(layer), model())->all().data());
            });
        });
    }

    void effective(benchmark::State& state) {
        if (!prepare(state)) return;
        const core::TracePtr trace = runKept({.values = true});
        if (!core::EffectiveAttention::isDefined(trace->at(sampleHead()))) return;
        analyse(state, "effective", [&] {
            everyHead(*trace, [&](core::HeadId head) {
                return core::effectivePattern(trace, head, model().kernels())->all();
            });
        });
    }

    // All heads with all, clusters, and places on a plane.
    void headMap(benchmark::State& state) {
        if (!prepare(state)) return;
        const core::TracePtr trace = runKept({.values = true});
        analyse(state, "map of heads", [&] {
            core::HeadComparer comparer(m_bench.compute);
            comparer.add({trace, {}});
            const Eigen::MatrixXd distances = comparer.distances().distances();
            benchmark::DoNotOptimize(core::averageLinkage(distances).data());
            benchmark::DoNotOptimize(core::planeMap(distances).places.data());
        });
    }

    void memory(benchmark::State& state) {
        if (!prepare(state)) return;
        Result result{m_name, m_tokens, "memory", Quantity::Memory, {}, {}, 0};
        for ([[maybe_unused]] auto _ : state) {
            result.ours.push_back(memoryOfFreshProcess(m_bench.settings, m_folder, m_tokens));
            if (m_bench.peer) result.theirs.push_back(peerMemory());
            state.SetIterationTime(0);
        }
        keep(std::move(result));
    }

private:
    // Where that peer was asked for.
    void runBeside(benchmark::State& state, const std::string& variant, const char* name) {
        const auto& peers = m_bench.settings.peers;
        if (!m_bench.peer || std::find(peers.begin(), peers.end(), variant) == peers.end()) {
            for ([[maybe_unused]] auto _ : state) state.SetIterationTime(0);
            return;
        }
        if (!prepare(state)) return;
        const Side ours = timed(m_bench.settings.cpuTime,
                                [this] { benchmark::DoNotOptimize(runIds(model(), m_question.ids)); });
        Result result{m_name, m_tokens, "run", Quantity::Time, {}, {}, operations()};
        result.beside = name;
        takeTurns(
            state, ours, [&](int repeats) { return m_bench.peer->run(m_question, repeats, variant); },
            result);
        keep(std::move(result));
    }

    void measure(benchmark::State& state, const char* what, const Side& ours, const Side& theirs,
                 double operations = 0) {
        const auto length = static_cast<Index>(m_question.ids.size());
        Result result{m_name, length, what, Quantity::Time, {}, {}, operations};
        takeTurns(state, ours, m_bench.peer ? theirs : Side(), result);
        keep(std::move(result));
    }

    // Says what was found at once: the table comes at the end.
    void keep(Result result) {
        std::fprintf(stderr, "%s\n", resultLine(result).c_str());
        m_bench.report.results.push_back(std::move(result));
    }

    const core::Model& model() const { return *m_bench.model; }

    // Loads on both sides and compares their numbers; false when they disagree.
    bool prepare(benchmark::State& state) {
        if (m_bench.modelFolder != m_folder) {
            m_bench.model = openModel(m_folder, m_bench.compute);
            m_bench.modelFolder = m_folder;
        }
        if (m_bench.peer) m_bench.peer->require(m_folder, {firstId});
        if (m_question.ids.empty()) {
            m_question = {someIds(model().config(), m_tokens), sampleHead()};
            if (m_bench.peer) m_agreement = compare();
        }
        if (m_agreement.hidden < largestDifference && m_agreement.pattern < largestDifference) return true;
        state.SkipWithError("Headscope and PyTorch compute different numbers");
        return false;
    }

    Agreement compare() {
        const TorchPeer::Outputs theirs = m_bench.peer->outputs(m_question);
        const core::TracePtr trace = runIds(model(), m_question.ids);
        const core::Matrix pattern = core::headPattern(trace, m_question.head, model().kernels())->all();
        if (trace->lastHidden.cols() != theirs.lastHidden.cols())
            throw std::runtime_error("PyTorch has another width");
        const Agreement agreement{
            static_cast<double>((trace->lastHidden - theirs.lastHidden).cwiseAbs().maxCoeff()),
            static_cast<double>((pattern - theirs.pattern).cwiseAbs().maxCoeff())};
        Agreement& worst = m_bench.report.agreement;
        worst = {std::max(worst.hidden, agreement.hidden), std::max(worst.pattern, agreement.pattern)};
        m_bench.report.compared = true;
        return agreement;
    }

    Side peerRun() {
        return [this](int repeats) { return m_bench.peer->run(m_question, repeats); };
    }

    // Heads side by side, one pattern of each thread in memory.
    void everyHead(const core::Trace& trace, const std::function<core::Matrix(core::HeadId)>& pattern) {
        const std::vector<core::HeadId> heads = trace.headIds();
        m_bench.compute.executor.forEach(static_cast<Index>(heads.size()), [&](Index i) {
            benchmark::DoNotOptimize(pattern(heads[static_cast<std::size_t>(i)]).data());
        });
    }
    void readAll(const core::TracePtr& trace) {
        everyHead(*trace, [&](core::HeadId head) {
            return core::headPattern(trace, head, model().kernels())->all();
        });
    }

    core::TracePtr runKept(core::KeepOptions keep) const {
        core::RunSpec spec;
        spec.input.ids = m_question.ids;
        return model().run(spec, keep);
    }

    // PyTorch has no counterpart.
    void analyse(benchmark::State& state, const char* what, const std::function<void()>& work) {
        measure(state, what, timed(m_bench.settings.cpuTime, work), {});
    }

    double peerMemory() const {
        TorchPeer peer(peerSettings(m_bench.settings));
        peer.load(m_folder, {firstId}, 1);
        peer.run(m_question, 1);
        return peer.peakBytes();
    }

    // Of the products alone: linear layers, scores and head outputs.
    double operations() const {
        const core::ModelConfig& c = model().config();
        const Index linear = c.modelDim * c.headDim * (2 * c.heads + 2 * c.kvHeads) +
                             c.modelDim * c.mlpDim * (c.design.mlp == core::MlpKind::Gated ? 3 : 2);
        const Index attention = 2 * m_tokens * c.heads * c.headDim;
        return 2.0 * static_cast<double>(m_tokens * c.layers * (linear + attention));
    }

    Bench& m_bench;
    fs::path m_folder;
    std::string m_name;
    Index m_tokens;
    PeerQuestion m_question;
    Agreement m_agreement;
};

struct Part {
    const char* name;
    void (Subject::*measure)(benchmark::State&);
};

constexpr Part wholeParts[] = {{"open", &Subject::open}, {"load", &Subject::load}};
constexpr Part lengthParts[] = {{"first", &Subject::firstPattern},
                                {"run", &Subject::run},
                                {"run-sdpa", &Subject::runBesideSdpa},
                                {"run-onnx", &Subject::runBesideOnnx},
                                {"read", &Subject::runAndRead},
                                {"pattern", &Subject::pattern},
                                {"metrics", &Subject::rowMetrics},
                                {"norms", &Subject::norms},
                                {"layer-norms", &Subject::layerNorms},
                                {"effective", &Subject::effective},
                                {"map", &Subject::headMap},
                                {"memory", &Subject::memory}};

void add(const std::string& name, const std::shared_ptr<Subject>& subject, const Part& part, int samples) {
    benchmark::RegisterBenchmark(
        name.c_str(), [subject, part](benchmark::State& state) { ((*subject).*part.measure)(state); })
        ->Iterations(samples)
        ->UseManualTime();
}

}  // namespace

const core::Kernels& kernelsOf(const BenchSettings& settings) {
    if (settings.isa.empty()) return core::bestKernels();
    for (const core::InstructionSet& set : core::instructionSets()) {
        if (set.name == settings.isa && set.kernels) return *set.kernels;
    }
    throw std::runtime_error("--isa " + settings.isa + ": this processor has no such instruction set");
}

PeerSettings peerSettings(const BenchSettings& settings) {
    return {settings.python, settings.threads, settings.cpuTime, settings.folder};
}

core::ModelPtr openModel(const fs::path& folder, const core::Compute& compute) {
    return core::Model::load(core::Checkpoint::open(folder), compute);
}

std::vector<std::int32_t> someIds(const core::ModelConfig& config, Index count) {
    std::vector<std::int32_t> ids;
    for (Index i = 0; i < count; ++i)
        ids.push_back(static_cast<std::int32_t>(firstId + (7919 * i) % (config.vocabSize - firstId)));
    return ids;
}

core::TracePtr runIds(const core::Model& model, const std::vector<std::int32_t>& ids) {
    core::RunSpec spec;
    spec.input.ids = ids;
    return model.run(spec);
}

core::HeadId sampleHead() noexcept {
    return {core::AttentionKind::Self, 1, 2};
}

void registerModel(Bench& bench, const fs::path& folder, const std::vector<Index>& lengths) {
    const std::string name = folder.filename().string();
    for (const Part& part : wholeParts) {
        add(name + '/' + part.name, std::make_shared<Subject>(bench, folder, 1), part,
            bench.settings.samples);
    }
    for (const Index length : lengths) {
        const auto subject = std::make_shared<Subject>(bench, folder, length);
        for (const Part& part : lengthParts) {
            const bool once = part.measure == &Subject::memory;
            add(name + '/' + std::to_string(length) + '/' + part.name, subject, part,
                once ? 1 : bench.settings.samples);
        }
    }
}

}  // namespace headscope::bench
