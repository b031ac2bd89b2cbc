// SPDX-License-Identifier: GPL-3.0-or-later
// Models described by headscope.json against what PyTorch computed from them
// (tests/reference/make_described.py), and families of the table described by hand against what transformers
// computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/model/description.h"
#include "core/model/model.h"
#include "core/model/state_dict.h"
#include "core/trace/input_vectors.h"
#include "tests/core/model/described_model.h"
#include "tests/core/model/reference.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

namespace fs = std::filesystem;
using test::Expected;

fs::path describedFolder() {
    return fs::path(HEADSCOPE_TEST_DATA) / "described";
}

std::vector<std::string> describedNames() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(describedFolder())) {
        if (fs::exists(entry.path() / descriptionFile)) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void expectEqual(Expected& expected, const Model& model, const TracePtr& trace,
                 const std::set<std::string>& except = {}) {
    for (const auto& [name, difference] : expected.compare(model, trace)) {
        if (except.contains(name)) continue;
        EXPECT_LE(difference.value, difference.limit) << name;
    }
}

class Described : public ::testing::TestWithParam<std::string> {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};
};

TEST_P(Described, EqualsPyTorch) {
    const ModelPtr model = Model::load(Checkpoint::open(describedFolder() / GetParam()), compute);
    Expected expected("../described/" + GetParam() + "/expected");
    const TracePtr trace = model->run(expected.spec(), {.values = true, .hidden = true});
    EXPECT_EQ(trace->hidden.size(), static_cast<std::size_t>(trace->layerCount()) + 1);
    expectEqual(expected, *model, trace);
    EXPECT_TRUE(expected.neverAsked().empty())
        << expected.neverAsked().front() << " is in the dump but was not compared";
    EXPECT_TRUE(model->tensorReport().unexpected.empty()) << model->tensorReport().unexpected.front();
}

INSTANTIATE_TEST_SUITE_P(All, Described, ::testing::ValuesIn(describedNames()),
                         [](const auto& one) { return one.param; });

// README's example: its folder is described as it was found, and reads its vectors from the .npy.
TEST_F(Described, TheExampleOfReadmeOpensAsHeadscopeDescribesIt) {
    const fs::path folder = describedFolder() / "own_attention";
    const Checkpoint bare = Checkpoint::open(folder);
    const Error error = test::expectError(ErrorCode::NotDescribed, [&] { Model::load(bare, compute); });
    EXPECT_EQ(error.arguments().front(), folder.string());
    const auto found = findStateDict(bare);
    ASSERT_TRUE(found);
    const Checkpoint described = Checkpoint::fromFiles(
        "mine", {{"headscope.json", test::inMemory("headscope.json", descriptionText(*found, 4))},
                 {"model.pt", MappedFile::open(folder / "model.pt")}});
    const ModelPtr model = Model::load(described, compute);
    Expected expected("../described/own_attention/expected");
    RunSpec spec;
    spec.input.vectors = readInputVectors(folder / "x.npy");
    EXPECT_EQ(*spec.input.vectors, *expected.spec().input.vectors);
    expectEqual(expected, *model, model->run(spec, {.hidden = true}));
}

// What stands in the files of PyTorch alone is found again, apart from what tensors cannot tell.
TEST_F(Described, TheNamesThatAPersonWroteAreFoundInTheTensors) {
    for (const std::string& name : describedNames()) {
        const Checkpoint checkpoint = Checkpoint::open(describedFolder() / name);
        const auto found = findStateDict(checkpoint);
        ASSERT_TRUE(found) << name;
        std::map<std::string, std::string> written;
        const Json tensors = checkpoint.config().at("tensors");
        for (const auto& [key, value] : tensors.members()) written.emplace(key, value.asString());
        EXPECT_EQ((std::map<std::string, std::string>(found->tensors.begin(), found->tensors.end())), written)
            << name;
        EXPECT_EQ(found->residual, checkpoint.config().boolOr("residual", true)) << name;
        EXPECT_EQ(found->inOut, checkpoint.config().stringOr("linear", "out_in") == "in_out") << name;
    }
}

struct Twin {
    const char* fixture;
    const char* description;
    std::set<std::string> except{};  ///< what no description can say
};

