"""The studio's pages in a real browser."""
import numpy
import pytest

import truth
from conftest import at_size, serving
from recordings import copy_beginning
from waiting import until

pytestmark = pytest.mark.is_kept

SECONDS = 15


@pytest.fixture(scope="module")
def hall(real_recordings, tmp_path_factory):
    """The first seconds of a real recording."""
    return copy_beginning(real_recordings / "hall", tmp_path_factory.mktemp("beginning") / "hall", SECONDS)


@pytest.fixture(scope="module")
def address(hall, engine):
    with serving("--recordings", hall) as address:
        yield address


def path_length(recording):
    """Length of the true path until the last image, metres."""
    table = recording / "mav0/state_groundtruth_estimate0/data.csv"
    rows = numpy.loadtxt(table, delimiter=",", comments="#", usecols=(0, 1, 2, 3))
    points = rows[rows[:, 0] <= float(truth.stamps(recording)[-1]), 1:]
    return numpy.linalg.norm(numpy.diff(points, axis=0), axis=1).sum()


def play(page, studio, name, pace="Infinity"):
    """Plays a recording to its end and gives what the page says about it."""
    page.goto(f"{studio}track/?recording={name}")
    page.wait_for_selector("#play:not([disabled])")
    page.select_option("#pace", pace)
    page.click("#play")
    page.wait_for_selector("body[data-run=ended], body[data-run=failed]", timeout=180_000)
    return page.evaluate("({...document.body.dataset})")


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_home_names_the_tools_and_leads_to_tracking(page, studio):
    page.goto(studio)
    headings = [heading.split("\n")[0].removesuffix(" In the making").strip() for heading in page.locator(".tools h2").all_inner_texts()]
    assert headings == ["Measure", "Assist", "Draw", "Billboard", "Place", "Scan", "Beacons", "Live readings", "Track", "Console"]
    assert overflow(page) <= 0
    page.get_by_role("link", name="See it track").click()
    page.wait_for_url("**/track/**")
    assert page.get_by_role("heading", name="Track").is_visible()


@at_size("desktop")
def test_every_link_of_the_home_page_leads_to_a_page(page, studio):
    page.goto(studio)
    links = page.locator("main a").evaluate_all("links => [...new Set(links.map(({ href }) => href))]")
    assert len(links) >= 3
    for link in links:
        assert page.request.get(link).ok, link
        page.goto(link)
        assert page.title().endswith("Sightline")
        assert page.locator("h1").count() == 1
    page.faults[:] = [fault for fault in page.faults if "401" not in fault]


@at_size("desktop")
def test_a_recording_plays_to_its_end_with_a_plausible_path(page, address, hall):
    told = play(page, address, "hall")
    assert told["run"] == "ended", page.inner_text("#trouble")
    assert int(told["tracked"]) > 0.95 * int(told["frames"])
    assert float(told["length"]) == pytest.approx(path_length(hall), rel=0.1)
    assert page.inner_text("#state") == "Tracking"
    assert float(page.inner_text("#milliseconds")) > 0
    assert int(page.inner_text("#points")) > 30
    assert overflow(page) <= 0


def test_the_path_turns_by_keyboard(page, studio):
    page.goto(f"{studio}track/")
    assert page.get_by_role("button", name="From above").get_attribute("aria-pressed") == "true"
    page.focus("#path")
    page.keyboard.press("ArrowDown")
    assert page.get_by_role("button", name="3-D").get_attribute("aria-pressed") == "true"


@at_size("desktop")
def test_pausing_holds_the_picture(page, studio, real_recordings):
    page.goto(f"{studio}track/?recording=room")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    until(page, "document.getElementById('progress').value > 0.1")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(500)
    held = page.evaluate("document.getElementById('progress').value")
    page.wait_for_timeout(500)
    assert page.evaluate("document.getElementById('progress').value") == held
    page.get_by_role("button", name="Go on").click()
    until(page, f"document.getElementById('progress').value > {held}")


@at_size("desktop")
def test_a_camera_without_motion_sensors_says_so(page, studio):
    page.goto(f"{studio}track/")
    page.get_by_role("button", name="Use camera").click()
    page.get_by_text("There is no motion sensor here").wait_for(timeout=15_000)


OWNERS = ["console/", "assist/rooms.html", "assist/session.html?id=none", "billboard/manage/", "beacons/"]


def test_the_owners_sign_in_stands_alike_on_every_page(page, studio):
    boxes = []
    for path in OWNERS:
        page.goto(f"{studio}{path}")
        page.wait_for_selector(".owner-door")
        boxes.append(page.locator(".owner-door").bounding_box())
        assert overflow(page) <= 0
    for box in boxes:
        assert [box["x"], box["width"]] == [boxes[0]["x"], boxes[0]["width"]]
        assert abs(box["y"] - boxes[0]["y"]) <= 2
    page.faults[:] = [fault for fault in page.faults if "401" not in fault and "404" not in fault]


def test_a_session_without_a_key_lets_the_owner_sign_in(page, studio, owner_token):
    page.goto(f"{studio}assist/session.html?id=none")
    page.get_by_label("Owner's token").fill(owner_token)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#trouble", has_text="There is no such record").wait_for()
    page.get_by_role("link", name="Rooms").click()
    page.get_by_role("heading", name="Rooms and sessions").wait_for()
    page.faults[:] = [fault for fault in page.faults if "404" not in fault]


@at_size("phone")
def test_the_track_page_says_what_play_does(page, studio):
    page.goto(f"{studio}track/?recording=walk")
    page.wait_for_selector("#play:not([disabled])")
    assert page.inner_text("#state") == "Ready to play"
    page.click("#camera")
    # There are no motion sensors here.
    page.wait_for_selector("body[data-run=failed]", timeout=60_000)
    assert page.inner_text("#play") == "Play"


@at_size("phone")
def test_the_view_of_the_world_holds_the_planes(page, studio):
    assert play(page, studio, "walk")["planes"] != "0"
    page.click("#around")
    page.evaluate("""() => {
        const { beginPath, lineTo, closePath } = CanvasRenderingContext2D.prototype;
        let points = [];
        globalThis.outlines = [];
        const spy = { beginPath() { points = []; }, lineTo(...point) { points.push(point); }, closePath() { outlines.push(points); } };
        for (const [name, own] of Object.entries({ beginPath, lineTo, closePath })) {
            CanvasRenderingContext2D.prototype[name] = function (...values) {
                if (this.canvas.id === "path") spy[name](...values);
                return own.apply(this, values);
            };
        }
    }""")
    page.wait_for_timeout(3000)
    page.evaluate("outlines.length = 0")
    page.locator("#path").press("ArrowLeft")
    until(page, "outlines.length > 0")
    box = page.locator("#path").bounding_box()
    for outline in page.evaluate("outlines"):
        for x, y in outline:
            assert 0 <= x <= box["width"] and 0 <= y <= box["height"]
