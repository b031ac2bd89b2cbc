// SPDX-License-Identifier: GPL-3.0-or-later
// What a missing key of config.json means, per family, and what is refused.
#include <gtest/gtest.h>

#include <ctime>

#include "tests/core/model/config_of.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

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
    {"xlm-roberta", 12, 12, 12, 768, 64, 3072, 30522, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"camembert", 12, 12, 12, 768, 64, 3072, 30522, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"distilbert", 6, 12, 12, 768, 64, 3072, 30522, 512, 0, 1e-12, Activation::Gelu, true, 0},
    {"electra", 12, 4, 4, 256, 64, 1024, 30522, 512, 2, 1e-12, Activation::Gelu, true, 0},
    {"albert", 12, 64, 64, 4096, 64, 16384, 30000, 512, 2, 1e-12, Activation::GeluTanh, true, 0},
    {"mpnet", 12, 12, 12, 768, 64, 3072, 30527, 512, 0, 1e-12, Activation::Gelu, true, 0},
    {"deberta-v2", 24, 24, 24, 1536, 64, 6144, 128100, 512, 0, 1e-7, Activation::Gelu, true, 0},
    {"longformer", 12, 12, 12, 768, 64, 3072, 30522, 512, 2, 1e-12, Activation::Gelu, true, 256},
    {"modernbert", 22, 12, 12, 768, 64, 1152, 50368, 8192, 0, 1e-5, Activation::Gelu, true, 0},
    {"gpt2", 12, 12, 12, 768, 64, 3072, 50257, 1024, 0, 1e-5, Activation::GeluTanh, true, 0},
    {"llama", 32, 32, 32, 4096, 128, 11008, 32000, 2048, 0, 1e-6, Activation::Silu, false, 0},
    {"mistral", 32, 32, 8, 4096, 128, 14336, 32000, 131072, 0, 1e-6, Activation::Silu, false, 4096},
    {"qwen2", 32, 32, 32, 4096, 128, 22016, 151936, 32768, 0, 1e-6, Activation::Silu, false, 0},
    {"mixtral", 32, 32, 8, 4096, 128, 14336, 32000, 131072, 0, 1e-5, Activation::Silu, false, 0},
    {"starcoder2", 30, 24, 2, 3072, 128, 12288, 49152, 4096, 0, 1e-5, Activation::GeluTanh, true, 0},
    {"qwen3", 32, 32, 32, 4096, 128, 22016, 151936, 32768, 0, 1e-6, Activation::Silu, false, 0},
    {"gpt_neo", 24, 16, 16, 2048, 128, 8192, 50257, 2048, 0, 1e-5, Activation::GeluTanh, true, 0},
    {"opt", 12, 12, 12, 768, 64, 3072, 50272, 2048, 0, 1e-5, Activation::Relu, true, 0},
    {"bloom", 2, 8, 8, 64, 8, 256, 250880, 0, 0, 1e-5, Activation::GeluTanh, true, 0},
    {"gpt_neox", 44, 64, 64, 6144, 96, 24576, 50432, 2048, 0, 1e-5, Activation::Gelu, false, 0},
    {"gptj", 28, 16, 16, 4096, 256, 16384, 50400, 2048, 0, 1e-5, Activation::GeluTanh, false, 0},
    {"falcon", 32, 71, 1, 4544, 64, 18176, 65024, 2048, 0, 1e-5, Activation::Gelu, true, 0},
    {"phi", 24, 32, 32, 2048, 64, 8192, 51200, 2048, 0, 1e-5, Activation::GeluTanh, false, 0},
    {"phi3", 32, 32, 32, 3072, 96, 8192, 32064, 4096, 0, 1e-5, Activation::Silu, false, 0},
    {"stablelm", 32, 32, 32, 2560, 80, 6912, 50304, 4096, 0, 1e-5, Activation::Silu, false, 0},
    {"lfm2", 32, 32, 8, 2560, 80, 12288, 65536, 128000, 0, 1e-5, Activation::Silu, true, 0},
    {"smollm3", 36, 16, 4, 2048, 128, 11008, 128256, 32768, 0, 1e-6, Activation::Silu, true, 0},
    {"olmo2", 32, 32, 32, 4096, 128, 11008, 50304, 2048, 0, 1e-5, Activation::Silu, false, 0},
    {"granite", 32, 32, 32, 4096, 128, 11008, 32000, 2048, 0, 1e-6, Activation::Silu, false, 0},
    {"gpt_oss", 36, 64, 8, 2880, 64, 2880, 201088, 131072, 0, 1e-5, Activation::QuickGelu, false, 128},
    {"gemma", 28, 16, 16, 3072, 256, 24576, 256000, 8192, 0, 1e-6, Activation::GeluTanh, true, 0},
    {"gemma2", 26, 8, 4, 2304, 256, 9216, 256000, 8192, 0, 1e-6, Activation::GeluTanh, true, 4096},
    {"gemma3_text", 26, 8, 4, 2304, 256, 9216, 262208, 131072, 0, 1e-6, Activation::GeluTanh, true, 4096},
    {"gemma3", 26, 8, 4, 2304, 256, 9216, 262208, 131072, 0, 1e-6, Activation::GeluTanh, true, 4096},
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
        EXPECT_EQ(got.plan(0).mask.window, want.window);
        // Unscaled in GPT-Neo; Granite's class has a multiplier of 1.
        const bool plain = got.family == "GPT-Neo" || got.family == "Granite";
        EXPECT_FLOAT_EQ(got.scale, plain ? 1.0F : 1.0F / std::sqrt(static_cast<float>(want.headDim)));
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
    EXPECT_EQ(configOf(R"({"architectures": ["XLMRobertaForMaskedLM"]})").family, "XLM-RoBERTa");
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
        const ModelConfig c = configOf(R"({"model_type": "llama", "head_dim": 4)" + settings + "}");
        return inverseFrequencies(c.ropes.at(0), 1)[1];
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
                                               {16, 0.00042955671},
                                               {17, 9.7082878e-5},
                                               {18, 1.9461638e-5},
                                               {31, 9.4183067e-8}};
    for (const auto& [j, value] : golden)
        EXPECT_NEAR(inverseFrequencies(c.ropes.at(0), 1)[j], value, value * 2e-7) << j;
}

