"""How each small tokenizer of tests/data/tokenizers is trained and with which stages it is saved.

A recipe is a function that fills an empty folder. The stages and their settings are those of the real families; only
vocabularies and merges are small. Files are written from the library's own serialisation.
"""

import json
import math
from collections import Counter

from tokenizers import (AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers)

from common import write_json
from corpus import lines

LLAMA3_PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
                  r"|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN_PATTERN = LLAMA3_PATTERN.replace(r"\p{N}{1,3}", r"\p{N}")
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
BERT_SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def save(tokenizer, folder, merges_as_strings=False, **changes):
    """Writes tokenizer.json; old files have merges as "a b", new ones as ["a","b"]."""
    content = json.loads(tokenizer.to_str())
    if merges_as_strings:
        content["model"]["merges"] = [" ".join(pair) for pair in content["model"]["merges"]]
    content.update(changes)
    write_json(folder / "tokenizer.json", content, sort_keys=False)


def train_characters(texts, size, splitter, normalizer=None, specials=()):
    """A BPE tokenizer over characters."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = splitter
    if normalizer:
        tokenizer.normalizer = normalizer
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=list(specials), show_progress=False))
    return tokenizer


def piece_counts(tokenizer):
    """How often the corpus contains each piece, as {(piece, begins a word): count}."""
    counts = Counter()
    for line in lines():
        encoding = tokenizer.encode(line)
        words = [None] + encoding.word_ids
        counts.update((token, words[place] != words[place + 1]) for place, token in enumerate(encoding.tokens))
    return counts


def model_of(tokenizer):
    """The trained model as the plain dictionary of tokenizer.json."""
    return json.loads(tokenizer.to_str())["model"]


def template(single, pair, *tokens):
    """A template in the library's short notation; `tokens` are (content, id)."""
    return processors.TemplateProcessing(single=single, pair=pair, special_tokens=list(tokens))


# BERT: WordPiece

def train_wordpiece(lowercase, size):
    """Pieces of a plain BPE, with ## where they occur inside a word: the library's own WordPiece trainer gives another
    vocabulary in every run."""
    counts = piece_counts(train_characters(lines(), size, pre_tokenizers.BertPreTokenizer(),
                                           normalizers.BertNormalizer(lowercase=lowercase)))
    pieces = {piece if starts_word else "##" + piece for piece, starts_word in counts}
    pieces |= {marks + piece for piece, _ in counts if len(piece) == 1 for marks in ("", "##")}
    return BERT_SPECIALS + sorted(pieces, key=lambda piece: (len(piece), piece))


def bert_tokenizer(vocabulary, lowercase):
    tokenizer = Tokenizer(models.WordPiece({piece: id for id, piece in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.add_special_tokens(BERT_SPECIALS)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = template("[CLS]:0 $A:0 [SEP]:0", "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
                                        ("[CLS]", 2), ("[SEP]", 3))
    return tokenizer


def bert_uncased(folder):
    save(bert_tokenizer(train_wordpiece(True, 1000), True), folder)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "BertTokenizer", "do_lower_case": True})


def bert_cased(folder):
    """Carries the truncation and padding that training leaves behind in many files; both are to be ignored."""
    tokenizer = bert_tokenizer(train_wordpiece(False, 1000), False)
    tokenizer.enable_truncation(12)
    tokenizer.enable_padding(length=12)
    save(tokenizer, folder)
    write_json(folder / "tokenizer_config.json", {
        "tokenizer_class": "BertTokenizer", "do_lower_case": False, "model_max_length": 10**30})


def write_vocab_txt(folder, pieces):
    (folder / "vocab.txt").write_bytes("".join(piece + "\n" for piece in pieces).encode("utf-8"))


def bert_vocab_txt(folder):
    """Only vocab.txt: lower-cased by default. U+2028 stands in a line of its own and must not count as a line end."""
    pieces = train_wordpiece(True, 900)
    write_vocab_txt(folder, pieces[:7] + ["\u2028", "\u00a0", "a\u2028b"] + pieces[7:])


def bert_vocab_txt_cased(folder):
    write_vocab_txt(folder, train_wordpiece(False, 900))
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "BertTokenizer", "do_lower_case": False})


