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

}  // namespace

std::vector<Architecture> gptFamilies() {
    return {gpt2()};
}

}  // namespace headscope::core
