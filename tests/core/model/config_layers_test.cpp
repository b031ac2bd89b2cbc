// SPDX-License-Identifier: GPL-3.0-or-later
// What config.json says about single layers: shared weights, missing heads, windows, distances.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/model/config_of.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

TEST(Config, LayersOfAGroupShareTheirWeights) {
    const ModelConfig c = configOf(
        R"({"model_type": "albert", "num_hidden_layers": 5, "num_hidden_groups": 2, "inner_group_num": 2})");
    ASSERT_EQ(c.layers, 10);
    const int stored[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    for (int layer = 0; layer < 10; ++layer) {
        EXPECT_EQ(c.plan(layer).stored, stored[layer]) << layer;
        EXPECT_EQ(c.plan(layer).inner, layer % 2) << layer;
    }
    // int(9 / (18 / 14)) is 6 in the reference, though 9 · 14 / 18 is 7.
    EXPECT_EQ(configOf(R"({"model_type": "albert", "num_hidden_layers": 18, "num_hidden_groups": 14})")
                  .plan(9)
                  .stored,
              6);
}

TEST(Config, HeadsThatArePrunedAreNoLongerCounted) {
    const auto pruned = [](const std::string& list) {
        return configOf(R"({"model_type": "mpnet", "pruned_heads": {"3": )" + list + "}}").plan(3);
    };
    const LayerPlan plan = pruned("[10, 0, 4]");
    EXPECT_EQ(plan.heads, 9);
    EXPECT_EQ(plan.kvHeads, 9);
    EXPECT_EQ(plan.originalHead(0), 1);
    EXPECT_EQ(plan.originalHead(3), 5);
    EXPECT_EQ(plan.originalHead(8), 11);
    for (const char* list : {"[0, 0]", "[12]", "[-1]", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"})
        test::expectError(ErrorCode::ConfigInvalid, [&] { pruned(list); });
}

TEST(Config, PositionsOfMpnetCountFromOneWhateverPads) {
    EXPECT_EQ(configOf(R"({"model_type": "mpnet", "pad_token_id": 4})").paddingId, 1);
    EXPECT_EQ(configOf(R"({"model_type": "mpnet", "pad_token_id": 4})").namedPaddingId, 4);
}

TEST(Config, DistancesAreReadInEverySpelling) {
    const auto table = [](const std::string& keys) {
        return configOf(R"({"model_type": "deberta-v2", "relative_attention": true)" + keys + "}").distances;
    };
    for (const char* types : {R"("p2c|c2p")", R"("C2P | P2C")", R"(["c2p", "p2c"])"}) {
        const DistanceTable both = table(std::string(R"(, "pos_att_type": )") + types);
        EXPECT_EQ(both.terms, 3) << types;
        EXPECT_EQ(both.span, 512) << types;
        EXPECT_TRUE(both.ownProjections && !both.normed) << types;
    }
    const DistanceTable v3 = table(
        R"(, "pos_att_type": "p2c|c2p", "position_buckets": 256, "max_relative_positions": -1,
           "share_att_key": true, "norm_rel_ebd": "layer_norm")");
    EXPECT_EQ(v3.span, 256);
    EXPECT_EQ(v3.buckets, 256);
    EXPECT_EQ(v3.farthest, 512);
    EXPECT_TRUE(v3.normed && !v3.ownProjections);
    EXPECT_EQ(table("").span, 0);
    const ModelConfig off = configOf(R"({"model_type": "deberta-v2", "pos_att_type": "c2p"})");
    EXPECT_EQ(off.distances.span, 0);
    EXPECT_FLOAT_EQ(off.scale, 1 / std::sqrt(128.0F));  // the reference divides by the terms all the same
}

TEST(Config, DistancesAndConvolutionsThatCannotBeAreRefusedByName) {
    const std::pair<const char*, const char*> wrong[] = {
        {"position_buckets", R"("position_buckets": 1)"},
        {"position_buckets", R"("position_buckets": 256, "max_relative_positions": 129)"},
        {"conv_kernel_size", R"("conv_kernel_size": 4)"},
        {"conv_groups", R"("conv_kernel_size": 3, "conv_groups": 7)"}};
    for (const auto& [key, keys] : wrong) {
        const std::string json =
            R"({"model_type": "deberta-v2", "relative_attention": true, "pos_att_type": "c2p", )" +
            std::string(keys) + "}";
        const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(json); });
        EXPECT_EQ(error.arguments().at(1), key) << json;
    }
    test::expectError(ErrorCode::FeatureUnsupported, [] {
        configOf(R"({"model_type": "deberta-v2", "conv_kernel_size": 3, "conv_act": "snake"})");
    });
}

TEST(Config, WindowsOnBothSidesAreHalfOfWhatTheConfigWrites) {
    const ModelConfig modern = configOf(R"({"model_type": "modernbert", "local_attention": 9})");
    for (int layer = 0; layer < 22; ++layer) {
        const bool full = layer % 3 == 0;
        EXPECT_EQ(modern.plan(layer).mask.window, full ? 0 : 4) << layer;
        EXPECT_FALSE(modern.plan(layer).mask.causal);
        EXPECT_DOUBLE_EQ(modern.ropes.at(static_cast<std::size_t>(modern.plan(layer).rope)).theta,
                         full ? 160000 : 10000);
    }
    const ModelConfig list =
        configOf(R"({"model_type": "longformer", "num_hidden_layers": 2, "attention_window": [64, 32]})");
    EXPECT_EQ(list.plan(0).mask.window, 32);
    EXPECT_EQ(list.plan(1).mask.window, 16);
    for (const char* json :
         {R"({"model_type": "longformer", "num_hidden_layers": 2, "attention_window": [64]})",
          R"({"model_type": "longformer", "attention_window": 0})",
          R"({"model_type": "modernbert", "local_attention": 1})"})
        test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(json); });
}