# GPT-2, RoBERTa, Llama 3, Qwen: byte-level BPE

def train_byte_level(splitter, size, specials_first=()):
    """Vocabulary and merges over the 256 printable bytes; `splitter` is the pre-tokenizer."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = splitter
    tokenizer.train_from_iterator(lines(), trainers.BpeTrainer(
        vocab_size=size, special_tokens=list(specials_first), show_progress=False,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet())))
    model = model_of(tokenizer)
    return model["vocab"], [tuple(pair) for pair in model["merges"]]


def gpt2_parts():
    vocab, merges = train_byte_level(pre_tokenizers.ByteLevel(add_prefix_space=False), 900)
    return {**vocab, "<|endoftext|>": len(vocab)}, merges


def gpt2(folder):
    vocab, merges = gpt2_parts()
    tokenizer = Tokenizer(models.BPE(vocab, merges))
    tokenizer.add_special_tokens([AddedToken("<|endoftext|>", normalized=True, special=True)])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    save(tokenizer, folder, merges_as_strings=True)


def write_vocab_and_merges(folder, vocab, merges):
    write_json(folder / "vocab.json", vocab, sort_keys=False)
    rows = ["#version: 0.2"] + [" ".join(pair) for pair in merges]
    (folder / "merges.txt").write_bytes("".join(row + "\n" for row in rows).encode("utf-8"))


def gpt2_vocab_merges(folder):
    write_vocab_and_merges(folder, *gpt2_parts())
    write_json(folder / "config.json", {"model_type": "gpt2"})


def roberta_parts():
    first = ["<s>", "<pad>", "</s>", "<unk>"]
    vocab, merges = train_byte_level(pre_tokenizers.ByteLevel(add_prefix_space=False), 800, first)
    return {**vocab, "<mask>": len(vocab)}, merges


def roberta(folder):
    vocab, merges = roberta_parts()
    tokenizer = Tokenizer(models.BPE(vocab, merges))
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True)])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), True, False)
    save(tokenizer, folder, merges_as_strings=True)


def roberta_vocab_merges(folder):
    """As the first RoBERTa folders; the blank before <mask> is swallowed because of tokenizer_config.json."""
    write_vocab_and_merges(folder, *roberta_parts())
    mask = {"__type": "AddedToken", "content": "<mask>", "lstrip": True, "rstrip": False, "single_word": False,
            "normalized": True}
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "RobertaTokenizer", "mask_token": mask})
    write_json(folder / "config.json", {"model_type": "roberta"})


def split_then_bytes(pattern):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                    pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def llama3(folder):
    """Every fourth merge is taken out: their words are found only because ignore_merges looks them up whole."""
    vocab, merges = train_byte_level(split_then_bytes(LLAMA3_PATTERN), 1000)
    tokenizer = Tokenizer(models.BPE(vocab, [pair for rank, pair in enumerate(merges) if rank % 4 != 3],
                                     ignore_merges=True))
    tokenizer.add_special_tokens(["<|begin_of_text|>", "<|end_of_text|>"])
    tokenizer.pre_tokenizer = split_then_bytes(LLAMA3_PATTERN)
    begin = ("<|begin_of_text|>", len(vocab))
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=True),
        template(f"{begin[0]}:0 $A:0", f"{begin[0]}:0 $A:0 {begin[0]}:1 $B:1", begin)])
    save(tokenizer, folder)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": begin[0]})


def qwen2(folder):
    vocab, merges = train_byte_level(split_then_bytes(QWEN_PATTERN), 900)
    tokenizer = Tokenizer(models.BPE(vocab, merges))
    tokenizer.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im_end|>"])
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = split_then_bytes(QWEN_PATTERN)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    save(tokenizer, folder)
    write_json(folder / "tokenizer_config.json", {
        "tokenizer_class": "Qwen2Tokenizer", "add_prefix_space": False, "bos_token": None,
        "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"})


# Llama 1 and 2, Mistral: BPE over characters with bytes for the rest

def frequent_lines(least):
    """The corpus without its rare characters, so that some texts need bytes."""
    counts = Counter("".join(lines()))
    return ["".join(character for character in line if counts[character] >= least) for line in lines()]


def llama_model():
    """<unk>, <s>, </s>, 256 bytes, then pieces; trained on words that carry their blank as a leading lower block."""
    tokenizer = train_characters(frequent_lines(3), 1000, pre_tokenizers.Metaspace(),
                                 specials=["<unk>", "<s>", "</s>"] + BYTES)
    model = model_of(tokenizer)
    return models.BPE(model["vocab"], [tuple(pair) for pair in model["merges"]], unk_token="<unk>", fuse_unk=True,
                      byte_fallback=True)


def llama_tokenizer():
    tokenizer = Tokenizer(llama_model())
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    tokenizer.post_processor = template("<s>:0 $A:0", "<s>:0 $A:0 <s>:1 $B:1", ("<s>", 1))
    return tokenizer


def llama_config(folder, legacy):
    write_json(folder / "tokenizer_config.json", {
        "tokenizer_class": "LlamaTokenizer", "add_bos_token": True, "add_eos_token": False, "legacy": legacy,
        "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "model_max_length": 10**30})


def llama_legacy(folder):
    tokenizer = llama_tokenizer()
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    save(tokenizer, folder, merges_as_strings=True)
    llama_config(folder, True)


def llama_metaspace(folder):
    tokenizer = llama_tokenizer()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    save(tokenizer, folder)
    llama_config(folder, False)


# XLM-RoBERTa: Unigram

def unigram_pieces(normalizer, splitter):
    """(piece, score) with the logarithm of its share as score; the library's own trainer differs from run to run."""
    tokenizer = train_characters(frequent_lines(2), 800, splitter, normalizer)
    counts = Counter({piece: 1 for piece in tokenizer.get_vocab()})
    for (piece, _), count in piece_counts(tokenizer).items():
        counts[piece] += count
    total = sum(counts.values())
    pieces = [(piece, round(math.log(count / total), 3)) for piece, count in counts.items()]
    return sorted(pieces, key=lambda entry: (-entry[1], entry[0]))


