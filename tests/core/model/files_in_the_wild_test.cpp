// SPDX-License-Identifier: GPL-3.0-or-later
// What files of real models have that no specification names (formats.md 4, peers.md 3), as far as no other
// test holds it.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/model.h"
#include "tests/core/model/changed_model.h"
#include "tests/core/model/config_of.h"
#include "tests/support/expect_error.h"

namespace headscope::core {
namespace {

using Names = std::vector<std::string>;

class FilesInTheWild : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};
    RunSpec spec;
    const std::vector<Index> last = {5};

    FilesInTheWild() { spec.input.ids = {3, 1, 4, 1, 5, 9}; }

    ModelPtr load(const Changed& changed) { return Model::load(changed.checkpoint(), compute); }
    void rename(Changed& changed, const std::string& from, const std::string& to) {
        auto tensor = changed.tensors.extract(from);
        ASSERT_FALSE(tensor.empty()) << from;
        tensor.key() = to;
        changed.tensors.insert(std::move(tensor));
    }
    void expectSame(const Model& changed, const char* fixture, std::string_view output) {
        const ModelPtr whole = Model::load(Checkpoint::open(Changed(fixture).folder), compute);
        const TracePtr a = changed.run(spec);
        const TracePtr b = whole->run(spec);
        EXPECT_EQ(a->lastHidden, b->lastHidden);
        if (output.empty()) return;
        EXPECT_EQ(changed.logits(*a, output, last), whole->logits(*b, output, last));
    }
};

// safetensors.torch.save_model keeps the first name of a shared tensor, in the order of the alphabet.
TEST_F(FilesInTheWild, KeepEitherNameOfATiedMatrix) {
    struct Tie {
        const char* fixture;
        const char* embedding;
        const char* output;
        const char* id;
    };
    for (const Tie& tie : {Tie{"llama_tied_bf16", "model.embed_tokens.weight", "lm_head.weight", "causal-lm"},
                           Tie{"gpt2", "transformer.wte.weight", "lm_head.weight", "causal-lm"},
                           Tie{"roberta", "roberta.embeddings.word_embeddings.weight",
                               "lm_head.decoder.weight", "masked-lm"}}) {
        SCOPED_TRACE(tie.fixture);
        Changed changed(tie.fixture);
        rename(changed, tie.embedding, tie.output);
        const ModelPtr model = load(changed);
        EXPECT_EQ(model->tensorReport().unexpected, Names());
        ASSERT_EQ(model->tensorReport().tied.size(), 1U);
        EXPECT_TRUE(model->tensorReport().tied[0].ends_with(std::string(" = ") + tie.output));
        expectSame(*model, tie.fixture, tie.id);
    }
    Changed untied("llama");  // whose two matrices differ
    untied.tensors.erase("model.embed_tokens.weight");
    const Error error = test::expectError(ErrorCode::TensorsMissing, [&] { load(untied); });
    EXPECT_NE(std::string(error.what()).find("model.embed_tokens.weight [any, 36]"), std::string::npos);
}

TEST_F(FilesInTheWild, MayLackTheLastLayersOfTheirConfiguration) {
    Changed cut("bert");
    cut.replace("\"num_hidden_layers\": 3", "\"num_hidden_layers\": 5");
    const ModelPtr model = load(cut);
    EXPECT_EQ(model->config().layers, 3);
    EXPECT_EQ(model->config().layersNamed, 5);
    expectSame(*model, "bert", "masked-lm");
    EXPECT_EQ(load(Changed("bert"))->config().layersNamed, 0);

    Changed torn("bert");
    torn.tensors.erase("bert.encoder.layer.2.output.dense.bias");
    test::expectError(ErrorCode::TensorsMissing, [&] { load(torn); });
    Changed gap("bert");
    std::erase_if(gap.tensors,
                  [](const auto& one) { return one.first.starts_with("bert.encoder.layer.1."); });
    const Error error = test::expectError(ErrorCode::TensorsMissing, [&] { load(gap); });
    EXPECT_EQ(error.arguments().at(1), "16") << error.what();
}

TEST_F(FilesInTheWild, MayHoldMoreLayersThanTheirConfigurationUses) {
    Changed fewer("bert");
    fewer.replace("\"num_hidden_layers\": 3", "\"num_hidden_layers\": 2");
    const ModelPtr model = load(fewer);
    EXPECT_EQ(model->config().layers, 2);
    EXPECT_EQ(model->tensorReport().unexpected.size(), 16U);
}

