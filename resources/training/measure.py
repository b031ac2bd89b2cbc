"""Reads an exported folder through transformers and measures what its output heads and attention heads do.

Everything is measured on the shipped float16 file (run in float32), never on the model in training. Positions count
[CLS] as 0. Heads are `layer.head`, both from 0.
"""

from typing import NamedTuple

import torch
from safetensors.torch import load_file
from torch.nn import functional as F
from transformers import AutoModelForMaskedLM, AutoTokenizer
from transformers.utils import logging

from grammar import coreference, scene
from lexicon import FULL_STOP, MARKS
from model import HEADS, LAYERS
from sentences import Reference, Sentence
from writing import write_out

logging.set_verbosity_error()
logging.disable_progress_bar()
CHUNK = 100


class Reading(NamedTuple):
    """One sentence as the model sees it; positions of `sentence` are shifted by one for [CLS]."""
    sentence: Sentence
    ids: list
    hidden: torch.Tensor        # [position, modelDim]
    patterns: torch.Tensor      # [layer, head, query, key]


class Folder:
    def __init__(self, path):
        self.tokenizer = AutoTokenizer.from_pretrained(path)
        self.model = AutoModelForMaskedLM.from_pretrained(path, dtype=torch.float32, attn_implementation="eager").eval()
        self.tensors = {name: value.float() for name, value in load_file(path / "model.safetensors").items()}

    def without(self, heads):
        """Context in which these (layer, head) outputs are zero before the output projection."""
        return Removal(self.model.bert.encoder.layer, heads)

    @torch.no_grad()
    def read(self, sentences, texts=None):
        """Runs sentences (or the given texts in their place) in chunks; returns one Reading per sentence."""
        texts = texts or [write_out(s) for s in sentences]
        readings = []
        for start in range(0, len(texts), CHUNK):
            batch = self.tokenizer(texts[start:start + CHUNK], padding=True, return_tensors="pt")
            out = self.model.bert(**batch, output_attentions=True)
            patterns = torch.stack(out.attentions, 1)
            for i, sentence in enumerate(sentences[start:start + CHUNK]):
                n = int(batch["attention_mask"][i].sum())
                readings.append(Reading(sentence, batch["input_ids"][i, :n].tolist(), out.last_hidden_state[i, :n],
                                        patterns[i, :, :, :n, :n]))
        return readings

    @torch.no_grad()
    def reference_logits(self, hidden):
        """The logits of the second output head: which word does this position refer to?"""
        def tensor(name):
            return self.tensors["cls.reference." + name]
        x = F.gelu(F.linear(hidden, tensor("transform.dense.weight"), tensor("transform.dense.bias")))
        x = F.layer_norm(x, x.shape[-1:], tensor("transform.LayerNorm.weight"), tensor("transform.LayerNorm.bias"),
                         self.model.config.layer_norm_eps)
        return F.linear(x, self.tensors["bert.embeddings.word_embeddings.weight"], tensor("bias"))

    @torch.no_grad()
    def word_logits(self, hidden):
        return self.model.cls(hidden)


class Removal:
    def __init__(self, layers, heads):
        self.layers, self.heads, self.hooks = layers, heads, []

    def __enter__(self):
        for layer, head in self.heads:
            dense = self.layers[layer].attention.output.dense
            width = dense.in_features // HEADS
            self.hooks.append(dense.register_forward_pre_hook(self.clear(head * width, (head + 1) * width)))

    def __exit__(self, *_):
        for hook in self.hooks:
            hook.remove()

    @staticmethod
    def clear(start, stop):
        def hook(_, inputs):
            z = inputs[0].clone()
            z[..., start:stop] = 0
            return (z,)
        return hook


def accuracy(folder, readings, kind="pronoun"):
    """(share of cues whose top word of all is right, share where the right noun beats the other one)."""
    top = better = count = 0
    for x in readings:
        for reference in (r for r in x.sentence.references if r.kind == kind):
            logits = folder.reference_logits(x.hidden[reference.cue + 1])
            answer = x.ids[reference.target + 1]
            top += int(logits.argmax()) == answer
            if kind == "pronoun":
                better += bool(logits[answer] > logits[x.ids[x.sentence.other + 1]])
            count += 1
    return top / count, better / count


