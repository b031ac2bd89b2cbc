"""Tiny tokenizers written by hand, one rule of the official library each; the results come from running it.

`semantics()` lists (name, tokenizer.json as a dictionary, text, second text or None).
"""

import base64

BLOCK = "\u2581"


def added(content, id, **flags):
    defaults = dict(special=True, normalized=False, single_word=False, lstrip=False, rstrip=False)
    return {"id": id, "content": content, **defaults, **flags}


def vocabulary(pieces):
    """Pieces in the order of their ids, separated by blanks."""
    return {piece: id for id, piece in enumerate(pieces.split(" "))}


def word_level(pieces, unknown="UNK"):
    return {"type": "WordLevel", "vocab": vocabulary(pieces), "unk_token": unknown}


def word_piece(pieces, **settings):
    return {"type": "WordPiece", "vocab": vocabulary(pieces), "unk_token": "UNK", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, **settings}


def bpe(pieces, merges, **settings):
    defaults = dict(dropout=None, unk_token=None, continuing_subword_prefix=None, end_of_word_suffix=None,
                    fuse_unk=False, byte_fallback=False, ignore_merges=False)
    return {"type": "BPE", "vocab": vocabulary(pieces), "merges": merges, **defaults, **settings}


def unigram(scores, unknown=0):
    return {"type": "Unigram", "vocab": [[piece, score] for piece, score in scores], "unk_id": unknown,
            "byte_fallback": False}


def whole(model, **stages):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": None, "post_processor": None, "decoder": None, "model": model, **stages}


def sequence_of(key, *stages):
    return {"type": "Sequence", key: list(stages)}


WHITESPACE_SPLIT = {"type": "WhitespaceSplit"}
BERT_PIECES = "PAD UNK CLS SEP hello ##s world cafe \u4f60 \u597d !"
BERT_STAGES = dict(
    normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                "lowercase": True},
    pre_tokenizer={"type": "BertPreTokenizer"},
    post_processor={"type": "BertProcessing", "sep": ["SEP", 3], "cls": ["CLS", 2]})
BERT = whole(word_piece(BERT_PIECES), added_tokens=[added("[SEP]", 3)], **BERT_STAGES)
BERT_TRUNCATING = {**BERT,
                   "truncation": {"direction": "Right", "max_length": 8, "strategy": "LongestFirst", "stride": 0},
                   "padding": {"strategy": {"Fixed": 12}, "direction": "Right", "pad_to_multiple_of": None,
                               "pad_id": 0, "pad_type_id": 0, "pad_token": "PAD"}}


def bert_cases():
    return [
        ("bert uncased", BERT, "HELLOs  Cafe\u0301\u4f60\u597d! zzz [SEP]", "World\x00x"),
        ("bert composed accent", BERT, "HELLOs  Caf\u00e9\u4f60\u597d! zzz [SEP]", "World\x00x"),
        ("bert empty pair", BERT, "", ""),
        ("bert empty second", BERT, "hello", ""),
        ("stored truncation and padding are ignored", BERT_TRUNCATING, "hello hello hello hello hello", "world world"),
        ("wordpiece dead end makes the whole word unknown",
         whole(word_piece("UNK a ##b"), pre_tokenizer=WHITESPACE_SPLIT),
         "ab abc a", None),
        ("wordpiece limit counts characters",
         whole(word_piece("UNK \u00e9 ##\u00e9", max_input_chars_per_word=3), pre_tokenizer=WHITESPACE_SPLIT),
         "\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9\u00e9", None),
        ("wordpiece other prefix", whole(word_piece("UNK a @@b", continuing_subword_prefix="@@")), "abb", None),
        ("bert deletes controls inside a word", BERT, "hel\u200dlo\x07s w\x0borld", None),
        ("bert blank for tab, line feed and no-break space", BERT, "hello\tworld\nhello\u00a0world\u3000hello", None),
        ("bert keeps accents when lowercase is off",
         whole(word_piece("UNK Cafe \u0301 Caf\u00e9"), pre_tokenizer={"type": "BertPreTokenizer"}, normalizer={
             **BERT_STAGES["normalizer"], "lowercase": False}), "Cafe\u0301 Caf\u00e9", None),
    ]


