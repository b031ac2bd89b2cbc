// SPDX-License-Identifier: GPL-3.0-or-later
// What a missing key of config.json means, per family, and what is refused.
#include <gtest/gtest.h>

#include "core/model/architectures.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

Checkpoint checkpointOf(const std::string& config) {
    std::map<std::string, MappedFile, std::less<>> files;
    files.emplace("config.json", test::inMemory("config.json", config));
    files.emplace("model.safetensors", test::inMemory("model.safetensors", test::oneTensorFile("x", {1})));
    return Checkpoint::fromFiles("model", std::move(files));
}

ModelConfig configOf(const std::string& json) {
    const Checkpoint checkpoint = checkpointOf(json);
    return readConfig(architectureOf(checkpoint), checkpoint);
}

// The class defaults of transformers' configuration classes (formats.md 2.3–2.16).
struct Defaults {
    const char* modelType;
    int layers;
    int heads;
    int kvHeads;
    Index modelDim;
    Index headDim;
    Index mlpDim;
    Index vocabSize;
    Index positions;
    Index types;
    double epsilon;
    Activation activation;
    bool tied;
    Index window;
};

constexpr Defaults table[] = {
    {"bert", 12, 12, 12, 768, 64, 3072, 30522, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"roberta", 12, 12, 12, 768, 64, 3072, 50265, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"xlm-roberta", 12, 12, 12, 768, 64, 3072, 50265, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"distilbert", 6, 12, 12, 768, 64, 3072, 30522, 512, 0, 1e-12, Activation::Gelu, true, 0},
    {"gpt2", 12, 12, 12, 768, 64, 3072, 50257, 1024, 0, 1e-5, Activation::GeluTanh, true, 0},
    {"llama", 32, 32, 32, 4096, 128, 11008, 32000, 2048, 0, 1e-6, Activation::Silu, false, 0},
    {"mistral", 32, 32, 8, 4096, 128, 14336, 32000, 131072, 0, 1e-6, Activation::Silu, false, 4096},
    {"qwen2", 32, 32, 32, 4096, 128, 22016, 151936, 32768, 0, 1e-6, Activation::Silu, false, 0},
};

TEST(Config, MissingKeysTakeTheFamilysDefaults) {
    for (const Defaults& want : table) {
        const ModelConfig got = configOf(std::string(R"({"model_type": ")") + want.modelType + R"("})");
        SCOPED_TRACE(want.modelType);
        EXPECT_EQ(got.layers, want.layers);
        EXPECT_EQ(got.heads, want.heads);
        EXPECT_EQ(got.kvHeads, want.kvHeads);
        EXPECT_EQ(got.modelDim, want.modelDim);
        EXPECT_EQ(got.headDim, want.headDim);
        EXPECT_EQ(got.mlpDim, want.mlpDim);
        EXPECT_EQ(got.vocabSize, want.vocabSize);
        EXPECT_EQ(got.positions, want.positions);
        EXPECT_EQ(got.typeCount, want.types);
        EXPECT_FLOAT_EQ(got.normEpsilon, static_cast<float>(want.epsilon));
        EXPECT_EQ(got.activation, want.activation);
        EXPECT_EQ(got.tiedEmbeddings, want.tied);
        EXPECT_EQ(got.mask.window, want.window);
        EXPECT_FLOAT_EQ(got.scale, 1.0F / std::sqrt(static_cast<float>(want.headDim)));
    }
}

TEST(Config, EveryFamilyOfTheTableIsHeldToItsDefaults) {
    for (const Architecture& row : architectures()) {
        for (const std::string_view type : row.modelTypes) {
            EXPECT_TRUE(std::any_of(std::begin(table), std::end(table), [&](const Defaults& d) {
                return type == d.modelType;
            })) << type;
        }
    }
}

TEST(Config, PositionsOfRobertaCountFromItsPaddingId) {
    EXPECT_EQ(configOf(R"({"model_type": "roberta"})").paddingId, 1);
    EXPECT_EQ(configOf(R"({"model_type": "roberta", "pad_token_id": 4})").paddingId, 4);
    EXPECT_EQ(configOf(R"({"model_type": "bert"})").paddingId, 0);
}

TEST(Config, NullMeansTheDefault) {
    const ModelConfig c = configOf(
        R"({"model_type": "llama", "head_dim": null, "num_key_value_heads": null, "rope_scaling": null, "hidden_size": 64, "num_attention_heads": 4})");
    EXPECT_EQ(c.headDim, 16);
    EXPECT_EQ(c.kvHeads, 4);
    EXPECT_EQ(configOf(R"({"model_type": "gpt2", "n_inner": null, "n_embd": 24, "n_head": 2})").mlpDim, 96);
}

TEST(Config, NumbersWrittenAsFloatsAreRead) {
    EXPECT_EQ(configOf(R"({"model_type": "bert", "hidden_size": 48.0, "num_attention_heads": 4.0})").headDim,
              12);
}

TEST(Config, ModelTypeIsInferredFromTheClassName) {
    EXPECT_EQ(configOf(R"({"architectures": ["BertForMaskedLM"]})").family, "BERT");
    EXPECT_EQ(configOf(R"({"architectures": ["GPT2LMHeadModel"]})").family, "GPT-2");
    EXPECT_EQ(configOf(R"({"architectures": ["RobertaModel"]})").family, "RoBERTa");
    EXPECT_EQ(configOf(R"({"architectures": ["DistilBertForSequenceClassification"]})").family, "DistilBERT");
}

TEST(Config, UnknownModelsAreNamedWithWhatIsKnown) {
    for (const char* json :
         {R"({"model_type": "mamba"})", R"({"architectures": ["BertGenerationEncoder"]})", "{}"}) {
        const Error error = test::expectError(ErrorCode::UnknownArchitecture, [&] { configOf(json); });
        EXPECT_NE(std::string(error.what()).find("bert, roberta"), std::string::npos);
    }
}

TEST(Config, RopeSettingsOfEverySpellingAreRead) {
    const auto second = [](const std::string& settings) {
        return configOf(R"({"model_type": "llama", "head_dim": 4)" + settings + "}").inverseFrequencies[1];
    };
    EXPECT_NEAR(second(""), 0.01, 1e-9);  // 10000^(−2/4)
    EXPECT_NEAR(second(R"(, "rope_theta": 100)"), 0.1, 1e-8);
    EXPECT_NEAR(second(R"(, "rope_parameters": {"rope_theta": 100, "rope_type": "default"})"), 0.1, 1e-8);
    EXPECT_NEAR(second(R"(, "rope_theta": 100, "rope_scaling": {"type": "linear", "factor": 4})"), 0.025,
                1e-8);
    EXPECT_NEAR(second(R"(, "rope_theta": 100, "rope_scaling": {"rope_type": "linear", "factor": 4})"), 0.025,
                1e-8);
}

TEST(Config, Llama3RopeHasItsGoldenFrequencies) {
    const ModelConfig c = configOf(
        R"({"model_type": "llama", "head_dim": 64, "rope_theta": 500000, "rope_scaling": {"rope_type": "llama3",
        "factor": 32, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 8192}})");
    const std::pair<Index, double> golden[] = {{0, 1},
                                               {1, 0.66360124},
                                               {12, 0.0072926647},
                                               {13, 0.0048394213},
                                               {14, 0.0032114460},
                                               {15, 0.0012905479},
                                               {16, 0.00042955680},
                                               {17, 9.7082878e-5},
                                               {18, 1.9461638e-5},
                                               {31, 9.4183067e-8}};
    for (const auto& [j, value] : golden) EXPECT_NEAR(c.inverseFrequencies[j], value, value * 2e-7) << j;
}

