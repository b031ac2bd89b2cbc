"""A toy English that explains itself: every sentence knows what its pronoun, negation and "because" refer to."""

from lexicon import *
from sentences import Family, HeldOut, Reference, Sentence, chance, choose_plot, reasons, repeated_words

ADULTS = MEN + WOMEN + BOYS_NAMES + GIRLS_NAMES + PEOPLE
HE = MEN + BOYS_NAMES
SHE = WOMEN + GIRLS_NAMES
FAMILIES = [
    Family("animal-place", 4.0, ANIMALS, PLACES, TRAVEL, reasons(TIRED, BRAVE, WIDE, SAFE)),
    Family("person-place", 1.5, ADULTS, PLACES, TRAVEL, reasons(TIRED, BRAVE, WIDE, SAFE)),
    Family("animal-food", 2.0, ANIMALS, FOODS, EAT, reasons(TIRED, BRAVE, SALTY, SWEET)),
    Family("person-food", 1.0, ADULTS, FOODS, COOK, reasons(TIRED, BRAVE, SALTY, SWEET)),
    Family("item-container", 4.0, ITEMS, CONTAINERS, FIT, reasons(BIG, SMALL, SMALL, BIG), before_object=("in",)),
    Family("person-item", 1.2, ADULTS, ITEMS + CONTAINERS, HANDLE, reasons(TIRED, BRAVE, HEAVY, LIGHT)),
    Family("animal-animal", 1.2, ANIMALS, ANIMALS, HUNT, reasons(TIRED, BRAVE, FAST, SLOW)),
    Family("he-she", 0.8, HE, SHE, MEET, reasons(TIRED, BRAVE, TIRED, BRAVE), plurals=0.0),
    Family("she-he", 0.8, SHE, HE, MEET, reasons(TIRED, BRAVE, TIRED, BRAVE), plurals=0.0),
]
HELD_OUT = HeldOut("animal", "street", "tired", "wide")
SINGULARS = {"animals": "animal", "streets": "street"}


class Actor:
    """A noun in a sentence: number, gender and the pronoun that stands for it."""

    def __init__(self, r, noun, plurals=0.12):
        self.noun = noun
        self.many = noun.plural is not None and chance(r, plurals)
        self.word = noun.plural if self.many else noun.word
        kind = r.choice(("he", "she")) if noun.kind == "person" else noun.kind
        self.pronoun = "they" if self.many else kind


def add_noun(s, r, actor):
    """Writes "the (old) dog" and returns the noun's position."""
    if actor.noun.name:
        return s.add(actor.word)
    determiner = "the"
    if chance(r, 0.15):
        determiner = r.choice(PLURAL_DETERMINERS if actor.many else SINGULAR_DETERMINERS)
    words = [actor.word]
    if chance(r, 0.25):
        words.insert(0, r.choice(NEUTRAL))
    if determiner == "a" and words[0][0] in "aeiou":
        determiner = "an"
    at = s.add(determiner, *words)
    if len(words) == 2:
        s.links.append(("attribute>noun", at - 1, at))
    return at


def add_verb(s, r, verb, negated, present, many):
    """Writes the verb group; returns (position of the negation cue or -1, position of the verb)."""
    if negated:
        cues = NEGATIONS_PRESENT if present else NEGATIONS_PAST
        cue = r.choice(cues)
        if chance(r, 0.06):
            cue = ["never"]
        elif present and chance(r, 0.5):
            cue = r.choice([["don't"], ["do", "not"]] if many else [["doesn't"], ["does", "not"]])
        at = s.add(*cue)
        if chance(r, 0.2):
            s.add(r.choice(NEGATED_ADVERBS))
        v = s.add(verb.past if cue == ["never"] else verb.base)
        s.references.append(Reference("negation", at, v))
        s.links.append(("verb>negation", v, at))
        return at, v
    auxiliary = r.choice(["will", "can"]) if present else "could" if chance(r, 0.2) else None
    if auxiliary:
        s.add(auxiliary)
    if chance(r, 0.2):
        s.add(r.choice(ADVERBS))
    return -1, s.add(verb.base if auxiliary else verb.past)


def add_clause(s, r, f, verb, actors, negated, present):
    """Subject, verb, object with optional place and time; returns the four positions."""
    subject = add_noun(s, r, actors[0]) if not isinstance(actors[0], str) else s.add(actors[0])
    if chance(r, 0.1) and not isinstance(actors[0], str):
        s.add(r.choice(PLACE_WORDS), "the", r.choice(LANDMARKS))
    many = actors[0] == "they" if isinstance(actors[0], str) else actors[0].many
    cue, v = add_verb(s, r, verb, negated, present, many)
    s.add(*f.before_object)
    object_ = add_noun(s, r, actors[1]) if not isinstance(actors[1], str) else s.add(OBJECT_PRONOUNS[actors[1]])
    s.links += [("verb>object", v, object_), ("object>verb", object_, v), ("verb>subject", v, subject),
                ("subject>verb", subject, v)]
    if chance(r, 0.05):
        s.add(r.choice(PLACE_WORDS), "the", r.choice(LANDMARKS))
    if chance(r, 0.08):
        s.add(*r.choice(TIMES))
    return subject, cue, v, object_