TEST(Config, UnknownRopeIsRefusedAndNeverTakenAsDefault) {
    for (const char* key : {"type", "rope_type"}) {
        const std::string json = std::string(R"({"model_type": "llama", "rope_scaling": {")") + key +
                                 R"(": "spiral", "factor": 4}})";
        const Error error = test::expectError(ErrorCode::FeatureUnsupported, [&] { configOf(json); });
        EXPECT_NE(std::string(error.what()).find("spiral"), std::string::npos);
    }
}

RopeSettings ropeOf(const std::string& settings) {
    return configOf(R"({"model_type": "llama", )" + settings + "}").ropes.at(0);
}

// formats.md section 6: the formulas evaluated apart from this program.
TEST(Config, YarnHasItsGoldenFrequencies) {
    const RopeSettings rope = ropeOf(
        R"("head_dim": 128, "rope_theta": 1000000, "max_position_embeddings": 131072, "rope_scaling":
        {"type": "yarn", "factor": 4, "original_max_position_embeddings": 32768})");
    EXPECT_NEAR(rope.attentionFactor, 1.1386294361, 1e-9);
    const Eigen::VectorXd frequencies = inverseFrequencies(rope, 1);
    const std::pair<Index, double> golden[] = {
        {10, 0.11547820}, {23, 0.0069783058}, {24, 0.0053753215}, {40, 4.4456985e-5}, {63, 3.1023444e-7}};
    for (const auto& [j, value] : golden) EXPECT_NEAR(frequencies[j], value, value * 2e-7) << j;
}

