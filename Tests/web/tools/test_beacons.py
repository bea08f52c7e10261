"""The Beacons page in a real browser, on the simulated walk and on a venue of its own."""
import json
import re
import subprocess
import threading
import urllib.request

import pytest

from conftest import PROGRAM
from waiting import until

VENUE = "51674874-6C69-6E65-8000-0000BEAC0000"


class Venue:
    """A studio of its own, and its owner's way to it."""

    def __init__(self, folder, *arguments):
        command = [PROGRAM, "serve", "--port", "0", "--data", folder, *arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.url = next(found.group() for line in self.process.stderr if (found := re.search(r"http://\S+:\d+/", line)))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.token = (folder / "owner-token").read_text().strip()

    def ask(self, method, path, body=None, token=None):
        request = urllib.request.Request(self.url + "api/beacons" + path, method=method, headers={"Authorization": f"Bearer {token or self.token}"})
        request.data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=10) == 0


@pytest.fixture(scope="module")
def museum(tmp_path_factory):
    """A studio that shows the simulated walk."""
    venue = Venue(tmp_path_factory.mktemp("museum"), "--beacons", "simulated")
    yield venue
    venue.stop()


@pytest.fixture
def own(tmp_path):
    """A studio with nothing set up yet."""
    venue = Venue(tmp_path / "data")
    yield venue
    venue.stop()


def sign_in(page, venue):
    page.goto(f"{venue.url}beacons/")
    # The refusal is written to the console by the browser itself.
    page.get_by_label("Owner's token").fill(venue.token)
    page.faults.clear()
    page.get_by_role("button", name="Sign in").click()
    until(page, "document.body.dataset.owner === 'true'")
    until(page, "document.getElementById('pulse').dataset.state === 'live'")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_simulated_walk_lives_on_the_page(page, museum):
    page.goto(f"{museum.url}beacons/")
    until(page, "document.getElementById('pulse').dataset.state === 'live'")
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    assert page.get_by_text("A simulated walk.").is_visible()
    assert page.locator(".plan .wall").count() == 6
    assert page.locator(".plan .receiver").count() == 6
    until(page, "document.querySelectorAll('.plan ellipse.spread').length > 1")
    assert page.evaluate("document.querySelectorAll('.plan .deaf').length") == 0
    place = "document.querySelector('.walkers .walker').style.transform"
    before = page.evaluate(place)
    until(page, f"{place} !== '{before}'")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Guide Ada"))
    assert re.search(r"Immediate|Near|Far", row.inner_text())
    assert re.search(r"\d+\.\d m ± \d+\.\d", row.inner_text())
    assert page.locator("#receivers li").count() == 6
    assert re.search(r"Listening: \d+ packets? a second", page.locator("#receivers li").first.inner_text())
    until(page, "document.querySelectorAll('#history .enter').length > 0")
    assert fits(page)


def test_who_is_no_owner_looks_and_does_not_touch(page, museum):
    page.goto(f"{museum.url}beacons/")
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    assert page.get_by_role("button", name="Add receiver").count() == 0
    page.get_by_role("button", name="Guide Ada").click()
    assert page.get_by_text(f"{VENUE}/100/1").is_visible()
    assert page.locator(".detail li").count() >= 1
    assert page.get_by_role("button", name="Calibrate at 1 m").count() == 0
    page.keyboard.press("Enter")
    assert page.locator(".detail").count() == 0
    assert fits(page)