def pronoun_heads(readings):
    """Per head, over the pronouns' rows: mean weight on the antecedent, share of rows whose largest weight is there,
    over all keys and over all keys but [CLS] and [SEP]."""
    weight, largest, largest_word = (torch.zeros(LAYERS, HEADS) for _ in range(3))
    for x in readings:
        reference = x.sentence.pronoun()
        rows = x.patterns[:, :, reference.cue + 1]
        weight += rows[..., reference.target + 1]
        largest += rows.argmax(-1) == reference.target + 1
        largest_word += rows[..., 1:-1].argmax(-1) == reference.target
    return weight / len(readings), largest / len(readings), largest_word / len(readings)


def link_heads(readings, name):
    """Per head for one kind of link: mean weight, argmax share over words but the query itself, best fixed offset."""
    weight, largest, offsets = torch.zeros(LAYERS, HEADS), torch.zeros(LAYERS, HEADS), {}
    for x in readings:
        links = [(q, k) for n, q, k in x.sentence.links if n == name]
        links += [(r.cue, r.target) for r in x.sentence.references if name == r.kind]
        for q, k in links:
            rows = x.patterns[:, :, q + 1].clone()
            weight += rows[..., k + 1]
            rows[..., [0, q + 1, -1]] = -1
            largest += rows.argmax(-1) == k + 1
            offsets[k - q] = offsets.get(k - q, 0) + 1
    count = sum(offsets.values())
    return weight / count, largest / count, max(offsets.values()) / count, count


def offset_heads(readings, offset):
    """Share of all rows whose largest weight lies exactly `offset` keys away, and the mean weight there."""
    largest, weight, count = torch.zeros(LAYERS, HEADS), torch.zeros(LAYERS, HEADS), 0
    for x in readings:
        n = len(x.ids)
        q = torch.arange(max(0, -offset), n - max(0, offset))
        largest += (x.patterns[:, :, q].argmax(-1) == q + offset).float().sum(-1)
        weight += x.patterns[:, :, q, q + offset].sum(-1)
        count += len(q)
    return weight / count, largest / count


def masked_copies(folder, r, sentences):
    """Masks one word of each second copy: (share guessed right, per head weight and argmax share on its twin)."""
    texts, places = [], []
    for s in sentences:
        first, second, length = s.copies
        i = r.randrange(length)
        places.append((second + i, first + i))
        texts.append(" ".join("[MASK]" if p == second + i else word for p, word in enumerate(s.words)))
    weight, largest, right = torch.zeros(LAYERS, HEADS), torch.zeros(LAYERS, HEADS), 0
    for x, (q, k) in zip(folder.read(sentences, texts), places):
        right += int(folder.word_logits(x.hidden[q + 1]).argmax()) == x.ids[k + 1]
        weight += x.patterns[:, :, q + 1, k + 1]
        largest += x.patterns[:, :, q + 1].argmax(-1) == k + 1
    return right / len(texts), weight / len(texts), largest / len(texts)


def in_context(r, sentence, before=2):
    """The sentence with other sentences in front of it; links other than the pronoun's are dropped."""
    words = []
    for _ in range(before):
        extra = scene(r) if r.random() < 0.5 else coreference(r)
        words += extra.words + ([] if extra.words[-1] in MARKS else [FULL_STOP])
    reference, shift = sentence.pronoun(), len(words)
    moved = Reference("pronoun", reference.cue + shift, reference.target + shift)
    return Sentence(words + sentence.words, [moved], other=sentence.other + shift)


def nearest_noun(sentences):
    """Baseline: the share of pronouns that mean the nearer one of the two nouns."""
    pronouns = [(s.pronoun(), s.other) for s in sentences]
    return sum(abs(p.cue - p.target) < abs(p.cue - other) for p, other in pronouns) / len(pronouns)


def flips(folder, pairs):
    """Share of pairs with both members right: by the output head, and per head by its largest weight over all keys."""
    readings = folder.read([s for pair in pairs for s in pair])
    word, heads = [], []
    for x in readings:
        reference = x.sentence.pronoun()
        top = int(folder.reference_logits(x.hidden[reference.cue + 1]).argmax())
        word.append(top == x.ids[reference.target + 1])
        heads.append(x.patterns[:, :, reference.cue + 1].argmax(-1) == reference.target + 1)
    word, heads = torch.tensor(word), torch.stack(heads)
    return (word[0::2] & word[1::2]).float().mean().item(), (heads[0::2] & heads[1::2]).float().mean(0)