TEST(Config, DynamicRopeStretchesOnlyLongTexts) {
    const RopeSettings rope = ropeOf(
        R"("head_dim": 128, "max_position_embeddings": 2048, "rope_scaling": {"type": "dynamic", "factor": 2})");
    const double plain = std::pow(10000.0, -2.0 / 128);
    EXPECT_NEAR(inverseFrequencies(rope, 2048)[1], plain, plain * 1e-7);
    const double stretched = std::pow(30527.7367488, -2.0 / 128);
    EXPECT_NEAR(inverseFrequencies(rope, 4096)[1], stretched, stretched * 1e-7);
}

TEST(Config, LongRopeTakesItsFactorsByLength) {
    const std::string settings =
        R"("head_dim": 4, "max_position_embeddings": 64, "original_max_position_embeddings": 16,
        "rope_scaling": {"type": "su", "short_factor": [1, 2], "long_factor": [4, 8]})";
    const RopeSettings rope = ropeOf(settings);
    EXPECT_NEAR(rope.attentionFactor, std::sqrt(1.5), 1e-9);  // √(1 + ln 4 / ln 16)
    EXPECT_NEAR(inverseFrequencies(rope, 16)[1], 0.005, 1e-9);
    EXPECT_NEAR(inverseFrequencies(rope, 17)[0], 0.25, 1e-9);
    const std::string one = R"("head_dim": 4, "rope_scaling": {"type": "su", "short_factor": [1],
        "long_factor": [4, 8]})";
    test::expectError(ErrorCode::ConfigInvalid, [&] { ropeOf(one); });
}

// Sizes at and beyond the edges of the types they are kept in, for every key of a size.
TEST(Config, SizesThatNoTypeHoldsAreRefusedByName) {
    for (const char* number : {"-1", "1073741825", "2147483647", "2147483648", "4294967297",
                               "9223372036854775807", "-9223372036854775808"}) {
        for (const Architecture& row : architectures()) {
            for (const SizeKey* size : {&row.layers, &row.heads, &row.kvHeads, &row.modelDim, &row.headDim,
                                        &row.mlpDim, &row.vocabSize, &row.positions, &row.types}) {
                if (size->keys.empty()) continue;
                const std::string key(size->keys.front());
                const std::string json = R"({"model_type": ")" + std::string(row.modelTypes.front()) +
                                         "\", \"" + key + "\": " + number + "}";
                const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(json); });
                EXPECT_EQ(error.arguments().at(1), key) << json;
            }
        }
    }
    test::expectError(ErrorCode::ConfigInvalid, [] {
        configOf(R"({"model_type": "mistral", "sliding_window": 9223372036854775807})");
    });
}

TEST(Config, ProductsOfTheLargestSizesDoNotOverflow) {
    const ModelConfig c = configOf(
        R"({"model_type": "gpt2", "n_layer": 1, "n_head": 1073741824, "n_embd": 1073741824, "vocab_size": 1073741824})");
    EXPECT_EQ(c.heads, 1 << 30);
    EXPECT_EQ(c.headDim, 1);
    EXPECT_EQ(c.mlpDim, Index{1} << 32);
}

// The frequencies of a rotary model are a table of half a head's width.
TEST(Config, HeadsWiderThanAnyModelsAreRefused) {
    const Error byKey = test::expectError(
        ErrorCode::ConfigInvalid, [] { configOf(R"({"model_type": "llama", "head_dim": 1073741824})"); });
    EXPECT_EQ(byKey.arguments().at(1), "head_dim");
    const Error byWidth = test::expectError(
        ErrorCode::ConfigInvalid, [] { configOf(R"({"model_type": "llama", "hidden_size": 1073741824})"); });
    EXPECT_EQ(byWidth.arguments().at(1), "hidden_size");
}

