// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders that normalise before each half of the block, with layer norms.
#include "core/model/families.h"

namespace headscope::core {
namespace {

Architecture gpt2() {
    Architecture a;
    a.name = "GPT-2";
    a.modelTypes = {"gpt2"};
    a.classPrefix = "GPT2";
    a.note = "also DistilGPT2 and DialoGPT";
    a.prefixes = {"transformer.", ""};
    a.layers = {{"n_layer", "num_hidden_layers"}, 12};
    a.heads = {{"n_head", "num_attention_heads"}, 12};
    a.modelDim = {{"n_embd", "hidden_size"}, 768};
    a.mlpDim = {{"n_inner"}, {}};
    a.vocabSize = {{"vocab_size"}, 50257};
    a.positions = {{"n_positions", "n_ctx", "max_position_embeddings"}, 1024};
    a.epsilonKeys = {"layer_norm_epsilon"};
    a.epsilon = 1e-5;
    a.activationKeys = {"activation_function"};
    a.activation = "gelu_new";
    a.design.placement = NormPlacement::Pre;
    a.design.causal = true;
    a.qkv = QkvLayout::Blocks;
    a.linear = LinearLayout::InOut;
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "wte";
    a.names.positionEmbedding = "wpe";
    a.names.qkv = "h.{}.attn.c_attn";
    a.names.attentionOut = "h.{}.attn.c_proj";
    a.names.attentionNorm = "h.{}.ln_1";
    a.names.mlpUp = "h.{}.mlp.c_fc";
    a.names.mlpDown = "h.{}.mlp.c_proj";
    a.names.mlpNorm = "h.{}.ln_2";
    a.names.finalNorm = "ln_f";
    a.outputs = decoderOutputs("lm_head");
    a.outputs.back().projection = "classifier";
    a.ignored = {".attn.bias", ".attn.masked_bias"};  // causal masks that old versions saved
    return a;
}

Architecture gptNeo() {
    Architecture a = gpt2();
    a.name = "GPT-Neo";
    a.modelTypes = {"gpt_neo"};
    a.classPrefix = "GPTNeo";
    a.note = "every other layer sees a window; scores are not scaled";
    a.layers = {{"num_layers", "num_hidden_layers"}, 24};
    a.heads = {{"num_heads", "num_attention_heads"}, 16};
    a.modelDim = {{"hidden_size"}, 2048};
    a.mlpDim = {{"intermediate_size"}, {}};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.scale = ScaleRule::One;
    a.window.key = "window_size";
    a.window.fallback = 256;
    a.window.layers = WindowLayers::AllButFirstOfEach;
    a.window.count = {{}, 2};
    a.qkv = QkvLayout::Separate;
    a.linear = LinearLayout::OutIn;
    a.qkvBias = {};
    a.names.qkv = {};
    a.names.q = "h.{}.attn.attention.q_proj";
    a.names.k = "h.{}.attn.attention.k_proj";
    a.names.v = "h.{}.attn.attention.v_proj";
    a.names.attentionOut = "h.{}.attn.attention.out_proj";
    a.outputs = decoderOutputs("lm_head");
    a.outputs.back().projection = "classifier";
    a.ignored = {".attn.attention.bias", ".attn.attention.masked_bias"};
    return a;
}

// The 350m model normalises after each half; others before.
void adjustOpt(Architecture& row, const Json& config) {
    row.normWeights = config.boolOr("layer_norm_elementwise_affine", true);
    const bool before = config.boolOr("do_layer_norm_before", true);
    if (!before) row.design.placement = NormPlacement::Post;
    if (!before || config.boolOr("_remove_final_layer_norm", false)) row.names.finalNorm = {};
}

Architecture opt() {
    Architecture a;
    a.name = "OPT";
    a.modelTypes = {"opt"};
    a.classPrefix = "OPT";
    a.note = "also the 350m model, which normalises afterwards and projects its embeddings";
    a.prefixes = {"model.decoder.", "decoder.", ""};
    a.layers = {{"num_hidden_layers"}, 12};
    a.heads = {{"num_attention_heads"}, 12};
    a.modelDim = {{"hidden_size"}, 768};
    a.embeddingDim = {{"word_embed_proj_dim"}, {}};
    a.mlpDim = {{"ffn_dim"}, 3072};
    a.vocabSize = {{"vocab_size"}, 50272};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.positionOffset = 2;
    a.paddingId = 1;
    a.epsilon = 1e-5;
    a.activationKeys = {"activation_function"};
    a.activation = "relu";
    a.design.placement = NormPlacement::Pre;
    a.design.embeddingProjection = EmbeddingProjection::AfterTokens;
    a.design.causal = true;
    a.qkvBias = a.outBias = a.mlpBias = {true, "enable_bias"};
    a.names.tokenEmbedding = "embed_tokens";
    a.names.positionEmbedding = "embed_positions";
    a.names.embeddingProjection = "project_in";
    a.names.outputProjection = "project_out";
    a.names.q = "layers.{}.self_attn.q_proj";
    a.names.k = "layers.{}.self_attn.k_proj";
    a.names.v = "layers.{}.self_attn.v_proj";
    a.names.attentionOut = "layers.{}.self_attn.out_proj";
    a.names.attentionNorm = "layers.{}.self_attn_layer_norm";
    a.names.mlpUp = "layers.{}.fc1";
    a.names.mlpDown = "layers.{}.fc2";
    a.names.mlpNorm = "layers.{}.final_layer_norm";
    a.names.finalNorm = "final_layer_norm";
    a.outputs = decoderOutputs("lm_head");
    a.adjust = adjustOpt;
    return a;
}

void adjustBloom(Architecture& row, const Json& config) {
    if (config.boolOr("apply_residual_connection_post_layernorm", false))
        row.design.residual = Residual::NormalisedInput;
}

Architecture bloom() {
    Architecture a;
    a.name = "BLOOM";
    a.modelTypes = {"bloom"};
    a.classPrefix = "Bloom";
    a.note = "also BLOOMZ; ALiBi";
    a.prefixes = {"transformer.", ""};
    a.layers = {{"n_layer", "num_hidden_layers"}, 2};
    a.heads = {{"n_head", "num_attention_heads"}, 8};
    a.modelDim = {{"hidden_size", "n_embed"}, 64};
    a.vocabSize = {{"vocab_size"}, 250880};
    a.epsilonKeys = {"layer_norm_epsilon"};
    a.epsilon = 1e-5;
    a.activation = "gelu_new";
    a.design.placement = NormPlacement::Pre;
    a.design.position = PositionKind::None;
    a.design.positionBias = PositionBias::Alibi;
    a.design.causal = true;
    a.qkv = QkvLayout::Groups;
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "word_embeddings";
    a.names.embeddingNorm = "word_embeddings_layernorm";
    a.names.qkv = "h.{}.self_attention.query_key_value";
    a.names.attentionOut = "h.{}.self_attention.dense";
    a.names.attentionNorm = "h.{}.input_layernorm";
    a.names.mlpUp = "h.{}.mlp.dense_h_to_4h";
    a.names.mlpDown = "h.{}.mlp.dense_4h_to_h";
    a.names.mlpNorm = "h.{}.post_attention_layernorm";
    a.names.finalNorm = "ln_f";
    a.outputs = decoderOutputs("lm_head");
    a.outputs.back().projection = "classifier";
    a.adjust = adjustBloom;
    return a;
}

}  // namespace

std::vector<Architecture> gptFamilies() {
    return {gpt2(), gptNeo(), opt(), bloom()};
}

}  // namespace headscope::core
