// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/tensor/packed_matrix.h"
#include "tests/bench/bench.h"
#include "tests/bench/processor.h"

namespace headscope::bench {
namespace {

using core::Index;
using core::Matrix;

constexpr int repetitions = 5;
constexpr double seconds = 0.1;

// One product per thread: what the kernels reach when splitting the work costs nothing.
void product(benchmark::State& state, const core::Compute& compute) {
    constexpr Index size = 768;
    const Matrix x = Matrix::Random(size, size);
    const core::PackedMatrix w = core::PackedMatrix::ofRows(core::view(Matrix::Random(size, size)));
    const int threads = compute.executor.threads();
    std::vector<Matrix> results(static_cast<std::size_t>(threads), Matrix(size, size));
    for ([[maybe_unused]] auto _ : state) {
        compute.executor.forEach(threads, [&](Index i) {
            Matrix& y = results[static_cast<std::size_t>(i)];
            compute.kernels.multiply(
                w.product(core::view(x), 0, {y.data(), size, size, Eigen::OuterStride<>(size)}));
        });
        benchmark::DoNotOptimize(results.front().data());
    }
    const double operations = 2.0 * size * size * size * threads;
    state.counters["rate"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}

void peak(benchmark::State& state, const core::Compute& compute, const FmaLoop& loop) {
    const int threads = compute.executor.threads();
    std::vector<float> results(static_cast<std::size_t>(threads));
    for ([[maybe_unused]] auto _ : state) {
        compute.executor.forEach(threads, [&](Index i) { loop.run(&results[static_cast<std::size_t>(i)]); });
        benchmark::DoNotOptimize(results.front());
    }
    state.counters["rate"] =
        benchmark::Counter(loop.operations * threads, benchmark::Counter::kIsIterationInvariantRate);
}

double largest(const std::vector<double>& values) {
    return *std::max_element(values.begin(), values.end());
}

// The best of a few repetitions: a rate of the processor, so that what others take away does not count.
void settle(benchmark::internal::Benchmark* benchmark, bool cpuTime) {
    benchmark->MinTime(seconds)
        ->Repetitions(repetitions)
        ->ReportAggregatesOnly(true)
        ->ComputeStatistics("max", largest);
    if (!cpuTime) benchmark->UseRealTime();
}

}  // namespace

void registerMultiply(Bench& bench) {
    const core::Compute compute = bench.compute;
    const bool cpuTime = bench.settings.cpuTime;
    settle(benchmark::RegisterBenchmark("multiply/product",
                                        [compute](benchmark::State& state) { product(state, compute); }),
           cpuTime);
    const FmaLoop* loop = fmaLoopOf(compute.kernels);
    if (!loop) return;
    bench.report.rates.peakName = loop->name;
    settle(benchmark::RegisterBenchmark(
               "multiply/peak", [compute, loop](benchmark::State& state) { peak(state, compute, *loop); }),
           cpuTime);
}

}  // namespace headscope::bench
