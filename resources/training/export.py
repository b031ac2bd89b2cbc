"""Writes a trained encoder as an ordinary Hugging Face folder: config, float16 weights, tokenizer."""

import json
import pathlib

import lexicon
import torch
from safetensors.torch import save_file
from tokenizers.processors import TemplateProcessing

from lexicon import VOCABULARY, WORD_ID
from model import HEADS, INITIAL_SPREAD, INNER, LAYERS, MODEL_DIM, NORM_EPS, POSITIONS
from writing import tokenizer

EXAMPLE = pathlib.Path(lexicon.__file__).resolve().parents[1]      # the folder of the model that is trained
CONFIG = {
    "architectures": ["BertForMaskedLM"],
    "model_type": "bert",
    "attention_probs_dropout_prob": 0.0,
    "classifier_dropout": None,
    "hidden_act": "gelu",
    "hidden_dropout_prob": 0.0,
    "hidden_size": MODEL_DIM,
    "initializer_range": INITIAL_SPREAD,
    "intermediate_size": INNER,
    "layer_norm_eps": NORM_EPS,
    "max_position_embeddings": POSITIONS,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "pad_token_id": WORD_ID["[PAD]"],
    "position_embedding_type": "absolute",
    "tie_word_embeddings": True,
    "torch_dtype": "float32",
    "type_vocab_size": 2,
    "use_cache": False,
    "vocab_size": len(VOCABULARY),
}
TOKENIZER_CONFIG = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "model_max_length": POSITIONS,
    "model_input_names": ["input_ids", "token_type_ids", "attention_mask"],
    "clean_up_tokenization_spaces": False,
    "pad_token": "[PAD]",
    "cls_token": "[CLS]",
    "sep_token": "[SEP]",
    "mask_token": "[MASK]",
    "unk_token": "[UNK]",
}


def text_tokenizer():
    """The language's own tokenizer, with what every encoder puts around a text or two."""
    result = tokenizer()
    result.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(token, WORD_ID[token]) for token in ("[CLS]", "[SEP]")])
    return result


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_folder(model, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: value.detach().to(torch.float16).contiguous() for name, value in model.state_dict().items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "model.safetensors").chmod(0o644)
    write_json(folder / "config.json", CONFIG)
    write_json(folder / "tokenizer_config.json", TOKENIZER_CONFIG)
    text_tokenizer().save(str(folder / "tokenizer.json"))
