"""The texts that the tokenizers are tried with; what an editor would hide or change is written as escapes."""

import unicodedata

from common import random_state

PLAIN = [
    "The animal did not cross the street because it was too tired.",
    "Hello world",
    "Tokenization splits unbelievable words into pieces.",
    "Die Katze schl\u00e4ft auf dem Fensterbrett, w\u00e4hrend drau\u00dfen der Regen f\u00e4llt.",
    "na\u00efve caf\u00e9 \u21165 12345",
    "\u0423\u0447\u0438\u0442\u0435\u043b\u044c \u0447\u0438\u0442\u0430\u0435\u0442 \u043a\u043d\u0438\u0433\u0443.",
    "\u039f \u03b4\u03ac\u03c3\u03ba\u03b1\u03bb\u03bf\u03c2 \u039f\u0394\u039f\u03a3 \u03a3\u03c2\u03c3",
    "I \u0130\u0131 SS \u00df \u1e9e \ufb01ne \u01c5 \u1fb3",
    "HELLO HeLLo \u00c4\u00d6\u00dc \u0416",
    "don't can't they're I'VE we'll he'd I'm o'clock",
    "don\u2019t can\u2019t \u2018quoted\u2019 \u201cdouble\u201d \u00abangle\u00bb",
    "CamelCaseWords snake_case kebab-case SCREAMING_CASE x2y 3rd v1.2.3",
    "1 12 123 1234 12345 1,234.56 -7 1e-5 0x1F \u0663\u0664 \u2167 \u00bd \u00b2 \u2460",
]

SCRIPTS = [
    "\u732b\u5750\u5728\u7a97\u53f0\u4e0a\u770b\u7740\u5916\u9762\u7684\u96e8\u3002",
    "\u4f60\u597d\U0001f642 world\u4e16\u754c",
    "\u732b\u306f\u7a93\u306e\u305d\u3070\u3067\u7720\u3063\u3066\u3044\u307e\u3059\u3002",
    "\u30ab\u30bf\u30ab\u30ca \uff76\uff80\uff76\uff85 \u304b\u3099 \u304c",
    "\uac00\ub098\ub2e4 \u1100\u1161\u11a8 \uace0\uc591\uc774",
    "\u0627\u0644\u0642\u0637\u0629 \u062a\u0646\u0627\u0645 \u0642\u064f\u0631\u0628\u064e \u0627\u0644\u0646\u0627\u0641\u0630\u0629\u061f",
    "\u05d4\u05d7\u05ea\u05d5\u05dc \u05d9\u05e9\u05df \u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
    "\u092c\u093f\u0932\u094d\u0932\u0940 \u0916\u093f\u0921\u093c\u0915\u0940 \u0915\u0947 \u092a\u093e\u0938\u0964",
    "\u0e41\u0e21\u0e27\u0e19\u0e2d\u0e19\u0e2d\u0e22\u0e39\u0e48\u0e43\u0e01\u0e25\u0e49\u0e2b\u0e19\u0e49\u0e32\u0e15\u0e48\u0e32\u0e07",
    "\U00020000\u3400\U0002a700\U0002b820\U0002b920\uf900\U0002f800\U00030000",
    "\u4e00a\u4e8cb \u3005\u3007\u303b",
]

MARKS = [
    "cafe\u0301 caf\u00e9 e\u0301\u0302 \u0301x",
    "Z\u0335\u0310\u0314a\u0334\u0357l\u0337\u0301g\u0336\u030bo\u0338\u0321\u0350",
    "\u1e0b\u0323 \u1e0d\u0307 q\u0307\u0323 \u212b \u2126 \u1e9b\u0323",
    "\uff21\uff22\uff23\uff11\uff12 \u210c \u2460 \ufdfa \u33a5 \u2026",
    "a\u20dd \u0903\u0940 \u0488x \u034f \u1ab0 \ua9bd \u1734",
]

EMOJI = [
    "\U0001f642\U0001f642 \U0001f600",
    "\U0001f469\u200d\U0001f4bb \U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f44d\U0001f3fd \U0001f44b\U0001f3ff \u2764\ufe0f \u2764\ufe0e",
    "\U0001f1e9\U0001f1ea\U0001f1ef\U0001f1f5 \U0001f1e9",
    "1\ufe0f\u20e3 \U0001f3f4\U000e0067\U000e0062\U000e007f \U0001f9d1\U0001fae0",
]

SPACES = [
    "",
    " ",
    "     ",
    "\t",
    "\n\n",
    " leading",
    "trailing ",
    "  two  spaces\n\n",
    "   a   b    c     ",
    "a\u00a0b\u2003c\u3000d\u202fe\u1680f\u205fg",
    "tab\tand\ttab\r\nreturn\rline\nfeed",
    "a\n b\n  c\n\n\n   d",
    "line\u2028separator\u2029paragraph\u0085next",
    "v\x0bt f\x0cf",
]

INVISIBLE = [
    "nul\x00inside\x00",
    "\x01bell\x07 escape\x1b[0m delete\x7f c1\x9f",
    "zero\u200bwidth\u200cnon\u200djoiner\u2060word",
    "\ufeffbom at start and \ufeff inside",
    "left\u200e right\u200f \u202aembed\u202c \u2066isolate\u2069 soft\u00adhyphen",
    "\ufffd replacement \ufffc object",
    "unassigned \u0378 \u0530 \U000e0080 \U0003fffd noncharacter \ufdd0 \uffff \U0010ffff",
    "private \ue000 \uf8ff \U000f0000 \U0010fffd",
    "new punctuation \u2e45 \u2e52 old \u2e18 format \u08e2 \u061c mark \u08d3",
]

