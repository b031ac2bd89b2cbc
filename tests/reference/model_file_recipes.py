"""Small folders with a SentencePiece model or a tiktoken file and no tokenizer.json; transformers converts them."""

import base64
import tempfile
from pathlib import Path

import sentencepiece
from tokenizers import pre_tokenizers

from common import write_json
from corpus import lines
from tokenizer_recipes import LLAMA3_PATTERN, split_then_bytes, train_byte_level

# A character map with each kind of rule, small: the map of SentencePiece's own rules has 240 KB.
RULES = (("FB01", "66 69"), ("2460", "31"), ("65 301", "E9"), ("FF21", "41"), ("FF22", "42"), ("3000", "20"),
         ("A0", "20"), ("9", "20"), ("A", "20"), ("D A", "20"), ("2026", "2E 2E 2E"), ("AD", ""), ("200B", ""),
         ("AC00", "1100 1161"), ("1F469 200D 1F4BB", "1F4BB"))
LLAMA = dict(unk_id=0, bos_id=1, eos_id=2, pad_id=-1)
MAPPED = dict(model_type="unigram", vocab_size=500, hard_vocab_limit=False, rules=True)
BPE = dict(model_type="bpe", vocab_size=800, byte_fallback=True, character_coverage=0.98)


def train(rules=False, **settings):
    """The bytes of a .model file."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "text").write_text("\n".join(lines()), encoding="utf-8")
        if rules:
            (folder / "rules").write_text("".join(f"{old}\t{new}\n" for old, new in RULES))
            settings["normalization_rule_tsv"] = str(folder / "rules")
        elif "normalization_rule_name" not in settings:
            settings["normalization_rule_name"] = "identity"
        sentencepiece.SentencePieceTrainer.train(input=str(folder / "text"), model_prefix=str(folder / "m"),
                                                 minloglevel=2, num_threads=1, **settings)
        return (folder / "m.model").read_bytes()


def write(folder, name, model, tokenizer_class, **settings):
    (folder / name).write_bytes(model)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": tokenizer_class, **settings})


def t5_model(folder):
    write(folder, "spiece.model", train(pad_id=0, eos_id=1, unk_id=2, bos_id=-1, **MAPPED), "T5Tokenizer", extra_ids=20)


def xlm_roberta_model(folder):
    write(folder, "sentencepiece.bpe.model", train(**LLAMA, **MAPPED), "XLMRobertaTokenizer")


def albert_model(folder):
    model = train(pad_id=0, unk_id=1, bos_id=2, eos_id=3, pad_piece="<pad>", unk_piece="<unk>", bos_piece="[CLS]",
                  eos_piece="[SEP]", control_symbols=["[MASK]"], **MAPPED)
    write(folder, "spiece.model", model, "AlbertTokenizer")


def deberta_v2_model(folder):
    model = train(pad_id=0, bos_id=1, eos_id=2, unk_id=3, pad_piece="[PAD]", bos_piece="[CLS]", eos_piece="[SEP]",
                  unk_piece="[UNK]", **MAPPED)
    write(folder, "spm.model", model, "DebertaV2Tokenizer", do_lower_case=False)


def llama_model(folder):
    model = train(remove_extra_whitespaces=False, split_digits=True, **LLAMA, **BPE)
    write(folder, "tokenizer.model", model, "LlamaTokenizer", legacy=True, add_bos_token=True)


def gemma_model(folder):
    model = train(add_dummy_prefix=False, remove_extra_whitespaces=False, allow_whitespace_only_pieces=True, pad_id=0,
                  eos_id=1, bos_id=2, unk_id=3, eos_piece="<eos>", bos_piece="<bos>",
                  user_defined_symbols=["<mask>", "\n\n", "<start_of_turn>"], **BPE)
    write(folder, "tokenizer.model", model, "GemmaTokenizer", add_bos_token=True)


def any_bpe_model(folder):
    model = train(user_defined_symbols=["<mask>", "ation", "(a|b)"], **LLAMA, **BPE)
    write(folder, "tokenizer.model", model, "TokenizersBackend", add_bos_token=True, add_eos_token=True)


def any_unigram_model(folder):
    write(folder, "tokenizer.model", train(control_symbols=["<mask>"], **LLAMA, **MAPPED), "TokenizersBackend",
          legacy=False)


def tiktoken_file(folder):
    """The pieces of a byte-level BPE as bytes; two reserved ids lie between its special tokens."""
    vocab, _ = train_byte_level(split_then_bytes(LLAMA3_PATTERN), 700)
    letters = {letter: byte for byte, letter in bytes_of_letters().items()}
    rows = [f"{base64.b64encode(bytes(letters[letter] for letter in piece)).decode()} {id}\n"
            for piece, id in sorted(vocab.items(), key=lambda entry: entry[1])]
    declared = {str(len(vocab) + place): {"content": content, "special": True} for place, content in
                ((0, "<|begin_of_text|>"), (3, "<|eot_id|>"))}
    write(folder, "tokenizer.model", "".join(rows).encode("ascii"), "TokenizersBackend",
          added_tokens_decoder=declared, bos_token="<|begin_of_text|>", add_bos_token=True)


def bytes_of_letters():
    """{byte: the letter that byte-level vocabularies write for it}"""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    result = {byte: chr(byte) for byte in printable} | {byte: chr(256 + place) for place, byte in enumerate(others)}
    assert sorted(result.values()) == sorted(pre_tokenizers.ByteLevel.alphabet())
    return result


# Each with the class that converts it.
CONVERTED = {t5_model: "T5Tokenizer", xlm_roberta_model: "XLMRobertaTokenizer", albert_model: "AlbertTokenizer",
             deberta_v2_model: "DebertaV2Tokenizer", llama_model: "LlamaTokenizer", gemma_model: "GemmaTokenizer",
             any_bpe_model: "TokenizersBackend", any_unigram_model: "TokenizersBackend",
             tiktoken_file: "TokenizersBackend"}
