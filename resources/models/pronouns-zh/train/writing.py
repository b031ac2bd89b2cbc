"""Words to text and back: Chinese writes no spaces, so the tokenizer finds the words again."""

from tokenizers import AddedToken, Tokenizer
from tokenizers.models import Unigram
from tokenizers.normalizers import Replace
from tokenizers.normalizers import Sequence as NormalizerSequence
from tokenizers.pre_tokenizers import WhitespaceSplit

from lexicon import SPECIALS, VOCABULARY, WORD_ID

WORD_SCORE = -10.0
HALF_WIDTH = {",": "，", ".": "。", "?": "？", "!": "！", ";": "；", ":": "："}


def write_out(sentence):
    """Words as a person would type them. A list has spaces, since its words are no sentence."""
    return (" " if sentence.family == "list" else "").join(sentence.words)


def tokenizer():
    """The fewest words that make up the text; what is none of them becomes one [UNK]. Marks may be of half width."""
    result = Tokenizer(Unigram([(word, WORD_SCORE) for word in VOCABULARY], WORD_ID["[UNK]"], False))
    result.normalizer = NormalizerSequence([Replace(half, full) for half, full in HALF_WIDTH.items()])
    result.pre_tokenizer = WhitespaceSplit()
    result.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIALS])
    return result
