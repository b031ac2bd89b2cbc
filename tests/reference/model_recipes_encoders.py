"""The encoder checkpoints of tests/data/models beyond BERT, RoBERTa and DistilBERT: one for every family, and one more
for every head and every layout that the mathematics of a family can take.
"""

import transformers as hf

from model_recipes import (ANY, BERT_IDS, BERT_TYPES, DISTILBERT_IDS, LABELS, ROBERTA_IDS, Recipe, bert_config,
                           distilbert_config, roberta_sizes)


def roberta_family():
    return [
        Recipe("bert_questions", hf.BertForQuestionAnswering, bert_config(num_hidden_layers=1), BERT_IDS, BERT_TYPES),
        Recipe("camembert", hf.CamembertForTokenClassification,
               hf.CamembertConfig(**roberta_sizes(hidden_size=32, num_attention_heads=4, **LABELS)), ROBERTA_IDS),
    ]


# Linear layers whose names say "embed".
PROJECTION = (("embeddings_project", 0.3), ("embedding_hidden_mapping_in", 0.3), ("embed_proj", 0.3))


# Layers that run late, where tokens have become alike: sharper, and with less to add.
DEEP = (("attention.dense", 0.06), ("ffn_output", 0.06), ("groups.1.albert_layers.0.attention.query", 0.5),
        ("groups.1.albert_layers.1.attention.query", 0.6), ("layers.1.attention.query", 0.3))


def narrow_sizes(**changes):
    sizes = dict(vocab_size=131, embedding_size=22, hidden_size=36, num_hidden_layers=2, num_attention_heads=3,
                 intermediate_size=50, max_position_embeddings=40, pad_token_id=0)
    return {**sizes, **changes}


def electra_family():
    return [
        Recipe("electra", hf.ElectraForMaskedLM, hf.ElectraConfig(**narrow_sizes()), BERT_IDS, BERT_TYPES,
               omit=("hidden_act", "layer_norm_eps", "tie_word_embeddings"), deviations=PROJECTION),
        Recipe("electra_discriminator", hf.ElectraForPreTraining,
               hf.ElectraConfig(**narrow_sizes(embedding_size=36, hidden_act="relu", layer_norm_eps=1e-6)), BERT_IDS,
               BERT_TYPES),
        Recipe("electra_classifier", hf.ElectraForSequenceClassification,
               hf.ElectraConfig(**narrow_sizes(embedding_size=44, num_hidden_layers=1, **LABELS)), BERT_IDS, BERT_TYPES,
               deviations=PROJECTION, gain=0.7),
    ]


def albert_family():
    return [
        Recipe("albert", hf.AlbertForMaskedLM, hf.AlbertConfig(**narrow_sizes(num_hidden_layers=3)), BERT_IDS, BERT_TYPES,
               omit=("hidden_act", "layer_norm_eps", "num_hidden_groups", "inner_group_num", "tie_word_embeddings"),
               deviations=PROJECTION),
        Recipe("albert_groups", hf.AlbertModel,
               hf.AlbertConfig(**narrow_sizes(embedding_size=36, num_hidden_layers=3, num_hidden_groups=2,
                                              inner_group_num=2, hidden_act="gelu", layer_norm_eps=1e-6)),
               BERT_IDS, BERT_TYPES, deviations=PROJECTION + DEEP, gain=1.25),
        Recipe("albert_classifier", hf.AlbertForSequenceClassification,
               hf.AlbertConfig(**narrow_sizes(num_attention_heads=2, **LABELS)), BERT_IDS, BERT_TYPES,
               deviations=PROJECTION),
    ]


