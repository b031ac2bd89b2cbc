// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs whose tensors are missing, unreadable or damaged: attention runs, and no number is made up.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "core/base/memory.h"
#include "core/model/model.h"
#include "core/model/weights.h"
#include "tests/core/model/changed_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/safetensors_bytes.h"

namespace headscope::core {
namespace {

using Names = std::vector<std::string>;

class Outputs : public ::testing::Test {
protected:
    Executor executor{2};
    Compute compute{executor, baseKernels()};
    RunSpec spec;
    const std::vector<Index> last = {5};

    Outputs() { spec.input.ids = {3, 1, 4, 1, 5, 9}; }

    ModelPtr load(const Changed& changed) { return Model::load(changed.checkpoint(), compute); }

    /// The model runs as the undamaged fixture does, has no output, and says why.
    Error unavailable(const Changed& changed, std::string_view id, ErrorCode code) {
        const ModelPtr model = load(changed);
        const TracePtr trace = model->run(spec);
        EXPECT_EQ(trace->lastHidden,
                  Model::load(Checkpoint::open(changed.folder), compute)->run(spec)->lastHidden);
        EXPECT_TRUE(model->outputs().empty());
        const auto& reasons = model->tensorReport().unavailable;
        EXPECT_EQ(reasons.size(), 1U);
        EXPECT_TRUE(model->tensorReport().unexpected.empty());
        if (reasons.empty()) return Error(code);
        EXPECT_EQ(reasons.front().id, id);
        const Error thrown = test::expectError(code, [&] { model->logits(*trace, id, last); });
        EXPECT_STREQ(thrown.what(), reasons.front().reason.what());
        return thrown;
    }
};

TEST_F(Outputs, AreNotTiedToTheEmbeddingUnlessTheConfigSaysSo) {
    Changed llama("llama");
    llama.tensors.erase("lm_head.weight");
    const Error error = unavailable(llama, "causal-lm", ErrorCode::TensorsMissing);
    EXPECT_EQ(error.arguments().at(2), "lm_head.weight [any, 36]");
    EXPECT_EQ(load(llama)->tensorReport().missing, (Names{"lm_head.weight [any, 36]"}));
    EXPECT_TRUE(load(llama)->tensorReport().tied.empty());

    llama.replace("\"tie_word_embeddings\": false", "\"tie_word_embeddings\": true");
    EXPECT_EQ(load(llama)->outputs().size(), 1U);
    EXPECT_EQ(load(llama)->tensorReport().tied.size(), 1U);
}

TEST_F(Outputs, OfClassesWithoutSuchAHeadAreNotMissed) {
    for (const char* architectures : {"\"architectures\": [\"LlamaModel\"]", "\"architectures\": []"}) {
        Changed llama("llama");
        llama.tensors.erase("lm_head.weight");
        const std::size_t begin = llama.config.find("\"architectures\"");
        llama.config.replace(begin, llama.config.find(']', begin) + 1 - begin, architectures);
        const ModelPtr model = load(llama);
        EXPECT_TRUE(model->outputs().empty());
        EXPECT_TRUE(model->tensorReport().unavailable.empty());
        EXPECT_TRUE(model->tensorReport().missing.empty());
        const TracePtr trace = model->run(spec);
        test::expectError(ErrorCode::NoSuchOutput, [&] { model->logits(*trace, "causal-lm", last); });
    }
}

TEST_F(Outputs, AreUnavailableWhenAnyOfTheirWeightsIsMissing) {
    for (const std::string part : {"transform.LayerNorm.weight", "bias", "decoder.weight"}) {
        SCOPED_TRACE(part);
        Changed bert("bert_f16");  // whose decoder is not tied
        bert.tensors.erase("cls.predictions." + part);
        if (part == "bias") bert.tensors.erase("cls.predictions.decoder.bias");
        const Error error = unavailable(bert, "masked-lm", ErrorCode::TensorsMissing);
        EXPECT_NE(error.arguments().at(2).find("cls.predictions." + part), std::string::npos) << error.what();
    }
    Changed classifier("gpt2_classifier");
    classifier.tensors.erase("score.weight");
    unavailable(classifier, "classification", ErrorCode::TensorsMissing);
}

TEST_F(Outputs, AreUnavailableWhenTheirTypeOrShapeCannotBeRead) {
    Changed type("llama");
    type.tensors.at("lm_head.weight").dtype = "I32";
    unavailable(type, "causal-lm", ErrorCode::TensorTypeUnsupported);

    Changed shape("llama");
    StoredTensor& weight = shape.tensors.at("lm_head.weight");
    std::swap(weight.shape[0], weight.shape[1]);
    const Error error = unavailable(shape, "causal-lm", ErrorCode::TensorShapeWrong);
    EXPECT_EQ(error.arguments().at(1), "lm_head.weight");
    EXPECT_FALSE(load(shape)->tensorReport().ignored.empty());

    Changed bias("bert");
    bias.tensors.at("cls.predictions.bias").shape = {1, 131};
    unavailable(bias, "masked-lm", ErrorCode::TensorShapeWrong);
}

// Files of DeBERTa-v3 keep the language model of its training beside what they were trained to be.
TEST_F(Outputs, OfDiscriminatorsAreNoLanguageModels) {
    Changed deberta("deberta_positions");
    EXPECT_EQ(load(deberta)->outputs().size(), 1U);
    deberta.tensors["mask_predictions.classifier.weight"] = {"F32", {1, 1}, std::string(4, '\0')};
    const ModelPtr model = load(deberta);
    EXPECT_TRUE(model->outputs().empty());
    EXPECT_TRUE(model->tensorReport().unavailable.empty());
    EXPECT_TRUE(model->tensorReport().unexpected.empty());
}

// A dense stage of 30 columns before a projection that is tied to embeddings of 36.
TEST_F(Outputs, AreUnavailableWhenTheirStagesDoNotFit) {
    Changed bert("bert");
    const auto narrow = [&](const std::string& part, std::vector<Index> shape) {
        StoredTensor& tensor = bert.tensors.at("cls.predictions.transform." + part);
        const std::size_t rows = static_cast<std::size_t>(tensor.shape[0]);
        tensor.bytes.resize(tensor.bytes.size() / rows * 30);
        tensor.shape = std::move(shape);
    };
    narrow("dense.weight", {30, 36});
    for (const char* vector : {"dense.bias", "LayerNorm.weight", "LayerNorm.bias"}) narrow(vector, {30});
    const Error error = unavailable(bert, "masked-lm", ErrorCode::TensorShapeWrong);
    EXPECT_EQ(error.arguments().at(1), "bert.embeddings.word_embeddings.weight");
}

TEST_F(Outputs, TiedToTheEmbeddingDoNotReadACopy) {
    Changed tied("llama_tied_bf16");
    const ModelPtr before = load(tied);
    tied.tensors["lm_head.weight"] = {"I16", {2, 2}, std::string(8, '\1')};
    const ModelPtr after = load(tied);
    EXPECT_EQ(after->tensorReport().ignored, (Names{"lm_head.weight"}));
    EXPECT_EQ(after->logits(*after->run(spec), "causal-lm", last),
              before->logits(*before->run(spec), "causal-lm", last));
}

TEST_F(Outputs, NeverHoldNumbersThatAreNotFinite) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    Changed norm("llama");
    norm.fill("model.norm.weight", nan);
    const Error inNorm = test::expectError(ErrorCode::NotFinite, [&] { load(norm)->run(spec); });
    EXPECT_EQ(inNorm.arguments().at(1), "final norm");

