// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders with RMS norms before each half of the block, gated MLPs and rotation.
#include "core/model/families.h"

namespace headscope::core {

Architecture llamaRow() {
    Architecture a;
    a.name = "LLaMA";
    a.modelTypes = {"llama"};
    a.classPrefix = "Llama";
    a.note = "also TinyLlama, SmolLM, Vicuna, Yi; grouped key/value heads, every RoPE scaling";
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

Architecture qwen3() {
    Architecture a = qwen2();
    a.name = "Qwen3";
    a.modelTypes = {"qwen3"};
    a.classPrefix = "Qwen3";
    a.note = "q and k of each head are normalised before they rotate";
    a.headDim = {{"head_dim"}, 128};
    a.qkvBias = a.outBias = {false, "attention_bias"};
    a.design.qkNorm = QkNorm::PerHead;
    a.names.qNorm = "layers.{}.self_attn.q_norm";
    a.names.kNorm = "layers.{}.self_attn.k_norm";
    return a;
}

Architecture lfm2() {
    Architecture a = llamaRow();
    a.name = "LFM2";
    a.modelTypes = {"lfm2"};
    a.classPrefix = "Lfm2";
    a.note = "most layers have a short convolution in place of attention, and no pattern";
    a.kvHeads = {{"num_key_value_heads"}, 8};
    a.modelDim = {{"hidden_size"}, 2560};
    a.mlpDim = {{"intermediate_size", "block_ff_dim"}, 12288};
    a.vocabSize = {{"vocab_size"}, 65536};
    a.positions = {{"max_position_embeddings"}, 128000};
    a.epsilonKeys = {"norm_eps"};
    a.epsilon = 1e-5;
    a.activationKeys = {};
    a.tied = true;
    a.rope.theta.fallback = 1e6;
    a.qkvBias = a.outBias = a.mlpBias = {};
    a.shortConvolutionBias = {false, "conv_bias"};
    a.design.qkNorm = QkNorm::PerHead;
    a.names.qNorm = "layers.{}.self_attn.q_layernorm";
    a.names.kNorm = "layers.{}.self_attn.k_layernorm";
    a.names.attentionOut = "layers.{}.self_attn.out_proj";
    a.names.attentionNorm = "layers.{}.operator_norm";
    a.names.shortConvolutionIn = "layers.{}.conv.in_proj";
    a.names.shortConvolution = "layers.{}.conv.conv";
    a.names.shortConvolutionOut = "layers.{}.conv.out_proj";
    a.names.mlpGate = "layers.{}.feed_forward.w1";
    a.names.mlpUp = "layers.{}.feed_forward.w3";
    a.names.mlpDown = "layers.{}.feed_forward.w2";
    a.names.mlpNorm = "layers.{}.ffn_norm";
    a.names.finalNorm = "embedding_norm";
    return a;
}

Architecture mixtral() {
    Architecture a = mistral();
    a.name = "Mixtral";
    a.modelTypes = {"mixtral"};
    a.classPrefix = "Mixtral";
    a.note = "two of eight experts per token";
    a.epsilon = 1e-5;
    a.window.fallback = 0;
    a.rope.theta.fallback = 1e6;
    a.experts = {{"num_local_experts", "num_experts"}, 8};
    a.expertsPerToken = {{"num_experts_per_tok"}, 2};
    a.names.router = "layers.{}.block_sparse_moe.gate";
    a.names.mlpGate = "layers.{}.block_sparse_moe.experts.{e}.w1";
    a.names.mlpDown = "layers.{}.block_sparse_moe.experts.{e}.w2";
    a.names.mlpUp = "layers.{}.block_sparse_moe.experts.{e}.w3";
    return a;
}

Architecture starCoder2() {
    Architecture a = mistral();
    a.name = "StarCoder2";
    a.modelTypes = {"starcoder2"};
    a.classPrefix = "Starcoder2";
    a.note = "layer norms around a plain MLP; biases everywhere";
    a.layers.fallback = 30;
    a.heads.fallback = 24;
    a.kvHeads = {{"num_key_value_heads"}, 2};
    a.modelDim = {{"hidden_size"}, 3072};
    a.mlpDim = {{"intermediate_size"}, 12288};
    a.vocabSize = {{"vocab_size"}, 49152};
    a.positions = {{"max_position_embeddings"}, 4096};
    a.epsilonKeys = {"norm_epsilon"};
    a.epsilon = 1e-5;
    a.activation = "gelu_pytorch_tanh";
    a.tied = true;
    a.window.fallback = 0;
    a.design.norm = NormKind::Layer;
    a.design.mlp = MlpKind::Plain;
    a.qkvBias = a.outBias = a.mlpBias = {true, "use_bias"};
    a.names.mlpUp = "layers.{}.mlp.c_fc";
    a.names.mlpGate = {};
    a.names.mlpDown = "layers.{}.mlp.c_proj";
    return a;
}

Architecture phi3() {
    Architecture a = llamaRow();
    a.name = "Phi-3";
    a.modelTypes = {"phi3"};
    a.classPrefix = "Phi3";
    a.note = "also Phi-3.5, Phi-4 and Phi-4-mini; fused projections, RoPE longrope";
    a.modelDim = {{"hidden_size"}, 3072};
    a.mlpDim = {{"intermediate_size"}, 8192};
    a.vocabSize = {{"vocab_size"}, 32064};
    a.positions = {{"max_position_embeddings"}, 4096};
    a.epsilon = 1e-5;
    a.window.key = "sliding_window";
    a.rope.original.fallback = 4096;
    a.qkv = QkvLayout::Blocks;
    a.gate = GateLayout::Halves;
    a.qkvBias = a.outBias = a.mlpBias = {};
    a.names.q = a.names.k = a.names.v = a.names.mlpGate = a.names.mlpUp = {};
    a.names.qkv = "layers.{}.self_attn.qkv_proj";
    a.names.mlpGateUp = "layers.{}.mlp.gate_up_proj";
    return a;
}

Architecture smolLm3() {
    Architecture a = llamaRow();
    a.name = "SmolLM3";
    a.modelTypes = {"smollm3"};
    a.classPrefix = "SmolLM3";
    a.note = "every fourth layer has no positions";
    a.layers = {{"num_hidden_layers"}, 36};
    a.heads = {{"num_attention_heads"}, 16};
    a.kvHeads = {{"num_key_value_heads"}, 4};
    a.modelDim = {{"hidden_size"}, 2048};
    a.vocabSize = {{"vocab_size"}, 128256};
    a.positions = {{"max_position_embeddings"}, 32768};
    a.tied = true;
    a.rope.theta.fallback = 2e6;
    a.rope.layersKey = "no_rope_layers";
    a.rope.plainEach = {{"no_rope_layer_interval"}, 4};
    a.window.key = "sliding_window";
    a.window.switchKey = "use_sliding_window";
    a.window.layers = WindowLayers::LastOfEach;
    a.window.count = a.rope.plainEach;
    return a;
}

Architecture olmo2() {
    Architecture a = llamaRow();
    a.name = "OLMo 2";
    a.modelTypes = {"olmo2"};
    a.classPrefix = "Olmo2";
    a.note = "what each half adds is normalised; q and k over all heads together";
    a.vocabSize = {{"vocab_size"}, 50304};
    a.epsilon = 1e-5;
    a.mlpBias = {};
    a.design.qkNorm = QkNorm::WholeWidth;
    a.names.qNorm = "layers.{}.self_attn.q_norm";
    a.names.kNorm = "layers.{}.self_attn.k_norm";
    a.names.attentionNorm = a.names.mlpNorm = {};
    a.names.attentionOutNorm = "layers.{}.post_attention_layernorm";
    a.names.mlpOutNorm = "layers.{}.post_feedforward_layernorm";
    return a;
}

Architecture granite() {
    Architecture a = llamaRow();
    a.name = "Granite";
    a.modelTypes = {"granite"};
    a.classPrefix = "Granite";
    a.note = "embeddings, scores, residuals and logits have multipliers";
    a.scale = ScaleRule::Key;
    a.scaleKey = {{"attention_multiplier"}, 1};
    a.embeddingMultiplier = {{"embedding_multiplier"}, 1};
    a.residualMultiplier = {{"residual_multiplier"}, 1};
    a.logitDivisor = {{"logits_scaling"}, 1};
    return a;
}

Architecture gptOss() {
    Architecture a = llamaRow();
    a.name = "GPT-OSS";
    a.modelTypes = {"gpt_oss"};
    a.classPrefix = "GptOss";
    a.note = "BF16 copies; experts, windows in every other layer, a sink that takes part of each row";
    a.layers = {{"num_hidden_layers"}, 36};
    a.heads = {{"num_attention_heads"}, 64};
    a.kvHeads = {{"num_key_value_heads"}, 8};
    a.modelDim = {{"hidden_size"}, 2880};
    a.headDim = {{"head_dim"}, 64};
    a.mlpDim = {{"intermediate_size"}, 2880};
    a.vocabSize = {{"vocab_size"}, 201088};
    a.positions = {{"max_position_embeddings"}, 131072};
    a.epsilon = 1e-5;
    a.activationKeys = {};
    a.activation = "quick_gelu";
    a.gateLimit = {{"swiglu_limit"}, 7};
    a.upOffset = 1;
    a.window.key = "sliding_window";
    a.window.fallback = 128;
    a.window.layers = WindowLayers::AllButLastOfEach;
    a.window.count = {{}, 2};
    a.rope.theta.fallback = 150000;
    a.rope.settings = R"({"rope_type": "yarn", "factor": 32, "truncate": false,
                          "original_max_position_embeddings": 4096})";
    a.experts = {{"num_local_experts", "num_experts"}, 128};
    a.expertsPerToken = {{"num_experts_per_tok"}, 4};
    a.expertLayout = ExpertLayout::Stacked;
    a.gate = GateLayout::Alternating;
    a.qkvBias = a.outBias = {true, "attention_bias"};
    a.mlpBias = a.routerBias = {true, {}};
    a.names.sinks = "layers.{}.self_attn.sinks";
    a.names.router = "layers.{}.mlp.router";
    a.names.mlpGateUp = "layers.{}.mlp.experts.gate_up_proj";
    a.names.mlpDown = "layers.{}.mlp.experts.down_proj";
    return a;
}

}  // namespace

std::vector<Architecture> llamaFamilies() {
    return {llamaRow(),   mistral(), lfm2(),    mixtral(), qwen2(),   qwen3(),
            starCoder2(), phi3(),    smolLm3(), olmo2(),   granite(), gptOss()};
}

}  // namespace headscope::core