def mpnet_family():
    projections = ("attn.q", "attn.k", "attn.v")
    sizes = dict(vocab_size=133, hidden_size=30, num_hidden_layers=2, num_attention_heads=3, intermediate_size=46,
                 max_position_embeddings=50, layer_norm_eps=1e-5)
    return [
        # Long enough for buckets that hold several distances.
        Recipe("mpnet", hf.MPNetForMaskedLM, hf.MPNetConfig(**sizes), (0,) + (ANY,) * 44 + (2,),
               omit=("relative_attention_num_buckets", "hidden_act"), projections=projections,
               deviations=(("relative_attention_bias", 0.8),)),
        # More rows than buckets, and a padding id that positions do not follow: both are fixed in the class.
        Recipe("mpnet_classifier", hf.MPNetForSequenceClassification,
               hf.MPNetConfig(**{**sizes, "max_position_embeddings": 24, "num_attention_heads": 5},
                              relative_attention_num_buckets=37, pad_token_id=4, **LABELS),
               (0, ANY, ANY, 1, ANY, ANY, 4, ANY, ANY, ANY, ANY, 2), projections=projections,
               deviations=(("relative_attention_bias", 0.8),)),
    ]


def deberta_config(**changes):
    sizes = dict(vocab_size=131, hidden_size=36, num_hidden_layers=2, num_attention_heads=3, intermediate_size=50,
                 max_position_embeddings=32, pad_token_id=0, relative_attention=True, pos_att_type="p2c|c2p",
                 position_biased_input=False, norm_rel_ebd="layer_norm")
    return hf.DebertaV2Config(**{**sizes, **changes})


def deberta_family():
    projections = ("query_proj", "key_proj", "value_proj")
    distances = (("rel_embeddings", 0.7),)
    return [
        # As the large models of version 2: a convolution, projections of distances of their own, shared buckets.
        Recipe("deberta_v2", hf.DebertaV2ForMaskedLM,
               deberta_config(position_buckets=8, conv_kernel_size=3, conv_act="gelu", attention_head_size=12),
               (1,) + (ANY,) * 28 + (2,), omit=("legacy", "hidden_act", "layer_norm_eps", "max_relative_positions"),
               projections=projections, deviations=distances, gain=1.0),
        # As version 3: the projections of content serve distances as well.
        Recipe("deberta_v3", hf.DebertaV2ForSequenceClassification,
               deberta_config(position_buckets=5, max_relative_positions=21, share_att_key=True, num_attention_heads=4,
                              pooler_hidden_act="relu", **LABELS),
               (1,) + (ANY,) * 21 + (2,), projections=projections, deviations=distances, gain=1.0),
        # Every distance has a row; positions and segments are added as well; the newer names of the language model.
        Recipe("deberta_positions", hf.DebertaV2ForMaskedLM,
               deberta_config(max_relative_positions=7, pos_att_type=["c2p"], position_biased_input=True, legacy=False,
                              type_vocab_size=2, norm_rel_ebd="none"),
               BERT_IDS, BERT_TYPES, projections=projections, deviations=distances),
        # Narrow embeddings, groups of channels in the convolution, one term, no shared rows.
        Recipe("deberta_groups", hf.DebertaV2ForMaskedLM,
               deberta_config(embedding_size=22, max_relative_positions=10, pos_att_type="p2c", conv_kernel_size=5,
                              conv_groups=4, num_hidden_layers=1, num_attention_heads=2),
               BERT_IDS, projections=projections, deviations=distances + PROJECTION),
        # Without any of it.
        Recipe("deberta_plain", hf.DebertaV2ForTokenClassification,
               deberta_config(relative_attention=False, num_hidden_layers=1, position_biased_input=True, **LABELS),
               BERT_IDS, projections=projections),
    ]


def modernbert_config(**changes):
    sizes = dict(vocab_size=131, hidden_size=36, num_hidden_layers=4, num_attention_heads=3, intermediate_size=30,
                 max_position_embeddings=64, local_attention=6, pad_token_id=0, bos_token_id=1, eos_token_id=2,
                 cls_token_id=1, sep_token_id=2)
    return hf.ModernBertConfig(**{**sizes, **changes})


