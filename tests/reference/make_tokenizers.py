"""Writes the small tokenizers of tests/data/tokenizers and what the official library makes of many texts.

tests/data/tokenizers/texts.json       {"texts": [...], "pairs": [[first, second], ...]}, pairs by index into the texts
tests/data/tokenizers/<name>/          the tokenizer's own files and expected.json
tests/data/tokenizers/semantics.json   tiny tokenizers, one rule each (see semantics_cases.py)

expected.json holds {"cases": [...]}. A case has "text" (an index into texts.json) and perhaps "pair" (another index),
or "repeat" (a string) and "count" (how often), always "add_special_tokens", and either the result in full

    ids, tokens, offsets [[begin, end] in code points], words [int or null], type_ids, special [0 or 1],
    sequence [null, 0 or 1: which of the two texts the token came from]

or, for "repeat", count_ids, ids_fnv and offsets_fnv: 64-bit FNV-1a, 16 hexadecimal digits, over the ids and over
begin, end, begin, end ... as little-endian 32-bit integers. "tokens" are the vocabulary's entries for the ids, not the
surface that the library shows for unknown pieces and for added tokens that swallowed blanks. Truncation and padding
stored in a file are switched off.

Folders with tokenizer.json are read by the tokenizers library as they are. AutoTokenizer of transformers 5 agrees on
all but two: it rebuilds LlamaTokenizer and XLMRobertaTokenizer from their class and forgets the file's normalizer.

    python make_tokenizers.py [NAME ...]
"""

import json
import os
import shutil
import sys

import tokenizers

import model_file_recipes
from common import TOKENIZERS, fnv1a, write_json, write_json_rows
from semantics_cases import semantics
from texts import HARD, PAIRS, REPEATED, random_texts
from tokenizer_recipes import CONVERTED, WITH_FILE

MAX_FILE_BYTES = 300_000


def all_texts():
    """Every text once: the hard ones, then those that only pairs use, then the random ones."""
    texts = list(dict.fromkeys(HARD + [text for pair in PAIRS for text in pair]))
    return texts + [text for text in dict.fromkeys(random_texts()) if text not in texts]


def plain_tokenizer(folder, converted_class=None):
    """The library's tokenizer for a folder, without truncation and padding."""
    if converted_class:
        import transformers
        tokenizer = getattr(transformers, converted_class).from_pretrained(folder).backend_tokenizer
    else:
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def compared(row):
    """What the tests compare of a case; folders without tokenizer.json, of which there are many, store no more."""
    return {key: value for key, value in row.items() if key not in ("tokens", "words", "sequence")}


def result_of(tokenizer, encoding):
    tokens = [tokenizer.id_to_token(id) for id in encoding.ids]
    return {"ids": encoding.ids, "tokens": tokens, "offsets": encoding.offsets, "words": encoding.word_ids,
            "type_ids": encoding.type_ids, "special": encoding.special_tokens_mask,
            "sequence": encoding.sequence_ids}


def cases_of(tokenizer, texts):
    """All cases of expected.json: every text, every third one again without special tokens, pairs, long texts."""
    cases = []
    for index, text in enumerate(texts):
        for special in (True, False) if index % 3 == 0 and index < len(HARD) else (True,):
            encoding = tokenizer.encode(text, add_special_tokens=special)
            cases.append({"text": index, "add_special_tokens": special, **result_of(tokenizer, encoding)})
    for first, second in PAIRS:
        for special in (True, False):
            encoding = tokenizer.encode(first, second, add_special_tokens=special)
            cases.append({"text": texts.index(first), "pair": texts.index(second), "add_special_tokens": special,
                          **result_of(tokenizer, encoding)})
    for piece, count in REPEATED:
        encoding = tokenizer.encode(piece * count, add_special_tokens=True)
        flat = [number for offset in encoding.offsets for number in offset]
        cases.append({"repeat": piece, "count": count, "add_special_tokens": True, "count_ids": len(encoding.ids),
                      "ids_fnv": fnv1a(encoding.ids), "offsets_fnv": fnv1a(flat)})
    return cases


def write_tokenizer(recipe, texts, converted_class=None):
    """Writes one folder and prints its sizes."""
    folder = TOKENIZERS / recipe.__name__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    recipe(folder)
    tokenizer = plain_tokenizer(folder, converted_class)
    cases = cases_of(tokenizer, texts)
    if converted_class:
        cases = [compared(row) for row in cases]
    write_json_rows(folder / "expected.json", "cases", cases)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    print(f"{recipe.__name__}: {tokenizer.get_vocab_size()} tokens, {len(cases)} cases; "
          + ", ".join(f"{name} {size}" for name, size in sizes.items()), flush=True)
    if max(sizes.values()) > MAX_FILE_BYTES:
        raise SystemExit(f"{recipe.__name__}: a file is larger than {MAX_FILE_BYTES} bytes")


def write_semantics():
    rows = []
    for name, definition, text, pair in semantics():
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(definition))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        result = result_of(tokenizer, tokenizer.encode(text, pair))
        given = {"name": name, "tokenizer": definition, "text": text}
        rows.append({**given, **({"pair": pair} if pair is not None else {}), **result})
    write_json_rows(TOKENIZERS / "semantics.json", "cases", rows)
    print(f"semantics: {len(rows)} cases")


def main(names):
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    TOKENIZERS.mkdir(parents=True, exist_ok=True)
    texts = all_texts()
    pairs = [[texts.index(first), texts.index(second)] for first, second in PAIRS]
    write_json(TOKENIZERS / "texts.json", {"texts": texts, "pairs": pairs})
    converted = {**CONVERTED, **model_file_recipes.CONVERTED}
    for recipe in (*WITH_FILE, *converted):
        if not names or recipe.__name__ in names:
            write_tokenizer(recipe, texts, converted.get(recipe))
    if not names or "semantics" in names:
        write_semantics()


if __name__ == "__main__":
    main(sys.argv[1:])
