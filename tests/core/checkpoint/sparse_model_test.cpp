// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/child_process.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temporary_folder.h"

// A model as large as people have, made of files that take no room on the disk.

namespace headscope::core {
namespace {

namespace fs = std::filesystem;

constexpr Index layers = 32;
constexpr Index width = 4096;
constexpr Index mlpWidth = 11008;
constexpr Index vocabulary = 32000;
constexpr int shards = 3;

struct Named {
    std::string name;
    std::vector<Index> shape;
};

/// The tensors of a LLaMA with 6.7 billion weights.
std::vector<Named> tensorsOfSevenBillion() {
    std::vector<Named> tensors = {{"model.embed_tokens.weight", {vocabulary, width}},
                                  {"model.norm.weight", {width}},
                                  {"lm_head.weight", {vocabulary, width}}};
    for (Index layer = 0; layer < layers; ++layer) {
        const std::string prefix = "model.layers." + std::to_string(layer) + '.';
        for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
            tensors.push_back({prefix + "self_attn." + name + ".weight", {width, width}});
        tensors.push_back({prefix + "mlp.gate_proj.weight", {mlpWidth, width}});
        tensors.push_back({prefix + "mlp.up_proj.weight", {mlpWidth, width}});
        tensors.push_back({prefix + "mlp.down_proj.weight", {width, mlpWidth}});
        tensors.push_back({prefix + "input_layernorm.weight", {width}});
        tensors.push_back({prefix + "post_attention_layernorm.weight", {width}});
    }
    return tensors;
}

std::string shardName(int shard) {
    return "model-0000" + std::to_string(shard + 1) + "-of-00003.safetensors";
}

/// A folder of sparse F16 shards with their index.
void writeSparseModel(const test::TemporaryFolder& folder) {
    const std::vector<Named> tensors = tensorsOfSevenBillion();
    JsonWriter index;
    index.beginObject().key("weight_map").beginObject();
    for (int shard = 0; shard < shards; ++shard) {
        JsonWriter header;
        header.beginObject();
        std::int64_t end = 0;
        for (std::size_t i = static_cast<std::size_t>(shard); i < tensors.size(); i += shards) {
            std::int64_t elements = 1;
            header.key(tensors[i].name).beginObject().key("dtype").value("F16").key("shape").beginArray();
            for (const Index length : tensors[i].shape) {
                header.value(std::int64_t{length});
                elements *= length;
            }
            header.endArray()
                .key("data_offsets")
                .beginArray()
                .value(end)
                .value(end + 2 * elements)
                .endArray();
            header.endObject();
            end += 2 * elements;
            index.key(tensors[i].name).value(shardName(shard));
        }
        header.endObject();
        const std::string start = test::safetensorsBytes(header.text());
        fs::resize_file(folder.write(shardName(shard), start),
                        start.size() + static_cast<std::uintmax_t>(end));
    }
    index.endObject().endObject();
    folder.write("model.safetensors.index.json", index.text());
    folder.write("config.json", R"({"model_type":"test"})");
}

/// Resident memory of this process in bytes.
std::size_t resident() {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    std::size_t inMemory = 0;
    file >> pages >> inMemory;
    return inMemory * 4096;
}

TEST(SparseModel, OpensWithoutReadingItsWeights) {
    const test::TemporaryFolder folder;
    writeSparseModel(folder);
    const std::string answer = test::inChild([&] {
        const std::size_t before = resident();
        const auto begin = std::chrono::steady_clock::now();
        const Checkpoint checkpoint = Checkpoint::open(folder.path());
        const auto time =
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
        const std::size_t growth = resident() - before;
        if (checkpoint.tensors().size() != 291) return std::string("other tensors");
        if (checkpoint.tensorBytes() != 13'476'831'232u) return std::string("other sizes");
        if (growth > std::size_t{16} << 20) return "grew by " + std::to_string(growth);
        const Matrix norm = checkpoint.find("model.norm.weight")->toMatrix();
        if (norm.size() != width || norm.maxCoeff() != 0) return std::string("other values");
        std::cout << "opened in " << time.count() << " µs, resident memory grew by " << growth / 1024
                  << " KiB" << std::endl;
        return std::string("opened");
    });
    EXPECT_EQ(answer, "opened");
}

TEST(SparseModel, EndsInASentenceWhenAShardShrinks) {
    const test::TemporaryFolder folder;
    writeSparseModel(folder);
    const std::string answer = test::inChild([&] {
        const Checkpoint checkpoint = Checkpoint::open(folder.path());
        for (int shard = 0; shard < shards; ++shard)
            fs::resize_file(folder.path() / shardName(shard), 100'000);
        return test::sentenceOf([&] { checkpoint.find("lm_head.weight")->toMatrix(); });
    });
    EXPECT_NE(answer.find("became shorter while it was open"), std::string::npos) << answer;
}

}  // namespace
}  // namespace headscope::core
