// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>

#include "core/trace/pattern_source.h"
#include "tests/bench/bench.h"
#include "tests/bench/processor.h"

namespace headscope::bench {

double memoryCase(const std::filesystem::path& folder, core::Index tokens, const BenchSettings& settings) {
    if (folder.empty() && tokens > 0) return layerMemoryCase(tokens, settings);
    core::Executor executor(settings.threads);
    if (!folder.empty()) {
        const core::ModelPtr model = openModel(folder, {executor, kernelsOf(settings)});
        const core::TracePtr trace = runIds(*model, someIds(model->config(), tokens));
        benchmark::DoNotOptimize(core::headPattern(trace, sampleHead(), model->kernels())->all().data());
    }
    return peakResidentBytes();
}

double memoryOfFreshProcess(const BenchSettings& settings, const std::filesystem::path& folder,
                            core::Index tokens) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::vector<std::string> command = {self, "--memory-case", "--threads", std::to_string(settings.threads)};
    if (!settings.isa.empty()) command.insert(command.end(), {"--isa", settings.isa});
    if (!folder.empty()) command.insert(command.end(), {"--model", folder.string()});
    if (tokens > 0) command.insert(command.end(), {"--tokens", std::to_string(tokens)});
    PipeProcess process(command, settings.folder / "memory.log");
    const std::optional<std::string> answer = process.receive();
    if (!answer) throw std::runtime_error("no answer from a process that measures memory; see memory.log");
    return std::stod(*answer);
}

}  // namespace headscope::bench
