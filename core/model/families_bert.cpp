// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders that normalise after each half of the block.
#include "core/model/families.h"

namespace headscope::core {
namespace {

// BERT and its relatives that keep its layer names.
Architecture bert() {
    Architecture a;
    a.name = "BERT";
    a.modelTypes = {"bert"};
    a.classPrefix = "Bert";
    a.note = "also MiniLM, E5, BGE, GTE and other sentence models with BERT layout";
    a.prefixes = {"bert.", ""};
    a.layers = {{"num_hidden_layers"}, 12};
    a.heads = {{"num_attention_heads"}, 12};
    a.modelDim = {{"hidden_size"}, 768};
    a.mlpDim = {{"intermediate_size"}, 3072};
    a.vocabSize = {{"vocab_size"}, 30522};
    a.positions = {{"max_position_embeddings"}, 512};
    a.types = {{"type_vocab_size"}, 2};
    a.epsilonKeys = {"layer_norm_eps"};
    a.activationKeys = {"hidden_act"};
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "embeddings.word_embeddings";
    a.names.positionEmbedding = "embeddings.position_embeddings";
    a.names.typeEmbedding = "embeddings.token_type_embeddings";
    a.names.embeddingNorm = "embeddings.LayerNorm";
    a.names.q = "encoder.layer.{}.attention.self.query";
    a.names.k = "encoder.layer.{}.attention.self.key";
    a.names.v = "encoder.layer.{}.attention.self.value";
    a.names.attentionOut = "encoder.layer.{}.attention.output.dense";
    a.names.attentionNorm = "encoder.layer.{}.attention.output.LayerNorm";
    a.names.mlpUp = "encoder.layer.{}.intermediate.dense";
    a.names.mlpDown = "encoder.layer.{}.output.dense";
    a.names.mlpNorm = "encoder.layer.{}.output.LayerNorm";
    a.ignored = {"position_ids", "embeddings.token_type_ids", "pooler.dense.weight", "pooler.dense.bias"};
    const auto vocabularyHead = [](std::string_view id, std::string_view dense, std::string_view norm,
                                   std::string_view projection, std::string_view bias) {
        return OutputHead{id, OutputScope::EveryToken, dense, {}, norm, projection, bias, true, {}};
    };
    a.outputs = {
        vocabularyHead("masked-lm", "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                       "cls.predictions.decoder", "cls.predictions.bias"),
        // Headscope's own examples: which word a pronoun, a negation or "because" refers to.
        vocabularyHead("reference", "cls.reference.transform.dense", "cls.reference.transform.LayerNorm", {},
                       "cls.reference.bias"),
        {"classification",
         OutputScope::FirstToken,
         "pooler.dense",
         Activation::Tanh,
         {},
         "classifier",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

Architecture roberta() {
    Architecture a = bert();
    a.name = "RoBERTa";
    a.modelTypes = {"roberta", "xlm-roberta"};
    a.classPrefix = "Roberta";
    a.note = "also XLM-RoBERTa; positions count from the padding id";
    a.prefixes = {"roberta.", ""};
    a.vocabSize = {{"vocab_size"}, 50265};
    a.design.position = PositionKind::LearnedAfterPadding;
    a.paddingId = 1;
    a.outputs = {
        {"masked-lm",
         OutputScope::EveryToken,
         "lm_head.dense",
         Activation::Gelu,
         "lm_head.layer_norm",
         "lm_head.decoder",
         "lm_head.bias",
         true,
         {}},
        {"classification",
         OutputScope::FirstToken,
         "classifier.dense",
         Activation::Tanh,
         {},
         "classifier.out_proj",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

Architecture distilbert() {
    Architecture a = bert();
    a.name = "DistilBERT";
    a.modelTypes = {"distilbert"};
    a.classPrefix = "DistilBert";
    a.note = "";
    a.prefixes = {"distilbert.", ""};
    a.layers = {{"n_layers", "num_hidden_layers"}, 6};
    a.heads = {{"n_heads", "num_attention_heads"}, 12};
    a.modelDim = {{"dim", "hidden_size"}, 768};
    a.mlpDim = {{"hidden_dim"}, 3072};
    a.types = {{}, 0};
    a.epsilonKeys = {};
    a.activationKeys = {"activation"};
    a.names.typeEmbedding = {};
    a.names.q = "transformer.layer.{}.attention.q_lin";
    a.names.k = "transformer.layer.{}.attention.k_lin";
    a.names.v = "transformer.layer.{}.attention.v_lin";
    a.names.attentionOut = "transformer.layer.{}.attention.out_lin";
    a.names.attentionNorm = "transformer.layer.{}.sa_layer_norm";
    a.names.mlpUp = "transformer.layer.{}.ffn.lin1";
    a.names.mlpDown = "transformer.layer.{}.ffn.lin2";
    a.names.mlpNorm = "transformer.layer.{}.output_layer_norm";
    a.outputs = {
        {"masked-lm",
         OutputScope::EveryToken,
         "vocab_transform",
         {},
         "vocab_layer_norm",
         "vocab_projector",
         {},
         true,
         {}},
        {"classification",
         OutputScope::FirstToken,
         "pre_classifier",
         Activation::Relu,
         {},
         "classifier",
         {},
         false,
         {sequenceClass}},
        {"token-classification", OutputScope::EveryToken, {}, {}, {}, "classifier", {}, false, {tokenClass}},
    };
    return a;
}

}  // namespace

std::vector<Architecture> bertFamilies() {
    return {bert(), roberta(), distilbert()};
}

}  // namespace headscope::core
