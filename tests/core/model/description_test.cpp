// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of headscope.json: what each does, what its absence means, and what is refused.
#include "core/model/description.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "core/model/model.h"
#include "tests/core/model/described_model.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

using test::expectError;
using test::Shapes;
using test::zeroModel;

/// Two layers with everything that a field can be about: width 8, MLP 12, a vocabulary of 10.
const Shapes shapes = {{"emb.weight", {10, 8}},        {"pos", {1, 6, 8}},
                       {"head.weight", {10, 8}},       {"norm.weight", {8}},
                       {"l.0.wq.weight", {8, 8}},      {"l.0.wk.weight", {4, 8}},
                       {"l.0.wv.weight", {4, 8}},      {"l.0.wo.weight", {8, 8}},
                       {"l.0.n1.weight", {8}},         {"l.0.n2.weight", {8}},
                       {"l.0.up.weight", {12, 8}},     {"l.0.gate.weight", {12, 8}},
                       {"l.0.down.weight", {8, 12}},   {"l.0.qn.weight", {2}},
                       {"l.0.kn.weight", {2}},         {"l.1.wq.weight", {8, 8}},
                       {"l.1.wk.weight", {4, 8}},      {"l.1.wv.weight", {4, 8}},
                       {"l.1.wo.weight", {8, 8}},      {"l.1.n1.weight", {8}},
                       {"l.1.n2.weight", {8}},         {"l.1.up.weight", {12, 8}},
                       {"l.1.gate.weight", {12, 8}},   {"l.1.down.weight", {8, 12}},
                       {"l.1.qn.weight", {2}},         {"l.1.kn.weight", {2}},
                       {"l.0.qkv.weight", {16, 8}},    {"l.1.qkv.weight", {16, 8}},
                       {"l.0.square.weight", {24, 8}}, {"l.1.square.weight", {24, 8}}};

const std::string attention =
    R"("q": "l.{}.wq.weight", "k": "l.{}.wk.weight", "v": "l.{}.wv.weight", "attention_out": "l.{}.wo.weight")";
const std::string norms = R"(, "attention_norm": "l.{}.n1.weight")";
const std::string mlp = R"(, "mlp_up": "l.{}.up.weight", "mlp_down": "l.{}.down.weight")";
const std::string embedding = R"(, "token_embedding": "emb.weight")";

std::string description(const std::string& fields, const std::string& tensors) {
    return "{" + fields + (fields.empty() ? "" : ", ") + R"("tensors": {)" + tensors + "}}";
}

class Description : public ::testing::Test {
protected:
    Executor executor{1};
    Compute compute{executor, baseKernels()};

    ModelPtr load(const std::string& json) { return Model::load(zeroModel(shapes, json), compute); }
    ModelConfig config(const std::string& fields, const std::string& tensors) {
        return load(description(R"("heads": 4)" + (fields.empty() ? "" : ", " + fields), tensors))->config();
    }
    Error refused(ErrorCode code, const std::string& json) {
        return expectError(code, [&] { load(json); });
    }
};

TEST_F(Description, NeedsOnlyHeadsAndNamesAndTakesSizesFromTheTensors) {
    const ModelConfig c = config("", attention);
    EXPECT_EQ(c.family, "described");
    EXPECT_EQ(c.layers, 2);
    EXPECT_EQ(c.heads, 4);
    EXPECT_EQ(c.kvHeads, 2);
    EXPECT_EQ(c.modelDim, 8);
    EXPECT_EQ(c.headDim, 2);
    EXPECT_EQ(c.mlpDim, 0);
    EXPECT_EQ(c.vocabSize, 0);
    EXPECT_EQ(c.maxTokens, 0);
    EXPECT_FALSE(c.plan(1).mlp);
}

TEST_F(Description, DefaultsAreThoseOfPyTorch) {
    const ModelConfig c = config("", attention + norms + mlp);
    EXPECT_EQ(c.design.norm, NormKind::Layer);
    EXPECT_EQ(c.design.placement, NormPlacement::Post);
    EXPECT_EQ(c.design.residual, Residual::Input);
    EXPECT_EQ(c.design.mlp, MlpKind::Plain);
    EXPECT_EQ(c.design.position, PositionKind::None);
    EXPECT_EQ(c.design.positionBias, PositionBias::None);
    EXPECT_EQ(c.design.qkNorm, QkNorm::None);
    EXPECT_EQ(c.activation, Activation::Relu);
    EXPECT_FLOAT_EQ(c.normEpsilon, 1e-5F);
    EXPECT_FLOAT_EQ(c.scale, 1 / std::sqrt(2.0F));
    EXPECT_FLOAT_EQ(c.embeddingScale, 1);
    EXPECT_EQ(c.plan(0).mask, Mask());
    EXPECT_EQ(c.plan(0).rope, -1);
    EXPECT_FALSE(c.tiedEmbeddings);
}

