// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders whose attention and MLP may stand side by side: both read the same residual stream and are added
// to it together.
#include "core/model/families.h"

namespace headscope::core {
namespace {

void adjustNeoX(Architecture& row, const Json& config) {
    if (!config.boolOr("use_parallel_residual", true)) row.design.placement = NormPlacement::Pre;
}

Architecture gptNeoX() {
    Architecture a;
    a.name = "GPT-NeoX";
    a.modelTypes = {"gpt_neox"};
    a.classPrefix = "GPTNeoX";
    a.note = "Pythia, Dolly, RedPajama; part of each head rotates";
    a.prefixes = {"gpt_neox.", ""};
    a.layers = {{"num_hidden_layers"}, 44};
    a.heads = {{"num_attention_heads"}, 64};
    a.modelDim = {{"hidden_size"}, 6144};
    a.mlpDim = {{"intermediate_size"}, 24576};
    a.vocabSize = {{"vocab_size"}, 50432};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.epsilonKeys = {"layer_norm_eps"};
    a.epsilon = 1e-5;
    a.activationKeys = {"hidden_act"};
    a.tied = false;
    a.design.placement = NormPlacement::Parallel;
    a.design.position = PositionKind::None;
    a.design.causal = true;
    a.rope.used = true;
    a.rope.theta = {{"rope_theta", "rotary_emb_base"}, 10000};
    a.rope.part = {{"partial_rotary_factor", "rotary_pct"}, 0.25};
    a.qkv = QkvLayout::Groups;
    a.qkvBias = a.outBias = {true, "attention_bias"};
    a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "embed_in";
    a.names.qkv = "layers.{}.attention.query_key_value";
    a.names.attentionOut = "layers.{}.attention.dense";
    a.names.attentionNorm = "layers.{}.input_layernorm";
    a.names.mlpUp = "layers.{}.mlp.dense_h_to_4h";
    a.names.mlpDown = "layers.{}.mlp.dense_4h_to_h";
    a.names.mlpNorm = "layers.{}.post_attention_layernorm";
    a.names.finalNorm = "final_layer_norm";
    a.outputs = decoderOutputs("embed_out");
    a.outputs.back().projection = "classifier";
    a.ignored = {".attention.bias", ".attention.masked_bias", "rotary_emb.inv_freq"};
    a.adjust = adjustNeoX;
    return a;
}

Architecture gptJ() {
    Architecture a;
    a.name = "GPT-J";
    a.modelTypes = {"gptj"};
    a.classPrefix = "GPTJ";
    a.note = "neighbouring columns rotate together; one norm for attention and MLP";
    a.prefixes = {"transformer.", ""};
    a.layers = {{"n_layer", "num_hidden_layers"}, 28};
    a.heads = {{"n_head", "num_attention_heads"}, 16};
    a.modelDim = {{"n_embd", "hidden_size"}, 4096};
    a.mlpDim = {{"n_inner"}, {}};
    a.vocabSize = {{"vocab_size"}, 50400};
    a.positions = {{"n_positions", "max_position_embeddings"}, 2048};
    a.epsilonKeys = {"layer_norm_epsilon"};
    a.epsilon = 1e-5;
    a.activationKeys = {"activation_function"};
    a.activation = "gelu_new";
    a.tied = false;
    a.design.placement = NormPlacement::Parallel;
    a.design.position = PositionKind::None;
    a.design.rotaryPairs = RotaryPairs::Neighbours;
    a.design.causal = true;
    a.rope.used = true;
    a.rope.dim = {{"rotary_dim"}, 64};
    a.mlpBias = {true, {}};
    a.names.tokenEmbedding = "wte";
    a.names.q = "h.{}.attn.q_proj";
    a.names.k = "h.{}.attn.k_proj";
    a.names.v = "h.{}.attn.v_proj";
    a.names.attentionOut = "h.{}.attn.out_proj";
    a.names.attentionNorm = "h.{}.ln_1";
    a.names.mlpUp = "h.{}.mlp.fc_in";
    a.names.mlpDown = "h.{}.mlp.fc_out";
    a.names.finalNorm = "ln_f";
    a.outputs = decoderOutputs("lm_head");
    a.ignored = {".attn.bias", ".attn.masked_bias", "embed_positions"};
    return a;
}

// Three generations: heads with their own keys and values (RW), one key/value head (7B), and groups with two
// norms (40B); side by side or not, rotation or ALiBi.
void adjustFalcon(Architecture& row, const Json& config) {
    const bool grouped = config.boolOr("new_decoder_architecture", false);
    const bool parallel = grouped || config.boolOr("parallel_attn", true);
    if (grouped) {
        row.kvHeads = {{"num_kv_heads", "n_head_kv"}, {}};
    } else if (config.boolOr("multi_query", true)) {
        row.kvHeads = {{}, 1};
        row.qkv = QkvLayout::Blocks;
    }
    if (!parallel) row.design.placement = NormPlacement::Pre;
    const bool twoNorms = config.intOr("num_ln_in_parallel_attn", grouped ? 2 : 1) == 2;
    if (parallel && twoNorms) {
        row.names.attentionNorm = "h.{}.ln_attn";
        row.names.mlpNorm = "h.{}.ln_mlp";
    } else if (parallel) {
        row.names.mlpNorm = {};
    }
    if (config.boolOr("alibi", false)) {
        row.rope.used = false;
        row.design.positionBias = PositionBias::AlibiHalfPrecision;
    }
}

Architecture falcon() {
    Architecture a;
    a.name = "Falcon";
    a.modelTypes = {"falcon"};
    a.classPrefix = "Falcon";
    a.note = "RW, 7B and 40B layouts; rotation or ALiBi";
    a.prefixes = {"transformer.", ""};
    a.layers = {{"num_hidden_layers", "n_layer"}, 32};
    a.heads = {{"num_attention_heads", "n_head"}, 71};
    a.modelDim = {{"hidden_size", "n_embed"}, 4544};
    a.mlpDim = {{"ffn_hidden_size"}, {}};
    a.vocabSize = {{"vocab_size"}, 65024};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.epsilonKeys = {"layer_norm_epsilon"};
    a.epsilon = 1e-5;
    a.activationKeys = {"activation"};
    a.design.placement = NormPlacement::Parallel;
    a.design.position = PositionKind::None;
    a.design.causal = true;
    a.rope.used = true;
    a.qkv = QkvLayout::Groups;
    a.qkvBias = a.outBias = a.mlpBias = {false, "bias"};
    a.names.tokenEmbedding = "word_embeddings";
    a.names.qkv = "h.{}.self_attention.query_key_value";
    a.names.attentionOut = "h.{}.self_attention.dense";
    a.names.attentionNorm = "h.{}.input_layernorm";
    a.names.mlpUp = "h.{}.mlp.dense_h_to_4h";
    a.names.mlpDown = "h.{}.mlp.dense_4h_to_h";
    a.names.mlpNorm = "h.{}.post_attention_layernorm";
    a.names.finalNorm = "ln_f";
    a.outputs = decoderOutputs("lm_head");
    a.outputs.back().projection = "classifier";
    a.ignored = {"rotary_emb.inv_freq"};
    a.adjust = adjustFalcon;
    return a;
}

void adjustPhi(Architecture& row, const Json& config) {
    if (config.boolOr("qk_layernorm", false)) row.design.qkNorm = QkNorm::PerHead;
}

Architecture phi() {
    Architecture a = llamaRow();
    a.name = "Phi";
    a.modelTypes = {"phi"};
    a.classPrefix = "Phi";
    a.note = "Phi-1, 1.5 and 2; one norm for attention and MLP";
    a.layers = {{"num_hidden_layers"}, 24};
    a.modelDim = {{"hidden_size"}, 2048};
    a.mlpDim = {{"intermediate_size"}, 8192};
    a.vocabSize = {{"vocab_size"}, 51200};
    a.epsilonKeys = {"layer_norm_eps"};
    a.epsilon = 1e-5;
    a.activation = "gelu_new";
    a.design.norm = NormKind::Layer;
    a.design.placement = NormPlacement::Parallel;
    a.design.mlp = MlpKind::Plain;
    a.rope.part.fallback = 0.5;
    a.qkvBias = a.outBias = a.mlpBias = {true, {}};
    a.names.attentionOut = "layers.{}.self_attn.dense";
    a.names.qNorm = "layers.{}.self_attn.q_layernorm";
    a.names.kNorm = "layers.{}.self_attn.k_layernorm";
    a.names.mlpUp = "layers.{}.mlp.fc1";
    a.names.mlpDown = "layers.{}.mlp.fc2";
    a.names.mlpNorm = a.names.mlpGate = {};
    a.names.finalNorm = "final_layernorm";
    a.outputs.back().projection = "classifier";
    a.adjust = adjustPhi;
    return a;
}

void adjustStableLm(Architecture& row, const Json& config) {
    if (config.boolOr("qk_layernorm", false)) row.design.qkNorm = QkNorm::PerHeadOwnWeights;
    if (!config.boolOr("use_parallel_residual", false)) return;
    row.design.placement = NormPlacement::Parallel;
    row.names.mlpNorm = {};
}

Architecture stableLm() {
    Architecture a = llamaRow();
    a.name = "StableLM";
    a.modelTypes = {"stablelm"};
    a.classPrefix = "StableLm";
    a.note = "layer norms around a gated MLP; part of each head rotates";
    a.kvHeads = {{"num_key_value_heads"}, 32};
    a.modelDim = {{"hidden_size"}, 2560};
    a.mlpDim = {{"intermediate_size"}, 6912};
    a.vocabSize = {{"vocab_size"}, 50304};
    a.positions = {{"max_position_embeddings"}, 4096};
    a.epsilonKeys = {"layer_norm_eps"};
    a.epsilon = 1e-5;
    a.design.norm = NormKind::Layer;
    a.rope.part = {{"partial_rotary_factor", "rope_pct"}, 0.25};
    a.qkvBias = {false, "use_qkv_bias"};
    a.outBias = a.mlpBias = a.headNormBias = {};
    a.names.qNorm = "layers.{}.self_attn.q_layernorm.norms.{h}";
    a.names.kNorm = "layers.{}.self_attn.k_layernorm.norms.{h}";
    a.adjust = adjustStableLm;
    return a;
}

}  // namespace

std::vector<Architecture> parallelFamilies() {
    return {gptNeoX(), gptJ(), falcon(), phi(), stableLm()};
}

}  // namespace headscope::core
