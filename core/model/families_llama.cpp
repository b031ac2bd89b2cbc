// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders with RMS norms before each half of the block, gated MLPs and rotation.
#include "core/model/families.h"

namespace headscope::core {

Architecture llamaRow() {
    Architecture a;
    a.name = "LLaMA";
    a.modelTypes = {"llama"};
    a.classPrefix = "Llama";
    a.note = "also TinyLlama, SmolLM, Vicuna, Yi; grouped key/value heads, RoPE (default, linear, llama3)";
    a.prefixes = {"model.", ""};
    a.layers = {{"num_hidden_layers"}, 32};
    a.heads = {{"num_attention_heads"}, 32};
    a.kvHeads = {{"num_key_value_heads"}, {}};
    a.modelDim = {{"hidden_size"}, 4096};
    a.headDim = {{"head_dim"}, {}};
    a.mlpDim = {{"intermediate_size"}, 11008};
    a.vocabSize = {{"vocab_size"}, 32000};
    a.positions = {{"max_position_embeddings"}, 2048};
    a.epsilonKeys = {"rms_norm_eps"};
    a.epsilon = 1e-6;
    a.activationKeys = {"hidden_act"};
    a.activation = "silu";
    a.tied = false;
    a.design.norm = NormKind::Rms;
    a.design.placement = NormPlacement::Pre;
    a.design.position = PositionKind::None;
    a.rope.used = true;
    a.design.mlp = MlpKind::Gated;
    a.design.causal = true;
    a.qkvBias = a.outBias = {false, "attention_bias"};
    a.mlpBias = {false, "mlp_bias"};
    a.names.tokenEmbedding = "embed_tokens";
    a.names.q = "layers.{}.self_attn.q_proj";
    a.names.k = "layers.{}.self_attn.k_proj";
    a.names.v = "layers.{}.self_attn.v_proj";
    a.names.attentionOut = "layers.{}.self_attn.o_proj";
    a.names.attentionNorm = "layers.{}.input_layernorm";
    a.names.mlpUp = "layers.{}.mlp.up_proj";
    a.names.mlpGate = "layers.{}.mlp.gate_proj";
    a.names.mlpDown = "layers.{}.mlp.down_proj";
    a.names.mlpNorm = "layers.{}.post_attention_layernorm";
    a.names.finalNorm = "norm";
    a.outputs = decoderOutputs("lm_head");
    a.ignored = {"rotary_emb.inv_freq"};
    return a;
}

namespace {

Architecture mistral() {
    Architecture a = llamaRow();
    a.name = "Mistral";
    a.modelTypes = {"mistral"};
    a.classPrefix = "Mistral";
    a.note = "sliding window as config.json says";
    a.kvHeads = {{"num_key_value_heads"}, 8};
    a.mlpDim = {{"intermediate_size"}, 14336};
    a.positions = {{"max_position_embeddings"}, 131072};
    a.window.key = "sliding_window";
    a.window.fallback = 4096;
    a.qkvBias = a.outBias = a.mlpBias = {};
    return a;
}

Architecture qwen2() {
    Architecture a = llamaRow();
    a.name = "Qwen2";
    a.modelTypes = {"qwen2"};
    a.classPrefix = "Qwen2";
    a.note = "also Qwen2.5; biases on q, k and v";
    a.kvHeads = {{"num_key_value_heads"}, 32};
    a.mlpDim = {{"intermediate_size"}, 22016};
    a.vocabSize = {{"vocab_size"}, 151936};
    a.positions = {{"max_position_embeddings"}, 32768};
    a.window.key = "sliding_window";
    a.window.fallback = 4096;
    a.window.switchKey = "use_sliding_window";
    a.window.layers = WindowLayers::FromCount;
    a.window.count = {{"max_window_layers"}, 28};
    a.qkvBias = {true, {}};
    a.outBias = a.mlpBias = {};
    return a;
}

}  // namespace

std::vector<Architecture> llamaFamilies() {
    return {llamaRow(), mistral(), qwen2()};
}

}  // namespace headscope::core
