// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders of BERT's block with embeddings of another width or with shared weights.
#include "core/model/families.h"

namespace headscope::core {
namespace {

Architecture electra() {
    Architecture a = bertRow();
    a.name = "ELECTRA";
    a.modelTypes = {"electra"};
    a.classPrefix = "Electra";
    a.note = "generators and discriminators; embeddings may be narrower than the model";
    a.prefixes = {"electra.", ""};
    a.heads = {{"num_attention_heads"}, 4};
    a.modelDim = {{"hidden_size"}, 256};
    a.embeddingDim = {{"embedding_size"}, 128};
    a.mlpDim = {{"intermediate_size"}, 1024};
    a.names.embeddingProjection = "embeddings_project";
    a.outputs = {
        {.id = "masked-lm",
         .dense = "generator_predictions.dense",
         .activation = Activation::Gelu,
         .norm = "generator_predictions.LayerNorm",
         .projection = "generator_lm_head",
         .vocabulary = true},
        {.id = "replaced-token",
         .dense = "discriminator_predictions.dense",
         .projection = "discriminator_predictions.dense_prediction",
         .columns = {"replaced"}},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "classifier.dense",
         .activation = Activation::Gelu,
         .projection = "classifier.out_proj",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
    return a;
}

Architecture albert() {
    Architecture a = bertRow();
    a.name = "ALBERT";
    a.modelTypes = {"albert"};
    a.classPrefix = "Albert";
    a.note = "layers share their weights; a pattern for every time that a block runs";
    a.prefixes = {"albert.", ""};
    a.heads = {{"num_attention_heads"}, 64};
    a.modelDim = {{"hidden_size"}, 4096};
    a.embeddingDim = {{"embedding_size"}, 128};
    a.mlpDim = {{"intermediate_size"}, 16384};
    a.vocabSize = {{"vocab_size"}, 30000};
    a.groups = {{"num_hidden_groups"}, 1};
    a.innerLayers = {{"inner_group_num"}, 1};
    a.activation = "gelu_new";
    a.names.embeddingProjection = "encoder.embedding_hidden_mapping_in";
    a.names.q = "encoder.albert_layer_groups.{}.albert_layers.{i}.attention.query";
    a.names.k = "encoder.albert_layer_groups.{}.albert_layers.{i}.attention.key";
    a.names.v = "encoder.albert_layer_groups.{}.albert_layers.{i}.attention.value";
    a.names.attentionOut = "encoder.albert_layer_groups.{}.albert_layers.{i}.attention.dense";
    a.names.attentionNorm = "encoder.albert_layer_groups.{}.albert_layers.{i}.attention.LayerNorm";
    a.names.mlpUp = "encoder.albert_layer_groups.{}.albert_layers.{i}.ffn";
    a.names.mlpDown = "encoder.albert_layer_groups.{}.albert_layers.{i}.ffn_output";
    a.names.mlpNorm = "encoder.albert_layer_groups.{}.albert_layers.{i}.full_layer_layer_norm";
    a.ignored = {"position_ids", "embeddings.token_type_ids", "pooler.weight", "pooler.bias"};
    a.outputs = {
        {.id = "masked-lm",
         .dense = "predictions.dense",
         .norm = "predictions.LayerNorm",
         .projection = "predictions.decoder",
         .bias = "predictions.bias",
         .vocabulary = true},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "pooler",
         .activation = Activation::Tanh,
         .projection = "classifier",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
    return a;
}

Architecture mpnet() {
    Architecture a = robertaRow();
    a.name = "MPNet";
    a.modelTypes = {"mpnet"};
    a.classPrefix = "MPNet";
    a.note = "also all-mpnet and paraphrase-mpnet; a bias by distance that all layers share";
    a.prefixes = {"mpnet.", ""};
    a.vocabSize = {{"vocab_size"}, 30527};
    a.types = {{}, 0};
    a.paddingFromConfig = false;
    a.design.positionBias = PositionBias::Buckets;
    a.biasBuckets = 32;
    a.biasFarthest = 128;
    a.names.typeEmbedding = {};
    a.names.positionBias = "encoder.relative_attention_bias";
    a.names.q = "encoder.layer.{}.attention.attn.q";
    a.names.k = "encoder.layer.{}.attention.attn.k";
    a.names.v = "encoder.layer.{}.attention.attn.v";
    a.names.attentionOut = "encoder.layer.{}.attention.attn.o";
    a.names.attentionNorm = "encoder.layer.{}.attention.LayerNorm";
    return a;
}

}  // namespace

std::vector<Architecture> encoderFamilies() {
    return {electra(), albert(), mpnet()};
}

}  // namespace headscope::core
