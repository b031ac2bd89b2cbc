"""The tens of thousands of strings on which compare_tokenizers.py holds Headscope against the official library."""

from common import random_state
from corpus import lines
from texts import ALPHABETS, HARD, PAIRS, REPEATED

CODE_POINTS_A_TEXT = 12
RANDOM_TEXTS = 12_000
MIXED_TEXTS = 6_000
RANDOM_PAIRS = 1_500
# Planes without characters of a single kind are looked at in samples.
PLANES = ((0, 0xD800, 1), (0xE000, 0xF900, 37), (0xF900, 0x20000, 1), (0x20000, 0x32400, 23), (0x323B0, 0xE0000, 4001),
          (0xE0000, 0xE0200, 1), (0xE0200, 0x110000, 5003))


def code_point_texts():
    """Every code point of the planes with scripts, each behind another kind of neighbour."""
    points = [chr(code) for first, end, step in PLANES for code in range(first, end, step)]
    separators = ("", " ", "a", "a ", "A1", "\u0301", ".")
    result = []
    for begin in range(0, len(points), CODE_POINTS_A_TEXT):
        separator = separators[(begin // CODE_POINTS_A_TEXT) % len(separators)]
        result.append(separator.join(points[begin:begin + CODE_POINTS_A_TEXT]))
    return result


def random_texts(draw):
    """Short strings over one to four alphabets."""
    names = sorted(ALPHABETS)
    result = []
    for _ in range(RANDOM_TEXTS):
        chosen = [ALPHABETS[names[draw.randint(len(names))]] for _ in range(1 + draw.randint(4))]
        parts = []
        for _ in range(1 + draw.randint(30)):
            alphabet = chosen[draw.randint(len(chosen))]
            parts.append(alphabet[draw.randint(len(alphabet))])
        result.append("".join(parts))
    return result


def mixed_texts(draw, words):
    """Fragments of the corpus, with words of the tokenizer put in and characters exchanged."""
    corpus = lines()
    result = []
    for _ in range(MIXED_TEXTS):
        line = corpus[draw.randint(len(corpus))]
        begin = draw.randint(len(line))
        text = line[begin:begin + 1 + draw.randint(80)]
        for _ in range(draw.randint(4)):
            place = draw.randint(len(text) + 1)
            text = text[:place] + words[draw.randint(len(words))] + text[place:]
        kind = draw.randint(6)
        result.append(text.upper() if kind == 0 else text.title() if kind == 1 else text)
    return result


def words_of(tokenizer):
    """Pieces of a vocabulary, as it writes them, and its added tokens in several surroundings."""
    draw = random_state("words")
    vocabulary = sorted(tokenizer.get_vocab(with_added_tokens=False))
    words = [vocabulary[draw.randint(len(vocabulary))] for _ in range(2000)]
    readable = [word.replace("\u0120", " ").replace("\u2581", " ").removeprefix("##") for word in words]
    added = [token.content for _, token in sorted(tokenizer.get_added_tokens_decoder().items())][:200]
    around = [f"{left}{content}{right}" for content in added
              for left, right in (("", ""), (" ", " "), ("  ", ""), ("", "\n "), ("a", "b"))]
    return words + readable + around


def cases_of(tokenizer):
    """(text, second text or None, add special tokens, take special tokens in the text as text) for one tokenizer,
    always the same ones."""
    draw = random_state("generated")
    texts = HARD + [piece * min(count, 600) for piece, count in REPEATED] + code_point_texts() + random_texts(draw)
    texts += mixed_texts(draw, words_of(tokenizer))
    cases = [(text, None, index % 3 != 0, index % 7 == 3) for index, text in enumerate(texts)]
    pairs = PAIRS + [(texts[draw.randint(len(texts))], texts[draw.randint(len(texts))]) for _ in range(RANDOM_PAIRS)]
    return cases + [(first, second, index % 5 != 0, index % 4 == 1) for index, (first, second) in enumerate(pairs)]
