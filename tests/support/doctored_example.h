// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/matrix.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::test {

/// A copy of the shipped example whose weights can be changed; they are stored as float16.
class Doctored {
public:
    static constexpr core::Index width = 128;
    static constexpr core::Index headDim = 32;

    Doctored() : m_checkpoint(core::Checkpoint::open(example())) {
        m_bytes = core::MappedFile::open(example() / weights).text();
    }

    Eigen::half* find(const std::string& name) {
        const core::TensorView* tensor = m_checkpoint.find(name);
        const auto offset = tensor->bytes.data() - tensor->file.bytes().data();
        return reinterpret_cast<Eigen::half*>(m_bytes.data() + offset);
    }
    Eigen::half* attention(int layer, const std::string& name) {
        return find("bert.encoder.layer." + std::to_string(layer) + ".attention." + name);
    }
    using Change = std::function<float(float)>;
    static void each(Eigen::half* from, core::Index count, const Change& change) {
        for (core::Index i = 0; i < count; ++i) from[i] = Eigen::half(change(static_cast<float>(from[i])));
    }
    /// The rows of a head in W_Q, W_K or W_V, and in its bias.
    void changeHead(int layer, const std::string& part, int head, const Change& change) {
        each(attention(layer, "self." + part + ".weight") + head * headDim * width, headDim * width, change);
        each(attention(layer, "self." + part + ".bias") + head * headDim, headDim, change);
    }
    /// Its columns in W_O.
    void changeOutput(int layer, int head, const Change& change) {
        Eigen::half* weight = attention(layer, "output.dense.weight");
        for (core::Index row = 0; row < width; ++row)
            each(weight + row * width + head * headDim, headDim, change);
    }

    core::Checkpoint checkpoint() const {
        std::map<std::string, core::MappedFile, std::less<>> files;
        for (const char* name : others) files.emplace(name, core::MappedFile::open(example() / name));
        files.emplace(weights, inMemory(weights, m_bytes));
        return core::Checkpoint::fromFiles("doctored", files);
    }
    /// Writes it as a model folder.
    void write(const std::filesystem::path& folder) const {
        for (const char* name : others) std::filesystem::copy(example() / name, folder / name);
        std::ofstream(folder / weights, std::ios::binary) << m_bytes;
    }

private:
    static constexpr const char* weights = "model.safetensors";
    static constexpr const char* others[] = {"config.json", "tokenizer.json", "tokenizer_config.json"};

    static std::filesystem::path example() {
        const std::filesystem::path data = HEADSCOPE_TEST_DATA;
        return data.parent_path().parent_path() / "resources/models/pronouns";
    }

    core::Checkpoint m_checkpoint;
    std::string m_bytes;
};

}  // namespace headscope::test
