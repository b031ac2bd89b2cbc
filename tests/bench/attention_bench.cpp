// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of long texts by itself: a layer's statistics, and windows of one head.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "core/trace/pattern_source.h"
#include "core/trace/trace_layer.h"
#include "tests/bench/bench.h"
#include "tests/bench/processor.h"

namespace headscope::bench {
namespace {

using core::Index;
using core::Matrix;

constexpr Index headDim = 64;
constexpr int layerHeads = 12;
constexpr const char* layerName = "attention 12 x 64";
constexpr const char* headName = "one head of 64";

// Scores of standard deviation 1.
core::LayerInputs inputsOf(Index length, int heads, int kvHeads, core::Mask mask) {
    core::LayerInputs inputs;
    inputs.heads = heads;
    inputs.kvHeads = kvHeads;
    inputs.headDim = headDim;
    inputs.q = Matrix::Random(length, heads * headDim);
    inputs.k = Matrix::Random(length, kvHeads * headDim);
    inputs.v = Matrix::Random(length, kvHeads * headDim);
    inputs.rules = {.scale = 0.375F, .mask = mask};
    return inputs;
}

// Of the two products, over the cells that are not masked.
double operationsOf(const core::LayerInputs& inputs) {
    const auto length = static_cast<double>(inputs.q.rows());
    const double cells = inputs.rules.mask.causal ? length * (length + 1) / 2 : length * length;
    return 4.0 * cells * static_cast<double>(inputs.heads * inputs.headDim);
}

// The products and softmax of a layer: what its statistics come on top of.
void withoutStatistics(const core::Compute& compute, const core::LayerTrace& layer, const Matrix& v,
                       Matrix& z) {
    const Index rows = 2 * compute.kernels.tileRows * (compute.kernels.tileRows < 12 ? 2 : 1);
    const Index keys = layer.keys();
    compute.executor.forEach(layer.heads, [&](Index head) {
        const core::Scores scores = layer.scores(compute.kernels, static_cast<int>(head));
        const core::PackedMatrix values =
            core::PackedMatrix::ofColumns(core::columns(v, head * headDim, headDim));
        const Eigen::OuterStride<> stride(keys % 128 == 0 ? keys + 16 : keys);
        Matrix panel(rows, stride.outer());
        std::vector<core::RowSummary> summaries(static_cast<std::size_t>(rows));
        for (Index first = 0; first < keys; first += rows) {
            const Index count = std::min(rows, keys - first);
            scores.raisedPanel(first, core::MutableMatrixView(panel.data(), count, keys, stride), summaries);
            core::MutableMatrixView out(z.data() + first * z.cols() + head * headDim, count, headDim,
                                        Eigen::OuterStride<>(z.cols()));
            compute.kernels.multiply(
                values.product(core::MatrixView(panel.data(), count, keys, stride), 0, out));
            for (Index i = 0; i < count; ++i)
                out.row(i) *= summaries[static_cast<std::size_t>(i)].normaliser.factor();
        }
    });
}

class Row {
public:
    Row(benchmark::State& state, Bench& bench, Result result)
        : m_state(state), m_bench(bench), m_result(std::move(result)) {}

    void time(const std::function<void()>& action) {
        takeTurns(m_state, timed(m_bench.settings.cpuTime, action), {}, m_result);
        keep();
    }

    void measured(double value) {
        for ([[maybe_unused]] auto _ : m_state) m_state.SetIterationTime(0);
        m_result.ours.push_back(value);
        keep();
    }

private:
    void keep() {
        std::fprintf(stderr, "%s\n", resultLine(m_result).c_str());
        m_bench.report.results.push_back(std::move(m_result));
    }