def xlm_roberta(folder):
    normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    splitter = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    first = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces = first + unigram_pieces(normalizer, splitter) + [("<mask>", 0.0)]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=3))
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True)])
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, splitter
    tokenizer.post_processor = template("<s> $A </s>", "<s> $A </s> </s> $B </s>", ("<s>", 0), ("</s>", 2))
    save(tokenizer, folder)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "XLMRobertaTokenizer"})


# Word level

def wordlevel(folder):
    normalizer = normalizers.Sequence([
        normalizers.NFD(), normalizers.StripAccents(), normalizers.Lowercase(), normalizers.Replace("\u00df", "ss"),
        normalizers.Replace(Regex(r"[\u2018\u2019]"), "'"), normalizers.Strip()])
    splitter = pre_tokenizers.Sequence([
        pre_tokenizers.Whitespace(), pre_tokenizers.Split("_", "merged_with_next"),
        pre_tokenizers.Split(Regex(r"[.,;:!?]"), "isolated"), pre_tokenizers.Digits(individual_digits=True)])
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, splitter
    tokenizer.train_from_iterator(lines(), trainers.WordLevelTrainer(
        vocab_size=600, special_tokens=["[UNK]", "[MASK]"], show_progress=False))
    words = sorted(set(model_of(tokenizer)["vocab"]) - {"[UNK]", "[MASK]"})
    result = Tokenizer(models.WordLevel({word: id for id, word in enumerate(["[UNK]", "[MASK]"] + words)}, "[UNK]"))
    result.add_special_tokens(["[UNK]", "[MASK]"])
    result.normalizer, result.pre_tokenizer = normalizer, splitter
    save(result, folder)


# Folders whose expectation comes from the tokenizer.json in them, and those that transformers has to convert.
WITH_FILE = (bert_uncased, bert_cased, gpt2, roberta, llama3, qwen2, llama_legacy, llama_metaspace, xlm_roberta,
             wordlevel)
CONVERTED = {bert_vocab_txt: "BertTokenizerFast", bert_vocab_txt_cased: "BertTokenizerFast",
             gpt2_vocab_merges: "GPT2TokenizerFast", roberta_vocab_merges: "RobertaTokenizerFast"}
