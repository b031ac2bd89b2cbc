// SPDX-License-Identifier: GPL-3.0-or-later
// State dicts without any configuration: what is found in them, and what is left alone.
#include "core/model/state_dict.h"

#include <gtest/gtest.h>

#include <map>

#include "core/model/model.h"
#include "tests/core/model/described_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace headscope::core {
namespace {

using test::Shapes;
using test::zeroModel;
using Names = std::map<std::string, std::string>;

/// `tensors` of two layers, {} being the layer's number, and the others once.
Shapes twoLayers(const Shapes& tensors) {
    Shapes all;
    for (const auto& [name, shape] : tensors) {
        const std::size_t mark = name.find("{}");
        for (const char* number : {"0", "1"}) {
            std::string stored = name;
            if (mark != name.npos) stored.replace(mark, 2, number);
            all[stored] = shape;
        }
    }
    return all;
}

struct Found {
    const char* name;
    Shapes tensors;
    int layers;
    Names names;
};

const Found founds[] = {
    {"EncoderInAModel",
     {{"embedding.weight", {50, 8}},
      {"encoder.layers.{}.self_attn.in_proj_weight", {24, 8}},
      {"encoder.layers.{}.self_attn.in_proj_bias", {24}},
      {"encoder.layers.{}.self_attn.out_proj.weight", {8, 8}},
      {"encoder.layers.{}.self_attn.out_proj.bias", {8}},
      {"encoder.layers.{}.linear1.weight", {8, 8}},
      {"encoder.layers.{}.linear2.weight", {8, 8}},
      {"encoder.layers.{}.norm1.weight", {8}},
      {"encoder.layers.{}.norm1.bias", {8}},
      {"encoder.layers.{}.norm2.weight", {8}},
      {"fc.weight", {3, 8}}},
     2,
     {{"token_embedding", "embedding.weight"},
      {"qkv", "encoder.layers.{}.self_attn.in_proj_weight"},
      {"attention_out", "encoder.layers.{}.self_attn.out_proj.weight"},
      {"attention_norm", "encoder.layers.{}.norm1.weight"},
      {"mlp_up", "encoder.layers.{}.linear1.weight"},
      {"mlp_down", "encoder.layers.{}.linear2.weight"},
      {"mlp_norm", "encoder.layers.{}.norm2.weight"}}},
    {"GatedDecoder",
     {{"tok_embeddings.weight", {50, 8}},
      {"layers.{}.attention.wq.weight", {8, 8}},
      {"layers.{}.attention.wk.weight", {4, 8}},
      {"layers.{}.attention.wv.weight", {4, 8}},
      {"layers.{}.attention.wo.weight", {8, 8}},
      {"layers.{}.feed_forward.w1.weight", {12, 8}},
      {"layers.{}.feed_forward.w2.weight", {8, 12}},
      {"layers.{}.feed_forward.w3.weight", {12, 8}},
      {"layers.{}.attention_norm.weight", {8}},
      {"layers.{}.ffn_norm.weight", {8}},
      {"norm.weight", {8}},
      {"output.weight", {50, 8}}},
     2,
     {{"token_embedding", "tok_embeddings.weight"},
      {"q", "layers.{}.attention.wq.weight"},
      {"k", "layers.{}.attention.wk.weight"},
      {"v", "layers.{}.attention.wv.weight"},
      {"attention_out", "layers.{}.attention.wo.weight"},
      {"attention_norm", "layers.{}.attention_norm.weight"},
      {"mlp_gate", "layers.{}.feed_forward.w1.weight"},
      {"mlp_up", "layers.{}.feed_forward.w3.weight"},
      {"mlp_down", "layers.{}.feed_forward.w2.weight"},
      {"mlp_norm", "layers.{}.ffn_norm.weight"},
      {"final_norm", "norm.weight"},
      {"output", "output.weight"}}},
    {"ConvolutionsOfGpt2",
     {{"wte.weight", {50, 8}},
      {"wpe.weight", {9, 8}},
      {"h.{}.attn.bias", {1, 1, 9, 9}},
      {"h.{}.attn.c_attn.weight", {8, 24}},
      {"h.{}.attn.c_proj.weight", {8, 8}},
      {"h.{}.mlp.c_fc.weight", {8, 32}},
      {"h.{}.mlp.c_proj.weight", {32, 8}},
      {"h.{}.ln_1.weight", {8}},
      {"h.{}.ln_2.weight", {8}},
      {"ln_f.weight", {8}}},
     2,
     {{"token_embedding", "wte.weight"},
      {"position_embedding", "wpe.weight"},
      {"qkv", "h.{}.attn.c_attn.weight"},
      {"attention_out", "h.{}.attn.c_proj.weight"},
      {"attention_norm", "h.{}.ln_1.weight"},
      {"mlp_up", "h.{}.mlp.c_fc.weight"},
      {"mlp_down", "h.{}.mlp.c_proj.weight"},
      {"mlp_norm", "h.{}.ln_2.weight"},
      {"final_norm", "ln_f.weight"}}},
    {"EncoderOfAnEncoderDecoder",
     {{"encoder.layers.{}.self_attn.in_proj_weight", {24, 8}},
      {"encoder.layers.{}.self_attn.out_proj.weight", {8, 8}},
      {"decoder.layers.{}.self_attn.in_proj_weight", {24, 8}},
      {"decoder.layers.{}.self_attn.out_proj.weight", {8, 8}},
      {"decoder.layers.{}.multihead_attn.in_proj_weight", {24, 8}},
      {"decoder.layers.{}.multihead_attn.out_proj.weight", {8, 8}}},
     2,
     {{"qkv", "encoder.layers.{}.self_attn.in_proj_weight"},
      {"attention_out", "encoder.layers.{}.self_attn.out_proj.weight"}}},
    {"OneBlock",
     {{"attention.queries.weight", {8, 8}},
      {"attention.keys.weight", {8, 8}},
      {"attention.values.weight", {8, 8}},
      {"attention.fc_out.weight", {8, 8}},
      {"norm1.weight", {8}},
      {"norm2.weight", {8}},
      {"feed_forward.0.weight", {16, 8}},
      {"feed_forward.2.weight", {8, 16}}},
     1,
     {{"q", "attention.queries.weight"},
      {"k", "attention.keys.weight"},
      {"v", "attention.values.weight"},
      {"attention_out", "attention.fc_out.weight"},
      {"attention_norm", "norm1.weight"},
      {"mlp_norm", "norm2.weight"},
      {"mlp_up", "feed_forward.0.weight"},
      {"mlp_down", "feed_forward.2.weight"}}},
    {"LayersWithoutModules",
     {{"blocks.{}.qkv.weight", {24, 8}},
      {"blocks.{}.proj.weight", {8, 8}},
      {"blocks.{}.norm.weight", {8}},
      {"blocks.{}.fc1.weight", {16, 8}},
      {"blocks.{}.fc2.weight", {8, 16}}},
     2,
     {{"qkv", "blocks.{}.qkv.weight"},
      {"attention_out", "blocks.{}.proj.weight"},
      {"attention_norm", "blocks.{}.norm.weight"},
      {"mlp_up", "blocks.{}.fc1.weight"},
      {"mlp_down", "blocks.{}.fc2.weight"}}},
    {"OneLayerAndAClassifier",
     {{"embedding.weight", {50, 8}},
      {"W_q", {8, 8}},
      {"W_k", {8, 8}},
      {"W_v", {8, 8}},
      {"classifier.weight", {3, 8}}},
     1,
     {{"token_embedding", "embedding.weight"}, {"q", "W_q"}, {"k", "W_k"}, {"v", "W_v"}}},
    {"HeadsInAList",
     {{"wte.weight", {50, 8}},
      {"blocks.{}.sa.heads.0.query.weight", {3, 8}},
      {"blocks.{}.sa.heads.0.key.weight", {3, 8}},
      {"blocks.{}.sa.heads.0.value.weight", {3, 8}},
      {"blocks.{}.sa.heads.0.tril", {9, 9}},
      {"blocks.{}.sa.heads.1.query.weight", {3, 8}},
      {"blocks.{}.sa.heads.1.key.weight", {3, 8}},
      {"blocks.{}.sa.heads.1.value.weight", {3, 8}},
      {"blocks.{}.sa.heads.1.tril", {9, 9}},
      {"blocks.{}.sa.proj.weight", {8, 6}},
      {"blocks.{}.sa.proj.bias", {8}},
      {"blocks.{}.ln1.weight", {8}}},
     2,
     {{"token_embedding", "wte.weight"},
      {"q", "blocks.{}.sa.heads.{h}.query.weight"},
      {"k", "blocks.{}.sa.heads.{h}.key.weight"},
      {"v", "blocks.{}.sa.heads.{h}.value.weight"},
      {"attention_out", "blocks.{}.sa.proj.weight"},
      {"attention_norm", "blocks.{}.ln1.weight"}}},
    {"HeadsAlongAnAxis",
     {{"embed.W_E", {50, 8}},
      {"blocks.{}.attn.W_Q", {2, 8, 3}},
      {"blocks.{}.attn.W_K", {1, 8, 3}},
      {"blocks.{}.attn.W_V", {1, 8, 3}},
      {"blocks.{}.attn.W_O", {2, 3, 8}},
      {"blocks.{}.attn.b_Q", {2, 3}},
      {"blocks.{}.attn.b_O", {8}},
      {"blocks.{}.ln1.w", {8}},
      {"blocks.{}.ln1.b", {8}},
      {"blocks.{}.mlp.W_in", {8, 12}},
      {"blocks.{}.mlp.W_out", {12, 8}},
      {"unembed.W_U", {8, 50}}},
     2,
     {{"token_embedding", "embed.W_E"},
      {"q", "blocks.{}.attn.W_Q[{h}]"},
      {"k", "blocks.{}.attn.W_K[{h}]"},
      {"v", "blocks.{}.attn.W_V[{h}]"},
      {"attention_out", "blocks.{}.attn.W_O[{h}]"},
      {"attention_norm", "blocks.{}.ln1.w"},
      {"mlp_up", "blocks.{}.mlp.W_in"},
      {"mlp_down", "blocks.{}.mlp.W_out"},
      {"output", "unembed.W_U"}}},
    {"LayersAndHeadsAlongAxes",
     {{"W_Q", {3, 2, 8, 5}},
      {"W_K", {3, 2, 8, 5}},
      {"W_V", {3, 2, 8, 5}},
      {"W_O", {3, 2, 5, 8}},
      {"norm.weight", {3, 8}},
      {"ln_f.weight", {8}}},
     3,
     {{"q", "W_Q[{}][{h}]"},
      {"k", "W_K[{}][{h}]"},
      {"v", "W_V[{}][{h}]"},
      {"attention_out", "W_O[{}][{h}]"},
      {"attention_norm", "norm.weight[{}]"},
      {"final_norm", "ln_f.weight"}}},
    {"LayersAlongAnAxis",
     {{"Wq", {3, 8, 8}},
      {"Wk", {3, 8, 4}},
      {"Wv", {3, 8, 4}},
      {"Wo", {3, 8, 8}},
      {"up", {3, 8, 12}},
      {"down", {3, 12, 8}}},
     3,
     {{"q", "Wq[{}]"},
      {"k", "Wk[{}]"},
      {"v", "Wv[{}]"},
      {"attention_out", "Wo[{}]"},
      {"mlp_up", "up[{}]"},
      {"mlp_down", "down[{}]"}}},
    {"HeadsOfParametersBeforeALinear",
     {{"W_q", {2, 8, 4}}, {"W_k", {2, 8, 4}}, {"W_v", {2, 8, 4}}, {"out.weight", {8, 8}}},
     1,
     {{"q", "W_q[{h}]"}, {"k", "W_k[{h}]"}, {"v", "W_v[{h}]"}, {"attention_out", "out.weight.T"}}},
};

class StateDictOf : public ::testing::TestWithParam<Found> {};

TEST_P(StateDictOf, HasItsPartsFound) {
    const auto found = findStateDict(zeroModel(twoLayers(GetParam().tensors)));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->layers, GetParam().layers);
    EXPECT_EQ(found->width, 8);
    EXPECT_EQ(Names(found->tensors.begin(), found->tensors.end()), GetParam().names);
}