    benchmark::State& m_state;
    Bench& m_bench;
    Result m_result;
};

void layer(benchmark::State& state, Bench& bench, Index length, core::Mask mask) {
    const core::LayerInputs inputs = inputsOf(length, layerHeads, layerHeads, mask);
    Row row(state, bench,
            {layerName,
             length,
             mask.causal ? "causal" : "statistics",
             Quantity::Time,
             {},
             {},
             operationsOf(inputs)});
    row.time([&] { benchmark::DoNotOptimize(core::traceLayer(bench.compute, inputs).z.data()); });
}

void plainLayer(benchmark::State& state, Bench& bench, Index length) {
    core::LayerInputs inputs = inputsOf(length, layerHeads, layerHeads, {});
    const Result result{layerName, length, "without", Quantity::Time, {}, {}, operationsOf(inputs)};
    const Matrix v = inputs.v;
    core::LayerTrace trace;
    trace.heads = trace.kvHeads = layerHeads;
    trace.headDim = headDim;
    trace.q = std::move(inputs.q);
    trace.k = std::move(inputs.k);
    trace.rules = inputs.rules;
    Matrix z(length, layerHeads * headDim);
    Row(state, bench, result).time([&] {
        withoutStatistics(bench.compute, trace, v, z);
        benchmark::DoNotOptimize(z.data());
    });
}

// The memory that a layer takes beyond its q, k and v, in a fresh process.
void layerMemory(benchmark::State& state, Bench& bench, Index length) {
    Row(state, bench, {layerName, length, "memory", Quantity::Memory, {}, {}, 0})
        .measured(memoryOfFreshProcess(bench.settings, {}, length));
}

core::TracePtr headTrace(const Bench& bench, Index length) {
    auto trace = std::make_shared<core::Trace>();
    trace->tokens.resize(static_cast<std::size_t>(length));
    trace->layers.push_back(core::traceLayer(bench.compute, inputsOf(length, 1, 1, {})).trace);
    return trace;
}

struct Window {
    const char* what;
    Index length;
    core::CellRect cells;
    Index pixelRows;
    Index pixelColumns;
    core::Pooling pooling;
};

void window(benchmark::State& state, Bench& bench, const Window& window) {
    const core::PatternPtr pattern = core::headPattern(
        headTrace(bench, window.length), {core::AttentionKind::Self, 0, 0}, bench.compute.kernels);
    const auto cells = static_cast<double>(window.cells.rows * window.cells.columns);
    Row(state, bench, {headName, window.length, window.what, Quantity::Time, {}, {}, 2.0 * headDim * cells})
        .time([&] {
            benchmark::DoNotOptimize(
                pattern->tile(window.cells, window.pixelRows, window.pixelColumns, window.pooling).data());
        });
}

// One layer of a model with a billion weights: 32 heads that share 4 keys and values.
void wideLayer(benchmark::State& state, Bench& bench) {
    constexpr Index length = 32768;
    const core::LayerInputs inputs = inputsOf(length, 32, 4, {.causal = true});
    const Result result{"attention 32 x 64", length, "causal", Quantity::Time, {}, {}, operationsOf(inputs)};
    Row(state, bench, result).time([&] {
        benchmark::DoNotOptimize(core::traceLayer(bench.compute, inputs).z.data());
    });
}

template <typename Measure>
void add(const std::string& name, int samples, Measure measure) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(measure))->Iterations(samples)->UseManualTime();
}

}  // namespace

double layerMemoryCase(Index tokens, const BenchSettings& settings) {
    core::Executor executor(settings.threads);
    core::LayerInputs inputs = inputsOf(tokens, layerHeads, layerHeads, {});
    const double before = peakResidentBytes();
    benchmark::DoNotOptimize(core::traceLayer({executor, kernelsOf(settings)}, std::move(inputs)).z.data());
    return peakResidentBytes() - before;
}

void registerAttention(Bench& bench) {
    const int samples = bench.settings.samples;
    for (const Index length : {2048, 4096, 8192, 16384}) {
        const std::string name = "attention/" + std::to_string(length);
        add(name + "/statistics", samples,
            [&bench, length](benchmark::State& state) { layer(state, bench, length, {}); });
        add(name + "/without", samples,
            [&bench, length](benchmark::State& state) { plainLayer(state, bench, length); });
        add(name + "/causal", samples,
            [&bench, length](benchmark::State& state) { layer(state, bench, length, {.causal = true}); });
    }
    add("attention/8192/memory", 1, [&bench](benchmark::State& state) { layerMemory(state, bench, 8192); });
    add("attention/32768/wide", 1, [&bench](benchmark::State& state) { wideLayer(state, bench); });
    using core::Pooling;
    static constexpr Window windows[] = {
        {"window", 2048, {484, 64, 1080, 1920}, 1080, 1920, Pooling::Largest},
        {"window", 8192, {5000, 1000, 1080, 1920}, 1080, 1920, Pooling::Largest},
        {"window", 32768, {17000, 21001, 1080, 1920}, 1080, 1920, Pooling::Largest},
        {"whole, largest", 8192, {0, 0, 8192, 8192}, 1024, 1024, Pooling::Largest},
        {"whole, mean", 8192, {0, 0, 8192, 8192}, 1024, 1024, Pooling::Mean}};
    int number = 0;
    for (const Window& one : windows) {
        add("window/" + std::to_string(one.length) + '/' + std::to_string(number++), samples,
            [&bench, &one](benchmark::State& state) { window(state, bench, one); });
    }
}

}  // namespace headscope::bench