MARKUP = [
    "</script><script>alert(1)</script>",
    "<!-- comment --> <![CDATA[x]]> &amp; &#65;",
    "\"double\" 'single' `back` ``latex'' \\slash/ ",
    "for (int i = 0; i < 10; ++i) { sum += w[i]; }",
    "def f(x):\n    return x ** 2  # square\n",
    "{\"layer\": 4, \"head\": 11, \"weights\": [0.25, 0.75]}",
    "https://example.org/a?b=c&d=e#f user@example.org",
    "!?.,;:-()[]{}<>|~^*+=%$#@&_ \u2014 \u2013 \u00b7 \u00b0 \u20ac \u00a3",
    "\u3002\uff0c\uff01\uff1f\u300c\u300d\u3010\u3011 \u060c\u061b\u0964",
]

TYPED_SPECIALS = [
    "the [MASK] of the street [SEP] again [CLS]",
    "x[MASK]y [mask] [ MASK ] [PAD][UNK]",
    "the <mask> of the street",
    "a   <mask>   b<mask>c <MASK>",
    "<s>a b<s> a  b</s>",
    "<s> hello </s> <unk> <pad> <0x41> <0xC3>",
    "<|endoftext|>hello<|im_start|> world <|begin_of_text|>",
    "\u2581hello \u2581 world \u0120x ##ing ##",
]

LONG = [
    "a" * 150 + " b",
    "Donaudampfschifffahrt" * 5,
    "ab" * 50 + "c" * 51,
]

HARD = PLAIN + SCRIPTS + MARKS + EMOJI + SPACES + INVISIBLE + MARKUP + TYPED_SPECIALS + LONG

# Texts of about ten thousand characters, given as a piece and a count; only hashes of the result are stored.
REPEATED = [
    ("a", 10000),
    ("The animal did not cross the street. ", 271),
    ("\u732b\u5750\u5728\u7a97\u53f0\u4e0a", 1667),
    ("\U0001f469\u200d\U0001f4bb ", 2500),
    ("ab \n", 2500),
    ("e\u0301", 5000),
]

PAIRS = [
    ("Hello world", "The animal did not cross the street because it was too tired."),
    ("Hello world", ""),
    ("", "Hello world"),
    ("", ""),
    ("trailing ", " leading"),
    ("\u4f60\u597d\U0001f642 world\u4e16\u754c", "na\u00efve caf\u00e9 \u21165 12345"),
    ("the [MASK] of the street [SEP] again [CLS]", "the <mask> of the street"),
    ("  two  spaces\n\n", "   a   b    c     "),
]

ALPHABETS = {
    "latin": "abcdefgxyzABCXYZ",
    "spaces": "   \t\n\u00a0\u3000\u200b",
    "digits": "0123456789\u0663\u00bd\u2167",
    "punctuation": ".,!?'\"-_()[]<>/\\#@&*\u2019\u2014\u3002\uff0c",
    "accents": "\u00e9\u00e8\u00fc\u00df\u00f1\u0130\u0131e\u0301\u0308\u0323a",
    "cjk": "\u732b\u5750\u5728\u7a97\u4f60\u597d\u3042\u30ab\uac00\u1100\u1161",
    "arabic": "\u0627\u0644\u0642\u064e\u0651\u062a \u05d0\u05b8\u05e9",
    "indic": "\u092c\u093f\u0932\u094d\u0940\u0e41\u0e21\u0e48 ",
    "emoji": "\U0001f642\U0001f469\u200d\U0001f4bb\U0001f3fd\ufe0f\U0001f1e9\U0001f1ea",
    "controls": "\x00\x01\x0b\x1f\x7f\u200d\u2028\ufeff\u00ad\ue000\ufffd\u0378",
    "contractions": "'st'rellvdm \u2019sIS",
    "words": ("the ", "animal", "street", "ing", " be", "cause", "un", "able", "##", "\u2581", "\u0120", "\u2581a"),
    "specials": ("[MASK]", "[SEP]", "<s>", "</s>", "<mask>", "<unk>", "<|endoftext|>", " ", "a", "the"),
}


def old_characters():
    """Every character of Unicode 3.2: old enough that all tables agree on it, and the same in every Python."""
    table = unicodedata.ucd_3_2_0
    return [chr(code) for code in range(0x110000) if table.category(chr(code)) not in ("Cn", "Cs", "Co")]


def random_texts(count=150):
    """Short strings over one to three alphabets; every sixth one over all of Unicode 3.2."""
    draw = random_state("texts")
    names = sorted(ALPHABETS)
    everything = old_characters()
    result = []
    for number in range(count):
        chosen = [ALPHABETS[names[draw.randint(len(names))]] for _ in range(draw.randint(1, 4))]
        if number % 6 == 5:
            chosen = [everything, "ab "]
        picks = [chosen[draw.randint(len(chosen))] for _ in range(draw.randint(3, 13))]
        result.append("".join(alphabet[draw.randint(len(alphabet))] for alphabet in picks))
    return result
