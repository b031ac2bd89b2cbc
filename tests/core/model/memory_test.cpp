// SPDX-License-Identifier: GPL-3.0-or-later
// What a run takes in memory, as announced and as measured.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include "core/model/model.h"
#include "tests/support/child_process.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

struct Shape {
    int layers;
    int width;
    int mlp;
    int vocabulary;
};

constexpr Shape wide{1, 1024, 4096, 512};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// A sanitizer keeps what was freed and remembers every byte: only that nothing is left out can be seen.
constexpr double mostShare = 1e3;
#else
constexpr double mostShare = 1.1;
#endif

/// The header of LLaMA-shaped weights in F16, and how many bytes of data follow.
std::pair<std::string, std::size_t> headerOf(const Shape& shape) {
    std::string header = "{";
    std::size_t end = 0;
    const auto add = [&](const std::string& name, std::initializer_list<int> sizes) {
        std::size_t bytes = 2;
        std::string list;
        for (const int size : sizes) {
            bytes *= static_cast<std::size_t>(size);
            list += (list.empty() ? "" : ",") + std::to_string(size);
        }
        header += (header.size() > 1 ? ",\"" : "\"") + name + R"(":{"dtype":"F16","shape":[)" + list +
                  R"(],"data_offsets":[)" + std::to_string(end) + ',' + std::to_string(end + bytes) + "]}";
        end += bytes;
    };
    add("model.embed_tokens.weight", {shape.vocabulary, shape.width});
    for (int layer = 0; layer < shape.layers; ++layer) {
        const std::string prefix = "model.layers." + std::to_string(layer) + '.';
        for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
            add(prefix + "self_attn." + name + ".weight", {shape.width, shape.width});
        add(prefix + "mlp.gate_proj.weight", {shape.mlp, shape.width});
        add(prefix + "mlp.up_proj.weight", {shape.mlp, shape.width});
        add(prefix + "mlp.down_proj.weight", {shape.width, shape.mlp});
        add(prefix + "input_layernorm.weight", {shape.width});
        add(prefix + "post_attention_layernorm.weight", {shape.width});
    }
    add("model.norm.weight", {shape.width});
    add("lm_head.weight", {shape.vocabulary, shape.width});
    return {header + '}', end};
}

/// A folder of zeros that take no room on disk.
void writeSparse(const test::TemporaryFolder& folder, const Shape& shape) {
    const auto [header, data] = headerOf(shape);
    const std::string bytes = test::safetensorsBytes(header);
    const fs::path file = folder.write("model.safetensors", bytes);
    fs::resize_file(file, bytes.size() + data);
    folder.write("config.json",
                 R"({"model_type":"llama","hidden_act":"silu","rms_norm_eps":1e-6,"num_attention_heads":16,)"
                 R"("num_hidden_layers":)" +
                     std::to_string(shape.layers) + R"(,"hidden_size":)" + std::to_string(shape.width) +
                     R"(,"intermediate_size":)" + std::to_string(shape.mlp) + R"(,"vocab_size":)" +
                     std::to_string(shape.vocabulary) + R"(,"max_position_embeddings":4096})");
}

/// "VmRSS" or "VmHWM" of this process in bytes.
double statusBytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != name + ':') continue;
        double kilobytes = 0;
        status >> kilobytes;
        constexpr double kilobyte = 1024;
        return kilobytes * kilobyte;
    }
    return 0;
}

/// Peak growth of running `tokens` tokens, after `earlier` runs of them, over what was announced, measured in
/// a process of its own.
double measuredShare(const fs::path& folder, Index tokens, int earlier) {
    const std::string answer = test::inChild([&]() -> std::string {
        Executor executor(2);
        const ModelPtr model = Model::load(Checkpoint::open(folder), {executor, baseKernels()});
        RunSpec spec;
        spec.input.ids.resize(static_cast<std::size_t>(tokens));
        std::iota(spec.input.ids.begin(), spec.input.ids.end(), 1);
        for (int i = 0; i < earlier; ++i) model->run(spec);
        // As in a process that has just begun: earlier tests and runs left free memory, and taught malloc to
        // keep it.
        ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
        ::malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << 5 << std::flush;  // the peak begins here
        const double before = statusBytes("VmRSS");
        const TracePtr trace = model->run(spec);
        const double growth = statusBytes("VmHWM") - before;
        const double announced = static_cast<double>(model->layersMemory() + model->runMemory(tokens));
        return std::to_string(growth / announced);
    });
    try {
        return std::stod(answer);
    } catch (const std::exception&) {
        ADD_FAILURE() << answer;
        return 0;
    }
}

// The first run reads weights and keeps none, which the second one does.
TEST(Memory, AnnouncedIsWhatASecondRunTakes) {
    const test::TemporaryFolder folder;
    writeSparse(folder, wide);
    for (const Index tokens : {16, 128, 384}) {
        const double share = measuredShare(folder.path(), tokens, 1);
        EXPECT_GT(share, 0.9) << tokens;
        EXPECT_LT(share, mostShare) << tokens;
        RecordProperty("tokens_" + std::to_string(tokens), std::to_string(share));
    }
}

TEST(Memory, AFirstRunKeepsNoWeights) {
    const test::TemporaryFolder folder;
    writeSparse(folder, wide);
    EXPECT_LT(measuredShare(folder.path(), 16, 0), 0.3);
}

TEST(Memory, LayersAreCountedAsTheyAreKept) {
    Executor executor(1);
    const test::TemporaryFolder folder;
    writeSparse(folder, {3, 64, 96, 32});
    const ModelPtr model = Model::load(Checkpoint::open(folder.path()), {executor, baseKernels()});
    // The file has F16: matrices stay so, norms become floats.
    const std::size_t layer = 2 * (4 * 64 * 64 + 3 * 64 * 96) + sizeof(float) * 2 * 64;
    EXPECT_EQ(model->layerMemory(), layer);
    EXPECT_EQ(model->layersMemory(), 3 * layer);
}

TEST(Memory, ExpertsCountWithTheirLayer) {
    Executor executor(1);
    const Checkpoint checkpoint = Checkpoint::open(fs::path(HEADSCOPE_TEST_DATA) / "models" / "mixtral");
    const ModelPtr model = Model::load(checkpoint, {executor, baseKernels()});
    std::size_t bytes = 0;
    for (const TensorView& tensor : checkpoint.tensors()) {
        if (tensor.name.starts_with("model.layers."))
            bytes += static_cast<std::size_t>(tensor.elements()) * sizeof(float);
    }
    EXPECT_GT(bytes, 0u);
    EXPECT_EQ(model->layersMemory(), bytes);
}

}  // namespace
}  // namespace headscope::core