const Twin twins[] = {
    {"bert", R"({"heads": 3, "activation": "gelu", "epsilon": 1e-12, "tensors": {
        "token_embedding": "bert.embeddings.word_embeddings.weight",
        "position_embedding": "bert.embeddings.position_embeddings.weight",
        "type_embedding": "bert.embeddings.token_type_embeddings.weight",
        "embedding_norm": "bert.embeddings.LayerNorm.weight",
        "q": "bert.encoder.layer.{}.attention.self.query.weight",
        "k": "bert.encoder.layer.{}.attention.self.key.weight",
        "v": "bert.encoder.layer.{}.attention.self.value.weight",
        "attention_out": "bert.encoder.layer.{}.attention.output.dense.weight",
        "attention_norm": "bert.encoder.layer.{}.attention.output.LayerNorm.weight",
        "mlp_up": "bert.encoder.layer.{}.intermediate.dense.weight",
        "mlp_down": "bert.encoder.layer.{}.output.dense.weight",
        "mlp_norm": "bert.encoder.layer.{}.output.LayerNorm.weight"}})"},
    {"gpt2", R"({"heads": 3, "placement": "pre", "activation": "gelu_new", "causal": true, "linear": "in_out",
        "tied": true, "tensors": {
        "token_embedding": "transformer.wte", "position_embedding": "transformer.wpe",
        "qkv": "transformer.h.{}.attn.c_attn", "attention_out": "transformer.h.{}.attn.c_proj",
        "attention_norm": "transformer.h.{}.ln_1", "mlp_up": "transformer.h.{}.mlp.c_fc",
        "mlp_down": "transformer.h.{}.mlp.c_proj", "mlp_norm": "transformer.h.{}.ln_2",
        "final_norm": "transformer.ln_f"}})"},
    {"mistral", R"({"heads": 6, "kv_heads": 3, "norm": "rms", "placement": "pre", "epsilon": 1e-6,
        "activation": "silu", "causal": true, "window": 5, "rotary": "halves", "tensors": {
        "token_embedding": "model.embed_tokens", "q": "model.layers.{}.self_attn.q_proj",
        "k": "model.layers.{}.self_attn.k_proj", "v": "model.layers.{}.self_attn.v_proj",
        "attention_out": "model.layers.{}.self_attn.o_proj",
        "attention_norm": "model.layers.{}.input_layernorm", "mlp_gate": "model.layers.{}.mlp.gate_proj",
        "mlp_up": "model.layers.{}.mlp.up_proj", "mlp_down": "model.layers.{}.mlp.down_proj",
        "mlp_norm": "model.layers.{}.post_attention_layernorm", "final_norm": "model.norm",
        "output": "lm_head"}})"},
    {"qwen3",
     R"({"heads": 6, "norm": "rms", "placement": "pre", "epsilon": 1e-6, "activation": "silu",
        "causal": true, "rotary": "halves", "rotary_theta": 1e6, "qk_norm": "per_head", "tensors": {
        "token_embedding": "model.embed_tokens", "q": "model.layers.{}.self_attn.q_proj",
        "k": "model.layers.{}.self_attn.k_proj", "v": "model.layers.{}.self_attn.v_proj",
        "q_norm": "model.layers.{}.self_attn.q_norm", "k_norm": "model.layers.{}.self_attn.k_norm",
        "attention_out": "model.layers.{}.self_attn.o_proj",
        "attention_norm": "model.layers.{}.input_layernorm", "mlp_gate": "model.layers.{}.mlp.gate_proj",
        "mlp_up": "model.layers.{}.mlp.up_proj", "mlp_down": "model.layers.{}.mlp.down_proj",
        "mlp_norm": "model.layers.{}.post_attention_layernorm", "final_norm": "model.norm",
        "output": "lm_head"}})",
     // The second layer alone sees a window of 4.
     {"attention_1", "marks_1", "hidden_2", "logits"}},
    {"olmo2", R"({"heads": 3, "kv_heads": 1, "norm": "rms", "activation": "silu", "causal": true,
        "rotary": "halves", "qk_norm": "whole_width", "tensors": {
        "token_embedding": "model.embed_tokens", "q": "model.layers.{}.self_attn.q_proj",
        "k": "model.layers.{}.self_attn.k_proj", "v": "model.layers.{}.self_attn.v_proj",
        "q_norm": "model.layers.{}.self_attn.q_norm", "k_norm": "model.layers.{}.self_attn.k_norm",
        "attention_out": "model.layers.{}.self_attn.o_proj",
        "attention_out_norm": "model.layers.{}.post_attention_layernorm",
        "mlp_gate": "model.layers.{}.mlp.gate_proj", "mlp_up": "model.layers.{}.mlp.up_proj",
        "mlp_down": "model.layers.{}.mlp.down_proj",
        "mlp_out_norm": "model.layers.{}.post_feedforward_layernorm", "final_norm": "model.norm",
        "output": "lm_head"}})"},
    {"bloom", R"({"heads": 6, "placement": "pre", "activation": "gelu_new", "causal": true,
        "qkv_order": "groups", "position_bias": "alibi", "tied": true, "tensors": {
        "token_embedding": "transformer.word_embeddings",
        "embedding_norm": "transformer.word_embeddings_layernorm",
        "qkv": "transformer.h.{}.self_attention.query_key_value",
        "attention_out": "transformer.h.{}.self_attention.dense",
        "attention_norm": "transformer.h.{}.input_layernorm",
        "mlp_up": "transformer.h.{}.mlp.dense_h_to_4h", "mlp_down": "transformer.h.{}.mlp.dense_4h_to_h",
        "mlp_norm": "transformer.h.{}.post_attention_layernorm", "final_norm": "transformer.ln_f"}})"},
    {"gptj", R"({"heads": 3, "placement": "parallel", "activation": "gelu_new", "causal": true,
        "rotary": "neighbours", "rotary_share": 0.67, "tensors": {
        "token_embedding": "transformer.wte", "q": "transformer.h.{}.attn.q_proj",
        "k": "transformer.h.{}.attn.k_proj", "v": "transformer.h.{}.attn.v_proj",
        "attention_out": "transformer.h.{}.attn.out_proj", "attention_norm": "transformer.h.{}.ln_1",
        "mlp_up": "transformer.h.{}.mlp.fc_in", "mlp_down": "transformer.h.{}.mlp.fc_out",
        "final_norm": "transformer.ln_f", "output": "lm_head"}})"},
};

