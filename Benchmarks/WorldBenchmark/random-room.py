#!/usr/bin/env python3
"""Writes a room of chance with tables, boxes, sheets and screens as a scene's text (docs/library/simulation.md); usage: random-room.py SEED"""

import random
import sys

WOODS = ["wood tint=0.72,0.6,0.5", "wood", "wood tint=0.95,0.92,0.88", "plain tint=0.8,0.8,0.78"]
FLOORS = ["planks", "planks floor-tint=0.8,0.75,0.7"]


def room(seed):
    chance = random.Random(seed)

    def between(low, high):
        return round(chance.uniform(low, high), 3)

    width, depth = between(4.2, 5.6), between(3.8, 4.8)
    yield f"# A room of chance, seed {seed}."
    yield f"room size={width},{depth},2.5 wall=plaster floor={chance.choice(FLOORS)} ceiling=plain"
    yield f"window window wall=west at=0.3,1.45 size={between(1.2, 1.8)},1.2 power={between(9, 14)}"
    yield f"lamp lamp at=0.1,-0.1,2.1 radius=0.2 power={between(6, 9)}"
    length, breadth, height = between(1.0, 1.6), between(0.65, 0.9), between(0.6, 0.78)
    x, y = between(-0.2, 0.2), between(-0.2, 0.2)
    yield "walk centre=0,0 radii=1.45,1.25"
    yield f"circle at={x},{y},{height} radius=0.6"
    yield f"table table at={x},{y} size={length},{breadth},{height} material={chance.choice(WOODS)}"
    half = (width / 2, depth / 2)
    for index, side in enumerate((-1, 1)):
        size = (between(0.35, 0.6), between(0.3, 0.5), between(0.25, 0.5))
        place = (round(side * (half[0] - 0.5), 3), round(-side * (half[1] - 0.6), 3))
        material = chance.choice(["wood", "print:5", "print:2", "plain"])
        yield f"box crate-{index} at={place[0]},{place[1]},0 size={size[0]},{size[1]},{size[2]} turn={between(-20, 20)} material={material}"
    # Four quarters of the table: two sheets, a box, a book.
    quarters = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
    chance.shuffle(quarters)
    for index, (across, along) in enumerate(quarters):
        place = (round(x + across * length / 4, 3), round(y + along * breadth / 4, 3))
        turn = between(-25, 25)
        if index < 2:
            material = chance.choice(["page:0", "page:1", "print:1", "print:4"])
            yield f"sheet sheet-{index} at={place[0]},{place[1]},{height} size=0.21,0.297 turn={turn} material={material}"
        else:
            size = (between(0.16, 0.26), between(0.16, 0.22), between(0.03, 0.15))
            yield (
                f"box thing-{index} at={place[0]},{place[1]},{height} size={size[0]},{size[1]},{size[2]} turn={turn} "
                f"material={chance.choice(['print:0', 'print:2', 'spines:3', 'wood'])}"
            )
    walls = [("north", width), ("south", width), ("east", depth)]
    for index, (wall, side) in enumerate(walls):
        # A screen and two posters.
        size = (between(0.9, 1.3), between(0.5, 0.75)) if index == 0 else (between(0.5, 0.9), between(0.6, 0.9))
        art = 6 if index == 0 else chance.randrange(6)
        yield f"poster poster-{index} wall={wall} at={between(-side / 6, side / 6)},1.5 size={size[0]},{size[1]} art={art}"


if __name__ == "__main__":
    print("\n".join(room(int(sys.argv[1]))))
