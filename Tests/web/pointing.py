"""Points at known things of a simulated recording through the measuring page."""
import csv
import json

import numpy

from waiting import comes, until, until_still

SESSION = "document.getElementById('view').session"
STAMP = f"String({SESSION}.frame.timestampNanoseconds)"


def rectangle_corners(recording):
    """Pixels of every rectangle's corners: by image stamp, then by name."""
    found = {}
    with open(recording / "truth/rectangles.csv") as stream:
        for row in csv.reader(stream):
            if not row[0].startswith("#"):
                found.setdefault(int(row[0]), {})[row[1]] = numpy.array([float(value) for value in row[3:11]]).reshape(4, 2)
    return found


def corners_at(recording, stamp):
    """Pixels of the rectangles' corners in the image of a stamp, nanoseconds."""
    return rectangle_corners(recording)[int(stamp)]


def last_stamp(page):
    """The stamp of the frame that the page shows, nanoseconds."""
    return int(page.evaluate(STAMP))


def hold_at(page, count):
    """Holds the recording once so many frames were shown; gives the stamp of the one that is."""
    until(page, f"Number(document.body.dataset.frames) >= {count}", seconds=180)
    page.click("#hold")
    return settled_stamp(page)


def settled_stamp(page):
    """Waits until no further frame comes; gives the stamp of the last, nanoseconds."""
    return int(until_still(page, STAMP, 0.8))


def best_edge(recording, stamp, size):
    """The longest edge of any rectangle that is well to be seen in the image of a stamp: the name, the two pixels, the true length."""
    found = []
    for name, corners in corners_at(recording, stamp).items():
        lengths = side_lengths(recording, name)
        found += [(lengths[i], name, corners[i], corners[(i + 1) % 4]) for i in visible_edges(corners, size)]
    length, name, first, second = max(found, key=lambda edge: edge[0])
    return name, first, second, length


def side_lengths(recording, name):
    """Metres between a rectangle's corners, in order."""
    rectangles = json.loads((recording / "truth/scene.json").read_text())["rectangles"]
    corners = numpy.array(next(each for each in rectangles if each["name"] == name)["corners"])
    return [numpy.linalg.norm(corners[i] - corners[(i + 1) % 4]) for i in range(4)]


def visible_edges(corners, size):
    """The edges, by their first corner, whose ends lie well inside what a view of a size shows of an image of 640 × 480."""
    margin = 30 if size == "desktop" else 215
    inside = [margin < x < 640 - margin and 40 < y < 430 for x, y in corners]
    return [i for i in range(4) if inside[i] and inside[(i + 1) % 4]]


def aim(page, pixel):
    """Aims at a pixel of the image that is held, and waits until the tool has looked there."""
    page.evaluate(
        f"""async ([x, y]) => {{
            const session = {SESSION};
            const [origin, right, down] = await Promise.all([[0, 0], [1, 0], [0, 1]].map((place) => session.pixelAt(...place)));
            const [ax, ay, bx, by] = [right[0] - origin[0], right[1] - origin[1], down[0] - origin[0], down[1] - origin[1]];
            const [u, v, determinant] = [x - origin[0], y - origin[1], ax * by - ay * bx];
            let [state, since] = [session.measuring.state, Infinity];
            session.aimAt((u * by - v * bx) / determinant, (ax * v - ay * u) / determinant);
            for (const end = performance.now() + 3000; performance.now() < Math.min(end, since + 200);) {{
                await new Promise((done) => setTimeout(done, 20));
                if (session.measuring.state !== state) [state, since] = [session.measuring.state, performance.now()];
            }}
        }}""",
        [float(value) for value in pixel],
    )


def press(page):
    """Presses the page's button, and waits until the tool has answered."""
    state = f"""(({{ pointCount, measurementCount, isRoughOffered }}) => [pointCount, measurementCount, isRoughOffered].join())({SESSION}.measuring.state)"""
    before = page.evaluate(state)
    page.evaluate("document.getElementById('place').click()")
    comes(page, f"{state} !== '{before}'", 3)


def set_points(page, *pixels):
    """Sets points at pixels of the image with the page's button; a second tap takes a point that is not known well."""
    for pixel in pixels:
        aim(page, pixel)
        press(page)
        if page.evaluate(f"{SESSION}.measuring.state?.isRoughOffered"):
            press(page)


def measurements(page):
    """What was measured."""
    return page.evaluate(f"{SESSION}.measuring.list()")