TEST_F(FilesInTheWild, HaveWhatWrapsAModelBeforeItsNames) {
    const auto under = [](const std::string& prefix) {
        Changed bert("bert");
        StoredTensors tensors;
        for (auto& [name, tensor] : bert.tensors) tensors.emplace(prefix + name, std::move(tensor));
        bert.tensors = std::move(tensors);
        return bert;
    };
    for (const char* wrapper : {"module.", "_orig_mod.", "module._orig_mod.", "model."}) {
        const ModelPtr model = load(under(wrapper));
        EXPECT_EQ(model->tensorReport().unexpected, Names()) << wrapper;
        expectSame(*model, "bert", "masked-lm");
    }
    // A prefix that nobody knows: everything is missing, and nothing is made up.
    const Error error = test::expectError(ErrorCode::TensorsMissing, [&] { load(under("student.net.")); });
    EXPECT_EQ(error.arguments().at(1), "53") << error.what();
    EXPECT_NE(std::string(error.what()).find("embeddings.word_embeddings.weight [any, 36]"),
              std::string::npos)
        << error.what();
}

TEST_F(FilesInTheWild, HaveHeadsWhoseWidthDoesNotDivideTheModel) {
    const std::string sizes = R"({"model_type": "llama", "hidden_size": 1792, "num_attention_heads": 24)";
    EXPECT_EQ(configOf(sizes + R"(, "head_dim": 128})").headDim, 128);
    for (const char* none : {"}", R"(, "head_dim": null})"}) {
        const Error error = test::expectError(ErrorCode::ConfigInvalid, [&] { configOf(sizes + none); });
        EXPECT_NE(std::string(error.what()).find("1792"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("24 heads"), std::string::npos);
    }
    Changed llama("llama");
    llama.replace("\"head_dim\": 10", "\"head_dim\": 12");
    const std::string sentence = test::expectError(ErrorCode::TensorShapeWrong, [&] { load(llama); }).what();
    EXPECT_NE(sentence.find("[60, 36]"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("[72, 36]"), std::string::npos) << sentence;
}

TEST_F(FilesInTheWild, HaveMoreRowsOfEmbeddingsThanTheConfigurationSays) {
    Changed bert("bert");
    bert.replace("\"vocab_size\": 131", "\"vocab_size\": 100");
    const ModelPtr model = load(bert);
    EXPECT_EQ(model->config().vocabSize, 131);
    spec.input.ids = {3, 130};
    EXPECT_EQ(model->run(spec)->length(), 2);
    spec.input.ids = {3, 131};
    test::expectError(ErrorCode::TokenIdOutOfRange, [&] { model->run(spec); });
}

TEST_F(FilesInTheWild, CallOneActivationByManyNames) {
    for (const char* name :
         {"gelu_new", "gelu_pytorch_tanh", "gelu_fast", "gelu_accurate", "gelu_python_tanh"})
        EXPECT_EQ(
            configOf(R"({"model_type": "bert", "hidden_act": ")" + std::string(name) + "\"}").activation,
            Activation::GeluTanh)
            << name;
    EXPECT_EQ(configOf(R"({"model_type": "bert", "hidden_act": "gelu_python"})").activation,
              Activation::Gelu);
}

// Only norms that are missing under their own names are looked for under TensorFlow's.
TEST_F(FilesInTheWild, HaveGammasThatBelongToNoNorm) {
    Changed bert("bert");
    bert.tensors["bert.encoder.layer.0.gamma"] = {"F32", {36}, std::string(144, '\x7F')};
    bert.tensors["bert.embeddings.LayerNorm.gamma"] = {"F32", {36}, std::string(144, '\x7F')};
    const ModelPtr model = load(bert);
    EXPECT_EQ(model->tensorReport().unexpected,
              (Names{"bert.embeddings.LayerNorm.gamma", "bert.encoder.layer.0.gamma"}));
    expectSame(*model, "bert", "masked-lm");
}

TEST_F(FilesInTheWild, NameNoLongestText) {
    const Changed gpt2("gpt2");
    const std::string longest = R"({"model_max_length": 1000000000000000019884624838656})";
    const ModelPtr model = Model::load(
        Checkpoint::fromFiles(
            "m", {{"config.json", test::inMemory("config.json", gpt2.config)},
                  {"tokenizer_config.json", test::inMemory("tokenizer_config.json", longest)},
                  {"model.safetensors", test::inMemory("model.safetensors", safetensorsOf(gpt2.tensors))}}),
        compute);
    EXPECT_EQ(model->config().maxTokens, 24);
}

}  // namespace
}  // namespace headscope::core
