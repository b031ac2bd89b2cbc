// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/tensor/matrix.h"
#include "core/trace/head_id.h"
#include "tests/bench/pipe_process.h"

namespace headscope::bench {

/// What PyTorch is asked to compute with.
struct PeerSettings {
    std::string python;
    int threads = 1;
    bool cpuTime = false;          ///< answer processor time instead of wall time
    std::filesystem::path folder;  ///< for its log and for numbers that do not fit on a line
};

/// What to run, and the head to look at.
struct PeerQuestion {
    std::vector<std::int32_t> ids;
    core::HeadId head;
};

/// PyTorch with eager attention in a process of its own (peer.py), so that its runs can take turns with ours.
/// Every member throws std::runtime_error when the process says so or is gone. Times are seconds for once, of
/// `repeats` times after one unmeasured.
class TorchPeer {
public:
    /// Imports PyTorch and transformers; throws std::runtime_error with the reason when that does not work.
    explicit TorchPeer(const PeerSettings& settings);

    /// "torch 2.15.0, transformers 5.24.0"
    const std::string& versions() const noexcept { return m_versions; }
    double importSeconds() const noexcept { return m_importSeconds; }
    /// Resident bytes once everything is imported.
    double importBytes() const noexcept { return m_importBytes; }

    /// Opens `folder` and runs `ids`; what follows is about this model.
    double load(const std::filesystem::path& folder, const std::vector<std::int32_t>& ids, int repeats);
    /// load() unless `folder` is what was loaded last.
    void require(const std::filesystem::path& folder, const std::vector<std::int32_t>& ids);
    /// `variant`: "eager" and "onnx" (ONNX Runtime on the exported model) give every pattern, "sdpa" gives
    /// none.
    double run(const PeerQuestion& question, int repeats, const std::string& variant = "eager");
    /// One head's pattern from its q and k.
    double pattern(const PeerQuestion& question, int repeats);
    /// The numbers of one run.
    struct Outputs {
        core::Matrix lastHidden;  ///< [position, modelDim]
        core::Matrix pattern;     ///< [query, key]
    };
    Outputs outputs(const PeerQuestion& question);
    /// Reads a tokenizer.json with the official library; it stays for encode().
    double loadTokenizer(const std::filesystem::path& file, int repeats);
    struct Encoded {
        double seconds = 0;
        std::size_t tokens = 0;
    };
    /// Encodes the text of a file.
    Encoded encode(const std::filesystem::path& file, int repeats);
    /// Largest resident size so far, in bytes.
    double peakBytes();

private:
    core::Json answer();
    core::Json ask(const core::JsonWriter& request);
    double timed(const char* name, const PeerQuestion& question, int repeats,
                 const std::string& variant = {});

    PeerSettings m_settings;
    PipeProcess m_process;
    std::string m_versions;
    double m_importSeconds = 0;
    double m_importBytes = 0;
    std::filesystem::path m_loaded;
};

}  // namespace headscope::bench