def added_token_cases():
    plain = "UNK a <m> b"

    def with_token(model="UNK a <m> b", content="<m>", id=2, **flags):
        return whole(word_level(model), pre_tokenizer=WHITESPACE_SPLIT, added_tokens=[added(content, id, **flags)])

    two = whole(word_level("UNK a <m> <m>>"), pre_tokenizer=WHITESPACE_SPLIT,
                added_tokens=[added("<m>", 2), added("<m>>", 3)])
    lower = whole(word_level("UNK a"), normalizer={"type": "Lowercase"}, pre_tokenizer=WHITESPACE_SPLIT,
                  added_tokens=[added("Yes", 2, normalized=True, special=False)])
    return [
        ("added token lstrip", with_token(plain, lstrip=True), "a   <m> a", None),
        ("added token rstrip", with_token(plain, rstrip=True), "a <m>   a", None),
        ("added token both strips", with_token(plain, lstrip=True, rstrip=True), " \n<m>\t <m> a", None),
        ("added token single word", with_token("UNK a m", "m", 2, single_word=True), "am m m! xm", None),
        ("added token single word and marks", with_token("UNK a m", "m", 2, single_word=True),
         "m\u0301 \u00e9m _m -m 1m", None),
        ("longest added token wins", two, "a<m>>a<m>", None),
        ("added token matches the normalized text", lower, "YES a yEs", None),
        ("added token id of the file is not used", with_token("UNK a", "<new>", 7), "a <new>", None),
        ("added token is special only when inserted", BERT, "[SEP] hello", None),
        ("added token splits a word", with_token(plain), "a<m>a b<m>", None),
    ]


def bpe_cases():
    return [
        ("bpe drops unknown characters without unk", whole(bpe("a b ab", ["a b"])), "azb", None),
        ("bpe unk not fused", whole(bpe("u a b", [], unk_token="u")), "azzb", None),
        ("bpe unk fused", whole(bpe("u a b", [], unk_token="u", fuse_unk=True)), "azzb", None),
        ("bpe unk takes part in merges", whole(bpe("u a ua", ["u a"], unk_token="u")), "za", None),
        ("bpe bytes only when all exist",
         whole(bpe("u a <0xC3>", [], unk_token="u", byte_fallback=True)), "a\u00e9", None),
        ("bpe bytes share the character's span",
         whole(bpe("u a <0xC3> <0xA9>", [], unk_token="u", byte_fallback=True)), "a\u00e9", None),
        ("bpe last rank of a repeated merge counts", whole(bpe("a b c ab bc", ["a b", "b c", "a b"])), "abc", None),
        ("bpe merges as pairs", whole(bpe("a b ab", [["a", "b"]])), "abab", None),
        ("bpe lowest rank first", whole(bpe("a b c ab bc abc", ["b c", "a b", "a bc"])), "abcab", None),
        ("bpe leftmost first", whole(bpe("a aa", ["a a"])), "aaaaa", None),
        ("bpe ignore merges", whole(bpe("a b c ab abc", ["a b"], ignore_merges=True), pre_tokenizer=WHITESPACE_SPLIT),
         "abc abcab", None),
        ("bpe end of word suffix", whole(bpe("a b b</w> ab</w> a</w>", ["a b</w>"], end_of_word_suffix="</w>"),
                                         pre_tokenizer=WHITESPACE_SPLIT), "ab a abb", None),
        ("bpe continuing prefix",
         whole(bpe("a ##a ##b a##b ab", ["a ##b"], continuing_subword_prefix="##")), "aba", None),
    ]


def unigram_cases():
    tie = unigram([("<unk>", 0.0), ("a", -1.0), ("b", -1.0), ("c", -1.0), ("ab", -2.0), ("bc", -2.0)])
    small = unigram([("<unk>", 0.0), ("a", -1.0), ("b", -1.0)])
    double = unigram([("<unk>", 0.0), ("a", -1.0), ("b", -1.0), ("ab", -9.0), ("ab", -0.5)])
    bytes_ = {**unigram([("<unk>", 0.0), ("a", -1.0), ("<0xC3>", -5.0), ("<0xA9>", -5.0)]), "byte_fallback": True}
    return [
        ("unigram tie", whole(tie), "abc", None),
        ("unigram unknowns fuse", whole(small), "azzb", None),
        ("unigram last id of a repeated piece", whole(double), "ab", None),
        ("unigram byte fallback", whole(bytes_), "a\u00e9\u00e8", None),
    ]


def metaspace_cases():
    pieces = f"u a b {BLOCK} {BLOCK}a {BLOCK}b"
    result = []
    for scheme in ("always", "first", "never"):
        for split in (True, False):
            stage = {"type": "Metaspace", "replacement": BLOCK, "prepend_scheme": scheme, "split": split}
            model = bpe(pieces + " <s>", [f"{BLOCK} a", f"{BLOCK} b"], unk_token="u")
            tokenizer = whole(model, pre_tokenizer=stage, added_tokens=[added("<s>", 6)])
            name = f"metaspace {scheme} {'split' if split else 'whole'}"
            result.append((name, tokenizer, "<s>a b<s> a  b", None))
            result.append((name + " at the start", tokenizer, f"a {BLOCK}b", None))
    older = whole(bpe(pieces, [f"{BLOCK} a"], unk_token="u"), pre_tokenizer={
        "type": "Metaspace", "replacement": BLOCK, "str_rep": BLOCK, "add_prefix_space": True})
    legacy = whole(bpe(pieces + " <s>", [f"{BLOCK} a"], unk_token="u"), added_tokens=[added("<s>", 6)],
                   normalizer=sequence_of("normalizers", {"type": "Prepend", "prepend": BLOCK},
                                          {"type": "Replace", "pattern": {"String": " "}, "content": BLOCK}))
    return result + [
        ("metaspace with the older key", older, "a b", None),
        ("llama legacy", legacy, "<s>a b<s> a", None),
        ("llama legacy empty", legacy, "", None),
        ("llama legacy only blanks", legacy, "  ", None),
    ]


