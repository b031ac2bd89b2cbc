// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <benchmark/benchmark.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "tests/bench/result.h"
#include "tests/bench/torch_peer.h"

namespace headscope::bench {

/// What the person who starts the benchmark chose.
struct BenchSettings {
    std::string python;    ///< empty: no PyTorch
    int threads = 0;       ///< 0: one per processor
    std::string isa;       ///< empty: the widest
    bool cpuTime = false;  ///< processor time of one thread instead of wall time: holds on a busy machine
    int samples = 7;
    std::vector<std::string> peers;  ///< besides PyTorch with eager attention: "sdpa", "onnx"
    std::filesystem::path folder;    ///< for what is written
};

/// What every benchmark of this process uses, and what they found.
struct Bench {
    BenchSettings settings;
    core::Compute compute;
    std::unique_ptr<TorchPeer> peer{};    ///< null: left out
    std::filesystem::path modelFolder{};  ///< where `model` was opened
    core::ModelPtr model{};               ///< what the benchmark that runs now looks at; one at a time
    Report report{};
};

/// One side of a comparison: does its work `repeats` times after once unmeasured; answers the seconds for
/// once.
using Side = std::function<double(int repeats)>;

/// Headscope's side out of an action, in processor time of this process or in wall time.
Side timed(bool cpuTime, std::function<void()> action);

/// Lets both sides take turns for as many samples as `state` has iterations. `theirs` may be empty. Short
/// work is repeated within a sample, so that no sample is shorter than a few milliseconds.
void takeTurns(benchmark::State& state, const Side& ours, const Side& theirs, Result& result);

/// Throws std::runtime_error where this processor lacks the instruction set.
const core::Kernels& kernelsOf(const BenchSettings& settings);
/// How PyTorch is started.
PeerSettings peerSettings(const BenchSettings& settings);
/// Opens a checkpoint; no weight is converted.
core::ModelPtr openModel(const std::filesystem::path& folder, const core::Compute& compute);
/// `count` ids of `config`'s vocabulary, the same every time, without the first few, which are special in
/// most vocabularies.
std::vector<std::int32_t> someIds(const core::ModelConfig& config, core::Index count);
/// A run of `ids`.
core::TracePtr runIds(const core::Model& model, const std::vector<std::int32_t>& ids);
/// The head whose pattern is timed and compared.
core::HeadId sampleHead() noexcept;

/// Adds the benchmarks of one checkpoint: open and load, then for every length run, reading of all patterns,
/// one pattern and memory. A length at which the sides disagree is reported as an error and not timed.
/// `bench` must outlive the run.
void registerModel(Bench& bench, const std::filesystem::path& folder,
                   const std::vector<core::Index>& lengths);

/// Adds the benchmarks of tokenizers: reading and encoding. Real ones where ./dev reference tokenizers
/// fetched some, else the small ones of the tests. `bench` must outlive the run.
void registerTokenizers(Bench& bench);

/// Adds the benchmarks of attention over long texts: statistics of a layer, windows of a head. `bench` must
/// outlive the run.
void registerAttention(Bench& bench);

/// Adds the benchmarks of plain multiplication.
void registerMultiply(Bench& bench);

/// What a fresh process of ours does for a row of memory: loads, runs `tokens` tokens, reads a pattern;
/// without a folder nothing. Answers peakResidentBytes().
double memoryCase(const std::filesystem::path& folder, core::Index tokens, const BenchSettings& settings);
/// What such a process does without a folder: statistics of a layer over `tokens` tokens. Answers the bytes
/// beyond its q, k and v.
double layerMemoryCase(core::Index tokens, const BenchSettings& settings);
/// The same, measured in a fresh process.
double memoryOfFreshProcess(const BenchSettings& settings, const std::filesystem::path& folder,
                            core::Index tokens);

}  // namespace headscope::bench