def add_state(s, r, actor, adjective, negated, present):
    """Writes "was too tired"; returns the adjective's position."""
    s.add({(True, True): "are", (True, False): "is", (False, True): "were", (False, False): "was"}[present, actor.many])
    if not present and chance(r, 0.06):
        s.words[-1] = r.choice(["seemed", "looked"])
    if negated:
        s.add(r.choices(["too", "so", "very"], [7, 2, 1])[0])
    elif chance(r, 0.4):
        s.add(r.choice(["so", "very", "quite"]))
    return s.add(adjective)


def end(s, r):
    """A full stop, often none, seldom another mark."""
    mark = r.choices([".", "", "!", "?"], [50, 42, 4, 4])[0]
    if mark:
        s.add(mark)


def add_opening(s, r, share=0.25):
    if chance(r, share):
        opening = r.choice(OPENINGS) if chance(r, 0.7) else r.choice(TIMES) + [","]
        s.add(*opening)


def coreference(r, split="train"):
    """One sentence with a pronoun: reason at the end, reason in front, two sentences, or "..., so it ..."."""
    f, subject, object_, role, negated, adjective = choose_plot(r, FAMILIES, HELD_OUT, split)
    actors = [Actor(r, subject, f.plurals), Actor(r, object_, f.plurals)]
    meant = actors[0 if role == "subject" else 1]
    present, verb = chance(r, 0.25), r.choice(f.verbs)
    s = Sentence(family=f.name)
    add_opening(s, r)
    shape = r.choices(["because", "fronted", "apart", "so"], [70, 10, 9, 11])[0]
    because = -1
    if shape == "so":
        noun = add_noun(s, r, meant)
        s.adjective = add_state(s, r, meant, adjective, negated, present)
        s.add(",", "so")
        pair = [meant.pronoun if x is meant else x for x in actors]
        places = add_clause(s, r, f, verb, pair, negated, present)
        pronoun, s.other = (places[0], places[3]) if role == "subject" else (places[3], places[0])
        cue = places[1]
    else:
        if shape == "fronted":
            because, pronoun = add_reason(s, r, meant, adjective, negated, present)
            s.add(",")
        subject_at, cue, v, object_at = add_clause(s, r, f, verb, actors, negated, present)
        noun, s.other = (subject_at, object_at) if role == "subject" else (object_at, subject_at)
        if shape == "apart":
            s.add(r.choice([".", ".", ";"]))
            pronoun = s.add(meant.pronoun)
            s.adjective = add_state(s, r, meant, adjective, negated, present)
        elif shape == "because":
            because, pronoun = add_reason(s, r, meant, adjective, negated, present)
        if because >= 0:
            s.references.append(Reference("because", because, v))
    needs = (s.adjective, cue) if cue >= 0 else (s.adjective,)
    s.references.append(Reference("pronoun", pronoun, noun, needs))
    s.links += [("pronoun>other noun", pronoun, s.other), ("pronoun>adjective", pronoun, s.adjective),
                ("adjective>noun", s.adjective, noun)]
    if cue >= 0:
        s.links.append(("adjective>negation", s.adjective, cue))
    end(s, r)
    return s


def add_reason(s, r, actor, adjective, negated, present):
    """Writes "because it was too tired"; returns the positions of "because" and of the pronoun."""
    because = s.add("because" if chance(r, 0.88) else "since")
    pronoun = s.add(actor.pronoun)
    s.adjective = add_state(s, r, actor, adjective, negated, present)
    return because, pronoun


def scene(r):
    """One or two clauses without a pronoun, mostly exactly one of them negated: teaches the reach of a negation."""
    s = Sentence(family="scene")
    add_opening(s, r, 0.15)
    negated = chance(r, 0.5)
    clauses = 2 if chance(r, 0.85) else 1
    for index in range(clauses):
        present = chance(r, 0.25)
        if chance(r, 0.25):
            actor = Actor(r, r.choice(ANIMALS + ADULTS))
            v_subject = add_noun(s, r, actor)
            _, v = add_verb(s, r, r.choice(STAY), negated, present, actor.many)
            s.links.append(("verb>subject", v, v_subject))
        else:
            f, subject, object_, _, _, _ = choose_plot(r, FAMILIES, HELD_OUT, "train")
            add_clause(s, r, f, r.choice(f.verbs), [Actor(r, subject), Actor(r, object_)], negated, present)
        if index + 1 < clauses:
            s.add(*r.choice([["and"], ["but"], ["."], [",", "but"], [";"]]))
        if chance(r, 0.8):
            negated = not negated
    end(s, r)
    return s


CONTENT = content_words()


def repeated_list(r):
    return repeated_words(r, CONTENT, [".", ",", "and", "but"], end)


def training_sentence(r, lists=0.3, scenes=0.15):
    """The training mixture; texts that come near the famous sentence are thrown away."""
    while True:
        draw = r.random()
        s = repeated_list(r) if draw < lists else scene(r) if draw < lists + scenes else coreference(r)
        if not HELD_OUT.near(SINGULARS.get(word, word) for word in s.words):
            return s
