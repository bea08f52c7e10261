"""What the simulator knows about a recording, and where the view shows it."""
import csv
import json

import numpy


def rows(recording, name):
    with open(recording / "truth" / name) as stream:
        return list(csv.reader(stream))[1:]


def stamps(recording):
    """The images' stamps in order."""
    with open(recording / "mav0/cam0/data.csv") as stream:
        return [row[0] for row in csv.reader(stream) if row and not row[0].startswith("#")]


def fingertips(recording):
    """For every image: the fingertip's pixel, whether it touches the table."""
    return {row[0]: (numpy.float64(row[1:3]), row[6] == "1", row[7] == "1") for row in rows(recording, "fingertip.csv")}


def rectangles(recording, stamp):
    """The rectangles that an image shows whole: name and four corners, pixels."""
    return [
        (row[1], numpy.float64(row[3:]).reshape(4, 2))
        for row in rows(recording, "rectangles.csv")
        if row[0] == stamp and row[2] == "1"
    ]


def sides(recording, name):
    """A rectangle's true sides, metres, the shorter first."""
    scene = json.loads((recording / "truth/scene.json").read_text())
    corners = next(numpy.array(each["corners"]) for each in scene["rectangles"] if each["name"] == name)
    return sorted([numpy.linalg.norm(corners[1] - corners[0]), numpy.linalg.norm(corners[2] - corners[1])])


def shown_stamp(page, recording):
    """The stamp of the image that is shown; the page must stand still."""
    return stamps(recording)[int(page.evaluate("document.body.dataset.frames")) - 1]


def place(page, pixel, size=(640, 480)):
    """Where the page shows an image's pixel: the image fills the view, its middle in the view's."""
    box = page.locator("#view").bounding_box()
    return place_in([box["x"], box["y"], box["width"], box["height"]], pixel, size)


def place_in(box, pixel, size=(640, 480)):
    """The same for a view whose left, top, width and height are known."""
    left, top, width, height = box
    scale = max(width / size[0], height / size[1])
    return left + width / 2 + (pixel[0] - size[0] / 2) * scale, top + height / 2 + (pixel[1] - size[1] / 2) * scale


def is_free(page, point):
    """Whether a place of the page is the view's own, not a button's."""
    return page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.id === 'view'", list(point))
