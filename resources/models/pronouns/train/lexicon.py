"""The words of the toy English that the example model `pronouns` is trained on.

A noun has a kind that decides its pronoun: "it", "he", "she" or "person" (he or she, drawn per sentence). Adjectives
come in disjoint classes: a class tells which of two nouns a sentence like "... because it was too <adjective>" means.
"""

from typing import NamedTuple, Optional

SPECIALS = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"]
FULL_STOP = "."
MARKS = [FULL_STOP, ",", "?", "!", ";", ":"]


class Noun(NamedTuple):
    word: str
    plural: Optional[str]
    kind: str
    name: bool = False


class Verb(NamedTuple):
    base: str
    past: str


IRREGULAR = {"mouse": "mice", "wolf": "wolves", "man": "men", "woman": "women", "child": "children", "wife": "wives",
             "deer": None, "sheep": None, "bread": None, "soup": None, "rice": None, "meat": None, "cheese": None}


def plural(word):
    """Regular English plural; None for words that have no distinct one."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith(("s", "x", "ch", "sh")) or word in ("potato", "tomato"):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def nouns(kind, words):
    return [Noun(word, plural(word), kind) for word in words.split()]


def names(kind, words):
    return [Noun(word, None, kind, True) for word in words.split()]


def verbs(text):
    """"eat/ate call/called" or, for regular verbs, only the base form."""
    result = []
    for entry in text.split():
        base, _, past = entry.partition("/")
        result.append(Verb(base, past or (base + "d" if base.endswith("e") else base + "ed")))
    return result


ANIMALS = nouns("it", "animal dog cat horse cow fox rabbit monkey bear goat sheep wolf lion tiger elephant mouse pig "
                      "donkey camel deer squirrel puppy kitten turtle duck bird")
PLACES = nouns("it", "street road river bridge field lake path canal valley track highway stream forest desert park "
                     "square tunnel alley meadow swamp trail")
FOODS = nouns("it", "bread soup cake cheese apple rice salad meat pie banana carrot cookie egg pizza sandwich sausage "
                    "potato tomato pear pancake")
ITEMS = nouns("it", "trophy ball lamp book toy statue violin painting guitar computer vase helmet clock camera "
                    "umbrella pillow drum mirror")
CONTAINERS = nouns("it", "suitcase box bag drawer crate basket chest trunk cupboard backpack bucket cabinet locker "
                         "closet")
MEN = nouns("he", "man king boy uncle brother father son prince grandfather nephew husband waiter")
WOMEN = nouns("she", "woman queen girl aunt sister mother daughter princess grandmother niece wife waitress")
BOYS_NAMES = names("he", "tom peter john paul david ben jack max")
GIRLS_NAMES = names("she", "anna mary lisa emma sara jane lucy kate")
PEOPLE = nouns("person", "teacher doctor farmer student driver worker singer artist nurse soldier child friend "
                         "neighbor baker pilot")
LANDMARKS = "house tree hill wall garden school church station shop market castle tower fence hotel museum barn".split()

TIRED = ("tired sleepy scared sick lazy weak nervous lame exhausted afraid shy frightened ill hurt dizzy anxious timid "
         "bored confused").split()
BRAVE = "brave curious strong bold eager restless hungry angry happy excited confident healthy playful".split()
WIDE = "wide busy slippery muddy steep flooded crowded icy rough deep bumpy foggy rocky broad polluted windy".split()
SAFE = "safe empty quiet dry calm flat beautiful sunny peaceful clear smooth".split()
SALTY = "salty spicy sour stale burnt rotten bitter greasy moldy raw bland hot".split()
SWEET = "sweet fresh tasty ripe crispy delicious juicy warm creamy soft".split()
BIG = "big large tall thick long huge enormous giant".split()
SMALL = "small tiny thin slim little narrow short".split()
HEAVY = "heavy bulky fragile sharp dirty expensive dusty wet broken sticky ugly".split()
LIGHT = "light cheap pretty useful shiny valuable lovely".split()
FAST = "fast quick clever fierce dangerous wild".split()
SLOW = "slow careless helpless noisy loud lonely".split()
NEUTRAL = ("red blue green black white brown grey yellow orange pink purple golden old young new famous strange "
           "dark").split()

TRAVEL = verbs("cross reach enter visit leave/left find/found pass explore like use")
EAT = verbs("eat/ate taste chew swallow finish like want smell")
COOK = verbs("eat/ate taste buy/bought cook order serve sell/sold")
FIT = [Verb("fit", "fit")]
HANDLE = verbs("lift carry/carried move push pull hold/held throw/threw buy/bought clean repair sell/sold use")
MEET = verbs("call help meet/met thank invite greet ask answer trust visit see/saw")
HUNT = verbs("chase catch/caught attack bite/bit hunt follow")
STAY = verbs("sleep/slept run/ran wait rest sing/sang dance laugh cry/cried jump swim/swam walk work play smile "
             "fall/fell")

NEGATED_ADVERBS = "really ever simply even always easily usually quickly often".split()
ADVERBS = "quickly slowly carefully quietly finally suddenly happily easily often always usually".split()
PLACE_WORDS = ["near", "behind", "beside", "opposite"]
TIMES = [phrase.split() for phrase in (
    "yesterday", "today", "tonight", "later", "again", "at night", "at noon", "in the morning", "in the evening",
    "in the afternoon", "this morning", "last week", "last month", "last year", "last night", "in summer", "in winter",
    "in spring", "in autumn", "on monday", "on tuesday", "on wednesday", "on thursday", "on friday", "on saturday",
    "on sunday", "every day")]
OPENINGS = [phrase.split() for phrase in (
    "i think that", "she said that", "we know that", "they say that", "he told me that", "people believe that",
    "you said :", "maybe", "perhaps", "of course ,", "unfortunately ,", "luckily ,", "sadly ,", "well ,", "then",
    "once ,", "now ,", "one day ,")]
NEGATIONS_PAST = [phrase.split() for phrase in ("didn't", "couldn't", "wouldn't", "did not", "could not", "would not")]
NEGATIONS_PRESENT = [phrase.split() for phrase in ("won't", "can't", "cannot", "will not")]
SINGULAR_DETERMINERS = ["a", "my", "our", "this", "that"]
PLURAL_DETERMINERS = ["my", "our", "these", "those", "some", "two"]
OBJECT_PRONOUNS = {"he": "him", "she": "her", "it": "it", "they": "them"}
GRAMMAR_WORDS = ("the an and but so too very quite because since it he she they him her them was were is are looked "
                 "seemed not never doesn't don't does do will can could in").split()

NOUN_CLASSES = (ANIMALS, PLACES, FOODS, ITEMS, CONTAINERS, MEN, WOMEN, BOYS_NAMES, GIRLS_NAMES, PEOPLE)
ADJECTIVE_CLASSES = (TIRED, BRAVE, WIDE, SAFE, SALTY, SWEET, BIG, SMALL, HEAVY, LIGHT, FAST, SLOW, NEUTRAL)
VERB_CLASSES = (TRAVEL, EAT, COOK, FIT, HANDLE, MEET, HUNT, STAY)


def content_words():
    """Every word a random word list may hold: nouns, verbs, adjectives, adverbs, landmarks."""
    words = [word for group in NOUN_CLASSES for noun in group for word in (noun.word, noun.plural) if word]
    words += [word for group in VERB_CLASSES for verb in group for word in verb]
    words += [word for group in ADJECTIVE_CLASSES for word in group]
    return list(dict.fromkeys(words + LANDMARKS + NEGATED_ADVERBS + ADVERBS))


def vocabulary():
    """All words; the index in this list is the token id."""
    phrases = TIMES + OPENINGS + NEGATIONS_PAST + NEGATIONS_PRESENT
    words = SPECIALS + MARKS + GRAMMAR_WORDS + SINGULAR_DETERMINERS + PLURAL_DETERMINERS + PLACE_WORDS
    words += [word for phrase in phrases for word in phrase]
    return list(dict.fromkeys(words + content_words()))


VOCABULARY = vocabulary()
WORD_ID = {word: index for index, word in enumerate(VOCABULARY)}
