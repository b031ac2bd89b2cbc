"""A toy Chinese that explains itself: every sentence knows what its pronoun, negation and 因为 refer to."""

from lexicon import *
from sentences import Family, HeldOut, Reference, Sentence, chance, choose_plot, reasons, repeated_words

ADULTS = MEN + WOMEN + BOYS_NAMES + GIRLS_NAMES + PEOPLE
HE = MEN + BOYS_NAMES
SHE = WOMEN + GIRLS_NAMES
FAMILIES = [
    Family("animal-road", 3.0, ANIMALS, ROADS, CROSS, reasons(TIRED, BRAVE, WIDE, SAFE)),
    Family("animal-area", 1.5, ANIMALS, AREAS, ENTER, reasons(TIRED, BRAVE, WILD, SAFE)),
    Family("person-road", 1.0, ADULTS, ROADS, CROSS, reasons(TIRED, BRAVE, WIDE, SAFE)),
    Family("person-area", 0.7, ADULTS, AREAS, ENTER, reasons(TIRED, BRAVE, WILD, SAFE)),
    Family("animal-food", 2.0, ANIMALS, FOODS, EAT, reasons(TIRED, BRAVE, SALTY, SWEET)),
    Family("person-food", 1.0, ADULTS, FOODS, COOK, reasons(TIRED, BRAVE, SALTY, SWEET)),
    Family("item-container", 4.0, ITEMS, CONTAINERS, FIT, reasons(BIG, SMALL, SMALL, BIG)),
    Family("person-item", 1.2, ADULTS, ITEMS + CONTAINERS, HANDLE, reasons(TIRED, BRAVE, HEAVY, LIGHT)),
    Family("animal-animal", 1.4, ANIMALS, ANIMALS, HUNT, reasons(TIRED, BRAVE, FAST, SLOW)),
    Family("he-she", 0.8, HE, SHE, MEET, reasons(TIRED, BRAVE, TIRED, BRAVE), plurals=0.0),
    Family("she-he", 0.8, SHE, HE, MEET, reasons(TIRED, BRAVE, TIRED, BRAVE), plurals=0.0),
]
HELD_OUT = HeldOut("动物", "马路", "累", "宽")
TOPICS = ("animal-road", "animal-area", "person-road", "person-area", "animal-food", "person-food", "person-item")


class Actor:
    """A noun in a sentence: number, gender and the pronoun that stands for it."""

    def __init__(self, r, noun, plurals=0.12):
        self.noun, self.word = noun, noun.word
        self.many = bool(noun.measure) and chance(r, plurals)
        kind = r.choice(("he", "she")) if noun.kind == "person" else noun.kind
        self.pronoun = PRONOUNS[kind] + (MANY if self.many else "")


def add_noun(s, r, actor, place=0.0):
    """Writes "(房子旁边的) (那只) (黑色的) 狗" and returns the noun's position."""
    noun = actor.noun
    if not noun.measure:
        return s.add(noun.word)
    if chance(r, place):
        s.add(r.choice(LANDMARKS), r.choice(PLACE_WORDS), "的")
    suffix = actor.many and noun.kind != "it" and chance(r, 0.6)
    if actor.many and not suffix:
        determiner = r.choice(PLURAL_DETERMINERS)
        s.add(determiner, *([] if determiner.endswith("些") else [noun.measure]))
    elif not actor.many and chance(r, 0.2):
        s.add(r.choice(SINGULAR_DETERMINERS), noun.measure)
    elif chance(r, 0.05):
        s.add(r.choice(OWNERS), "的")
    attribute = chance(r, 0.2)
    if attribute:
        s.add(r.choice(noun.attributes), "的")
    at = s.add(noun.word)
    if attribute:
        s.links.append(("attribute>noun", at - 2, at))
    if suffix:
        s.add(MANY)
    return at


def add_negation(s, r, cues=NEGATIONS):
    """Writes the words that deny and returns the position of the cue."""
    cue = r.choice(cues) if chance(r, 0.6) else "没有"
    if cue in ("没有", "没") and chance(r, 0.15):
        s.add(r.choice(BEFORE_NEGATION))
    at = s.add(cue)
    if cues is NEGATIONS and chance(r, 0.15):
        s.add(r.choice(AFTER_NEGATION))
    return at


