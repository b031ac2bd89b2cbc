"""One tokenizer per stage of tokenizer.json, over single bytes, so that every character a stage makes can be seen."""

from semantics_cases import whole
from tokenizer_recipes import LLAMA3_PATTERN, QWEN_PATTERN

BYTES = {"type": "BPE", "vocab": {f"<0x{byte:02X}>": byte for byte in range(256)}, "merges": [], "dropout": None,
         "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False,
         "byte_fallback": True, "ignore_merges": False}
# A piece of text is one token, so that the cuts can be seen.
PIECES = {"type": "WordLevel", "vocab": {"<unk>": 0}, "unk_token": "<unk>"}

NORMALIZERS = {
    "bert": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
             "lowercase": True},
    "bert_clean": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": False, "strip_accents": False,
                   "lowercase": False},
    "bert_accents": {"type": "BertNormalizer", "clean_text": False, "handle_chinese_chars": True,
                     "strip_accents": True, "lowercase": False},
    **{form.lower(): {"type": form} for form in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt",
                                                  "ByteLevel")},
    "strip": {"type": "Strip", "strip_left": True, "strip_right": True},
    "replace": {"type": "Replace", "pattern": {"Regex": r"\s{2,}|[\n\r\t]"}, "content": " "},
    "replace_ends": {"type": "Replace", "pattern": {"Regex": r"\A +| +\z"}, "content": ""},
    "prepend": {"type": "Prepend", "prepend": "\u2581"},
    "marks": {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"}, {"type": "NFC"}]},
}
PATTERNS = {
    "llama3": LLAMA3_PATTERN, "qwen2": QWEN_PATTERN,
    "gpt2": r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    "deepseek": r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
                r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "bloom": r" ?[^(\s|[.,!?\u2026\u3002\uff0c\u3001\u0964\u06d4\u060c])]+",
    "clip": r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    "kimi": r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*"
            r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+(?!\S)|\s+",
    "words": r"\w+|[^\w\s]+", "not_words": r"\W", "punctuation": r"[[:punct:]]", "digits": r"\d{2,}", "not_numbers": r"\P{N}+",
}
PRE_TOKENIZERS = {
    **{name.lower(): {"type": name} for name in ("BertPreTokenizer", "Whitespace", "WhitespaceSplit", "UnicodeScripts")},
    "punctuation": {"type": "Punctuation", "behavior": "Isolated"},
    "punctuation_contiguous": {"type": "Punctuation", "behavior": "Contiguous"},
    "digits": {"type": "Digits", "individual_digits": False},
    "digits_each": {"type": "Digits", "individual_digits": True},
    "delimiter": {"type": "CharDelimiterSplit", "delimiter": "e"},
    "fixed": {"type": "FixedLength", "length": 3},
    "bytelevel": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    "metaspace": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True},
    "metaspace_first": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": True},
    **{f"split_{behavior.lower()}": {"type": "Split", "pattern": {"Regex": r"[\p{P}\p{Z}]"}, "behavior": behavior,
                                     "invert": False}
       for behavior in ("Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")},
    **{f"pattern_{name}": {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
       for name, pattern in PATTERNS.items()},
}


def definitions():
    """{name: tokenizer.json as a dictionary}"""
    result = {f"normalizer_{name}": whole(BYTES, normalizer=stage) for name, stage in NORMALIZERS.items()}
    result.update({f"pre_tokenizer_{name}": whole(PIECES, pre_tokenizer=stage)
                   for name, stage in PRE_TOKENIZERS.items()})
    return result
