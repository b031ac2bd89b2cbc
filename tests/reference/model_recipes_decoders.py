"""The decoder-only checkpoints of tests/data/models beyond GPT-2, LLaMA, Mistral and Qwen2: one for every family, and
one more where a family comes in several layouts.
"""

import transformers as hf

from model_recipes import ANY, Recipe

IDS = (ANY,) * 13
# Output matrices whose names say "embed".
HEAD = (("embed_out", 0.3),)
SEPARATE = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj")
GPT_IDS = (ANY,) * 7 + (130,) + (ANY,) * 5
WITH_BEGIN = (2,) + (ANY,) * 12
GEMMA = dict(vocab_size=129, hidden_size=36, num_hidden_layers=2, num_attention_heads=6, num_key_value_heads=2,
             head_dim=10, intermediate_size=46, max_position_embeddings=64, pad_token_id=0)


def gpt_sizes(**changes):
    sizes = dict(vocab_size=131, bos_token_id=130, eos_token_id=130)
    return {**sizes, **changes}


def plain_sizes(**changes):
    sizes = dict(vocab_size=129, hidden_size=36, num_hidden_layers=2, num_attention_heads=3, intermediate_size=46,
                 max_position_embeddings=64, bos_token_id=1, eos_token_id=2)
    return {**sizes, **changes}


def rope(**settings):
    return dict(rope_parameters={"rope_type": "default", "rope_theta": 10000.0, **settings})


def gpt_family():
    return [
        Recipe("gpt_neo", hf.GPTNeoForCausalLM,
               hf.GPTNeoConfig(**gpt_sizes(hidden_size=33, num_layers=3, num_heads=3, intermediate_size=50, window_size=5,
                                           max_position_embeddings=24,
                                           attention_types=[[["global", "local"], 1], [["local"], 1]])),
               GPT_IDS, omit=("attention_layers",), gain=0.9,
               projections=("attention.q_proj", "attention.k_proj", "attention.v_proj")),
        Recipe("opt", hf.OPTForCausalLM,
               hf.OPTConfig(**plain_sizes(ffn_dim=50, word_embed_proj_dim=36, max_position_embeddings=24)), WITH_BEGIN,
               projections=SEPARATE),
        Recipe("opt_post_norm", hf.OPTForCausalLM,
               hf.OPTConfig(**plain_sizes(ffn_dim=50, word_embed_proj_dim=22, max_position_embeddings=24,
                                          do_layer_norm_before=False)), WITH_BEGIN, spread=0.6,
               projections=SEPARATE),
        Recipe("bloom", hf.BloomForCausalLM, hf.BloomConfig(vocab_size=131, hidden_size=42, n_layer=2, n_head=6), IDS,
               patterns_only=True),
        Recipe("bloom_residual", hf.BloomModel,
               hf.BloomConfig(vocab_size=131, hidden_size=36, n_layer=2, n_head=4,
                              apply_residual_connection_post_layernorm=True), IDS, patterns_only=True),
    ]