struct FieldCase {
    const char* key;
    const char* fields;
    std::string tensors;
    bool (*holds)(const ModelConfig&);
};

const FieldCase fieldCases[] = {
    {"heads", R"("kv_heads": 2)", attention, [](const ModelConfig& c) { return c.heads == 4; }},
    {"tensors", R"("causal": false)", attention, [](const ModelConfig& c) { return c.layers == 2; }},
    {"kv_heads", R"("kv_heads": 2)", R"("qkv": "l.{}.qkv", "attention_out": "l.{}.wo")",
     [](const ModelConfig& c) { return c.kvHeads == 2 && c.headDim == 2; }},
    {"kv_heads", R"("qkv_order": "blocks")", R"("qkv": "l.{}.square", "attention_out": "l.{}.wo")",
     [](const ModelConfig& c) { return c.kvHeads == 4 && c.headDim == 2; }},
    {"placement", R"("placement": "pre")", attention + norms,
     [](const ModelConfig& c) { return c.design.placement == NormPlacement::Pre; }},
    {"placement", R"("placement": "parallel")", attention + norms,
     [](const ModelConfig& c) { return c.design.placement == NormPlacement::Parallel; }},
    {"norm", R"("norm": "rms")", attention + norms,
     [](const ModelConfig& c) { return c.design.norm == NormKind::Rms; }},
    {"epsilon", R"("epsilon": 0.25)", attention + norms,
     [](const ModelConfig& c) { return c.normEpsilon == 0.25F; }},
    {"activation", R"("activation": "silu")", attention + mlp,
     [](const ModelConfig& c) { return c.activation == Activation::Silu; }},
    {"residual", R"("residual": false)", attention,
     [](const ModelConfig& c) { return c.design.residual == Residual::None; }},
    {"causal", R"("causal": true)", attention, [](const ModelConfig& c) { return c.plan(1).mask.causal; }},
    {"window", R"("window": 3)", attention, [](const ModelConfig& c) { return c.plan(1).mask.window == 3; }},
    {"scale", R"("scale": 0.5)", attention, [](const ModelConfig& c) { return c.scale == 0.5F; }},
    {"position_bias", R"("position_bias": "alibi")", attention,
     [](const ModelConfig& c) { return c.design.positionBias == PositionBias::Alibi; }},
    {"rotary", R"("rotary": "halves")", attention,
     [](const ModelConfig& c) {
         return c.plan(1).rope == 0 && c.ropes.at(0).theta == 10000 && c.ropes.at(0).dim == 2 &&
                c.design.rotaryPairs == RotaryPairs::Halves;
     }},
    {"rotary", R"("rotary": "neighbours")", attention,
     [](const ModelConfig& c) { return c.design.rotaryPairs == RotaryPairs::Neighbours; }},
    {"rotary_theta", R"("rotary": "halves", "rotary_theta": 500)", attention,
     [](const ModelConfig& c) { return c.ropes.at(0).theta == 500; }},
    {"rotary_share", R"("heads": 2, "kv_heads": 1, "rotary": "halves", "rotary_share": 0.5)", attention,
     [](const ModelConfig& c) { return c.ropes.at(0).dim == 2 && c.headDim == 4; }},
    {"qk_norm", R"("qk_norm": "per_head")", attention + R"(, "q_norm": "l.{}.qn", "k_norm": "l.{}.kn")",
     [](const ModelConfig& c) { return c.design.qkNorm == QkNorm::PerHead; }},
    {"linear", R"("linear": "in_out")",
     R"("q": "l.{}.down", "k": "l.{}.down", "v": "l.{}.down", "attention_out": "l.{}.up")",
     [](const ModelConfig& c) { return c.headDim == 3 && c.modelDim == 8; }},
    {"qkv_order", R"("qkv_order": "groups")", R"("qkv": "l.{}.square", "attention_out": "l.{}.wo")",
     [](const ModelConfig& c) { return c.headDim == 2; }},
    {"embedding_times_root", R"("embedding_times_root": true)", attention + embedding,
     [](const ModelConfig& c) { return c.embeddingScale == std::sqrt(8.0F); }},
    {"tied", R"("tied": true)", attention + embedding, [](const ModelConfig& c) { return c.tiedEmbeddings; }},
};