TEST_P(StateDictOf, OpensAsItIsDescribed) {
    Executor executor(1);
    const Shapes shapes = twoLayers(GetParam().tensors);
    const auto found = findStateDict(zeroModel(shapes));
    ASSERT_TRUE(found);
    const ModelPtr model =
        Model::load(zeroModel(shapes, descriptionText(*found, 2)), {executor, baseKernels()});
    EXPECT_EQ(model->config().layers, GetParam().layers);
    EXPECT_EQ(model->config().heads, 2);
}

INSTANTIATE_TEST_SUITE_P(All, StateDictOf, ::testing::ValuesIn(founds),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(StateDict, LeavesAloneWhatItDoesNotUnderstand) {
    const Shapes attention = {{"l.{}.qkv.weight", {24, 8}}, {"l.{}.proj.weight", {8, 8}}};
    EXPECT_TRUE(findStateDict(zeroModel(twoLayers({{"l.{}.attn.qkv.weight", {24, 8}}}))));
    const auto nothingWith = [&](const Shapes& more) {
        Shapes all = attention;
        all.insert(more.begin(), more.end());
        EXPECT_FALSE(findStateDict(zeroModel(twoLayers(all)))) << more.begin()->first;
    };
    nothingWith({{"l.{}.a.weight", {8, 8}}});
    nothingWith({{"l.{}.a.weight", {8, 8}}, {"l.{}.out.weight", {8, 8}}});
    nothingWith({{"l.{}.norm1.weight", {8}}, {"l.{}.norm2.weight", {8}}, {"l.{}.norm3.weight", {8}}});
    nothingWith({{"l.{}.scale.weight", {5}}});
    EXPECT_FALSE(findStateDict(zeroModel({{"fc1.weight", {8, 8}}, {"fc2.weight", {8, 8}}})));
    EXPECT_FALSE(findStateDict(zeroModel({{"query.weight", {8, 8}}, {"key.weight", {8, 8}}})));
    EXPECT_FALSE(findStateDict(zeroModel({{"l.1.qkv.weight", {24, 8}}})));
    EXPECT_FALSE(findStateDict(zeroModel({{"W_q", {8, 8}}, {"W_k", {8, 8}}, {"W_v.weight", {8, 8}}})));
    EXPECT_FALSE(findStateDict(zeroModel({{"W_q", {2, 8, 4}}, {"W_k", {2, 8, 4}}, {"W_v", {8, 8}}})));
    EXPECT_FALSE(findStateDict(zeroModel({{"in_proj_weight", {2, 3, 8, 24}}})));
}

TEST(StateDict, IsWhatMissesWhereOnlyTheConfigurationDoes) {
    Executor executor(1);
    const auto load = [&](const Shapes& shapes) {
        Model::load(zeroModel(shapes), {executor, baseKernels()});
    };
    const Error error = test::expectError(ErrorCode::NotDescribed, [&] {
        load(twoLayers({{"l.{}.in_proj_weight", {24, 8}}, {"l.{}.out_proj.weight", {8, 8}}}));
    });
    EXPECT_EQ(error.arguments().at(0), "m");
    EXPECT_NE(error.arguments().at(1).find("2 layers of attention, 8 wide"), std::string::npos)
        << error.arguments().at(1);
    test::expectError(ErrorCode::NoConfig, [&] { load({{"w", {3}}}); });
}

TEST(StateDict, IsDescribedInItsFolderButNeverTwice) {
    const test::TemporaryFolder folder;
    const Shapes shapes = {{"in_proj_weight", {24, 8}}, {"out_proj.weight", {8, 8}}};
    folder.write("model.safetensors", test::zeros(shapes));
    test::expectError(ErrorCode::ConfigInvalid, [&] { describeModel(folder.path(), 3); });
    EXPECT_EQ(folder.names().size(), 1u);
    const WrittenDescription written = describeModel(folder.path(), 4);
    EXPECT_EQ(written.file, folder.path() / "headscope.json");
    EXPECT_EQ(test::contentOf(written.file), descriptionText(written.found, 4));
    const Error error = test::expectError(ErrorCode::BadArgument, [&] { describeModel(folder.path(), 2); });
    EXPECT_EQ(error.arguments().at(0), written.file.string());
    EXPECT_EQ(test::contentOf(written.file), descriptionText(written.found, 4));
    describeModel(folder.path() / "model.safetensors", 2, folder.path() / "other.json");
    EXPECT_EQ(test::contentOf(folder.path() / "other.json"), descriptionText(written.found, 2));
    Executor executor(1);
    EXPECT_EQ(Model::load(Checkpoint::open(folder.path()), {executor, baseKernels()})->config().heads, 4);
    folder.write("bare/model.safetensors", test::zeros({{"w", {3}}}));
    test::expectError(ErrorCode::BadArgument, [&] { describeModel(folder.path() / "bare", 2); });
}

TEST(StateDict, TellsHeadsThatHaveTensorsOfTheirOwn) {
    const auto found = findStateDict(zeroModel({{"heads.0.W_query", {8, 4}},
                                                {"heads.0.W_key", {8, 4}},
                                                {"heads.0.W_value", {8, 4}},
                                                {"heads.0.mask", {9, 9}},
                                                {"heads.1.W_query", {8, 4}},
                                                {"heads.1.W_key", {8, 4}},
                                                {"heads.1.W_value", {8, 4}}}));
    ASSERT_TRUE(found);
    EXPECT_NE(found->summary().find("2 heads"), std::string::npos) << found->summary();
    EXPECT_EQ(descriptionText(*found, 2), R"({
  "heads": 2,
  "causal": true,
  "residual": false,
  "linear": "in_out",
  "tensors": {
    "q": "heads.{h}.W_query",
    "k": "heads.{h}.W_key",
    "v": "heads.{h}.W_value"
  }
}
)");
    const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { descriptionText(*found, 4); });
    EXPECT_NE(std::string(error.what()).find("there are 2"), std::string::npos) << error.what();
}

TEST(StateDict, RefusesHeadsThatDoNotDivide) {
    const auto found = findStateDict(zeroModel({{"in_proj_weight", {24, 8}}, {"out_proj.weight", {8, 8}}}));
    ASSERT_TRUE(found);
    for (const int heads : {0, -2, 3, 16}) {
        const Error error =
            test::expectError(ErrorCode::ConfigInvalid, [&] { descriptionText(*found, heads); });
        EXPECT_EQ(error.arguments().at(1), "heads");
    }
    const auto grouped =
        findStateDict(zeroModel({{"wq.weight", {8, 8}}, {"wk.weight", {4, 8}}, {"wv.weight", {4, 8}}}));
    ASSERT_TRUE(grouped);
    test::expectError(ErrorCode::ConfigInvalid, [&] { descriptionText(*grouped, 1); });
    EXPECT_EQ(descriptionText(*found, 4), R"({
  "heads": 4,
  "causal": false,
  "residual": false,
  "tensors": {
    "qkv": "in_proj_weight",
    "attention_out": "out_proj.weight"
  }
}
)");
}

}  // namespace
}  // namespace headscope::core
