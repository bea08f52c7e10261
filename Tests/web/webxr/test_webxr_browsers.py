"""WebXR over our tracking in Firefox and WebKitGTK: the rules of the specifications, and that pixels stand where they should."""
import io

import numpy
import PIL.Image
import pytest

import other_browsers
import recordings
import truth
from test_webxr_sessions import corner_points, marker, projected, shown
from webxr_site import address, load_rules, rule_names, start_running, until  # noqa: F401 (a fixture)

# Rules that a browser cannot be asked: WebKitGTK has no WebGL on an OffscreenCanvas.
LACKING = {"firefox": set(), "webkit": {"a canvas that is not in a page is refused"}}


def begin(page, init="{}"):
    """Starts the session of the test page by a tap."""
    page.evaluate(f"void (test.init = {init})")
    left, top, width, height = page.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('start').getBoundingClientRect())")
    page.drag([(left + width / 2, top + height / 2)])
    until(page, "Boolean(test.session || test.fault)", 60)
    assert page.evaluate("test.fault ?? null") is None


@pytest.fixture(scope="module", params=other_browsers.BROWSERS)
def page(request, address):
    """The test page in another browser."""
    with other_browsers.BROWSERS[request.param]("desktop") as page:
        page.browser = request.param
        page.goto(f"{address}test/webxr.html")
        load_rules(page)
        yield page


def broken(page, file):
    """The rules of a file that do not hold in a browser, with what they gave."""
    told = {rule: page.evaluate(f"outcome('{file}', {rule!r})") for rule in rule_names(file) if rule not in LACKING[page.browser]}
    return {rule: value for rule, value in told.items() if value is not True}


@pytest.mark.parametrize("file", ["interfaces", "inline"])
def test_rules_without_an_immersive_session(page, file):
    assert broken(page, file) == {}


@pytest.fixture(scope="module")
def running(page):
    # The page's context may be lost by then: a browser gives up the oldest of many.
    page.goto(page.evaluate("location.href"))
    load_rules(page)
    start_running(page, begin)
    return page


def test_rules_of_a_running_session(running):
    assert broken(running, "running") == {}


def test_a_marker_is_drawn_where_its_point_is_in_the_camera(running, camera_walk):
    """A corner of the simulated table at its true place, by the engine's pose and the true lens; the image behind it is the camera's."""
    from test_examples import poses, turn

    where, _ = poses(camera_walk)
    stamp, matrix, _ = running.evaluate("test.stamps.at(-1)")
    world_from_camera = numpy.array(matrix).reshape(4, 4).T
    true = numpy.eye(4)
    true[:3, :3], true[:3, 3] = turn(*where[int(stamp)][:4]), where[int(stamp)][4:]
    upright = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    corners = corner_points(camera_walk)
    size = running.evaluate("[innerWidth, innerHeight]")
    seen = [(name, number, pixel) for name, pixels in truth.rectangles(camera_walk, stamp) for number, pixel in enumerate(pixels)]
    name, number, pixel = min(seen, key=lambda each: numpy.abs(shown(each[2], view=size) / size - 0.5).max())
    point = world_from_camera @ numpy.linalg.inv(true) @ [*(upright @ corners[name][number]), 1]
    running.evaluate(f"void (test.marker = {point[:3].tolist()})")
    running.wait_for_timeout(1500)
    picture = numpy.asarray(PIL.Image.open(io.BytesIO(running.picture())).convert("RGB")).astype(int)
    assert picture.shape[:2] == (size[1], size[0])
    assert picture[100:-200, 100:-100].std() > 10, "the camera's picture is not seen"
    assert numpy.linalg.norm(marker(picture) - shown(projected((numpy.linalg.inv(world_from_camera) @ point)[:3], camera_walk), view=size)) < 1.5
    assert numpy.linalg.norm(marker(picture) - shown(pixel, view=size)) < 1.5


def test_the_end_gives_the_page_back(running):
    running.evaluate("test.session.end()")
    until(running, "test.events.includes('end') && document.querySelector('[data-sightline]') === null")