TEST_F(Description, EachFieldDoesWhatItSays) {
    std::set<std::string_view> covered;
    for (const FieldCase& one : fieldCases) {
        covered.insert(one.key);
        const std::string heads =
            std::string_view(one.fields).starts_with("\"heads\"") ? "" : R"("heads": 4, )";
        EXPECT_TRUE(one.holds(load(description(heads + one.fields, one.tensors))->config())) << one.fields;
    }
    for (const DescriptionField& field : descriptionFields())
        EXPECT_TRUE(covered.contains(field.key)) << field.key << " has no case";
}

TEST_F(Description, ReadsATableWithAnAxisForTheBatch) {
    const ModelConfig c = config("", attention + R"(, "position_embedding": "pos")");
    EXPECT_EQ(c.design.position, PositionKind::Learned);
    EXPECT_EQ(c.maxTokens, 6);
}

TEST_F(Description, CallsAnOutputWhatItIs) {
    const auto outputOf = [&](const std::string& fields, const std::string& tensors) {
        const ModelPtr model = load(description(R"("heads": 4)" + fields, attention + embedding + tensors));
        return model->outputs().empty() ? std::string("none") : model->outputs().front().id;
    };
    EXPECT_EQ(outputOf("", ""), "none");
    EXPECT_EQ(outputOf("", R"(, "output": "head.weight")"), "masked-lm");
    EXPECT_EQ(outputOf(R"(, "causal": true)", R"(, "output": "head.weight")"), "causal-lm");
    EXPECT_EQ(outputOf(R"(, "causal": true, "tied": true)", ""), "causal-lm");
    EXPECT_EQ(outputOf("", R"(, "output": "l.0.up.weight")"), "token-classification");
}

TEST_F(Description, NamesEveryColumnOfAClassifierHoweverItLies) {
    for (const auto& [tensor, columns] : {std::pair{"l.0.up.weight", 12U}, {"l.0.down.weight", 12U}}) {
        const ModelPtr model = load(description(
            R"("heads": 4)", attention + embedding + R"(, "output": ")" + std::string(tensor) + R"(")"));
        ASSERT_EQ(model->outputs().size(), 1U) << tensor;
        const OutputInfo& output = model->outputs().front();
        EXPECT_EQ(output.labels.size(), columns) << tensor;
        EXPECT_EQ(output.labels.back(), "LABEL_11") << tensor;
    }
}

struct Refusal {
    const char* name;
    ErrorCode code;
    std::string json;
    const char* says;  ///< the field, or what else must be in the sentence
};

std::string with(const std::string& fields, const std::string& tensors = attention) {
    return description(R"("heads": 4, )" + fields, tensors);
}

