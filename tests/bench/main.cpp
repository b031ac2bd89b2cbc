// SPDX-License-Identifier: GPL-3.0-or-later
// Times Headscope, beside PyTorch when a Python with it is named. Prints a table; see --help.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/base/memory.h"
#include "core/base/output_file.h"
#include "core/tensor/mapped_file.h"
#include "tests/bench/bench.h"
#include "tests/bench/processor.h"
#include "tests/bench/random_checkpoint.h"

namespace headscope::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
    BenchSettings settings;
    std::string json;
    std::string readme;
    std::string command = "headscope_bench";  // as it was typed, where a script says so
    bool memoryCase = false;
    std::string model;
    core::Index tokens = 0;
};

/// Says errors at once and keeps the best rates of plain multiplication; the rest stands in the report.
class Collector : public benchmark::BenchmarkReporter {
public:
    explicit Collector(MultiplyRates& rates) : m_rates(rates) {}

    bool ReportContext(const Context&) override { return true; }

    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.error_occurred) {
                m_failed = true;
                std::fprintf(stderr, "%s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
            } else if (run.aggregate_name == "max") {
                const bool product = run.run_name.function_name == "multiply/product";
                (product ? m_rates.product : m_rates.peak) = run.counters.at("rate");
            }
        }
    }

    bool failed() const noexcept { return m_failed; }

private:
    MultiplyRates& m_rates;
    bool m_failed = false;
};

// The rest of the command line, which goes to Google Benchmark.
std::vector<std::string> parse(CLI::App& app, Arguments& arguments, int argc, char** argv) {
    arguments.settings.folder = HEADSCOPE_BENCH_FOLDER;
    app.allow_extras();
    app.footer("Options of Google Benchmark work as well: --benchmark_filter=bert-base-random/128");
    app.add_option("--python", arguments.settings.python,
                   "A Python with PyTorch and transformers to compare with");
    app.add_option("--threads", arguments.settings.threads,
                   "Threads of both sides (default: one per processor)");
    app.add_option("--isa", arguments.settings.isa, "Instruction set of our kernels (default: the widest)");
    app.add_flag("--cpu-time", arguments.settings.cpuTime,
                 "Processor time of one thread, which a busy machine changes little");
    app.add_option("--samples", arguments.settings.samples, "Samples of every time (default: 7)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--peers", arguments.settings.peers, "Besides PyTorch with eager attention: sdpa, onnx")
        ->delimiter(',')
        ->check(CLI::IsMember({"sdpa", "onnx"}));
    app.add_option("--json", arguments.json, "Also write every sample to this file");
    app.add_option("--readme", arguments.readme, "Also put the table into this file, between its marks");
    app.add_flag("--memory-case", arguments.memoryCase,
                 "Measure memory of --model at --tokens only, and print bytes");
    app.add_option("--model", arguments.model, "For --memory-case");
    app.add_option("--tokens", arguments.tokens, "For --memory-case");
    app.parse(argc, argv);
    return app.remaining();
}

// Answers false for an option that nobody knows.
bool initialiseBenchmark(std::vector<std::string> words) {
    std::string name = "headscope_bench";
    std::vector<char*> rest = {name.data()};
    for (std::string& word : words) rest.push_back(word.data());
    int count = static_cast<int>(rest.size());
    benchmark::Initialize(&count, rest.data());
    return !benchmark::ReportUnrecognizedArguments(count, rest.data());
}

void describe(Bench& bench) {
    Report& report = bench.report;
    report.ours = "Headscope " HEADSCOPE_VERSION " (" + std::string(bench.compute.kernels.name) + " kernels)";
    report.processor = processorName();
    report.processors = static_cast<int>(std::thread::hardware_concurrency());
    report.cpuTime = bench.settings.cpuTime;
    report.threads = bench.settings.threads;
    ::getloadavg(&report.loadBefore, 1);
    report.ourBytes = memoryOfFreshProcess(bench.settings, {}, 0);
}

// Who asks for others and cannot have them is told so, not given a table without them.
void startPeer(Bench& bench) {
    bench.report.theirs = "no PyTorch (no --python was given)";
    if (bench.settings.python.empty()) {
        if (!bench.settings.peers.empty()) throw std::runtime_error("--peers needs --python");
        return;
    }
    bench.peer = std::make_unique<TorchPeer>(peerSettings(bench.settings));
    bench.report.theirs = bench.peer->versions() + " (eager attention, every pattern returned)";
    bench.report.importSeconds = bench.peer->importSeconds();
    bench.report.theirBytes = bench.peer->importBytes();
}

void putTable(const Arguments& arguments, const Report& report) {
    const std::string begin = "<!-- table: speed -->\n";
    std::string text(core::MappedFile::open(arguments.readme).text());
    const std::size_t from = text.find(begin);
    const std::size_t to = text.find("<!-- end -->", from);
    if (from == std::string::npos || to == std::string::npos)
        throw std::runtime_error(arguments.readme + " has no marks for the table of speed");
    text.replace(from + begin.size(), to - from - begin.size(),
                 readmeTable(report, "bert-base-random", arguments.command));
    core::writeWhole(arguments.readme, text);
}

int measure(const Arguments& arguments) {
    core::Executor executor(arguments.settings.cpuTime ? 1 : arguments.settings.threads);
    Bench bench{arguments.settings, {executor, kernelsOf(arguments.settings)}};
    bench.settings.threads = executor.threads();
    fs::create_directories(bench.settings.folder);
    const fs::path large = bertBaseCheckpoint(bench.settings.folder);
    describe(bench);
    startPeer(bench);

    registerMultiply(bench);
    registerAttention(bench);
    // 64 tokens are the longest input of the example.
    registerModel(bench, fs::path(HEADSCOPE_EXAMPLES) / "pronouns", {16, 64});
    registerModel(bench, large, {16, 64, 128, 512});
    registerTokenizers(bench);
    Collector collector(bench.report.rates);
    benchmark::RunSpecifiedBenchmarks(&collector);
    std::fputs(reportText(bench.report).c_str(), stdout);
    if (!arguments.json.empty()) core::writeWhole(arguments.json, reportJson(bench.report));
    if (!arguments.readme.empty() && !collector.failed()) putTable(arguments, bench.report);
    return collector.failed() ? EXIT_FAILURE : EXIT_SUCCESS;
}

int start(int argc, char** argv) {
    CLI::App app("Times Headscope: opening, loading, running, one pattern, memory");
    Arguments arguments;
    try {
        if (!initialiseBenchmark(parse(app, arguments, argc, argv))) return EXIT_FAILURE;
        if (const char* typed = std::getenv("HEADSCOPE_BENCH_COMMAND")) arguments.command = typed;
        if (!arguments.memoryCase) return measure(arguments);
        std::printf("%.0f\n", memoryCase(arguments.model, arguments.tokens, arguments.settings));
        return EXIT_SUCCESS;
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace
}  // namespace headscope::bench

int main(int argc, char** argv) {
    headscope::core::keepFreedMemory();
    return headscope::bench::start(argc, argv);
}
