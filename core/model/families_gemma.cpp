// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma: the LLaMA block with norms whose weight counts from one, scaled embeddings and, from the second
// generation on, norms on both sides of each half.
#include "core/model/families.h"

namespace headscope::core {
namespace {

Architecture gemma() {
    Architecture a = llamaRow();
    a.name = "Gemma";
    a.modelTypes = {"gemma"};
    a.classPrefix = "Gemma";
    a.note = "norm weights count from one, embeddings are scaled";
    a.layers = {{"num_hidden_layers"}, 28};
    a.heads = {{"num_attention_heads"}, 16};
    a.kvHeads = {{"num_key_value_heads"}, 16};
    a.modelDim = {{"hidden_size"}, 3072};
    a.headDim = {{"head_dim"}, 256};
    a.mlpDim = {{"intermediate_size"}, 24576};
    a.vocabSize = {{"vocab_size"}, 256000};
    a.positions = {{"max_position_embeddings"}, 8192};
    // Files of the first release say hidden_act "gelu" and mean the other one: that key is not read.
    a.activationKeys = {"hidden_activation"};
    a.activation = "gelu_pytorch_tanh";
    a.tied = true;
    a.normWeightOffset = 1;
    a.embeddingTimesRoot = true;
    a.mlpBias = {};
    return a;
}

Architecture gemma2() {
    Architecture a = gemma();
    a.name = "Gemma 2";
    a.modelTypes = {"gemma2"};
    a.classPrefix = "Gemma2";
    a.note = "windows in every other layer, soft caps on scores and logits";
    a.layers = {{"num_hidden_layers"}, 26};
    a.heads = {{"num_attention_heads"}, 8};
    a.kvHeads = {{"num_key_value_heads"}, 4};
    a.modelDim = {{"hidden_size"}, 2304};
    a.mlpDim = {{"intermediate_size"}, 9216};
    a.scale = ScaleRule::InverseRootOfKey;
    a.scaleKey = {{"query_pre_attn_scalar"}, 256};
    a.softCap = {{"attn_logit_softcapping"}, 50};
    a.logitCap = {{"final_logit_softcapping"}, 30};
    a.window.key = "sliding_window";
    a.window.fallback = 4096;
    a.window.layers = WindowLayers::AllButLastOfEach;
    a.window.count = {{}, 2};
    a.names.attentionOutNorm = "layers.{}.post_attention_layernorm";
    a.names.mlpNorm = "layers.{}.pre_feedforward_layernorm";
    a.names.mlpOutNorm = "layers.{}.post_feedforward_layernorm";
    return a;
}

// An embedding model made of it sees both sides; its windows then reach half as far each way.
void adjustGemma3(Architecture& row, const Json& config) {
    if (!config.boolOr("use_bidirectional_attention", false)) return;
    row.design.causal = false;
    row.window.divisor = 2;
}

Architecture gemma3() {
    Architecture a = gemma2();
    a.name = "Gemma 3";
    a.modelTypes = {"gemma3_text", "gemma3"};
    a.classPrefix = "Gemma3";
    a.note = "the text part; five of six layers see a window and rotate with a base of their own";
    a.prefixes = {"model.", "language_model.model.", "model.language_model.", ""};
    a.vocabSize = {{"vocab_size"}, 262208};
    a.positions = {{"max_position_embeddings"}, 131072};
    a.softCap = {{"attn_logit_softcapping"}, 0};
    a.logitCap = {{"final_logit_softcapping"}, 0};
    a.window.count = {{"sliding_window_pattern", "_sliding_window_pattern"}, 6};
    a.rope.theta.fallback = 1e6;
    a.rope.localTheta = {{"rope_local_base_freq"}, 10000};
    a.design.qkNorm = QkNorm::PerHead;
    a.names.qNorm = "layers.{}.self_attn.q_norm";
    a.names.kNorm = "layers.{}.self_attn.k_norm";
    // The tower that turns pictures into tokens.
    a.ignoredParts = {"vision_tower.", "multi_modal_projector."};
    a.adjust = adjustGemma3;
    return a;
}

}  // namespace

std::vector<Architecture> gemmaFamilies() {
    return {gemma(), gemma2(), gemma3()};
}

}  // namespace headscope::core