def test_an_owner_sets_a_venue_up(own, page):
    sign_in(page, own)
    assert page.get_by_role("heading", name="No receiver yet").is_visible()
    page.get_by_role("button", name="Add a receiver").click()
    page.get_by_role("textbox", name="Name").fill("Door")
    page.get_by_label("x, m").fill("2")
    page.get_by_label("y, m").fill("3")
    page.get_by_role("button", name="Keep").click()
    line = page.locator(".token")
    line.wait_for()
    token = re.search(r"SIGHTLINE_RECEIVER_TOKEN=(\w+)", line.inner_text()).group(1)
    assert f"--server {own.url.rstrip('/')}" in line.inner_text()
    page.get_by_role("button", name="Done").click()

    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Width along x").fill("12")
    page.get_by_label("Depth along y").fill("8")
    page.get_by_role("button", name="Keep").click()
    page.locator(".plan svg").wait_for()
    page.get_by_role("button", name="Add region").click()
    page.get_by_role("textbox", name="Name").fill("House")
    page.get_by_role("textbox", name="UUID").fill("not a uuid")
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("give 32 hexadecimal digits").wait_for()
    page.faults.clear()
    page.get_by_role("textbox", name="UUID").fill(VENUE)
    page.get_by_role("button", name="Keep").click()
    page.locator("#places").get_by_text("House").wait_for()

    report = {"authorisation": "allowed", "source": "hci0", "heard": [{"beacon": f"{VENUE}/1/2", "power": -59, "packets": [[0, -60]]}]}
    own.ask("POST", "/reports", report, token=token)
    page.get_by_role("rowheader", name="1/2").wait_for()
    page.locator("#history").get_by_text("House: 1/2").wait_for()
    page.locator("#receivers").get_by_text("Allowed", exact=True).wait_for()
    assert page.locator("#receivers").get_by_text("Listening").is_visible()
    own.ask("POST", "/reports", {"authorisation": "denied", "reason": "run as root", "heard": []}, token=token)
    page.locator("#receivers").get_by_text("Denied").wait_for()
    assert page.locator("#receivers").get_by_text("run as root").is_visible()
    assert fits(page)


def test_walls_and_zones_are_drawn_and_receivers_moved_by_hand(own, page):
    own.ask("PUT", "/plan", {"width": 12, "depth": 8, "walls": []})
    own.ask("POST", "/receivers", {"name": "Door", "x": 2, "y": 3})
    sign_in(page, own)
    assert page.locator("#modes [aria-pressed=true]").inner_text() == "Look"

    def drag(mode, start, end):
        page.locator("#modes").get_by_role("button", name=mode).click()
        # What was kept last is redrawn, so that the drawing is another one for a moment.
        page.wait_for_timeout(1000)
        page.locator("#plan").scroll_into_view_if_needed()
        left, top, width = page.evaluate("(({ x, y, width }) => [x, y, width])(document.querySelector('.plan svg').getBoundingClientRect())")
        scale = (width - 36) / 12
        at = [(left + 18 + x * scale, top + 18 + (8 - y) * scale) for x, y in (start, end)]
        page.mouse.move(*at[0])
        page.mouse.down()
        page.mouse.move(*at[1], steps=4)
        page.mouse.up()

    drag("Wall", (6, 0), (6, 5))
    page.locator(".plan .wall").wait_for(state="attached")
    drag("Zone", (7, 1), (11, 4))
    page.get_by_role("textbox", name="Name").fill("Café")
    page.get_by_role("button", name="Keep").click()
    page.locator(".zone-area").wait_for()
    drag("Move", (2, 3), (4, 6))
    until(page, "!document.getElementById('form').open")
    view = None
    for _ in range(50):
        view = own.ask("GET", "")
        if view["receivers"][0]["x"] != 2:
            break
        page.wait_for_timeout(100)
    assert (view["receivers"][0]["x"], view["receivers"][0]["y"]) == pytest.approx((4, 6), abs=0.3)
    [wall], [zone] = view["plan"]["walls"], view["zones"]
    assert (wall["x1"], wall["y1"], wall["x2"], wall["y2"]) == pytest.approx((6, 0, 6, 5), abs=0.3)
    assert (zone["x"], zone["y"], zone["width"], zone["depth"]) == pytest.approx((7, 1, 4, 3), abs=0.4)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    assert own.ask("GET", "")["receivers"][0]["x"] == pytest.approx(view["receivers"][0]["x"] + 0.1)


def test_the_walk_may_be_tried_and_left(own, page):
    if page.size == "phone":
        pytest.skip("one size is enough")
    sign_in(page, own)
    page.get_by_role("button", name="Try a simulated walk").first.click()
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    page.get_by_role("button", name="Show my own venue").click()
    page.get_by_role("heading", name="No receiver yet").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Who is near is for the owner to see").wait_for()
    page.faults.clear()


def test_the_owner_signs_in_while_the_simulated_walk_shows(page, museum):
    page.goto(f"{museum.url}beacons/")
    page.get_by_role("button", name="Sign in as the owner").click()
    page.get_by_role("button", name="Back").click()
    assert page.get_by_text("A simulated walk.").is_visible()
    page.get_by_role("button", name="Sign in as the owner").click()
    page.get_by_label("Owner's token").fill(museum.token)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Show my own venue").wait_for()
    assert page.locator("#sign-in").is_hidden() and page.locator("#door").is_hidden()