class DescribedTwin : public ::testing::TestWithParam<Twin> {};

TEST_P(DescribedTwin, EqualsTransformers) {
    Executor executor(2);
    const fs::path folder = test::fixtureFolder() / GetParam().fixture;
    const Checkpoint checkpoint = Checkpoint::fromFiles(
        "twin", {{"headscope.json", test::inMemory("headscope.json", GetParam().description)},
                 {"model.safetensors", MappedFile::open(folder / "model.safetensors")}});
    const ModelPtr model = Model::load(checkpoint, {executor, baseKernels()});
    Expected expected(GetParam().fixture);
    const TracePtr trace = model->run(expected.spec(), {.values = true, .hidden = true});
    ASSERT_GT(trace->layerCount(), 1);
    expectEqual(expected, *model, trace, GetParam().except);
}

INSTANTIATE_TEST_SUITE_P(All, DescribedTwin, ::testing::ValuesIn(twins),
                         [](const auto& one) { return std::string(one.param.fixture); });

TEST(DescribedStack, MayHaveMoreLayersThanTensors) {
    Executor executor{1};
    const Compute compute{executor, baseKernels()};
    const auto load = [&](Index layers) {
        const test::Shapes stacked = {{"q", {layers, 2, 8, 4}},
                                      {"k", {layers, 2, 8, 4}},
                                      {"v", {layers, 2, 8, 4}},
                                      {"o", {layers, 2, 4, 8}}};
        return Model::load(
            test::zeroModel(stacked, R"({"heads": 2, "linear": "in_out", "tensors": {"q": "q[{}][{h}]",
            "k": "k[{}][{h}]", "v": "v[{}][{h}]", "attention_out": "o[{}][{h}]"}})"),
            compute);
    };
    EXPECT_EQ(load(48)->config().layers, 48);
    // No model has as many: whoever counts them for minutes has been fooled.
    const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { load(10000); });
    EXPECT_NE(std::string_view(error.what()).find("10000 or more"), std::string_view::npos) << error.what();
}

}  // namespace
}  // namespace headscope::core