def parallel_family():
    falcon = dict(vocab_size=131, hidden_size=36, num_hidden_layers=2, num_attention_heads=6, ffn_hidden_size=50,
                  max_position_embeddings=64)
    return [
        Recipe("gpt_neox", hf.GPTNeoXForCausalLM,
               hf.GPTNeoXConfig(**plain_sizes(), **rope(partial_rotary_factor=0.5, rope_theta=5000.0)), IDS,
               old_rope=True, omit=("rope_theta", "rope_scaling"),
               keys={"rotary_emb_base": 5000.0, "rotary_pct": 0.5}, deviations=HEAD),
        Recipe("gpt_neox_sequential", hf.GPTNeoXForCausalLM,
               hf.GPTNeoXConfig(**plain_sizes(use_parallel_residual=False, attention_bias=False,
                                              hidden_act="gelu_fast"), **rope(partial_rotary_factor=0.7)), IDS,
               deviations=HEAD),
        Recipe("gptj", hf.GPTJForCausalLM,
               hf.GPTJConfig(**gpt_sizes(n_embd=36, n_layer=2, n_head=3, n_inner=50, n_positions=24, rotary_dim=8)),
               GPT_IDS),
        Recipe("falcon", hf.FalconForCausalLM, hf.FalconConfig(**falcon, multi_query=True), IDS, omit=("num_kv_heads",),
               patterns_only=True),
        Recipe("falcon_rw", hf.FalconForCausalLM,
               hf.FalconConfig(**falcon, multi_query=False, alibi=True, parallel_attn=False, bias=True), IDS,
               patterns_only=True, mask_without_bias=True),
        Recipe("falcon_grouped", hf.FalconForCausalLM,
               hf.FalconConfig(**falcon, new_decoder_architecture=True, num_kv_heads=2), IDS,
               omit=("num_ln_in_parallel_attn",), patterns_only=True),
        Recipe("phi", hf.PhiForCausalLM, hf.PhiConfig(**plain_sizes(), **rope(partial_rotary_factor=0.4)), IDS,
               old_rope=True, keys={"partial_rotary_factor": 0.4}),
        Recipe("phi_head_norms", hf.PhiForCausalLM,
               hf.PhiConfig(**plain_sizes(num_attention_heads=4, num_key_value_heads=2, qk_layernorm=True,
                                          hidden_size=40), **rope(partial_rotary_factor=0.6)), IDS),
        Recipe("stablelm", hf.StableLmForCausalLM,
               hf.StableLmConfig(**plain_sizes(num_attention_heads=4, num_key_value_heads=2, use_qkv_bias=True,
                                               hidden_size=40), **rope(partial_rotary_factor=0.6)), IDS, old_rope=True,
               keys={"partial_rotary_factor": 0.6}),
        Recipe("stablelm_parallel", hf.StableLmForCausalLM,
               hf.StableLmConfig(**plain_sizes(num_key_value_heads=3, use_parallel_residual=True, qk_layernorm=True),
                                 **rope(partial_rotary_factor=0.5)), IDS),
    ]


def llama_family():
    grouped = dict(num_attention_heads=6, num_key_value_heads=2, head_dim=10)
    yarn = rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=16, rope_theta=5000.0)
    short = [1.0, 1.1, 1.3, 1.7, 2.0, 2.5]
    long = [1.5, 2.0, 2.5, 3.5, 5.0, 6.5]
    long_rope = rope(rope_type="longrope", short_factor=short, long_factor=long)
    return [
        Recipe("llama_yarn", hf.LlamaForCausalLM, hf.LlamaConfig(**plain_sizes(**grouped), **yarn), IDS),
        Recipe("llama_dynamic", hf.LlamaForCausalLM,
               hf.LlamaConfig(**{**plain_sizes(**grouped), "max_position_embeddings": 8},
                              **rope(rope_type="dynamic", factor=3.0)), IDS, old_rope=True),
        Recipe("mixtral", hf.MixtralForCausalLM,
               hf.MixtralConfig(**{**plain_sizes(**grouped), "intermediate_size": 30}, num_local_experts=5, num_experts_per_tok=2, sliding_window=6),
               IDS, old_rope=True),
        # Two of four layers have attention.
        Recipe("lfm2", hf.Lfm2ForCausalLM,
               hf.Lfm2Config(**plain_sizes(num_hidden_layers=4, num_attention_heads=6, num_key_value_heads=2),
                             conv_bias=True, conv_L_cache=4, block_auto_adjust_ff_dim=False,
                             layer_types=["conv", "full_attention", "conv", "full_attention"],
                             **rope(rope_theta=1e6)), IDS, old_rope=True),
        Recipe("qwen3", hf.Qwen3ForCausalLM,
               hf.Qwen3Config(**plain_sizes(**grouped), use_sliding_window=True, sliding_window=4, max_window_layers=1,
                              **rope(rope_theta=1e6)), IDS, omit=("layer_types",)),
        Recipe("starcoder2", hf.Starcoder2ForCausalLM,
               hf.Starcoder2Config(**plain_sizes(num_attention_heads=6, num_key_value_heads=2), sliding_window=5,
                                   **rope(rope_theta=5000.0)), IDS, old_rope=True),
        Recipe("phi3", hf.Phi3ForCausalLM,
               hf.Phi3Config(**plain_sizes(num_key_value_heads=1), original_max_position_embeddings=16, pad_token_id=0,
                             **long_rope), IDS, old_rope=True),
        Recipe("phi3_long", hf.Phi3ForCausalLM,
               hf.Phi3Config(**plain_sizes(num_key_value_heads=3, hidden_size=48), original_max_position_embeddings=8, pad_token_id=0,
                             **rope(rope_type="longrope", short_factor=short, long_factor=long,
                                    partial_rotary_factor=0.75)), IDS),
        Recipe("smollm3", hf.SmolLM3ForCausalLM,
               hf.SmolLM3Config(**plain_sizes(num_hidden_layers=3, num_key_value_heads=1), pad_token_id=0,
                                no_rope_layer_interval=2, **rope(rope_theta=2e6)), IDS, old_rope=True,
               omit=("no_rope_layers", "layer_types", "rope_theta")),
        Recipe("olmo2", hf.Olmo2ForCausalLM, hf.Olmo2Config(**plain_sizes(num_key_value_heads=1)), IDS, spread=0.5),
        Recipe("granite", hf.GraniteForCausalLM,
               hf.GraniteConfig(**plain_sizes(num_key_value_heads=1), embedding_multiplier=11.0, logits_scaling=7.0,
                                residual_multiplier=0.3, attention_multiplier=0.2, tie_word_embeddings=True), IDS),
        Recipe("gpt_oss", hf.GptOssForCausalLM,
               hf.GptOssConfig(**plain_sizes(**grouped), num_local_experts=4, num_experts_per_tok=2, sliding_window=5,
                               swiglu_limit=1.5,
                               **rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=16,
                                      truncate=False, rope_theta=150000.0)),
               IDS, store="bfloat16", omit=("layer_types", "swiglu_alpha")),
    ]