    for (const float bad : {nan, std::numeric_limits<float>::infinity()}) {
        Changed classifier("bert_classifier");
        classifier.fill("classifier.bias", bad);
        const ModelPtr model = load(classifier);
        const TracePtr trace = model->run(spec);
        const Error inLogits =
            test::expectError(ErrorCode::NotFinite, [&] { model->logits(*trace, "classification", {}); });
        EXPECT_EQ(inLogits.arguments().at(1), "classification");
    }
}

TEST_F(Outputs, AttentionStatesThatAreNotFiniteStopTheRun) {
    Changed bert("bert");
    bert.fill("bert.encoder.layer.1.attention.self.key.bias", -std::numeric_limits<float>::infinity());
    const Error error = test::expectError(ErrorCode::NotFinite, [&] { load(bert)->run(spec); });
    EXPECT_EQ(error.arguments().at(1), "layer 1");
}

TEST_F(Outputs, OfDecodersReadTheLastTokenThatIsNoPadding) {
    const Changed classifier("gpt2_classifier");  // "pad_token_id": 130
    const ModelPtr model = load(classifier);
    const auto answer = [&](const Model& of, std::vector<std::int32_t> ids) {
        spec.input.ids = std::move(ids);
        return of.logits(*of.run(spec), "classification", {});
    };
    const Matrix plain = answer(*model, {3, 1, 130, 4});
    EXPECT_TRUE(answer(*model, {3, 1, 130, 4, 130, 130}).isApprox(plain, 1e-5F));
    EXPECT_TRUE(answer(*model, {130, 130}).isApprox(answer(*model, {130}), 1e-5F));

    Changed unnamed = classifier;
    unnamed.replace("\"pad_token_id\": 130", "\"pad_token_id\": null");
    EXPECT_FALSE(answer(*load(unnamed), {3, 1, 130, 4, 130, 130}).isApprox(plain, 1e-2F));
}

TEST_F(Outputs, RunsAreHeardOfWithinEveryLayerAndStopThere) {
    const ModelPtr model = load(Changed("llama"));
    std::vector<double> heard;
    model->run(spec, {}, [&](double fraction) {
        heard.push_back(fraction);
        return true;
    });
    EXPECT_TRUE(std::is_sorted(heard.begin(), heard.end()));
    EXPECT_EQ(heard.front(), 0.0);
    EXPECT_EQ(heard.back(), 1.0);
    const std::size_t most = heard.size();
    EXPECT_GE(most, 6U * static_cast<std::size_t>(model->config().layers));
    for (std::size_t stop = 1; stop <= most; ++stop) {
        std::size_t calls = 0;
        test::expectError(ErrorCode::Cancelled,
                          [&] { model->run(spec, {}, [&](double) { return ++calls < stop; }); });
        EXPECT_EQ(calls, stop);
    }
    const TracePtr trace = model->run(spec);
    test::expectError(ErrorCode::Cancelled,
                      [&] { model->logits(*trace, "causal-lm", last, [](double) { return false; }); });
}

TEST_F(Outputs, ConvertedWeightsStayWithinAShareOfTheMemory) {
    EXPECT_EQ(load(Changed("llama"))->weightsBudget(), physicalMemory() / 2);
    const Checkpoint checkpoint = Changed("llama").checkpoint();
    const Architecture architecture = architectureOf(checkpoint);
    ModelConfig config = readConfig(architecture, checkpoint);
    const Weights roomy(compute, checkpoint, architecture, config, std::size_t{1} << 30);
    EXPECT_EQ(roomy.layer(1), roomy.layer(1));
    const std::size_t one = roomy.layer(0)->bytes();
    const Weights tight(compute, checkpoint, architecture, config, one + one / 2);
    EXPECT_EQ(tight.layer(0), tight.layer(0));
    EXPECT_NE(tight.layer(1), tight.layer(1));
    EXPECT_EQ(tight.layer(1)->qkv.weight, roomy.layer(1)->qkv.weight);
}

}  // namespace
}  // namespace headscope::core
