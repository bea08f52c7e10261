#!/usr/bin/env python3
"""Draws the studio's icons, Web/studio/icon-*.png, from the mark's shape; needs Pillow. Run it when the mark changes."""
import math
import pathlib

from PIL import Image, ImageDraw

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Web/studio"
GROUND, SIGNAL = (15, 18, 20), (255, 125, 71)
FINE = 8
"""How many times larger it is drawn before it is made small."""


def corner(x, y, dx, dy):
    """A bracket's corner at (x, y) of the mark's 32 units, open to (dx, dy): four units along each side, rounded by two."""
    arc = [(x + dx * (2 - 2 * math.cos(angle)), y + dy * (2 - 2 * math.sin(angle))) for angle in (i * math.pi / 24 for i in range(13))]
    return [(x, y + dy * 6), *arc, (x + dx * 6, y)]


LINES = [corner(5, 5, 1, 1), corner(27, 5, -1, 1), corner(27, 27, -1, -1), corner(5, 27, 1, -1), [(9, 20.5), (16, 13), (23, 20.5)]]


def icon(size, share, radius):
    """The mark over `share` of a square with corners rounded by a share of its side."""
    whole = size * FINE
    picture = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, whole - 1, whole - 1), radius * whole, GROUND)
    unit = share * whole / 32
    at = lambda point: (whole / 2 + (point[0] - 16) * unit, whole / 2 + (point[1] - 16) * unit)
    thick = 2.4 * unit
    for line in LINES:
        points = [at(point) for point in line]
        pen.line(points, SIGNAL, round(thick), "curve")
        for x, y in (points[0], points[-1], *points[1:-1]):
            pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), SIGNAL)
    x, y = at((16, 13))
    dot = 2.2 * unit
    pen.ellipse((x - dot, y - dot, x + dot, y + dot), SIGNAL)
    return picture.resize((size, size), Image.LANCZOS)


def save(picture, name):
    picture.quantize(64).save(FOLDER / name, optimize=True)


save(icon(192, 0.8, 0.22), "icon-192.png")
save(icon(512, 0.8, 0.22), "icon-512.png")
save(icon(512, 0.6, 0), "icon-maskable-512.png")
save(icon(180, 0.72, 0), "icon-apple-180.png")
