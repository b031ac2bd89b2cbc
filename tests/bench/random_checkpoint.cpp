// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/random_checkpoint.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/output_file.h"

namespace headscope::bench {
namespace {

namespace fs = std::filesystem;

constexpr int layers = 12;
constexpr int width = 768;
constexpr int mlpWidth = 3072;
constexpr int vocabulary = 30522;
constexpr int positions = 512;

/// One tensor: its place in the file follows from those before it.
struct Recipe {
    std::string name;
    std::vector<int> shape;
    float mean = 0;
    float deviation = 0;

    std::size_t elements() const {
        std::size_t count = 1;
        for (const int size : shape) count *= static_cast<std::size_t>(size);
        return count;
    }
};

void addLinear(std::vector<Recipe>& recipes, const std::string& name, int out, int in) {
    recipes.push_back({name + ".weight", {out, in}, 0, 0.05F});
    recipes.push_back({name + ".bias", {out}, 0, 0.05F});
}

void addNorm(std::vector<Recipe>& recipes, const std::string& name) {
    recipes.push_back({name + ".weight", {width}, 1, 0.1F});
    recipes.push_back({name + ".bias", {width}, 0, 0.1F});
}

std::vector<Recipe> bertBase() {
    std::vector<Recipe> recipes;
    const std::string embeddings = "embeddings.";
    recipes.push_back({embeddings + "word_embeddings.weight", {vocabulary, width}, 0, 0.05F});
    recipes.push_back({embeddings + "position_embeddings.weight", {positions, width}, 0, 0.05F});
    recipes.push_back({embeddings + "token_type_embeddings.weight", {2, width}, 0, 0.05F});
    addNorm(recipes, embeddings + "LayerNorm");
    for (int i = 0; i < layers; ++i) {
        const std::string layer = "encoder.layer." + std::to_string(i) + ".";
        for (const char* part : {"query", "key", "value"})
            addLinear(recipes, layer + "attention.self." + part, width, width);
        addLinear(recipes, layer + "attention.output.dense", width, width);
        addNorm(recipes, layer + "attention.output.LayerNorm");
        addLinear(recipes, layer + "intermediate.dense", mlpWidth, width);
        addLinear(recipes, layer + "output.dense", width, mlpWidth);
        addNorm(recipes, layer + "output.LayerNorm");
    }
    return recipes;
}

std::string configText() {
    core::JsonWriter writer(true);
    writer.beginObject()
        .key("model_type")
        .value("bert")
        .key("architectures")
        .beginArray()
        .value("BertModel")
        .endArray();
    writer.key("hidden_size")
        .value(width)
        .key("intermediate_size")
        .value(mlpWidth)
        .key("num_hidden_layers")
        .value(layers);
    writer.key("num_attention_heads").value(12).key("vocab_size").value(vocabulary);
    writer.key("max_position_embeddings").value(positions).key("type_vocab_size").value(2);
    writer.key("hidden_act").value("gelu").key("layer_norm_eps").value(1e-12).key("pad_token_id").value(0);
    return writer.endObject().text();
}

std::string headerText(const std::vector<Recipe>& recipes) {
    core::JsonWriter writer;
    std::int64_t offset = 0;
    // transformers opens only files that say so.
    writer.beginObject().key("__metadata__").beginObject().key("format").value("pt").endObject();
    for (const Recipe& recipe : recipes) {
        const std::int64_t end = offset + static_cast<std::int64_t>(recipe.elements() * sizeof(float));
        writer.key(recipe.name).beginObject().key("dtype").value("F32").key("shape").beginArray();
        for (const int size : recipe.shape) writer.value(size);
        writer.endArray().key("data_offsets").beginArray().value(offset).value(end).endArray().endObject();
        offset = end;
    }
    std::string text = writer.endObject().text();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

/// Uniform numbers: SplitMix64 (Steele et al. 2014), the same on every machine.
class Random {
public:
    void fill(std::vector<float>& floats, float mean, float deviation) {
        const float half = deviation * std::sqrt(3.0F);
        for (float& value : floats) {
            const auto bits = static_cast<float>(next() >> 40);  // 24 bits: exact as a float
            value = mean + half * (bits * 0x1p-23F - 1.0F);
        }
    }

private:
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    std::uint64_t m_state = 1;
};

void writeBytes(std::ofstream& file, const void* bytes, std::size_t size) {
    file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

void writeWeights(const fs::path& path, const std::string& header, const std::vector<Recipe>& recipes) {
    constexpr std::size_t block = std::size_t{1} << 18;
    std::ofstream file(path, std::ios::binary);
    const std::uint64_t length = header.size();
    writeBytes(file, &length, sizeof length);
    writeBytes(file, header.data(), header.size());
    Random random;
    std::vector<float> floats;
    for (const Recipe& recipe : recipes) {
        for (std::size_t rest = recipe.elements(); rest > 0; rest -= floats.size()) {
            floats.resize(std::min(block, rest));
            random.fill(floats, recipe.mean, recipe.deviation);
            writeBytes(file, floats.data(), floats.size() * sizeof(float));
        }
    }
    if (!file.flush())
        throw core::Error(core::ErrorCode::WriteFailed, {path.string(), "the disk may be full"});
}

}  // namespace

fs::path bertBaseCheckpoint(const fs::path& folder) {
    const fs::path place = folder / "bert-base-random";
    const fs::path weights = place / "model.safetensors";
    const std::vector<Recipe> recipes = bertBase();
    const std::string header = headerText(recipes);
    std::uintmax_t size = sizeof(std::uint64_t) + header.size();
    for (const Recipe& recipe : recipes) size += recipe.elements() * sizeof(float);
    std::error_code absent;
    if (fs::file_size(weights, absent) == size) return place;

    std::fprintf(stderr, "Writing %s (%.0f MB, once)\n", weights.c_str(), static_cast<double>(size) / 1e6);
    fs::create_directories(place);
    core::writeWhole(place / "config.json", configText());
    core::writeWhole(weights, [&](const fs::path& path) { writeWeights(path, header, recipes); });
    return place;
}

}  // namespace headscope::bench
