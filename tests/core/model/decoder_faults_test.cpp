// SPDX-License-Identifier: GPL-3.0-or-later
// Faults planted in decoders, which the comparison with transformers must notice: for each kind of block
// three families and more, with a wrong epsilon, swapped heads, a missing scale, a window that is off by one
// and a wrong variant of the activation where the family has such a thing; then what only one family has.
#include <gtest/gtest.h>

#include "tests/core/model/planted_fault.h"

namespace headscope::test::faults {
namespace {

// A change of the config alone.
struct Edit {
    const char* name;
    const char* fixture;
    const char* what;
    const char* with;
    const char* shows;
};

constexpr Edit edits[] = {
    // Layer norms before each half.
    {"Gpt2Epsilon", "gpt2", R"("layer_norm_epsilon": 1e-05)", R"("layer_norm_epsilon": 1e-06)", "q_0"},
    {"Gpt2Activation", "gpt2", R"("gelu_new")", R"("gelu")", "hidden_1"},
    {"StarCoder2Epsilon", "starcoder2", R"("norm_epsilon": 1e-05)", R"("norm_epsilon": 1e-06)", "q_0"},
    {"StarCoder2Window", "starcoder2", R"("sliding_window": 5)", R"("sliding_window": 6)", "attention_0"},
    {"StarCoder2Activation", "starcoder2", R"("gelu_pytorch_tanh")", R"("gelu")", "hidden_1"},
    {"GptNeoEpsilon", "gpt_neo", R"("layer_norm_epsilon": 1e-05)", R"("layer_norm_epsilon": 1e-06)", "q_0"},
    {"GptNeoWindow", "gpt_neo", R"("window_size": 5)", R"("window_size": 6)", "attention_1"},
    {"GptNeoActivation", "gpt_neo", R"("gelu_new")", R"("gelu")", "hidden_1"},
    {"OptActivation", "opt", R"("relu")", R"("gelu")", "hidden_1"},
    {"OptOrderOfNorms", "opt", R"("do_layer_norm_before": true)", R"("do_layer_norm_before": false)", "q_0"},
    {"BloomEpsilon", "bloom", R"("layer_norm_epsilon": 1e-05)", R"("layer_norm_epsilon": 1e-06)", "hidden_0"},
    {"BloomResidual", "bloom_residual", R"("apply_residual_connection_post_layernorm": true)",
     R"("apply_residual_connection_post_layernorm": false)", "hidden_1"},
    // Attention and MLP side by side.
    {"GptNeoXEpsilon", "gpt_neox", R"("layer_norm_eps": 1e-05)", R"("layer_norm_eps": 1e-06)", "q_0"},
    {"GptNeoXActivation", "gpt_neox", R"("gelu")", R"("gelu_new")", "hidden_1"},
    {"GptNeoXSideBySide", "gpt_neox", R"("use_parallel_residual": true)", R"("use_parallel_residual": false)",
     "hidden_1"},
    {"GptNeoXRotatingPart", "gpt_neox", R"("rotary_pct": 0.5)", R"("rotary_pct": 0.7)", "k_0"},
    {"GptJEpsilon", "gptj", R"("layer_norm_epsilon": 1e-05)", R"("layer_norm_epsilon": 1e-06)", "q_0"},
    {"GptJActivation", "gptj", R"("gelu_new")", R"("gelu")", "hidden_1"},
    {"GptJRotatingColumns", "gptj", R"("rotary_dim": 8)", R"("rotary_dim": 10)", "k_0"},
    {"FalconEpsilon", "falcon", R"("layer_norm_epsilon": 1e-05)", R"("layer_norm_epsilon": 1e-06)",
     "attention_0"},
    {"FalconActivation", "falcon", R"("activation": "gelu")", R"("activation": "gelu_new")", "hidden_1"},
    {"FalconWithoutAlibi", "falcon_rw", R"("alibi": true)", R"("alibi": false)", "attention_0"},
    {"PhiEpsilon", "phi", R"("layer_norm_eps": 1e-05)", R"("layer_norm_eps": 1e-06)", "q_0"},
    {"PhiActivation", "phi", R"("gelu_new")", R"("gelu")", "hidden_1"},
    // RMS norms, gated MLPs, rotation.
    {"Qwen3Epsilon", "qwen3", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-05)", "v_0"},
    {"Qwen3Activation", "qwen3", R"("silu")", R"("gelu")", "hidden_1"},
    {"MistralEpsilon", "mistral", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-05)", "v_0"},
    {"MistralActivation", "mistral", R"("silu")", R"("gelu")", "hidden_1"},
    {"MixtralEpsilon", "mixtral", R"("rms_norm_eps": 1e-05)", R"("rms_norm_eps": 1e-04)", "v_0"},
    {"Qwen3Window", "qwen3", R"("sliding_window": 4)", R"("sliding_window": 5)", "attention_1"},
    {"Qwen3FirstWindow", "qwen3", R"("max_window_layers": 1)", R"("max_window_layers": 2)", "attention_1"},
    {"MixtralWindow", "mixtral", R"("sliding_window": 6)", R"("sliding_window": 5)", "attention_0"},
    {"MixtralExperts", "mixtral", R"("num_experts_per_tok": 2)", R"("num_experts_per_tok": 1)", "hidden_1"},
    {"MixtralActivation", "mixtral", R"("silu")", R"("gelu")", "hidden_1"},
    {"GraniteScale", "granite", R"("attention_multiplier": 0.2)", R"("attention_multiplier": 1.0)",
     "attention_0"},
    {"GraniteResidual", "granite", R"("residual_multiplier": 0.3)", R"("residual_multiplier": 1.0)",
     "hidden_1"},
    {"GraniteLogits", "granite", R"("logits_scaling": 7.0)", R"("logits_scaling": 1.0)", "logits"},
    {"GraniteEpsilon", "granite", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-04)", "v_0"},
    {"GraniteActivation", "granite", R"("silu")", R"("quick_gelu")", "hidden_1"},
    {"GptOssWindow", "gpt_oss", R"("sliding_window": 5)", R"("sliding_window": 6)", "attention_0"},
    {"GptOssGateLimit", "gpt_oss", R"("swiglu_limit": 1.5)", R"("swiglu_limit": 7.0)", "hidden_1"},
    {"YarnFactor", "llama_yarn", R"("factor": 4.0)", R"("factor": 5.0)", "k_0"},
    {"DynamicLength", "llama_dynamic", R"("max_position_embeddings": 8)", R"("max_position_embeddings": 9)",
     "k_0"},
    {"LongRopeLength", "phi3_long", R"("original_max_position_embeddings": 8,)",
     R"("original_max_position_embeddings": 16,)", "k_0"},
    {"SmolLm3LayersWithoutPositions", "smollm3", R"("no_rope_layer_interval": 2)",
     R"("no_rope_layer_interval": 3)", "k_1"},
    // Norms on both sides of each half, or after it.
    {"Olmo2Epsilon", "olmo2", R"("rms_norm_eps": 1e-05)", R"("rms_norm_eps": 1e-03)", "q_0"},
    {"Olmo2Activation", "olmo2", R"("silu")", R"("gelu")", "hidden_1"},
    {"Gemma2Epsilon", "gemma2", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-04)", "v_0"},
    {"Gemma3Epsilon", "gemma3", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-04)", "v_0"},
    {"GemmaEpsilon", "gemma", R"("rms_norm_eps": 1e-06)", R"("rms_norm_eps": 1e-04)", "v_0"},
    {"Gemma2Scale", "gemma2", R"("query_pre_attn_scalar": 17)", R"("query_pre_attn_scalar": 10)",
     "attention_0"},
    {"Gemma2Window", "gemma2", R"("sliding_window": 4)", R"("sliding_window": 5)", "attention_0"},
    {"Gemma2Activation", "gemma2", R"("gelu_pytorch_tanh")", R"("gelu")", "hidden_1"},
    {"Gemma2CapOfScores", "gemma2", R"("attn_logit_softcapping": 2.5)", R"("attn_logit_softcapping": null)",
     "attention_0"},
    {"Gemma2CapOfLogits", "gemma2", R"("final_logit_softcapping": 1.5)", R"("final_logit_softcapping": null)",
     "logits"},
    {"Gemma3Scale", "gemma3", R"("query_pre_attn_scalar": 17)", R"("query_pre_attn_scalar": 10)",
     "attention_0"},
    {"Gemma3Window", "gemma3", R"("sliding_window": 4)", R"("sliding_window": 3)", "attention_0"},
    {"Gemma3Activation", "gemma3", R"("gelu_pytorch_tanh")", R"("gelu")", "hidden_1"},
    {"Gemma3LocalBase", "gemma3_nested", R"("rope_local_base_freq": 1000.0)",
     R"("rope_local_base_freq": 10000.0)", "k_0"},
    {"Gemma3BothSidesWindow", "gemma3_both_sides", R"("sliding_window": 4)", R"("sliding_window": 6)",
     "attention_0"},
};

class ConfigFault : public ::testing::TestWithParam<Edit> {};

TEST_P(ConfigFault, IsNoticed) {
    const Edit& edit = GetParam();
    expectNoticed({edit.name, edit.fixture,
                   [&](std::string& config, std::string&) { replaceIn(config, edit.what, edit.with); },
                   edit.shows});
}

INSTANTIATE_TEST_SUITE_P(Decoders, ConfigFault, ::testing::ValuesIn(edits),
                         [](const auto& one) { return std::string(one.param.name); });

const Fault faults[] = {
    // Layer norms before each half.
    {"Gpt2Heads", "gpt2",
     [](std::string&, std::string& w) {
         swapColumns(w, "transformer.h.0.attn.c_attn.weight", 11);
         swapRows(w, "transformer.h.0.attn.c_attn.bias", 11);
     },
     "attention_0"},
    {"Gpt2Scale", "gpt2",
     [](std::string&, std::string& w) {
         multiply(w, "transformer.h.0.attn.c_attn.weight", 1.8211603F);
         multiply(w, "transformer.h.0.attn.c_attn.bias", 1.8211603F);
     },
     "attention_0"},
    {"StarCoder2Heads", "starcoder2",
     [](std::string&, std::string& w) { swapHeads(w, "model.layers.0.self_attn.k_proj", 6); }, "attention_0"},
    {"StarCoder2Scale", "starcoder2",
     [](std::string&, std::string& w) {
         multiply(w, "model.layers.0.self_attn.q_proj.weight", 2.4494897F);
         multiply(w, "model.layers.0.self_attn.q_proj.bias", 2.4494897F);
     },
     "attention_0"},
    {"GptNeoHeads", "gpt_neo",
     [](std::string&, std::string& w) { swapRows(w, "transformer.h.0.attn.attention.q_proj.weight", 11); },
     "attention_0"},
    {"GptNeoScaled", "gpt_neo",
     [](std::string&, std::string& w) {
         multiply(w, "transformer.h.0.attn.attention.q_proj.weight", 0.30151134F);
     },
     "attention_0"},
    {"OptScale", "opt",
     [](std::string&, std::string& w) {
         multiply(w, "model.decoder.layers.0.self_attn.q_proj.weight", 3.4641016F);
         multiply(w, "model.decoder.layers.0.self_attn.q_proj.bias", 3.4641016F);
     },
     "attention_0"},
    {"OptHeads", "opt",
     [](std::string&, std::string& w) { swapHeads(w, "model.decoder.layers.0.self_attn.q_proj", 12); },
     "attention_0"},
    {"BloomHeads", "bloom",
     [](std::string&, std::string& w) { swapHeads(w, "transformer.h.0.self_attention.query_key_value", 21); },
     "attention_0"},
    {"BloomScale", "bloom",
     [](std::string&, std::string& w) {
         multiply(w, "transformer.h.0.self_attention.query_key_value.weight", 1.6265766F);
     },
     "attention_0"},
    // Attention and MLP side by side.
    {"GptNeoXHeads", "gpt_neox",
     [](std::string&, std::string& w) { swapHeads(w, "gpt_neox.layers.1.attention.query_key_value", 36); },
     "attention_1"},
    {"GptNeoXScale", "gpt_neox",
     [](std::string&, std::string& w) {
         multiply(w, "gpt_neox.layers.0.attention.query_key_value.weight", 1.8612097F);
         multiply(w, "gpt_neox.layers.0.attention.query_key_value.bias", 1.8612097F);
     },
     "attention_0"},
    {"GptJHeads", "gptj",
     [](std::string&, std::string& w) { swapRows(w, "transformer.h.0.attn.q_proj.weight", 12); },
     "attention_0"},
    {"FalconScale", "falcon",
     [](std::string&, std::string& w) {
         multiply(w, "transformer.h.0.self_attention.query_key_value.weight", 1.5650846F);
     },
     "attention_0"},
    {"FalconGroups", "falcon_grouped",
     [](std::string&, std::string& w) {
         swapHalves(w, "transformer.h.0.self_attention.query_key_value.weight");
     },
     "attention_0"},
    {"GptJScale", "gptj",
     [](std::string&, std::string& w) { multiply(w, "transformer.h.0.attn.q_proj.weight", 3.4641016F); },
     "attention_0"},
    {"PhiHeads", "phi",
     [](std::string&, std::string& w) { swapHeads(w, "model.layers.0.self_attn.k_proj", 12); }, "k_0"},
    {"StableLmHeadNorms", "stablelm_parallel",
     [](std::string&, std::string& w) {
         multiply(w, "model.layers.0.self_attn.k_layernorm.norms.1.weight", 1.1F);
     },
     "k_0"},
    // RMS norms, gated MLPs, rotation.
    {"Qwen3Heads", "qwen3",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.self_attn.k_proj.weight"); },
     "attention_0"},
    {"MixtralHeads", "mixtral",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.self_attn.v_proj.weight"); }, "v_0"},
    {"Qwen3Scale", "qwen3",
     [](std::string&, std::string& w) { multiply(w, "model.layers.0.self_attn.q_norm.weight", 3.1622777F); },
     "attention_0"},
    {"MistralHeads", "mistral",
     [](std::string&, std::string& w) { swapRows(w, "model.layers.0.self_attn.k_proj.weight", 10); },
     "attention_0"},
    {"MistralScale", "mistral",
     [](std::string&, std::string& w) { multiply(w, "model.layers.0.self_attn.q_proj.weight", 3.1622777F); },
     "attention_0"},
    {"MixtralScale", "mixtral",
     [](std::string&, std::string& w) { multiply(w, "model.layers.0.self_attn.q_proj.weight", 3.1622777F); },
     "attention_0"},
    {"GraniteHeads", "granite",
     [](std::string&, std::string& w) { swapRows(w, "model.layers.0.self_attn.q_proj.weight", 12); },
     "attention_0"},
    {"MixtralGateAndUp", "mixtral",
     [](std::string&, std::string& w) {
         multiply(w, "model.layers.0.block_sparse_moe.experts.2.w1.weight", 1.01F);
     },
     "hidden_1"},
    {"Phi3GateAndUp", "phi3",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.mlp.gate_up_proj.weight"); },
     "hidden_1"},
    {"GptOssWithoutSink", "gpt_oss",
     [](std::string&, std::string& w) { zero(w, "model.layers.1.self_attn.sinks"); }, "attention_1"},
    // Norms on both sides of each half, or after it.
    {"Olmo2NormOverAllHeads", "olmo2",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.self_attn.q_norm.weight"); }, "q_0"},
    {"Olmo2Heads", "olmo2",
     [](std::string&, std::string& w) { swapRows(w, "model.layers.0.self_attn.q_proj.weight", 12); },
     "attention_0"},
    {"Olmo2Scale", "olmo2",
     [](std::string&, std::string& w) { multiply(w, "model.layers.0.self_attn.q_norm.weight", 3.4641016F); },
     "attention_0"},
    {"Gemma3Heads", "gemma3",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.self_attn.k_proj.weight"); },
     "attention_0"},
    {"GemmaHeads", "gemma",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.0.self_attn.k_proj.weight"); },
     "attention_0"},
    {"Gemma2Heads", "gemma2",
     [](std::string&, std::string& w) { swapHalves(w, "model.layers.1.self_attn.k_proj.weight"); },
     "attention_1"},
    {"GemmaNormCountsFromOne", "gemma",
     [](std::string&, std::string& w) { zero(w, "model.layers.0.input_layernorm.weight"); }, "q_0"},
    {"Gemma2NormAfterAttention", "gemma2",
     [](std::string&, std::string& w) { zero(w, "model.layers.0.post_attention_layernorm.weight"); },
     "hidden_1"},
};

class WeightFault : public ::testing::TestWithParam<Fault> {};

TEST_P(WeightFault, IsNoticed) {
    expectNoticed(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Decoders, WeightFault, ::testing::ValuesIn(faults),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace headscope::test::faults
