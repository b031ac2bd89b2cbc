"""What the toy languages share: sentences that know what their pronoun refers to, families of them, held-out words.

Nothing in here, nor in a grammar, speaks about attention.
"""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple


class Reference(NamedTuple):
    """At the position `cue` the model shall name the word at `target`; only possible while it can read `needs`."""
    kind: str
    cue: int
    target: int
    needs: tuple = ()


@dataclass
class Sentence:
    """Words (without [CLS] and [SEP]), the references that are trained and the links that are only measured."""
    words: list = field(default_factory=list)
    references: list = field(default_factory=list)
    links: list = field(default_factory=list)          # (name, query position, key position), for measuring only
    family: str = ""
    other: int = -1                                     # the noun the pronoun does not mean
    adjective: int = -1
    copies: tuple = ()                                  # word lists: first copy, second copy, length

    def add(self, *words):
        """Appends words and returns the position of the last one."""
        self.words.extend(words)
        return len(self.words) - 1

    def pronoun(self):
        return next((r for r in self.references if r.kind == "pronoun"), None)


class Family(NamedTuple):
    """Who does what to what; adjectives[(role of the antecedent, negated)] are the reasons."""
    name: str
    share: float
    subjects: list
    objects: list
    verbs: list
    adjectives: dict
    plurals: float = 0.12
    before_object: tuple = ()


def reasons(subject_negated, subject, object_negated, object_):
    return {("subject", True): subject_negated, ("subject", False): subject,
            ("object", True): object_negated, ("object", False): object_}


SPLITS = {"train": (False, False), "noun-pair": (True, False), "noun-adjective": (False, True), "both": (True, True)}


def bucket(*parts):
    return int(hashlib.md5("|".join(parts).encode()).hexdigest(), 16) % 100


class HeldOut(NamedTuple):
    """What training never sees together: the words of the famous sentence, and a share of all pairs, by a hash."""
    subject: str
    object: str
    of_subject: str         # the adjective by which the pronoun means the subject, and the one for the object
    of_object: str

    def apart(self):
        return [{self.subject, self.object}, {self.subject, self.of_subject}, {self.object, self.of_object}]

    def pair(self, subject, object_):
        """15 % of the (subject, object) noun pairs, and the famous one, never meet in a training sentence."""
        return (subject, object_) == (self.subject, self.object) or bucket("pair", subject, object_) < 15

    def reason(self, noun, adjective):
        """12 % of the (noun, adjective) pairs, and the two famous ones, are never explained in training."""
        return {noun, adjective} in self.apart() or bucket("reason", noun, adjective) < 12

    def near(self, words):
        """True when a text holds two words that only the famous sentence may bring together."""
        present = set(words)
        return any(pair <= present for pair in self.apart())


def chance(r, probability):
    return r.random() < probability


def choose_plot(r, families, held_out, split):
    """Draws family, nouns, antecedent role, polarity and adjective so that the held-out rule fits the split."""
    while True:
        f = r.choices(families, [x.share for x in families])[0]
        subject, object_ = r.choice(f.subjects), r.choice(f.objects)
        role, negated = r.choice(("subject", "object")), chance(r, 0.62)
        adjective = r.choice(f.adjectives[role, negated])
        noun = subject if role == "subject" else object_
        held = held_out.pair(subject.word, object_.word), held_out.reason(noun.word, adjective)
        if subject != object_ and held == SPLITS[split]:
            return f, subject, object_, role, negated, adjective


def repeated_words(r, content, separators, end):
    """Random words, then the same words again: the only way to know the second copy is to look at the first."""
    length = r.randint(4, 11) if chance(r, 0.9) else r.randint(12, 22)
    drawn = r.sample(content, length + 6)
    words, fillers = drawn[:length], drawn[length:]
    s = Sentence(family="list")
    s.add(*fillers[:r.randint(0, 3)])
    first = s.add(*words) + 1 - length
    if chance(r, 0.75):
        s.add(r.choice(separators))
    s.add(*fillers[3:3 + r.randint(0, 3)])
    second = s.add(*words) + 1 - length
    end(s, r)
    s.copies = (first, second, length)
    s.links += [("duplicate", second + i, first + i) for i in range(length)]
    s.links += [("after duplicate", second + i, first + i + 1) for i in range(length - 1)]
    return s