TEST(Config, UnknownRopeIsRefusedAndNeverTakenAsDefault) {
    for (const char* key : {"type", "rope_type"}) {
        const std::string json = std::string(R"({"model_type": "llama", "rope_scaling": {")") + key +
                                 R"(": "yarn", "factor": 4}})";
        const Error error = test::expectError(ErrorCode::FeatureUnsupported, [&] { configOf(json); });
        EXPECT_NE(std::string(error.what()).find("yarn"), std::string::npos);
    }
}

TEST(Config, SlidingWindowsFollowTheirSwitches) {
    EXPECT_EQ(configOf(R"({"model_type": "mistral", "sliding_window": null})").mask.window, 0);
    EXPECT_EQ(configOf(R"({"model_type": "mistral", "sliding_window": 7})").mask.window, 7);
    EXPECT_EQ(configOf(R"({"model_type": "llama", "sliding_window": 7})").mask.window, 0);
    EXPECT_TRUE(configOf(R"({"model_type": "qwen2", "sliding_window": 7})").layerMasks.empty());
    const ModelConfig qwen = configOf(
        R"({"model_type": "qwen2", "use_sliding_window": true, "sliding_window": 7, "max_window_layers": 30})");
    EXPECT_EQ(qwen.maskOf(29).window, 0);
    EXPECT_EQ(qwen.maskOf(30).window, 7);
    EXPECT_TRUE(qwen.maskOf(30).causal);
}

TEST(Config, ImpossibleSizesAreRefusedByName) {
    for (const char* json :
         {R"({"model_type": "bert", "hidden_size": 0})", R"({"model_type": "bert", "num_hidden_layers": -3})",
          R"({"model_type": "bert", "hidden_size": 1e15})", R"({"model_type": "bert", "hidden_size": 100})",
          R"({"model_type": "llama", "num_attention_heads": 6, "num_key_value_heads": 4, "head_dim": 8})",
          R"({"model_type": "llama", "head_dim": 7})", R"({"model_type": "bert", "layer_norm_eps": NaN})",
          R"({"model_type": "llama", "rope_theta": 0})"}) {
        test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(json); });
    }
    test::expectError(ErrorCode::JsonWrongType,
                      [] { configOf(R"({"model_type": "bert", "hidden_size": "768"})"); });
    test::expectError(ErrorCode::JsonWrongType,
                      [] { configOf(R"({"model_type": "bert", "hidden_size": 7.5})"); });
    test::expectError(ErrorCode::FeatureUnsupported,
                      [] { configOf(R"({"model_type": "bert", "hidden_act": "snake"})"); });
    test::expectError(ErrorCode::FeatureUnsupported, [] {
        configOf(R"({"model_type": "bert", "position_embedding_type": "relative_key"})");
    });
}

}  // namespace
}  // namespace headscope::core
