// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/export/plain_text.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

class ModelFacts : public ::testing::Test {
protected:
    Executor executor{1};

    ModelPtr open(const std::string& fixture) {
        return Model::load(Checkpoint::open(std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / fixture),
                           {executor, baseKernels()});
    }
};

const Fact& named(const std::vector<Fact>& facts, const std::string& name) {
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
    if (found == facts.end()) throw std::runtime_error("no fact " + name);
    return *found;
}

std::int64_t number(const std::vector<Fact>& facts, const std::string& name) {
    return std::get<std::int64_t>(std::get<Cell>(named(facts, name).value));
}

TEST_F(ModelFacts, EveryTensorIsUsedIgnoredOrUnexpected) {
    const std::vector<Fact> facts = modelFacts(*open("gpt2"));
    const auto count = [&](const std::string& name) {
        return static_cast<std::int64_t>(std::get<std::vector<std::string>>(named(facts, name).value).size());
    };
    EXPECT_GT(number(facts, "tensors_found"), 0);
    EXPECT_EQ(number(facts, "tensors_found"),
              number(facts, "tensors_used") + count("tensors_ignored") + count("tensors_unexpected"));
    EXPECT_EQ(factText(named(facts, "mask")), "causal");
    EXPECT_EQ(factText(named(facts, "positions")), "learned");
}

TEST_F(ModelFacts, LayersWithoutWeightsAreTold) {
    const std::filesystem::path folder = std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "llama";
    std::string config(MappedFile::open(folder / "config.json").text());
    const std::string layers = "\"num_hidden_layers\": 2";
    config.replace(config.find(layers), layers.size(), "\"num_hidden_layers\": 7");
    const ModelPtr model = Model::load(
        Checkpoint::fromFiles("m", {{"config.json", test::inMemory("config.json", config)},
                                    {"model.safetensors", MappedFile::open(folder / "model.safetensors")}}),
        {executor, baseKernels()});
    EXPECT_EQ(number(modelFacts(*model), "layers"), 2);
    EXPECT_EQ(factText(named(modelFacts(*model), "layers")),
              "2 (config.json says 7, but the weights have no more)");
    EXPECT_EQ(factText(named(modelFacts(*open("llama")), "layers")), "2");
}

TEST_F(ModelFacts, MemoryIsTheSumOfItsParts) {
    const ModelPtr model = open("mistral");
    const std::vector<Fact> facts = memoryFacts(*model, 10);
    EXPECT_EQ(number(facts, "run_tokens"), 10);
    EXPECT_EQ(number(facts, "layers_bytes"), 2 * number(facts, "layer_bytes"));
    EXPECT_EQ(number(facts, "kept_bytes"), number(facts, "layers_bytes"));  // a small model fits whole
    EXPECT_EQ(number(facts, "total_bytes"), number(facts, "kept_bytes") + number(facts, "run_bytes"));
    EXPECT_GT(number(memoryFacts(*model, 20), "run_bytes"), number(facts, "run_bytes"));
}

TEST_F(ModelFacts, TextsThatTheModelCannotReadAreRefused) {
    const ModelPtr model = open("mistral");
    EXPECT_EQ(usualTokens(*model), 64);
    test::expectError(ErrorCode::TextTooLong, [&] { memoryFacts(*model, 65); });
}

}  // namespace
}  // namespace headscope::core