TEST(Config, MoreLayersThanTensorsAreRefusedBeforeAnythingIsBuiltForThem) {
    for (const char* rest : {R"("model_type": "bert")",
                             R"("model_type": "qwen2", "use_sliding_window": true, "sliding_window": 7)"}) {
        const auto withLayers = [&](int layers) {
            return configOf(std::string("{") + rest + ", \"num_hidden_layers\": " + std::to_string(layers) +
                            "}");
        };
        EXPECT_EQ(withLayers(tensorCount).layers, tensorCount);
        for (const int layers : {tensorCount + 1, 1 << 30}) {
            const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { withLayers(layers); });
            EXPECT_EQ(error.arguments().at(1), "num_hidden_layers");
            EXPECT_EQ(error.arguments().at(2), std::to_string(layers));
            EXPECT_NE(error.arguments().at(3).find("holds only " + std::to_string(tensorCount)),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST(Config, LabelsStandWhereTheirKeysSay) {
    EXPECT_EQ(configOf(R"({"model_type": "bert", "id2label":
        {"2": "c", "0": "a", "01": "x", "-1": "x", "9": "x", "1 ": "x", "1": 7, "3": null, "99999999999999999999": "x"}})")
                  .labels,
              (std::vector<std::string>{"a", "LABEL_1", "c", "LABEL_3", "LABEL_4", "LABEL_5", "LABEL_6",
                                        "LABEL_7", "LABEL_8"}));
}

TEST(Config, TimeForLabelsGrowsWithTheirNumberAndNotWithItsSquare) {
    constexpr std::size_t count = 300000;
    std::string json = R"({"model_type": "bert", "id2label": {)";
    for (std::size_t i = count; i-- > 0;)
        json += "\"" + std::to_string(i) + "\": \"name " + std::to_string(i) + (i > 0 ? "\", " : "\"}}");
    const std::clock_t begin = std::clock();
    const std::vector<std::string> labels = configOf(json).labels;
    EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 10);
    ASSERT_EQ(labels.size(), count);
    EXPECT_EQ(labels[0], "name 0");
    EXPECT_EQ(labels[count - 1], "name 299999");
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

// Each is a number, but what is computed from it would not be one of a float, or of a count of columns.
TEST(Config, NumbersBeyondTheRangeOfFloatsAreRefusedByName) {
    struct Case {
        const char* json;
        const char* key;
    };
    for (
        const Case& one : {
            Case{R"({"model_type": "llama", "rope_theta": 1e-300})", "rope_theta"},
            Case{R"({"model_type": "llama", "rope_theta": 1e300})", "rope_theta"},
            Case{R"({"model_type": "granite", "attention_multiplier": 1e300})", "attention_multiplier"},
            Case{R"({"model_type": "granite", "residual_multiplier": -1e39})", "residual_multiplier"},
            Case{R"({"model_type": "granite", "logits_scaling": 1e-40})", "logits_scaling"},
            Case{R"({"model_type": "gemma2", "query_pre_attn_scalar": 1e-300})", "query_pre_attn_scalar"},
            Case{R"({"model_type": "gemma2", "attn_logit_softcapping": 1e300})", "attn_logit_softcapping"},
            Case{R"({"model_type": "llama", "partial_rotary_factor": -1e19})", "partial_rotary_factor"},
            Case{R"({"model_type": "llama", "rope_parameters": {"partial_rotary_factor": 1e30}})",
                 "partial_rotary_factor"},
            Case{R"({"model_type": "llama", "rope_scaling": {"type": "linear", "factor": 1e-39}})", "factor"},
            Case{R"({"model_type": "llama", "rope_scaling": {"type": "yarn", "factor": 2, "rope_theta": 1}})",
                 "rope_theta"},
            Case{
                R"({"model_type": "llama", "rope_scaling": {"type": "yarn", "factor": 2, "attention_factor": NaN}})",
                "attention_factor"},
            Case{
                R"({"model_type": "llama", "rope_scaling": {"type": "yarn", "factor": 2, "attention_factor": 1e39}})",
                "attention_factor"},
        }) {
        const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(one.json); });
        EXPECT_EQ(error.arguments().at(1), one.key);
    }
    EXPECT_FLOAT_EQ(configOf(R"({"model_type": "granite", "logits_scaling": 1e-30})").logitScale, 1e30F);
    EXPECT_DOUBLE_EQ(configOf(R"({"model_type": "llama", "rope_theta": 1e30})").ropes[0].theta, 1e30);
}

}  // namespace
}  // namespace headscope::core