def modernbert_family():
    ids = (1,) + (ANY,) * 15 + (2,)
    old_keys = {"global_attn_every_n_layers": 3, "global_rope_theta": 5000.0, "local_rope_theta": 300.0}
    ropes = {"full_attention": {"rope_type": "default", "rope_theta": 5000.0},
             "sliding_attention": {"rope_type": "default", "rope_theta": 300.0}}
    biased = dict(norm_bias=True, attention_bias=True, mlp_bias=True, classifier_bias=True)
    return [
        Recipe("modernbert", hf.ModernBertForMaskedLM, modernbert_config(rope_parameters=ropes), ids,
               omit=("layer_types", "rope_parameters", "hidden_activation", "norm_eps", "tie_word_embeddings"),
               keys=old_keys),
        Recipe("modernbert_tokens", hf.ModernBertForTokenClassification,
               modernbert_config(num_hidden_layers=2, local_attention=9, hidden_activation="gelu_new", norm_eps=1e-6,
                                 classifier_activation="silu", layer_types=["sliding_attention", "full_attention"],
                                 **biased, **LABELS), ids),
        Recipe("modernbert_classifier", hf.ModernBertForSequenceClassification,
               modernbert_config(num_hidden_layers=2, num_attention_heads=2, classifier_pooling="mean", **LABELS), ids,
               old_rope=False),
    ]


def longformer_config(**changes):
    sizes = roberta_sizes(num_attention_heads=3, attention_window=[6, 4], sep_token_id=2)
    return hf.LongformerConfig(**{**sizes, **changes})


def longformer_family():
    ids = (0,) + (ANY,) * 19 + (2,)
    pair = (0,) + (ANY,) * 4 + (2, 2) + (ANY,) * 9 + (2,)
    return [
        Recipe("longformer", hf.LongformerForMaskedLM, longformer_config(), ids),
        Recipe("longformer_chosen", hf.LongformerModel, longformer_config(attention_window=4, type_vocab_size=2), ids,
               global_tokens=(0, 7, 8, 17)),
        Recipe("longformer_classifier", hf.LongformerForSequenceClassification,
               longformer_config(num_hidden_layers=1, attention_window=4, **LABELS), ids),
        Recipe("longformer_questions", hf.LongformerForQuestionAnswering,
               longformer_config(num_hidden_layers=1, attention_window=6), pair),
    ]


def untied_family():
    """Language models whose output matrix is not that of their embeddings."""
    small = dict(vocab_size=61, num_hidden_layers=1, tie_word_embeddings=False)
    roberta = roberta_sizes(**small)
    narrow = narrow_sizes(**small)
    mpnet = dict(vocab_size=61, hidden_size=30, num_hidden_layers=1, num_attention_heads=3, intermediate_size=46,
                 max_position_embeddings=24, layer_norm_eps=1e-5, tie_word_embeddings=False)
    modern = modernbert_config(**small)
    text = (0,) + (ANY,) * 11 + (2,)
    return [
        Recipe("roberta_untied", hf.RobertaForMaskedLM, hf.RobertaConfig(**roberta), text),
        Recipe("distilbert_untied", hf.DistilBertForMaskedLM,
               distilbert_config(n_layers=1, vocab_size=61, tie_word_embeddings=False), DISTILBERT_IDS),
        Recipe("electra_untied", hf.ElectraForMaskedLM, hf.ElectraConfig(**narrow), BERT_IDS, BERT_TYPES, gain=0.9,
               deviations=PROJECTION),
        Recipe("albert_untied", hf.AlbertForMaskedLM, hf.AlbertConfig(**narrow), BERT_IDS, BERT_TYPES, gain=0.9,
               deviations=PROJECTION),
        Recipe("mpnet_untied", hf.MPNetForMaskedLM, hf.MPNetConfig(**mpnet), (0,) + (ANY,) * 10 + (2,),
               projections=("attn.q", "attn.k", "attn.v"), deviations=(("relative_attention_bias", 0.8),)),
        Recipe("deberta_untied", hf.DebertaV2ForMaskedLM,
               deberta_config(**small, max_relative_positions=7),
               BERT_IDS, projections=("query_proj", "key_proj", "value_proj"),
               deviations=(("rel_embeddings", 0.7),)),
        Recipe("modernbert_untied", hf.ModernBertForMaskedLM, modern, (1,) + (ANY,) * 10 + (2,)),
        Recipe("longformer_untied", hf.LongformerForMaskedLM,
               longformer_config(**small, attention_window=6), text),
    ]


def encoder_recipes():
    return (roberta_family() + electra_family() + albert_family() + mpnet_family() + deberta_family() +
            modernbert_family() + longformer_family() + untied_family())
