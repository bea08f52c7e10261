#!/usr/bin/env python3
"""Writes a room of chance with one box or heap on its floor or table as a scene's text (docs/library/simulation.md); usage: random-heap.py SEED

Odd seeds have a box, even ones a heap: a ball that is sunk into the plane. The thing is named `thing`."""

import random
import sys

MATERIALS = ["print:0", "print:2", "print:5", "spines:3", "wood", "fabric", "leaves"]


def room(seed):
    chance = random.Random(seed)

    def between(low, high):
        return round(chance.uniform(low, high), 3)

    yield f"# A thing of chance to measure, seed {seed}."
    yield f"room size={between(4.6, 5.6)},{between(4.6, 5.4)},2.7 wall=plaster floor={chance.choice(['planks', 'planks floor-tint=0.8,0.75,0.7'])} ceiling=plain"
    yield f"window window wall=west at=0.3,1.45 size={between(1.2, 1.8)},1.2 power={between(9, 14)}"
    yield f"lamp lamp at=0.3,-0.2,2.3 radius=0.2 power={between(6, 9)}"
    x, y = between(-0.2, 0.2), between(-0.2, 0.2)
    ground, scale, radius = 0.0, between(0.8, 1.3), between(1.15, 1.4)
    if seed % 4 >= 2:
        # On a table, smaller and seen from closer by.
        ground, scale, radius = between(0.45, 0.6), between(0.45, 0.65), between(0.75, 0.95)
        yield f"table table at={x},{y} size={between(1.3, 1.6)},{between(1.1, 1.3)},{ground} material={chance.choice(['wood', 'wood tint=0.72,0.6,0.5'])}"
    yield f"circle at={x},{y},{ground} radius={radius}"
    material = chance.choice(MATERIALS)
    if seed % 2:
        size = [round(scale * between(low, high), 3) for low, high in ((0.35, 0.7), (0.25, 0.5), (0.18, 0.45))]
        yield f"box thing at={x},{y},{ground} size={size[0]},{size[1]},{size[2]} turn={between(-40, 40)} material={material}"
    else:
        # A cap of the height h whose foot has the radius a.
        foot = scale * between(0.3, 0.5)
        height = foot * between(0.4, 0.7)
        ball = (foot * foot + height * height) / (2 * height)
        yield f"ball thing at={x},{y},{round(ground + height - 2 * ball, 4)} radius={round(ball, 4)} material={material}"
    for index, wall in enumerate(("north", "south", "east")):
        yield f"poster poster-{index} wall={wall} at={between(-0.6, 0.6)},1.5 size={between(0.6, 1.1)},{between(0.5, 0.8)} art={chance.randrange(6)}"


if __name__ == "__main__":
    print("\n".join(room(int(sys.argv[1]))))