def gemma3_config(**changes):
    ropes = {"full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
             "sliding_attention": {"rope_type": "default", "rope_theta": 1000.0}}
    settings = dict(query_pre_attn_scalar=17, sliding_window=4, num_hidden_layers=3, rope_parameters=ropes,
                    layer_types=["sliding_attention", "full_attention", "sliding_attention"])
    return hf.Gemma3TextConfig(**{**GEMMA, **settings, **changes})


def gemma_family():
    gemma2 = dict(query_pre_attn_scalar=17, sliding_window=4, attn_logit_softcapping=2.5, final_logit_softcapping=1.5)
    old_keys = dict(rope_theta=1e6, rope_local_base_freq=1000.0, rope_scaling={"rope_type": "linear", "factor": 8.0},
                    sliding_window_pattern=2)
    both = gemma3_config(num_hidden_layers=2, layer_types=["sliding_attention", "full_attention"],
                         use_bidirectional_attention=True)
    return [
        Recipe("gemma", hf.GemmaForCausalLM, hf.GemmaConfig(**GEMMA), WITH_BEGIN, norm_mean=0.0, old_rope=True,
               omit=("hidden_act",), keys={"hidden_act": "gelu"}),
        Recipe("gemma2", hf.Gemma2ForCausalLM, hf.Gemma2Config(**GEMMA, **gemma2), WITH_BEGIN, norm_mean=0.0,
               omit=("layer_types",)),
        Recipe("gemma3", hf.Gemma3ForCausalLM, gemma3_config(), WITH_BEGIN, norm_mean=0.0),
        Recipe("gemma3_nested", hf.Gemma3ForCausalLM, gemma3_config(), WITH_BEGIN, norm_mean=0.0, same_weights_as="gemma3",
               omit=("rope_parameters", "layer_types"), keys=old_keys),
        Recipe("gemma3_both_sides", hf.Gemma3TextModel, both, WITH_BEGIN, norm_mean=0.0),
    ]


def decoder_recipes():
    return gpt_family() + parallel_family() + llama_family() + gemma_family()