def add_verb(s, r, verb, negated):
    """Writes the verb group; returns (position of the negation cue or -1, position of the verb)."""
    if negated:
        cue = add_negation(s, r)
        return cue, s.add(verb)
    modal = chance(r, 0.25)
    if modal:
        s.add(r.choice(MODALS))
    elif chance(r, 0.3):
        s.add(r.choice(ADVERBS))
    at = s.add(verb)
    if not modal:
        s.add("了")
    return -1, at


def add_fit(s, r, verb, negated):
    """放不进 · 没有放进 · 放得进 · 放进了"""
    if chance(r, 0.45):
        at = s.add(verb)
        middle = s.add("不" if negated else "得")
        s.add("进")
        return (middle, at) if negated else (-1, at)
    cue = add_negation(s, r, NEGATIONS_OF_THINGS) if negated else -1
    modal = not negated and chance(r, 0.3)
    if modal:
        s.add(r.choice(("能", "可以")))
    at = s.add(verb)
    s.add("进", *([] if negated or modal else ["了"]))
    return cue, at


def add_done(s, r, verb, negated, between):
    """没有把 … 搬走 · 没有被 … 追上: `between` writes the noun; returns cue, verb and the noun."""
    cue = add_negation(s, r) if negated else -1
    noun = between()
    at = s.add(verb.done)
    if not negated:
        s.add("了")
    return cue, at, noun


def add_clause(s, r, f, verb, actors, negated):
    """Subject, verb and object in one of the orders that Chinese has; returns subject, cue, verb, object."""
    def noun(index, place=0.05):
        actor = actors[index]
        return s.add(actor) if isinstance(actor, str) else add_noun(s, r, actor, place)

    def after(word):
        def write():
            s.add(word)
            return noun(1 if word == "把" else 0)
        return write
    whole = not any(isinstance(actor, str) for actor in actors)
    order = "plain"
    if whole and f.name in TOPICS and chance(r, 0.08):
        order = "topic"
    elif verb.done and chance(r, 0.3):
        order = "被" if whole and f.name == "animal-animal" or chance(r, 0.2) and whole else "把"
    if order in ("topic", "被"):
        object_ = noun(1)
        if order == "topic" and chance(r, 0.5):
            s.add("，")
    if order != "被":
        subject = noun(0, 0.1)
    if chance(r, 0.1) and not set(TIMES) & set(s.words):
        s.add(r.choice(TIMES))
    if order == "被":
        cue, v, subject = add_done(s, r, verb, negated, after("被"))
    elif order == "把":
        cue, v, object_ = add_done(s, r, verb, negated, after("把"))
    else:
        cue, v = (add_fit if f.verbs is FIT else add_verb)(s, r, verb.base, negated)
    if order == "plain":
        object_ = noun(1)
        if f.verbs is FIT and chance(r, 0.3):
            s.add("里")
    s.links += [("verb>object", v, object_), ("object>verb", object_, v), ("verb>subject", v, subject),
                ("subject>verb", subject, v)]
    note_negation(s, cue, v)
    return subject, cue, v, object_


def note_negation(s, cue, v):
    if cue >= 0:
        s.references.append(Reference("negation", cue, v))
        s.links.append(("verb>negation", v, cue))


def add_state(s, r, adjective, negated):
    """Writes "太累了"; returns the adjective's position."""
    if negated and chance(r, 0.75):
        if chance(r, 0.1):
            s.add("实在")
        s.add("太")
        at = s.add(adjective)
        if chance(r, 0.9):
            s.add("了")
        return at
    s.add(r.choice(("很", "非常", "特别", "十分", "有点" if negated else "比较")))
    return s.add(adjective)


def end(s, r):
    """A full stop, often none, seldom another mark."""
    mark = r.choices(["。", "", "！", "？"], [50, 42, 4, 4])[0]
    if mark:
        s.add(mark)


def add_opening(s, r, share=0.22):
    if chance(r, share):
        s.add(*(r.choice(OPENINGS) if chance(r, 0.65) else [r.choice(TIMES)] + r.choice([[], ["，"]])))


def add_reason(s, r, actor, adjective, negated, word):
    """Writes "因为它太累了"; returns the positions of 因为 and of the pronoun."""
    because = s.add(word)
    pronoun = s.add(actor.pronoun)
    s.adjective = add_state(s, r, adjective, negated)
    return because, pronoun


