# SPDX-License-Identifier: GPL-3.0-or-later
"""Fonts for golden pictures: every character is one rectangle of its own size and place.

They bear the names of the program's fonts, so that pictures are drawn by the same code, but neither the version of
those fonts on a machine nor the rasteriser's treatment of curves can change a pixel.
"""
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

UNITS = 1000
CHARACTERS = [*range(0x20, 0x7F), *map(ord, "·–—…→←↑↓×°%−“”’≥≤")]
# File, family, style, weight, advance width.
FONTS = [
    ("text.ttf", "Inter", "Regular", 400, 560),
    ("text-bold.ttf", "Inter", "SemiBold", 600, 600),
    ("numbers.ttf", "JetBrains Mono", "Regular", 400, 600),
]


def rectangle(code, advance):
    pen = TTGlyphPen(None)
    if code != 0x20:
        bottom = code // 10 % 4 * 100
        top = bottom + 150 + code % 10 * 40
        points = [(60, bottom), (60, top), (advance - 60, top), (advance - 60, bottom)]
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def make(path, family, style, weight, advance):
    names = {code: f"u{code:04X}" for code in CHARACTERS}
    order = [".notdef", *names.values()]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    glyphs = {name: rectangle(code, advance) for code, name in names.items()}
    glyphs[".notdef"] = rectangle(0x3F, advance)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (advance, 0 if name == "u0020" else 60) for name in order})
    builder.setupHorizontalHeader(ascent=950, descent=-250)
    builder.setupNameTable({"familyName": family, "styleName": style}, mac=False)
    builder.setupOS2(sTypoAscender=950, sTypoDescender=-250, usWinAscent=950, usWinDescent=250, sCapHeight=700,
                     sxHeight=500, usWeightClass=weight)
    builder.setupPost(isFixedPitch=True)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save(path)


def main():
    for file, *look in FONTS:
        make(Path(__file__).parents[1] / "data" / "fonts" / file, *look)


if __name__ == "__main__":
    main()
