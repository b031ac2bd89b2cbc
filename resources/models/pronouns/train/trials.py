"""What the trained model is tried on, beside sentences of the grammar: minimal pairs, and sentences written by hand."""

from grammar import HELD_OUT
from lexicon import ANIMALS, PLACES, TIRED, WIDE
from sentences import Reference, Sentence

IT, PRONOUNS = "it", ("it", "he", "she", "they")
REMOVAL_FAMILIES = ("animal-place", "item-container")
FLIP_VERBS = ("cross", "reach", "enter", "visit")
STOPS = (".", "")


def famous_shape(animal, verb, place, adjective, role, stop):
    """"The animal didn't cross the street because it was too tired", with other words."""
    words = f"the {animal} didn't {verb} the {place} because it was too {adjective} {stop}".split()
    target, other = (1, 5) if role == "subject" else (5, 1)
    return Sentence(words, [Reference("pronoun", 7, target, (10, 2))], other=other, adjective=10)


def famous(role, stop):
    adjective = HELD_OUT.of_subject if role == "subject" else HELD_OUT.of_object
    return famous_shape(HELD_OUT.subject, "cross", HELD_OUT.object, adjective, role, stop)


def flip_pairs(r, per_pair=8):
    """Pairs "The X didn't cross the Y because it was too tired / wide" for every held-out (animal, place)."""
    pairs = []
    for animal in ANIMALS:
        for place in PLACES:
            if not HELD_OUT.pair(animal.word, place.word):
                continue
            for _ in range(per_pair):
                verb, stop = r.choice(FLIP_VERBS), r.choice(STOPS)
                pairs.append([famous_shape(animal.word, verb, place.word, adjective, role, stop)
                              for adjective, role in ((r.choice(TIRED), "subject"), (r.choice(WIDE), "object"))])
    return pairs


OWN_SENTENCES = [line.split("|") for line in """\
The animal didn't cross the street because it was too tired|animal
The animal didn't cross the street because it was too wide|street
The trophy didn't fit in the suitcase because it was too big.|trophy
The trophy didn't fit in the suitcase because it was too small.|suitcase
The trophy fit in the suitcase because it was small.|trophy
The trophy fit in the suitcase because it was big.|suitcase
My old brown dog couldn't reach the long bridge since it was so exhausted.|dog
My old brown dog couldn't reach the long bridge since it was so icy.|bridge
Yesterday, the animal near the house didn't cross the street because it was very sleepy.|animal
Yesterday, the animal near the house didn't cross the street because it was very muddy.|street
The dog slept. The cat didn't eat the soup because it was too salty.|soup
The cat didn't eat the soup and the dog slept because it was too lazy.|dog
The animal didn't cross the street. It was too crowded!|street
The street was too flooded, so the animal didn't cross it.|street
Anna didn't call the king because she was too shy.|anna
Anna didn't call the king because he was too shy.|king
The animals didn't cross the street because they were too weak.|animals
The animals didn't cross the streets because they were too wide.|streets
The zebra didn't cross the street because it was too tired.|[UNK]
The zebra didn't cross the street because it was too wide.|street
The animal crossed the street because it was too tired.|animal
The street wasn't crossed by the animal because it was too wide.|street
The animal that saw the dog didn't cross the street because it was too wide.|street
The lion didn't catch the rabbit because it was too fast.|rabbit
The lion didn't catch the rabbit because it was too sleepy.|lion""".splitlines()]
