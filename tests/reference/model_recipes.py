"""The checkpoints of tests/data/models: which class, which sizes, which ids, and in what state the file is left.

Sizes are odd on purpose: head dimensions that are no power of two, vocabularies that are no multiple of eight, fewer
key/value heads than heads, heads * headDim different from the width where the family allows it.
"""

from dataclasses import dataclass, field

import transformers as hf


@dataclass(frozen=True)
class Recipe:
    """One checkpoint folder.

    `ids` and `type_ids` are the input; None in `ids` is replaced by a random plain token. `omit` are config keys that a
    real file leaves out because they equal the class default, `old_rope` writes rope_theta and rope_scaling as files
    before 2026 do. `store` is the type in the file. `gain` scales the query and key weights, `spread` the embeddings.
    `same_weights_as` names the recipe whose random numbers are used. `deviations` are (part of a name, standard
    deviation) of weights whose names mislead; `keys` are written into config.json as old files have them; `projections`
    are the linear layers that make q, k and v where no function of the family's module gets all three, and
    `patterns_only` leaves q, k and v out where there is no such place at all. `norm_mean` is the mean of norm weights: 0
    where they count from one. `mask_without_bias` takes the position bias out of the mask that layers get.
    `global_tokens` are the positions that a Longformer is told to treat as global; None leaves it to the class.
    """

    name: str
    model_class: type
    config: hf.PretrainedConfig
    ids: tuple
    type_ids: tuple = ()
    omit: tuple = ()
    old_rope: bool = False
    store: str = "float32"
    shard_size: str = "10MB"
    gain: float = 1.5
    spread: float = 0.08
    same_weights_as: str = ""
    deviations: tuple = ()
    keys: dict = field(default_factory=dict)
    projections: tuple = ()
    patterns_only: bool = False
    mask_without_bias: bool = False
    norm_mean: float = 1.0
    global_tokens: tuple | None = None

    @property
    def seed_name(self):
        return self.same_weights_as or self.name


ANY = None
LABELS = {"id2label": {0: "calm", 1: "glad", 2: "cross"}, "label2id": {"calm": 0, "glad": 1, "cross": 2}}


def bert_config(**changes):
    sizes = dict(vocab_size=131, hidden_size=36, num_hidden_layers=3, num_attention_heads=3, intermediate_size=50,
                 max_position_embeddings=40, pad_token_id=0)
    return hf.BertConfig(**{**sizes, **changes})


def roberta_sizes(**changes):
    sizes = dict(vocab_size=133, hidden_size=30, num_hidden_layers=2, num_attention_heads=5, intermediate_size=46,
                 max_position_embeddings=42, type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0,
                 eos_token_id=2)
    return {**sizes, **changes}


def distilbert_config(**changes):
    sizes = dict(vocab_size=129, dim=28, n_layers=2, n_heads=4, hidden_dim=54, max_position_embeddings=40,
                 pad_token_id=0)
    return hf.DistilBertConfig(**{**sizes, **changes})


def gpt2_config(**changes):
    sizes = dict(vocab_size=131, n_embd=33, n_layer=3, n_head=3, n_positions=24, bos_token_id=130, eos_token_id=130)
    return hf.GPT2Config(**{**sizes, **changes})


def llama_sizes(**changes):
    sizes = dict(vocab_size=137, hidden_size=36, num_hidden_layers=2, num_attention_heads=6, num_key_value_heads=2,
                 head_dim=10, intermediate_size=44, max_position_embeddings=64, bos_token_id=1, eos_token_id=2)
    return {**sizes, **changes}


BERT_IDS = (2, ANY, ANY, ANY, 4, ANY, ANY, ANY, 3, ANY, ANY, ANY, ANY, 3)
BERT_TYPES = (0,) * 9 + (1,) * 5
BERT_OMIT = ("hidden_act", "layer_norm_eps", "type_vocab_size", "pad_token_id", "tie_word_embeddings")
ROBERTA_IDS = (0, ANY, ANY, ANY, ANY, 132, ANY, ANY, ANY, ANY, ANY, ANY, 2)
DISTILBERT_IDS = (2, ANY, ANY, ANY, ANY, 4, ANY, ANY, ANY, ANY, ANY, 3)
GPT2_IDS = (ANY,) * 8 + (130,) + (ANY,) * 5
LLAMA_IDS = (1,) + (ANY,) * 14
SHORT_LLAMA_IDS = (1,) + (ANY,) * 10


