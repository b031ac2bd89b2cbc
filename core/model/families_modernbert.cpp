// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders that normalise before each half of the block, rotate, and look at a window in most layers.
#include "core/model/config_values.h"
#include "core/model/families.h"

namespace headscope::core {
namespace {

// How a text is pooled, and the activation of the head that all outputs have.
void adjustModernBert(Architecture& row, const Json& config) {
    const Activation activation = knownActivation(config, config.stringOr("classifier_activation", "gelu"));
    const std::string pooling = config.stringOr("classifier_pooling", "cls");
    if (pooling != "cls" && pooling != "mean")
        refuseFeature(config, "classifier_pooling \"" + pooling + "\"");
    for (OutputHead& head : row.outputs) {
        head.activation = activation;
        if (head.scope == OutputScope::FirstToken && pooling == "mean")
            head.scope = OutputScope::MeanOfTokens;
    }
}

// One row of outputs whose dense stage and norm have the same names.
OutputHead headed(OutputHead head) {
    head.dense = "head.dense";
    head.norm = "head.norm";
    return head;
}

Architecture modernBert() {
    Architecture a;
    a.name = "ModernBERT";
    a.modelTypes = {"modernbert"};
    a.classPrefix = "ModernBert";
    a.note = "two of three layers see a window and rotate with a base of their own; no biases";
    a.prefixes = {"model.", ""};
    a.layers = {{"num_hidden_layers"}, 22};
    a.heads = {{"num_attention_heads"}, 12};
    a.modelDim = {{"hidden_size"}, 768};
    a.mlpDim = {{"intermediate_size"}, 1152};
    a.vocabSize = {{"vocab_size"}, 50368};
    a.positions = {{"max_position_embeddings"}, 8192};
    a.epsilonKeys = {"norm_eps"};
    a.epsilon = 1e-5;
    a.activationKeys = {"hidden_activation"};
    a.paddingId = 50283;
    a.design.placement = NormPlacement::Pre;
    a.design.position = PositionKind::None;
    a.design.mlp = MlpKind::Gated;
    a.window = {
        "local_attention", 128, 2, {}, WindowLayers::AllButFirstOfEach, {{"global_attn_every_n_layers"}, 3}};
    a.rope.used = true;
    a.rope.theta = {{"global_rope_theta"}, 160000};
    a.rope.localTheta = {{"local_rope_theta"}, 10000};
    a.qkv = QkvLayout::Blocks;
    a.gate = GateLayout::Halves;
    a.qkvBias = a.outBias = {false, "attention_bias"};
    a.mlpBias = {false, "mlp_bias"};
    a.normBias = {false, "norm_bias"};
    a.firstLayerNormed = false;
    a.names.tokenEmbedding = "embeddings.tok_embeddings";
    a.names.embeddingNorm = "embeddings.norm";
    a.names.qkv = "layers.{}.attn.Wqkv";
    a.names.attentionOut = "layers.{}.attn.Wo";
    a.names.attentionNorm = "layers.{}.attn_norm";
    a.names.mlpGateUp = "layers.{}.mlp.Wi";
    a.names.mlpDown = "layers.{}.mlp.Wo";
    a.names.mlpNorm = "layers.{}.mlp_norm";
    a.names.finalNorm = "final_norm";
    a.ignored = {"rotary_emb.inv_freq"};
    a.adjust = adjustModernBert;
    OutputHead answers = questionAnswering();
    answers.projection = "classifier";
    a.outputs = {
        headed({.id = "masked-lm", .projection = "decoder", .vocabulary = true, .classes = {"ForMaskedLM"}}),
        headed({.id = "classification",
                .scope = OutputScope::FirstToken,
                .projection = "classifier",
                .classes = {sequenceClass}}),
        headed(tokenClassifier()),
        headed(answers),
    };
    return a;
}

}  // namespace

std::vector<Architecture> modernBertFamilies() {
    return {modernBert()};
}

}  // namespace headscope::core
