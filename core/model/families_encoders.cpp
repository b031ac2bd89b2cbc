// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders of BERT's block with other embeddings, shared weights, distances in the scores, or windows.
#include "core/model/config_values.h"
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

// What config.json of DeBERTa switches.
void adjustDeberta(Architecture& row, const Json& config) {
    if (!config.boolOr("position_biased_input", true)) {
        row.design.position = PositionKind::None;
        row.names.positionEmbedding = {};
        row.ignored.push_back("embeddings.position_embeddings.weight");
    }
    for (OutputHead& head : row.outputs) {
        if (head.scope == OutputScope::FirstToken)
            head.activation = knownActivation(config, config.stringOr("pooler_hidden_act", "gelu"));
    }
}

std::vector<OutputHead> debertaOutputs() {
    // Version 3 was trained to find replaced tokens: the language model in its files was left behind.
    constexpr std::string_view discriminator = "mask_predictions.classifier.weight";
    return {
        {.id = "masked-lm",
         .dense = "lm_predictions.lm_head.dense",
         .norm = "lm_predictions.lm_head.LayerNorm",
         .bias = "lm_predictions.lm_head.bias",
         .vocabulary = true,
         .unless = discriminator},
        {.id = "masked-lm",
         .dense = "cls.predictions.transform.dense",
         .norm = "cls.predictions.transform.LayerNorm",
         .projection = "cls.predictions.decoder",
         .bias = "cls.predictions.bias",
         .vocabulary = true,
         .unless = discriminator},
        {.id = "classification",
         .scope = OutputScope::FirstToken,
         .dense = "pooler.dense",
         .projection = "classifier",
         .classes = {sequenceClass}},
        tokenClassifier(),
        questionAnswering(),
    };
}

Architecture deberta() {
    Architecture a = bertRow();
    a.name = "DeBERTa-v2";
    a.modelTypes = {"deberta-v2"};
    a.classPrefix = "DebertaV2";
    a.note = "also DeBERTa-v3 and mDeBERTa; content and distance attend to each other";
    a.prefixes = {"deberta.", ""};
    a.layers = {{"num_hidden_layers"}, 24};
    a.heads = {{"num_attention_heads"}, 24};
    a.modelDim = {{"hidden_size"}, 1536};
    a.embeddingDim = {{"embedding_size"}, {}};
    a.headDim = {{"attention_head_size"}, {}};
    a.mlpDim = {{"intermediate_size"}, 6144};
    a.vocabSize = {{"vocab_size"}, 128100};
    a.types = {{"type_vocab_size"}, 0};
    a.epsilon = 1e-7;
    a.distances = true;
    a.design.embeddingProjection = EmbeddingProjection::BeforeNorm;
    a.adjust = adjustDeberta;
    a.names.embeddingProjection = "embeddings.embed_proj";
    a.names.q = "encoder.layer.{}.attention.self.query_proj";
    a.names.k = "encoder.layer.{}.attention.self.key_proj";
    a.names.v = "encoder.layer.{}.attention.self.value_proj";
    a.names.distances = "encoder.rel_embeddings";
    a.names.distancesNorm = "encoder.LayerNorm";
    a.names.distanceKey = "encoder.layer.{}.attention.self.pos_key_proj";
    a.names.distanceQuery = "encoder.layer.{}.attention.self.pos_query_proj";
    a.names.convolution = "encoder.conv.conv";
    a.names.convolutionNorm = "encoder.conv.LayerNorm";
    for (const std::string_view unused :
         {"encoder.rel_embeddings.weight", "encoder.LayerNorm.weight", "encoder.LayerNorm.bias"})
        a.ignored.push_back(unused);  // where distances are switched off
    a.ignoredParts = {"mask_predictions.", "lm_predictions."};
    a.outputs = debertaOutputs();
    return a;
}

// Which tokens are global where nobody says it depends on what the model is for.
void adjustLongformer(Architecture& row, const Json& config) {
    const std::string className = firstClass(config);
    if (className.ends_with(sequenceClass)) row.design.globalTokens = GlobalTokens::First;
    if (className.ends_with(answersClass)) row.design.globalTokens = GlobalTokens::BeforeSeparator;
}

Architecture longformer() {
    Architecture a = robertaRow();
    a.name = "Longformer";
    a.modelTypes = {"longformer"};
    a.classPrefix = "Longformer";
    a.note = "windows of each layer, and global tokens with projections of their own";
    a.prefixes = {"longformer.", ""};
    a.vocabSize = {{"vocab_size"}, 30522};
    a.separatorId = 2;
    a.window.key = "attention_window";
    a.window.fallback = 512;
    a.window.divisor = 2;
    a.design.globalTokens = GlobalTokens::None;
    a.names.globalQ = "encoder.layer.{}.attention.self.query_global";
    a.names.globalK = "encoder.layer.{}.attention.self.key_global";
    a.names.globalV = "encoder.layer.{}.attention.self.value_global";
    a.adjust = adjustLongformer;
    return a;
}

}  // namespace

std::vector<Architecture> encoderFamilies() {
    return {electra(), albert(), mpnet(), deberta(), longformer()};
}

}  // namespace headscope::core
