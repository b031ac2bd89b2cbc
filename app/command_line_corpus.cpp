// SPDX-License-Identifier: GPL-3.0-or-later
// `metrics --corpus` and `metrics --merge`.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "app/command_line_metrics.h"
#include "core/base/output_file.h"
#include "core/export/corpus_report.h"
#include "core/export/json_report.h"

namespace headscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view byLauncher = "auto";

/// Where a launcher tells a process its rank, counted from 0, and how many there are. Open MPI comes first:
/// its processes may run inside a Slurm job, whose variables then count something else.
struct Launcher {
    const char* rank;
    const char* size;
};
constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                  {"PMI_RANK", "PMI_SIZE"},
                                  // Not SLURM_NTASKS, which a batch script has before srun starts anything.
                                  {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

std::optional<core::Index> numberIn(const char* variable) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return std::nullopt;
    const std::string_view digits = text;
    core::Index number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

core::CorpusPart launchedPart() {
    for (const Launcher& launcher : launchers) {
        const auto rank = numberIn(launcher.rank);
        const auto size = numberIn(launcher.size);
        if (rank && size && *rank >= 0 && *rank < *size) return {*rank + 1, *size};
    }
    refuse("--part",
           "neither srun nor mpirun started this process, so there is no part to read from them; write "
           "one as in 2/4");
}

core::CorpusPart partOf(const Options& options) {
    if (!options.part) return {};
    return *options.part == byLauncher ? launchedPart() : *core::partNamed(*options.part);
}

/// Processes that a launcher starts all have the same command line, so each puts its part into the name.
fs::path outOf(const Options& options, const core::CorpusPart& part) {
    fs::path out(*options.out);
    if (!options.part || *options.part != byLauncher) return out;
    fs::path name = out.stem();
    name += '.' + std::to_string(part.index) + "of" + std::to_string(part.count);
    name += out.extension();
    return out.replace_filename(name);
}

void checkCorpusOptions(const Options& options) {
    if (hasInput(options)) refuse("--corpus", "it stands in place of a text");
    if (!options.out) refuse("--corpus", "give the file to write with --out");
    if (options.layer || options.head) refuse("--layer and --head", "a corpus is measured for all heads");
    if (options.average != "mean")
        refuse("--average", "a corpus has means only; a median would need every row");
    if (options.bits) refuse("--bits", "a corpus is kept in nats; divide by 0.693147");
    if (options.offsets) refuse("--offsets", "it needs a text");
    if (options.types)
        refuse("--types", "the file of a corpus has types of patterns already; the others need a text");
    if (options.from) refuse("--from", "the texts of a corpus have different words");
    if (options.part && fs::path(*options.out).extension() != ".json")
        refuse("--part",
               "the file of a part must end in .json, which keeps the exact sums that --merge adds");
}

core::CorpusRequest requestOf(const CommandCall& call) {
    core::CorpusRequest request{core::Model::load(openCheckpoint(call), call.compute),
                                call.compute,
                                *call.options.corpus,
                                partOf(call.options),
                                measureOptions(call.options),
                                {}};
    request.spec.model = call.options.model;
    request.spec.cutToFit = call.options.truncate;
    request.spec.input.literalSpecials = call.options.literalSpecials;
    if (call.options.global) request.spec.input.globalTokens = globalTokensNamed(*call.options.global);
    request.spec.edits = editsOf(call.options);
    return request;
}

core::CorpusState beginning(const CommandCall& call, const core::CorpusRequest& request,
                            const core::Origin& origin, const fs::path& partial) {
    core::CorpusState fresh = core::newCorpusState(request);
    std::error_code error;
    if (!fs::exists(partial, error)) return fresh;
    core::StoredCorpus stored = core::readCorpusReport(partial);
    const std::string why = core::whyOther(stored, origin, fresh);
    if (!why.empty()) throw core::Error(core::ErrorCode::StateOfOther, {partial.string(), why});
    call.terminal.note("Going on after the " + std::to_string(stored.state.texts) + " texts of " +
                       partial.string() + '.');
    return std::move(stored.state);
}

}  // namespace

void runCorpus(const CommandCall& call) {
    checkCorpusOptions(call.options);
    const core::CorpusPart part = partOf(call.options);
    const fs::path out = outOf(call.options, part);
    core::checkWritable(out);
    core::dataFormatOf(out, core::DataKind::Report);
    fs::path partial = out;
    partial += ".partial";
    for (const fs::path& written : {out, partial}) checkApart(written, *call.options.corpus);

    core::Origin origin = originOf(call);
    // Instruction sets round differently: parts of several do not add up to what one run gives.
    origin.settings.push_back({"isa", std::string(call.compute.kernels.name)});
    if (!part.isWhole()) origin.settings.push_back({"part", core::partName(part)});
    const core::CorpusRequest request = requestOf(call);
    core::CorpusState state = beginning(call, request, origin, partial);
    core::measureCorpus(
        request, state,
        [&](const core::CorpusState& done) {
            core::writeWhole(partial, core::jsonText(core::corpusReport(origin, done, true)));
        },
        call.terminal.progress("Measuring"));
    core::writeReport(out, core::corpusReport(origin, state));
    std::error_code error;
    fs::remove(partial, error);
}

void runMerge(const CommandCall& call) {
    const Options& options = call.options;
    const bool chooses = options.part || options.layer || options.head || options.from || options.offsets ||
                         options.bits || options.truncate || !options.measures.empty() ||
                         !options.gates.empty() || options.specials != "raw" || options.average != "mean" ||
                         options.types;
    if (!options.model.empty() || hasInput(options) || options.corpus || options.out || chooses)
        refuse("--merge", "it takes nothing but the file to write and the parts");
    const std::vector<std::string>& files = options.merge;
    if (files.size() < 2)
        refuse("--merge", "name the file to write and the parts: --merge all.json part1.json …");
    core::checkWritable(files.front());
    core::dataFormatOf(files.front(), core::DataKind::Report);
    std::vector<core::StoredCorpus> parts;
    for (std::size_t i = 1; i < files.size(); ++i) {
        checkApart(files.front(), files[i]);
        parts.push_back(core::readCorpusReport(files[i]));
    }
    const core::StoredCorpus all = core::mergedCorpus(std::move(parts));
    core::writeReport(files.front(), core::corpusReport(all.origin, all.state));
}

}  // namespace headscope::app
