"""A floor plan of several rooms beside the true one of a simulated flat."""
import itertools
import json
import math

import numpy


def truth_of(recording):
    """The true rooms (corners, area) and doors of a recording's scene, metres, seen from above."""
    scene = json.loads((recording / "truth" / "scene.json").read_text())
    return scene["rooms"], scene["doors"]


def contains(corners, point):
    """Whether a point lies in a polygon."""
    is_inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (bx - ax) * (point[1] - ay) / (by - ay):
            is_inside = not is_inside
    return is_inside


def turned(points, angle, shift):
    cosine, sine = math.cos(angle), math.sin(angle)
    return [[cosine * x - sine * y + shift[0], sine * x + cosine * y + shift[1]] for x, y in points]


def middle(corners):
    return numpy.mean(corners, axis=0)


def matches(rooms, truth):
    """For each true room the number of the found room that holds its middle; None without one. A found room counts once."""
    taken, result = set(), []
    for room in truth:
        found = next((number for number, corners in enumerate(rooms) if number not in taken and contains(corners, middle(room["corners"]))), None)
        taken.add(found)
        result.append(found)
    return result


def placed(plan, truth):
    """The plan's turn and shift after which most true rooms have a found room around their middle, and corners lie nearest to the true ones: a scan's world has a heading and an origin of its own."""
    longest = max(plan["sides"], key=lambda side: side["length"])
    level = math.atan2(longest["to"][1] - longest["from"][1], longest["to"][0] - longest["from"][0])
    best = None
    for quarter, found, room in itertools.product(range(4), plan["rooms"], truth):
        angle = quarter * math.pi / 2 - level
        shift = middle(room["corners"]) - middle(turned(found["corners"], angle, (0, 0)))
        rooms = [turned(each["corners"], angle, shift) for each in plan["rooms"]]
        pairs = [(rooms[number], each["corners"]) for number, each in zip(matches(rooms, truth), truth) if number is not None]
        score = (-len(pairs), sum(min(math.dist(corner, other) for other in corners) for corners, exact in pairs for corner in exact))
        if best is None or score < best[0]:
            best = score, angle, shift
    return best[1:]


def compare(plan, truth, doors):
    """What of the truth a plan has: rooms, areas within 1.5 %, walls within 1 % + 1 cm and within two of their deviations, doors between their rooms."""
    angle, shift = placed(plan, truth)
    rooms = [turned(each["corners"], angle, shift) for each in plan["rooms"]]
    numbers = matches(rooms, truth)
    areas = [(plan["rooms"][number]["area"], room["area"]) for number, room in zip(numbers, truth) if number is not None]
    sides = [(turned([side["from"], side["to"]], angle, shift), side) for side in plan["sides"]]
    walls, held = [], []
    for number, room in zip(numbers, truth):
        for start, end in zip(room["corners"], room["corners"][1:] + room["corners"][:1]):
            length = math.dist(start, end)
            near = [(abs(side["length"] - length), side["sigma"]) for ends, side in sides if side["room"] == number
                    and math.dist(middle(ends), middle([start, end])) < 0.5 and math.dist(ends[0], start) < math.dist(ends[0], end)]
            walls.append(bool(near) and min(near)[0] < 0.01 * length + 0.01)
            held += [min(near)[0] < 2 * min(near)[1]] if near else []
    found = {room["name"]: number for number, room in zip(numbers, truth)}
    places = [(set(door["rooms"]), turned([door["middle"]], angle, shift)[0], door["width"]) for door in plan["doors"]]
    widths = [min((abs(width - door["width"]) for between, place, width in places
                   if between == {found[name] for name in door["rooms"]} and math.dist(place, door["middle"]) < 0.5), default=None) for door in doors]
    return {
        "rooms": (sum(number is not None for number in numbers), len(truth), len(rooms)),
        "areas": (sum(abs(area / exact - 1) <= 0.015 for area, exact in areas), max((abs(area / exact - 1) for area, exact in areas), default=None)),
        "walls": (sum(walls), len(walls)),
        "held": (sum(held), len(held)),
        "doors": (sum(width is not None for width in widths), len(doors), max((width for width in widths if width is not None), default=None)),
    }