def byte_level_cases():
    model = bpe("\u0120 a b ab \u0120a \u00c3 \u00a9", ["a b", "\u0120 a"])
    stage = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    trim = whole(model, pre_tokenizer=stage, post_processor={**stage})
    keep = whole(model, pre_tokenizer={**stage, "add_prefix_space": False},
                 post_processor={**stage, "trim_offsets": False, "add_prefix_space": False})
    ends = dict(sep=["</s>", 8], cls=["<s>", 7])
    model_ends = bpe("\u0120 a b ab \u0120a \u00c3 \u00a9 <s> </s>", ["a b", "\u0120 a"])
    roberta = whole(model_ends, pre_tokenizer={**stage, "add_prefix_space": False}, post_processor={
        "type": "RobertaProcessing", **ends, "trim_offsets": True, "add_prefix_space": False})
    prefixed = whole(model_ends, pre_tokenizer=stage, post_processor={
        "type": "RobertaProcessing", **ends, "trim_offsets": True, "add_prefix_space": True})
    return [
        ("byte level prefix and trim", trim, " \u00e9 a", None),
        ("byte level prefix is inserted", trim, "a  ab", None),
        ("byte level without trim", keep, " \u00e9 a  ab ", None),
        ("roberta pair", roberta, "ab  a", "ab"),
        ("roberta empty", roberta, "", None),
        ("roberta pair with prefix", prefixed, "ab  a", " ab"),
    ]


def split_cases():
    result = []
    for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        for invert in (False, True):
            stage = {"type": "Split", "pattern": {"String": "-"}, "behavior": behavior, "invert": invert}
            result.append((f"split {behavior}{' inverted' if invert else ''}",
                           whole(word_level("UNK a b - -- a- -a -b b-"), pre_tokenizer=stage), "-a--b-", None))
    words = word_level("UNK a")
    patterns = {
        "digits apart": {"type": "Digits", "individual_digits": True},
        "digits together": {"type": "Digits", "individual_digits": False},
        "punctuation": {"type": "Punctuation", "behavior": "Isolated"},
        "whitespace": {"type": "Whitespace"},
        "delimiter": {"type": "CharDelimiterSplit", "delimiter": "_"},
        "possessive": {"type": "Split", "pattern": {"Regex": r"\p{L}++|\p{N}{1,3}+"}, "behavior": "Isolated",
                       "invert": False},
        "nested set": {"type": "Split", "pattern": {"Regex": r" ?[^(\s|[.,!?])]+"}, "behavior": "Isolated",
                       "invert": False},
        "intersection": {"type": "Split", "pattern": {"Regex": r"[\p{L}&&[^a-m]]+"}, "behavior": "Isolated",
                         "invert": False},
        "look ahead": {"type": "Split", "pattern": {"Regex": r"\s+(?!\S)|\s+"}, "behavior": "Isolated",
                       "invert": False},
    }
    text = "ab12\u00bd3.,x_y  don't \u0663\u00e9e\u0301 caf\u00e9\u2019s 12345"
    return result + [(f"pre-tokenizer {name}", whole(words, pre_tokenizer=stage), text, None)
                     for name, stage in patterns.items()]


