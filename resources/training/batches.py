"""Turns sentences into training batches: joining, unknown words, masking, targets."""

from typing import NamedTuple

import torch

from grammar import training_sentence
from lexicon import FULL_STOP, MARKS, SPECIALS, VOCABULARY, WORD_ID
from model import POSITIONS

NO_TARGET = -100
PAD, CLS, SEP, MASK, UNK = range(len(SPECIALS))
MARK_IDS = {WORD_ID[mark] for mark in MARKS}
MASKED_SHARE, MASKED_SHARE_OF_COPY, UNKNOWN_SENTENCES, JOINED_TEXTS = 0.15, 0.35, 0.15, 0.06
BUCKETS = 8


class Example(NamedTuple):
    ids: list
    types: list
    masked: list        # the hidden word where a word was masked, else NO_TARGET
    referred: list      # the word a cue refers to, else NO_TARGET
    from_list: list     # True inside a word list


class Batch(NamedTuple):
    ids: torch.Tensor
    types: torch.Tensor
    masked: torch.Tensor
    referred: torch.Tensor
    from_list: torch.Tensor


def hide_unknown(r, ids, references):
    """Replaces one or two words by [UNK]; references whose cue or clue vanished are dropped."""
    positions = r.sample(range(len(ids)), min(len(ids), r.choice((1, 1, 2))))
    lost = {p for p in positions if ids[p] not in MARK_IDS}
    for p in lost:
        ids[p] = UNK
    return [x for x in references if not lost & {x.cue, *x.needs}]


def masked_share(sentence, position):
    """How often the word at this position is masked: in a list only in the second copy."""
    if not sentence.copies:
        return MASKED_SHARE
    _, second, length = sentence.copies
    return MASKED_SHARE_OF_COPY if second <= position < second + length else 0.0


def mask_words(r, sentence, ids, references):
    """Masks as BERT does (80 % [MASK], 10 % another word, 10 % unchanged); returns (targets, references left).

    In half of the sentences the words that a reference needs are spared, otherwise such references are dropped.
    """
    targets, changed = [NO_TARGET] * len(ids), set()
    spared = set()
    if r.random() < 0.5:
        spared = {p for x in references for p in (x.cue, x.target, *x.needs)}
    for p, word in enumerate(list(ids)):
        if word < len(SPECIALS) or p in spared or r.random() >= masked_share(sentence, p):
            continue
        targets[p] = word
        changed.add(p)
        draw = r.random()
        if draw < 0.9:
            ids[p] = MASK if draw < 0.8 else r.randrange(len(SPECIALS), len(VOCABULARY))
    return targets, [x for x in references if not changed & {x.cue, x.target, *x.needs}]


def prepare(r, sentence):
    """One sentence without special tokens as (ids, masked words, referred words)."""
    ids = [WORD_ID[word] for word in sentence.words]
    references = sentence.references
    if sentence.family != "list" and r.random() < UNKNOWN_SENTENCES:
        references = hide_unknown(r, ids, references)
    whole = list(ids)
    masked, references = mask_words(r, sentence, ids, references)
    referred = [NO_TARGET] * len(ids)
    for x in references:
        referred[x.cue] = whole[x.target]
    return ids, masked, referred


def example(r):
    """A text of one sentence, or of several up to the full length, as one or as two segments."""
    sentences = [training_sentence(r)]
    if r.random() < JOINED_TEXTS:
        while len(sentences) < 6:
            more = training_sentence(r)
            if sum(len(s.words) for s in sentences) + len(more.words) + len(sentences) + 2 > POSITIONS:
                break
            sentences.append(more)
    border = r.randrange(1, len(sentences)) if len(sentences) > 1 and r.random() < 0.5 else len(sentences)
    x = Example([CLS], [0], [NO_TARGET], [NO_TARGET], [False])
    for index, sentence in enumerate(sentences):
        kind = int(index >= border)
        if index == border:
            append(x, [SEP], 0)
        elif index and x.ids[-1] not in MARK_IDS:
            append(x, [WORD_ID[FULL_STOP]], kind)
        ids, masked, referred = prepare(r, sentence)
        append(x, ids, kind, masked, referred, sentence.family == "list")
    append(x, [SEP], int(border < len(sentences)))
    return x


def append(x, ids, kind, masked=None, referred=None, from_list=False):
    nothing = [NO_TARGET] * len(ids)
    x.ids.extend(ids)
    x.types.extend([kind] * len(ids))
    x.masked.extend(masked or nothing)
    x.referred.extend(referred or nothing)
    x.from_list.extend([from_list] * len(ids))


def collate(examples):
    length = max(len(x.ids) for x in examples)
    fills = (PAD, 0, NO_TARGET, NO_TARGET, False)
    columns = zip(*examples)
    return Batch(*(torch.tensor([row + [fill] * (length - len(row)) for row in rows])
                   for rows, fill in zip(columns, fills)))


def batches(r, size):
    """Endless batches; texts of similar length go together."""
    while True:
        pool = sorted((example(r) for _ in range(size * BUCKETS)), key=lambda x: len(x.ids))
        order = list(range(BUCKETS))
        r.shuffle(order)
        for index in order:
            yield collate(pool[index * size:(index + 1) * size])