TEST(Config, GlobalTokensFollowTheClass) {
    const auto rule = [](const char* className) {
        return configOf(R"({"model_type": "longformer", "architectures": [")" + std::string(className) +
                        "\"]}")
            .design.globalTokens;
    };
    EXPECT_EQ(rule("LongformerModel"), GlobalTokens::None);
    EXPECT_EQ(rule("LongformerForMaskedLM"), GlobalTokens::None);
    EXPECT_EQ(rule("LongformerForTokenClassification"), GlobalTokens::None);
    EXPECT_EQ(rule("LongformerForSequenceClassification"), GlobalTokens::First);
    EXPECT_EQ(rule("LongformerForQuestionAnswering"), GlobalTokens::BeforeSeparator);
    EXPECT_EQ(configOf(R"({"model_type": "roberta"})").design.globalTokens, GlobalTokens::Never);
}

TEST(Config, LayersDifferAsTheConfigListsThem) {
    const ModelConfig neo = configOf(
        R"({"model_type": "gpt_neo", "num_layers": 5, "window_size": 7,
        "attention_types": [[["global", "local"], 2], [["global"], 1]]})");
    const Index windows[] = {0, 7, 0, 7, 0};
    for (int layer = 0; layer < 5; ++layer) EXPECT_EQ(neo.plan(layer).mask.window, windows[layer]) << layer;

    const ModelConfig gemma = configOf(
        R"({"model_type": "gemma3", "text_config": {"num_hidden_layers": 12, "sliding_window": 512}})");
    for (int layer = 0; layer < 12; ++layer) {
        const bool full = layer % 6 == 5;
        EXPECT_EQ(gemma.plan(layer).mask.window, full ? 0 : 512) << layer;
        EXPECT_DOUBLE_EQ(gemma.ropes.at(static_cast<std::size_t>(gemma.plan(layer).rope)).theta,
                         full ? 1e6 : 1e4);
    }
    const ModelConfig smol =
        configOf(R"({"model_type": "smollm3", "num_hidden_layers": 4, "no_rope_layers": [0, 1, 1, 0]})");
    for (int layer = 0; layer < 4; ++layer)
        EXPECT_EQ(smol.plan(layer).rope, layer == 0 || layer == 3 ? -1 : 0) << layer;
    EXPECT_EQ(configOf(R"({"model_type": "smollm3"})").plan(3).rope, -1);
}

TEST(Config, LayersWithoutAttentionKeepTheirNumbers) {
    for (const char* list :
         {R"("layer_types": ["conv", "full_attention", "conv", "full_attention"])",
          R"("full_attn_idxs": [1, 3])",
          R"("layer_types": ["conv", "full_attention", "conv", "full_attention"], "full_attn_idxs": [0])"}) {
        const ModelConfig c =
            configOf(R"({"model_type": "lfm2", "num_hidden_layers": 4, )" + std::string(list) + "}");
        for (int layer = 0; layer < 4; ++layer) EXPECT_EQ(c.plan(layer).attention, layer % 2 == 1) << list;
    }
    EXPECT_TRUE(configOf(R"({"model_type": "lfm2"})").plan(0).attention);
    for (const char* list : {"[4]", "[-1]"}) {
        const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] {
            configOf(R"({"model_type": "lfm2", "num_hidden_layers": 4, "full_attn_idxs": )" +
                     std::string(list) + "}");
        });
        EXPECT_EQ(error.arguments().at(1), "full_attn_idxs");
    }
}

TEST(Config, KindsOfLayersThatAreNotComputedAreNamed) {
    const Error error = test::expectError(ErrorCode::FeatureUnsupported, [] {
        configOf(R"({"model_type": "llama", "num_hidden_layers": 2,
                     "layer_types": ["full_attention", "mamba"]})");
    });
    EXPECT_NE(std::string(error.what()).find("\"mamba\" of layer 1"), std::string::npos) << error.what();
    test::expectError(ErrorCode::ConfigInvalid, [] {
        configOf(R"({"model_type": "llama", "num_hidden_layers": 2, "layer_types": ["full_attention"]})");
    });
}

TEST(Config, SlidingWindowsFollowTheirSwitches) {
    EXPECT_EQ(configOf(R"({"model_type": "mistral", "sliding_window": null})").plan(0).mask.window, 0);
    EXPECT_EQ(configOf(R"({"model_type": "mistral", "sliding_window": 7})").plan(0).mask.window, 7);
    EXPECT_EQ(configOf(R"({"model_type": "llama", "sliding_window": 7})").plan(0).mask.window, 0);
    EXPECT_EQ(configOf(R"({"model_type": "qwen2", "sliding_window": 7})").plan(31).mask.window, 0);
    const ModelConfig qwen = configOf(
        R"({"model_type": "qwen2", "use_sliding_window": true, "sliding_window": 7, "max_window_layers": 30})");
    EXPECT_EQ(qwen.plan(29).mask.window, 0);
    EXPECT_EQ(qwen.plan(30).mask.window, 7);
    EXPECT_TRUE(qwen.plan(30).mask.causal);
}

}  // namespace
}  // namespace headscope::core