def coreference(r, split="train"):
    """One sentence with a pronoun: reason at the end, reason in front, two clauses, or "……，所以它……"."""
    f, subject, object_, role, negated, adjective = choose_plot(r, FAMILIES, HELD_OUT, split)
    actors = [Actor(r, subject, f.plurals), Actor(r, object_, f.plurals)]
    meant = actors[0 if role == "subject" else 1]
    verb = r.choice(f.verbs)
    s = Sentence(family=f.name)
    add_opening(s, r)
    shape = r.choices(["because", "fronted", "apart", "so"], [68, 10, 14, 8])[0]
    if shape == "so" and role == "subject":
        noun = add_noun(s, r, meant, 0.1)
        s.adjective = add_state(s, r, adjective, negated)
        s.add("，", r.choice(["所以", "所以", "于是"]))
        pronoun, cue, _, s.other = add_clause(s, r, f, verb, [meant.pronoun, actors[1]], negated)
    else:
        noun, pronoun, cue = explained(s, r, shape, (f, verb, actors, role, adjective, negated))
    needs = (s.adjective, cue) if cue >= 0 else (s.adjective,)
    s.references.append(Reference("pronoun", pronoun, noun, needs))
    s.links += [("pronoun>other noun", pronoun, s.other), ("pronoun>adjective", pronoun, s.adjective),
                ("adjective>noun", s.adjective, noun)]
    if cue >= 0:
        s.links.append(("adjective>negation", s.adjective, cue))
    end(s, r)
    return s


def explained(s, r, shape, plot):
    """A clause and its reason, with or without 因为; returns noun, pronoun and negation cue."""
    f, verb, actors, role, adjective, negated = plot
    meant = actors[0 if role == "subject" else 1]
    because = -1
    if shape == "fronted":
        because, pronoun = add_reason(s, r, meant, adjective, negated, r.choice(("因为", "由于")))
        s.add("，", *(["所以"] if chance(r, 0.4) else []))
    subject_at, cue, v, object_at = add_clause(s, r, f, verb, actors, negated)
    noun, s.other = (subject_at, object_at) if role == "subject" else (object_at, subject_at)
    if shape == "apart":
        s.add(r.choice(["。", "，", "；"]))
        pronoun = s.add(meant.pronoun)
        s.adjective = add_state(s, r, adjective, negated)
    elif shape != "fronted":
        if chance(r, 0.85):
            s.add("，")
        if chance(r, 0.1):
            s.add("是")
        because, pronoun = add_reason(s, r, meant, adjective, negated, "因为")
    if because >= 0:
        s.references.append(Reference("because", because, v))
    return noun, pronoun, cue


def scene(r):
    """One or two clauses without a pronoun, mostly exactly one of them negated: teaches the reach of a negation."""
    s = Sentence(family="scene")
    add_opening(s, r, 0.15)
    negated = chance(r, 0.5)
    clauses = 2 if chance(r, 0.85) else 1
    for index in range(clauses):
        if chance(r, 0.25):
            add_stay(s, r, negated)
        else:
            f, subject, object_, _, _, _ = choose_plot(r, FAMILIES, HELD_OUT, "train")
            add_clause(s, r, f, r.choice(f.verbs), [Actor(r, subject), Actor(r, object_)], negated)
        if index + 1 < clauses:
            s.add(*r.choice([["，", "但是"], ["，", "可是"], ["，", "而"], ["。"], ["；"], ["，"]]))
        if chance(r, 0.8):
            negated = not negated
    end(s, r)
    return s


def add_stay(s, r, negated):
    """狗没有睡觉 · 狗在睡觉"""
    subject = add_noun(s, r, Actor(r, r.choice(ANIMALS + ADULTS)), 0.1)
    cue = add_negation(s, r) if negated else -1
    if not negated:
        s.add(r.choice(["在", "在", "想", "会"]))
    v = s.add(r.choice(STAY).base)
    note_negation(s, cue, v)
    s.links.append(("verb>subject", v, subject))


CONTENT = content_words()


def repeated_list(r):
    return repeated_words(r, CONTENT, ["。", "，", "、", "和", "但是"], end)


def training_sentence(r, lists=0.3, scenes=0.15):
    """The training mixture; texts that come near the famous sentence are thrown away."""
    while True:
        draw = r.random()
        s = repeated_list(r) if draw < lists else scene(r) if draw < lists + scenes else coreference(r)
        if not HELD_OUT.near(s.words):
            return s