def encoders():
    return [
        Recipe("bert", hf.BertForMaskedLM, bert_config(), BERT_IDS, BERT_TYPES, omit=BERT_OMIT),
        Recipe("bert_bare", hf.BertModel, bert_config(num_hidden_layers=2, hidden_act="gelu_new", layer_norm_eps=1e-6),
               BERT_IDS, BERT_TYPES),
        Recipe("bert_classifier", hf.BertForSequenceClassification, bert_config(num_hidden_layers=2, **LABELS),
               BERT_IDS, BERT_TYPES, omit=("tie_word_embeddings",)),
        Recipe("bert_legacy", hf.BertModel,
               bert_config(num_hidden_layers=2, hidden_act="gelu_new", layer_norm_eps=1e-6), BERT_IDS, BERT_TYPES,
               omit=("model_type",), same_weights_as="bert_bare"),
        Recipe("bert_f16", hf.BertForMaskedLM,
               bert_config(num_hidden_layers=2, num_attention_heads=2, tie_word_embeddings=False),
               BERT_IDS, BERT_TYPES, store="float16", spread=4e-5),
        Recipe("roberta", hf.RobertaForMaskedLM, hf.RobertaConfig(**roberta_sizes()), ROBERTA_IDS),
        Recipe("roberta_classifier", hf.RobertaForSequenceClassification, hf.RobertaConfig(**roberta_sizes(**LABELS)),
               ROBERTA_IDS),
        Recipe("xlm_roberta", hf.XLMRobertaForMaskedLM, hf.XLMRobertaConfig(**roberta_sizes(hidden_size=35)),
               ROBERTA_IDS, omit=("hidden_act", "tie_word_embeddings")),
        Recipe("distilbert", hf.DistilBertForMaskedLM, distilbert_config(), DISTILBERT_IDS,
               omit=("activation", "sinusoidal_pos_embds")),
        Recipe("distilbert_classifier", hf.DistilBertForSequenceClassification, distilbert_config(**LABELS),
               DISTILBERT_IDS),
    ]


def decoders():
    llama3 = dict(rope_type="llama3", rope_theta=10000.0, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                  original_max_position_embeddings=256)
    return [
        Recipe("gpt2", hf.GPT2LMHeadModel, gpt2_config(n_inner=50), GPT2_IDS),
        Recipe("gpt2_bare", hf.GPT2Model, gpt2_config(n_embd=30, n_layer=2), GPT2_IDS,
               omit=("activation_function", "n_inner", "layer_norm_epsilon", "scale_attn_weights")),
        Recipe("gpt2_classifier", hf.GPT2ForSequenceClassification,
               gpt2_config(n_layer=2, n_inner=50, pad_token_id=130, **LABELS), GPT2_IDS + (130, 130)),
        Recipe("llama", hf.LlamaForCausalLM, hf.LlamaConfig(**llama_sizes(rms_norm_eps=1e-5)), LLAMA_IDS),
        Recipe("llama_tied_bf16", hf.LlamaForCausalLM,
               hf.LlamaConfig(**llama_sizes(hidden_size=40, num_attention_heads=4, head_dim=None,
                                            tie_word_embeddings=True,
                                            rope_parameters=dict(rope_type="default", rope_theta=500.0))),
               SHORT_LLAMA_IDS, omit=("head_dim",), old_rope=True, store="bfloat16"),
        Recipe("llama_sharded", hf.LlamaForCausalLM,
               hf.LlamaConfig(**llama_sizes(num_attention_heads=3, num_key_value_heads=3, head_dim=14)),
               SHORT_LLAMA_IDS, shard_size="75KB", old_rope=True,
               omit=("rope_theta", "rms_norm_eps", "num_key_value_heads", "hidden_act", "tie_word_embeddings",
                     "attention_bias", "mlp_bias")),
        Recipe("llama3_rope", hf.LlamaForCausalLM, hf.LlamaConfig(**llama_sizes(rope_parameters=llama3)),
               LLAMA_IDS, old_rope=True),
        Recipe("mistral", hf.MistralForCausalLM,
               hf.MistralConfig(**llama_sizes(sliding_window=5, num_key_value_heads=3)),
               LLAMA_IDS, old_rope=True),
        Recipe("qwen2", hf.Qwen2ForCausalLM,
               hf.Qwen2Config(**{**llama_sizes(hidden_size=30, num_attention_heads=3, num_key_value_heads=1),
                                 "rope_parameters": dict(rope_type="default", rope_theta=1e6)}), LLAMA_IDS),
    ]


def all_recipes():
    return encoders() + decoders()
