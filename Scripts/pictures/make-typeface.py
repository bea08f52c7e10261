#!/usr/bin/env python3
"""Writes Sources/SceneGraph/Text/TypefaceTable.swift: the outlines of one typeface as a compact string.

Needs the Debian package fonts-roboto-unhinted and the Python package fontTools; only run to change the typeface or its letters.
The table, before base64: for each glyph, in order of its code point, unsigned LEB128 numbers: code point minus the last one,
advance, number of contours; for each contour its number of points; for each point the zigzag difference in x to the last
point, shifted left by one, with bit 0 set where the point is on the curve, then the zigzag difference in y. TrueType quadratic
outlines, 1024 units an em, y up, origin on the base line.
"""
import base64
import pathlib
import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FONT = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf"
UNITS = 1024
LETTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x180), 0x394, 0x3A9, 0x3B1, 0x3B2, 0x3B8, 0x3BC, 0x3C0, 0x3C3, 0x2013, 0x2014,
    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2032, 0x2033, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193,
    0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x221A,
]


def number(value):
    out = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def zigzag(value):
    return value * 2 if value >= 0 else -value * 2 - 1


def arrow_bytes(quarter_turns):
    """An arrow that points right, turned counterclockwise about its middle: Roboto has none."""
    points = [(110, 410), (640, 410), (500, 550), (574, 624), (834, 364), (574, 104), (500, 178), (640, 318), (110, 318)]
    for _ in range(quarter_turns):
        points = [(472 - (y - 364), 364 + (x - 472)) for x, y in points]
    out, last = bytearray(number(944) + number(1) + number(len(points))), (0, 0)
    for x, y in points:
        out += number(zigzag(x - last[0]) << 1 | 1) + number(zigzag(y - last[1]))
        last = (x, y)
    return bytes(out)


ARROWS = {0x2192: 0, 0x2191: 1, 0x2190: 2, 0x2193: 3}


def glyph_bytes(font, glyph_set, name):
    recording = DecomposingRecordingPen(glyph_set)
    glyph_set[name].draw(recording)
    pen = TTGlyphPen(None)
    recording.replay(pen)
    glyph = pen.glyph()
    scale = UNITS / font["head"].unitsPerEm
    out = bytearray(number(round(glyph_set[name].width * scale)))
    contours = glyph.numberOfContours if glyph.numberOfContours > 0 else 0
    out += number(contours)
    if not contours:
        return bytes(out)
    coordinates, ends, flags = glyph.getCoordinates(font["glyf"])
    start, last = 0, (0, 0)
    for end in ends:
        out += number(end + 1 - start)
        for i in range(start, end + 1):
            x, y = (round(c * scale) for c in coordinates[i])
            out += number(zigzag(x - last[0]) << 1 | (flags[i] & 1)) + number(zigzag(y - last[1]))
            last = (x, y)
        start = end + 1
    return bytes(out)


def main():
    font = TTFont(FONT)
    glyph_set, names = font.getGlyphSet(), font.getBestCmap()
    table, last = bytearray(), 0
    present = sorted(code for code in set(LETTERS) if code in names or code in ARROWS)
    for code in present:
        table += number(code - last) + (
            arrow_bytes(ARROWS[code]) if code in ARROWS else glyph_bytes(font, glyph_set, names[code])
        )
        last = code
    text = base64.b64encode(bytes(table)).decode()
    lines = "\\\n        ".join(text[i:i + 100] for i in range(0, len(text), 100))
    hhea = font["hhea"]
    scale = UNITS / font["head"].unitsPerEm
    target = pathlib.Path(__file__).resolve().parents[2] / "Sources/SceneGraph/Text/TypefaceTable.swift"
    target.write_text(
        "// Written by Scripts/pictures/make-typeface.py; do not edit.\n"
        "// Outlines of Roboto Medium, Copyright 2015 Google Inc., licensed under the Apache License, Version 2.0.\n\n"
        "/// The outlines of the product's typeface as a compact string.\n"
        "enum TypefaceTable {\n"
        f"    static let glyphCount = {len(present)}\n"
        f"    static let unitsPerEm = {UNITS}\n"
        f"    static let ascent = {round(hhea.ascent * scale)}\n"
        f"    static let descent = {round(-hhea.descent * scale)}\n"
        f"    static let capHeight = {round(font['OS/2'].sCapHeight * scale)}\n"
        '    static let outlines: StaticString = """\n'
        f"        {lines}\n"
        '        """\n'
        "}\n"
    )
    print(f"{len(present)} glyphs, {len(table)} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