const Refusal refusals[] = {
    {"UnknownField", ErrorCode::FieldUnknown, with(R"("hedas": 4)"), "\"hedas\""},
    {"UnknownTensor", ErrorCode::FieldUnknown, with(R"("causal": true)", attention + R"(, "o": "x")"),
     "\"o\""},
    {"NoHeads", ErrorCode::JsonMissingKey, description("", attention), "\"heads\""},
    {"NoTensors", ErrorCode::JsonMissingKey, R"({"heads": 4})", "\"tensors\""},
    {"TensorsNoObject", ErrorCode::JsonWrongType, R"({"heads": 4, "tensors": []})", "\"tensors\""},
    {"HeadsNoNumber", ErrorCode::JsonWrongType, description(R"("heads": "4")", attention), "heads"},
    {"HeadsZero", ErrorCode::ConfigInvalid, description(R"("heads": 0)", attention), "heads is 0"},
    {"HeadsDoNotDivide", ErrorCode::ConfigInvalid, description(R"("heads": 3)", attention), "heads is 3"},
    {"HeadsDoNotFitKeys", ErrorCode::ConfigInvalid, description(R"("heads": 1)", attention), "heads is 1"},
    {"KvHeadsContradict", ErrorCode::ConfigInvalid, with(R"("kv_heads": 4)"), "kv_heads is 4"},
    {"KvHeadsDoNotDivide", ErrorCode::ConfigInvalid, with(R"("kv_heads": 3)", R"("qkv": "l.{}.qkv")"),
     "kv_heads is 3"},
    {"FusedRowsDoNotFit", ErrorCode::ConfigInvalid, with(R"("causal": true)", R"("qkv": "l.{}.qkv")"),
     "heads is 4"},
    {"UnknownChoice", ErrorCode::ConfigInvalid, with(R"("placement": "sandwich")", attention + norms),
     "placement is \"sandwich\""},
    {"UnknownActivation", ErrorCode::FeatureUnsupported, with(R"("activation": "snake")", attention + mlp),
     "activation \"snake\""},
    {"CausalNoBool", ErrorCode::JsonWrongType, with(R"("causal": 1)"), "causal"},
    {"WindowZero", ErrorCode::ConfigInvalid, with(R"("window": 0)"), "window is 0"},
    {"ScaleNegative", ErrorCode::ConfigInvalid, with(R"("scale": -1)"), "scale is -1"},
    {"EpsilonLarge", ErrorCode::ConfigInvalid, with(R"("epsilon": 2)", attention + norms), "epsilon is 2"},
    {"ShareLarge", ErrorCode::ConfigInvalid, with(R"("rotary": "halves", "rotary_share": 1.5)"),
     "rotary_share is 1.5"},
    {"ThetaZero", ErrorCode::ConfigInvalid, with(R"("rotary": "halves", "rotary_theta": 0)"),
     "rotary_theta is 0"},
    {"PlacementWithoutNorm", ErrorCode::ConfigInvalid, with(R"("placement": "pre")"), "placement"},
    {"NormWithoutNorm", ErrorCode::ConfigInvalid, with(R"("norm": "rms")"), "norm is"},
    {"EpsilonWithoutNorm", ErrorCode::ConfigInvalid, with(R"("epsilon": 1e-6)"), "epsilon is"},
    {"ActivationWithoutMlp", ErrorCode::ConfigInvalid, with(R"("activation": "gelu")"), "activation is"},
    {"OrderWithoutQkv", ErrorCode::ConfigInvalid, with(R"("qkv_order": "groups")"), "qkv_order is"},
    {"ThetaWithoutRotary", ErrorCode::ConfigInvalid, with(R"("rotary_theta": 10)"), "rotary_theta is"},
    {"ShareWithoutRotary", ErrorCode::ConfigInvalid, with(R"("rotary_share": 0.5)"), "rotary_share is"},
    {"QkNormWithoutTensors", ErrorCode::ConfigInvalid, with(R"("qk_norm": "per_head")"), "tensors.q_norm"},
    {"TensorsWithoutQkNorm", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "q_norm": "l.{}.qn", "k_norm": "l.{}.kn")"), "qk_norm is"},
    {"RootWithoutEmbedding", ErrorCode::ConfigInvalid, with(R"("embedding_times_root": true)"),
     "embedding_times_root"},
    {"TiedWithoutEmbedding", ErrorCode::ConfigInvalid, with(R"("tied": true)"), "tied is true"},
    {"TiedWithOutput", ErrorCode::ConfigInvalid,
     with(R"("tied": true)", attention + embedding + R"(, "output": "head.weight")"), "tied is true"},
    {"NoValues", ErrorCode::ConfigInvalid, with(R"("causal": true)", R"("q": "l.{}.wq", "k": "l.{}.wk")"),
     "tensors.v"},
    {"FusedAndSeparate", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "qkv": "l.{}.qkv")"), "tensors.qkv"},
    {"UpWithoutDown", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "mlp_up": "l.{}.up.weight")"), "tensors.mlp_down"},
    {"DownWithoutUp", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "mlp_down": "l.{}.down.weight")"), "tensors.mlp_up"},
    {"MlpNormWithoutMlp", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "mlp_norm": "l.{}.n2.weight")"), "tensors.mlp_down"},
    {"NumberOutsideOfLayers", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "final_norm": "l.{}.n2")"), "tensors.final_norm"},
    {"NoNumberInALayer", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "attention_norm": "l.0.n1")"), "tensors.attention_norm"},
    {"EmptyName", ErrorCode::ConfigInvalid, with(R"("causal": true)", attention + R"(, "final_norm": "")"),
     "tensors.final_norm"},
    {"NameNoText", ErrorCode::JsonWrongType, with(R"("causal": true)", attention + R"(, "final_norm": 1)"),
     "final_norm"},
    {"HeadsAreNotTheWidth", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", R"("q": "l.{}.up", "k": "l.{}.up", "v": "l.{}.up")"), "tensors.attention_out"},
    {"MissingAttention", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", R"("q": "a.{}", "k": "b.{}", "v": "c.{}")"), "the weights hold no a.0"},
    {"MissingNorm", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "final_norm": "nowhere")"), "the weights hold no nowhere"},
    {"MissingOutput", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + embedding + R"(, "output": "nowhere")"),
     "the weights hold no nowhere"},
    {"SlipOfThePen", ErrorCode::ConfigInvalid,
     with(R"("causal": true)", attention + R"(, "attention_norm": "l.{}.nn1")"), "the nearest is l.0.n1"},
};

class DescriptionRefusal : public ::testing::TestWithParam<Refusal> {};

TEST_P(DescriptionRefusal, NamesTheField) {
    Executor executor(1);
    const Error error = expectError(GetParam().code, [&] {
        Model::load(zeroModel(shapes, GetParam().json), {executor, baseKernels()});
    });
    EXPECT_NE(std::string_view(error.what()).find(GetParam().says), std::string_view::npos) << error.what();
}

INSTANTIATE_TEST_SUITE_P(All, DescriptionRefusal, ::testing::ValuesIn(refusals),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_F(Description, RefusesWeightsThatItWouldLeaveUnread) {
    Shapes more = {{"in_proj_weight", {12, 4}}, {"out_proj.weight", {4, 4}}, {"bias_k", {1, 1, 4}}};
    const auto load = [&](const std::string& json) { Model::load(zeroModel(more, json), compute); };
    const std::string packed =
        R"({"heads": 2, "tensors": {"qkv": "in_proj_weight", "attention_out": "out_proj"}})";
    const Error error = expectError(ErrorCode::FeatureUnsupported, [&] { load(packed); });
    EXPECT_NE(std::string_view(error.what()).find("bias_k"), std::string_view::npos);

    more = {{"in_proj_weight", {12, 4}}, {"norm.weight", {4}}, {"norm.bias", {4}}};
    const Error norm = expectError(ErrorCode::ConfigInvalid, [&] {
        load(
            R"({"heads": 2, "norm": "rms", "tensors": {"qkv": "in_proj_weight", "attention_norm": "norm"}})");
    });
    EXPECT_NE(std::string_view(norm.what()).find("norm.bias"), std::string_view::npos);

    more = {{"l.0.qkv.weight", {12, 4}}, {"l.2.qkv.weight", {12, 4}}};
    const Error gap = expectError(ErrorCode::ConfigInvalid,
                                  [&] { load(R"({"heads": 2, "tensors": {"qkv": "l.{}.qkv"}})"); });
    EXPECT_NE(std::string_view(gap.what()).find("no layer 1"), std::string_view::npos) << gap.what();
}

TEST_F(Description, CountsHeadsThatHaveTensorsOfTheirOwn) {
    const auto load = [&](const Shapes& tensors, const std::string& fields, const std::string& names) {
        return Model::load(zeroModel(tensors, description(fields, names)), compute);
    };
    const Shapes modules = {{"l.0.h.0.q", {8, 4}},  {"l.0.h.1.q", {8, 4}}, {"l.0.h.2.q", {8, 4}},
                            {"l.1.h.0.q", {8, 4}},  {"l.1.h.1.q", {8, 4}}, {"l.1.h.2.q", {8, 4}},
                            {"l.0.o", {12, 8}},     {"l.1.o", {12, 8}},    {"w", {3, 8, 4}},
                            {"k", {2, 1, 8, 4}},    {"wq", {2, 3, 8, 4}},  {"wo", {2, 3, 4, 8}},
                            {"three", {3, 3, 8, 4}}};
    const std::string heads =
        R"("q": "l.{}.h.{h}.q", "k": "l.{}.h.{h}.q", "v": "l.{}.h.{h}.q", "attention_out": "l.{}.o")";
    const ModelConfig c = load(modules, R"("linear": "in_out")", heads)->config();
    EXPECT_EQ(c.layers, 2);
    EXPECT_EQ(c.heads, 3);
    EXPECT_EQ(c.kvHeads, 3);
    EXPECT_EQ(c.headDim, 4);

    const std::string axes =
        R"("q": "wq[{}][{h}]", "k": "k[{}][{h}]", "v": "k[{}][{h}]", "attention_out": "wo[{}][{h}]")";
    const ModelConfig stacked = load(modules, R"("linear": "in_out")", axes)->config();
    EXPECT_EQ(stacked.layers, 2);
    EXPECT_EQ(stacked.heads, 3);
    EXPECT_EQ(stacked.kvHeads, 1);
    EXPECT_EQ(load(modules, R"("linear": "in_out")", axes)->tensorReport().used,
              (std::vector<std::string>{"k", "wo", "wq"}));

    const auto refusal = [&](const Shapes& tensors, const std::string& fields, const std::string& names) {
        return std::string(expectError(ErrorCode::ConfigInvalid, [&] {
                               load(tensors, R"("linear": "in_out")" + fields, names);
                           }).what());
    };
    const auto says = [](const std::string& sentence, const char* part) {
        EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
    };
    says(refusal(modules, R"(, "heads": 4)", heads), "heads is 4");
    Shapes fewer = modules;
    fewer.erase("l.1.h.2.q");
    says(refusal(fewer, "", heads), "the number of heads is 3 in layer 0 and 2 in layer 1");
    Shapes gap = modules;
    gap.erase("l.0.h.1.q");
    says(refusal(gap, "", heads), "but no head 1");
    says(refusal(modules, "", heads + R"(, "attention_norm": "l.{}.h.{h}.q")"), "it belongs to no head");
    says(refusal(modules, "", heads + R"(, "attention_norm": "w[{}]")"), "its number of layers is 3");
    says(
        refusal(
            modules, "",
            R"("q": "l.{}.h.{h}.q", "k": "three[{}][{h}]", "v": "three[{}][{h}]", "attention_out": "l.{}.o")"),
        "its number of layers is 3");
    says(refusal(modules, "",
                 R"("q": "l.{}.h.{h}.q", "k": "l.{}.h.{h}.q", "v": "k[{}][{h}]", "attention_out": "l.{}.o")"),
         "its number of heads is 1");
}

TEST_F(Description, StandsAboveAConfigBesideIt) {
    std::map<std::string, MappedFile, std::less<>> files;
    files.emplace("config.json", test::inMemory("config.json", R"({"model_type": "mine"})"));
    files.emplace("headscope.json",
                  test::inMemory("headscope.json", description(R"("heads": 4)", attention)));
    files.emplace("model.safetensors", test::inMemory("w", test::zeros(shapes)));
    EXPECT_EQ(Model::load(Checkpoint::fromFiles("m", files), compute)->config().layers, 2);
}

TEST_F(Description, ReadsVectorsAndNothingElseWithoutEmbeddings) {
    const ModelPtr model = load(description(R"("heads": 4)", attention));
    Input input;
    input.ids = {1, 2};
    const Error error = expectError(ErrorCode::NoEmbeddings, [&] { model->tokens(input); });
    EXPECT_EQ(error.arguments(), (std::vector<std::string>{"m", "8"}));
    const auto give = [&](Index rows, Index columns, float value) {
        input.vectors = std::make_shared<const Matrix>(Matrix::Constant(rows, columns, value));
    };
    give(3, 8, 1);
    const std::vector<Token> tokens = model->tokens(input);
    ASSERT_EQ(tokens.size(), 3u);
    EXPECT_EQ(tokens[2].label, "2");
    give(3, 7, 1);
    expectError(ErrorCode::VectorsInvalid, [&] { model->tokens(input); });
    give(3, 8, std::numeric_limits<float>::quiet_NaN());
    expectError(ErrorCode::VectorsInvalid, [&] { model->tokens(input); });
    give(0, 8, 1);
    expectError(ErrorCode::TextEmpty, [&] { model->tokens(input); });

    const ModelPtr words = load(description(R"("heads": 4)", attention + embedding));
    give(3, 8, 1);
    expectError(ErrorCode::BadArgument, [&] { words->tokens(input); });
}

}  // namespace
}  // namespace headscope::core