def new_character_cases():
    """Characters of Unicode 15 and 16, which the Oniguruma of Debian 12 does not know."""
    text = "a\U00016d70\U00016d71 \U00011f04.\U0001e4d0x \u1c89\u1c8a\u1b4e \U00031350\u732b\U0001cc00\u00b2+$"
    patterns = (r"\p{N}{1,3}", r"\p{^L}+", r"\P{Letter}", r"[^\s\p{L}\p{N}]+", r"\w+", r"\W+", r"[^\W\d]+", r"\D",
                r"[[:punct:]]+", r"\p{Han}+", r"[\p{L}&&[^\p{Lu}]]")
    return [(f"new characters in {pattern}", whole(word_level("UNK a"), pre_tokenizer={
        "type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}), text, None)
        for pattern in patterns]


def script_cases():
    stage = whole(word_level("UNK a"), pre_tokenizer={"type": "UnicodeScripts"})
    return [("scripts", stage, " .\u732b\u306e\u30ab\u30fc a\u0436 b.\u0589\U00011a07\u05d0", None),
            ("scripts of characters of every script", stage, " \u0378 ", None)]


def normalizer_cases():
    text = "  \u0130STANBUL \u039f\u0394\u039f\u03a3 \ufb01 \u00e9 e\u0301 \u1e69 \u2460  "
    stages = {
        "NFC": {"type": "NFC"}, "NFD": {"type": "NFD"}, "NFKC": {"type": "NFKC"}, "NFKD": {"type": "NFKD"},
        "Lowercase": {"type": "Lowercase"}, "StripAccents": {"type": "StripAccents"},
        "Strip left": {"type": "Strip", "strip_left": True, "strip_right": False},
        "Strip both": {"type": "Strip", "strip_left": True, "strip_right": True},
        "Nmt": {"type": "Nmt"},
        "Replace text": {"type": "Replace", "pattern": {"String": "S"}, "content": "<$1>"},
        "Replace pattern": {"type": "Replace", "pattern": {"Regex": "[A-Z]{2}"}, "content": ""},
        "Prepend": {"type": "Prepend", "prepend": "xy"},
        "NFD and marks": sequence_of("normalizers", {"type": "NFD"}, {"type": "StripAccents"}),
    }
    splitter = {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False}
    letters = ("UNK S T A N B U L \u039f \u0394 \u03a3 e i s f \u0307 \u0301 \u0323 I 1 \u00e9 \u1e69 x y < > $ "
               "t a n b u l \u03c3 \u03bf \u03b4")
    return [(f"normalizer {name}", whole(word_level(letters), normalizer=stage, pre_tokenizer=splitter), text, None)
            for name, stage in stages.items()]


def character_map_cases():
    """The character map of a SentencePiece model: the library looks up whole clusters, and then their shortest part."""
    from model_file_recipes import train  # needs sentencepiece
    import sentencepiece.sentencepiece_model_pb2 as messages
    model = messages.ModelProto.FromString(train(model_type="unigram", vocab_size=500, hard_vocab_limit=False,
                                                 rules=True))
    encoded = base64.b64encode(model.normalizer_spec.precompiled_charsmap).decode("ascii")
    stage = {"type": "Precompiled", "precompiled_charsmap": encoded}
    texts = {"characters": "\ufb01\u2460\uff21\uff22 \u3000\u00a0\t\n\r\n\u2026", "nothing": "\u00ad\u200b",
             "nothing between": "a\u00adb\u200bc", "accents": "e\u0301x \u00e9 e\u0301\u0302 e\u0323\u0301",
             "hangul": "\uac00\uac01", "emoji": "\U0001f469\u200d\U0001f4bb \U0001f469\u200d\U0001f467",
             "blank and mark": "\u00a0\u0301 \ufb01\u0301\u0302\u0303"}
    letters = whole(word_level("UNK"), normalizer=stage, pre_tokenizer={
        "type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False})
    letters["model"]["vocab"] = {piece: id for id, piece in enumerate(
        ["UNK", *"fi1AB .eaxbc", "\u00e9", "\u0301", "\u0302", "\u0323", "\u1100", "\u1161", "\u11a8", "\uac01",
         "\U0001f469", "\U0001f4bb", "\U0001f467", "\u200d"])}
    return [(f"character map, {name}", letters, text, None) for name, text in texts.items()]


def template_cases():
    def part(name, type_id, special=False):
        return {"SpecialToken" if special else "Sequence": {"id": name, "type_id": type_id}}

    stage = {"type": "TemplateProcessing",
             "single": [part("begin", 0, True), part("A", 0), part("end", 1, True)],
             "pair": [part("B", 2), part("begin", 3, True), part("A", 1), part("end", 0, True)],
             "special_tokens": {"begin": {"id": "begin", "ids": [1, 2], "tokens": ["b1", "b2"]},
                                "end": {"id": "end", "ids": [3], "tokens": ["e"]}}}
    tokenizer = whole(word_level("UNK b1 b2 e x y"), pre_tokenizer=WHITESPACE_SPLIT, post_processor=stage)
    return [
        ("template with two ids for one name", tokenizer, "x y", None),
        ("template pair in reverse order", tokenizer, "x", "y y"),
        ("template empty text", tokenizer, "", None),
    ]


def semantics():
    return (bert_cases() + added_token_cases() + bpe_cases() + unigram_cases() + metaspace_cases()
            + byte_level_cases() + split_cases() + new_character_cases() + script_cases()
            + normalizer_cases() + character_map_cases() + template_cases())
