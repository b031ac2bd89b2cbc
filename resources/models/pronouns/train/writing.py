"""Words to text and back, as `transformers` reads it."""

import re

from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase, Replace
from tokenizers.normalizers import Sequence as NormalizerSequence
from tokenizers.pre_tokenizers import Sequence as PreTokenizerSequence
from tokenizers.pre_tokenizers import Split, WhitespaceSplit

from lexicon import SPECIALS, WORD_ID


def write_out(sentence):
    """Words as a person would type them: capital first, marks close to the word before."""
    text = re.sub(r" ([.,?!;:])", r"\1", " ".join(sentence.words))
    return text[0].upper() + text[1:]


def tokenizer():
    """Whole words in lower case; a curly apostrophe counts as a straight one, "didn't" stays whole, marks split off."""
    result = Tokenizer(WordLevel(WORD_ID, unk_token="[UNK]"))
    result.normalizer = NormalizerSequence([Replace("\u2019", "'"), Lowercase()])
    result.pre_tokenizer = PreTokenizerSequence([WhitespaceSplit(), Split(Regex(r'[.,?!;:"()]'), "isolated")])
    result.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIALS])
    return result
