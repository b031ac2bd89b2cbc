// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders that normalise after each half of the block.
#include "core/model/families.h"

namespace headscope::core {

OutputHead tokenClassifier() {
    return {.id = "token-classification", .projection = "classifier", .classes = {tokenClass}};
}

OutputHead questionAnswering() {
    return {.id = "question-answering",
            .projection = "qa_outputs",
            .classes = {answersClass},
            .columns = {"begin", "end"}};
}

Architecture bertRow() {
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
    a.outputs = {
        {.id = "masked-lm",
         .dense = "cls.predictions.transform.dense",
         .norm = "cls.predictions.transform.LayerNorm",
         .projection = "cls.predictions.decoder",
         .bias = "cls.predictions.bias",
         .vocabulary = true},
        // Headscope's own examples: which word a pronoun, a negation or "because" refers to.
        {.id = "reference",
         .dense = "cls.reference.transform.dense",
         .norm = "cls.reference.transform.LayerNorm",
         .bias = "cls.reference.bias",
         .vocabulary = true},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "pooler.dense",
         .activation = Activation::Tanh,
         .projection = "classifier",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
    return a;
}

Architecture robertaRow() {
    Architecture a = bertRow();
    a.name = "RoBERTa";
    a.modelTypes = {"roberta"};
    a.classPrefix = "Roberta";
    a.note = "positions count from the padding id";
    a.prefixes = {"roberta.", ""};
    a.vocabSize = {{"vocab_size"}, 50265};
    a.design.position = PositionKind::LearnedAfterPadding;
    a.paddingId = 1;
    a.outputs = {
        {.id = "masked-lm",
         .dense = "lm_head.dense",
         .activation = Activation::Gelu,
         .norm = "lm_head.layer_norm",
         .projection = "lm_head.decoder",
         .bias = "lm_head.bias",
         .vocabulary = true},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "classifier.dense",
         .activation = Activation::Tanh,
         .projection = "classifier.out_proj",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
    return a;
}

namespace {

Architecture xlmRoberta() {
    Architecture a = robertaRow();
    a.name = "XLM-RoBERTa";
    a.modelTypes = {"xlm-roberta"};
    a.classPrefix = "XLMRoberta";
    a.note = "RoBERTa in a hundred languages; also BGE-M3 and the multilingual E5";
    a.vocabSize = {{"vocab_size"}, 30522};
    return a;
}

Architecture camembert() {
    Architecture a = robertaRow();
    a.name = "CamemBERT";
    a.modelTypes = {"camembert"};
    a.classPrefix = "Camembert";
    a.note = "RoBERTa in French";
    a.vocabSize = {{"vocab_size"}, 30522};
    return a;
}

Architecture distilbert() {
    Architecture a = bertRow();
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
        {.id = "masked-lm",
         .dense = "vocab_transform",
         .norm = "vocab_layer_norm",
         .projection = "vocab_projector",
         .vocabulary = true},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "pre_classifier",
         .activation = Activation::Relu,
         .projection = "classifier",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
    return a;
}

}  // namespace

std::vector<Architecture> bertFamilies() {
    return {bertRow(), robertaRow(), xlmRoberta(), camembert(), distilbert()};
}

}  // namespace headscope::core
