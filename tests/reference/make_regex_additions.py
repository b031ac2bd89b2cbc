"""Writes core/tokenizer/regex_additions.h: the characters that the official library's Oniguruma knows and that of
Debian 12 (6.9.8, Unicode 14) does not, with their general categories.

    python make_regex_additions.py

Debian 12's Python (3.11) has the tables of Unicode 14, too, and says what is new.
"""

import unicodedata

from pathlib import Path

from tokenizers import Regex, pre_tokenizers

HEADER = Path(__file__).resolve().parents[2] / "core/tokenizer/regex_additions.h"
CATEGORIES = ("Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Cf").split()
TEXT = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
BEGIN = """// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope::core {

// Written by tests/reference/make_regex_additions.py. Characters of Unicode 15 to 16, which the regular expressions of
// the reference tokenizers know and those of Oniguruma 6.9.8 (Unicode 14) do not. With a newer Oniguruma the table
// repeats what it says.

/// Characters first … last are of a general category, two letters.
struct NewCharacters {
    char32_t first, last;
    char category[3];
};

inline constexpr NewCharacters newCharacters[] = {
"""


def members(pattern):
    """The characters that a pattern of one character matches."""
    outside = set()
    for _, (begin, end) in pre_tokenizers.Split(Regex(pattern), "removed").pre_tokenize_str(TEXT):
        outside.update(range(begin, end))
    return {ord(TEXT[place]) for place in range(len(TEXT)) if place not in outside}


def ranges(codes):
    result = []
    for code in sorted(codes):
        if result and result[-1][1] == code - 1:
            result[-1][1] = code
        else:
            result.append([code, code])
    return result


def main():
    if unicodedata.unidata_version != "14.0.0":
        raise SystemExit(f"this Python has Unicode {unicodedata.unidata_version}, not 14")
    new = {ord(character) for character in TEXT if unicodedata.category(character) == "Cn"}
    rows = sorted((first, last, category) for category in CATEGORIES
                  for first, last in ranges(members(rf"\p{{{category}}}") & new))
    lines = [f'    {{0x{first:X}, 0x{last:X}, "{category}"}},\n' for first, last, category in rows]
    HEADER.write_text(BEGIN + "".join(lines) + "};\n\n}  // namespace headscope::core\n")
    print(f"{len(rows)} ranges")


if __name__ == "__main__":
    main()
