"""A survey by a phone that its camera tracks: the camera and the motion sensors show a simulated walk along a corridor, receivers report a tag on the way."""
import json
import threading

import numpy
import pytest

import live_feed
from conftest import launch, open_page
from test_beacons import VENUE, fits, own, sign_in  # noqa: F401 (the fixture)
from waiting import until
from walks import made_walk

pytestmark = pytest.mark.realtime

TAG = f"{VENUE}/1/1"
WIDTH, DEPTH = 12, 4
# The corridor's middle is the truth's origin; the plan begins at a corner.
OFFSET = (WIDTH / 2, DEPTH / 2)


@pytest.fixture(scope="module")
def corridor(simulated):
    """A walk along a corridor, as a recording."""
    return made_walk(simulated, "corridor")


def true_places(corridor, stamps):
    """Where the device truly was at images' stamps, on the plan."""
    rows = numpy.loadtxt(corridor / "mav0/state_groundtruth_estimate0/data.csv", delimiter=",", comments="#")
    return [[float(numpy.interp(stamp, rows[:, 0], rows[:, axis + 1])) + OFFSET[axis] for axis in (0, 1)] for stamp in stamps]


class Receivers:
    """Four receivers in the corners that report the tag twice per second until they are stopped."""

    def __init__(self, venue):
        self._venue, self._over = venue, threading.Event()
        self._tokens = []
        for x, y in ((0, 0), (WIDTH, 0), (0, DEPTH), (WIDTH, DEPTH)):
            receiver = venue.ask("POST", "/receivers", {"name": f"Corner {x}/{y}", "x": x, "y": y})
            self._tokens.append(venue.ask("POST", f"/receivers/{receiver['id']}/token")["token"])
        self._thread = threading.Thread(target=self._report, daemon=True)
        self._thread.start()

    def _report(self):
        while not self._over.wait(0.5):
            heard = [{"beacon": TAG, "power": -59, "packets": [[age, -65] for age in (450, 350, 250, 150, 50)]}]
            for token in self._tokens:
                self._venue.ask("POST", "/reports", {"authorisation": "allowed", "heard": heard}, token=token)

    def stop(self):
        self._over.set()
        self._thread.join(timeout=10)


# Taps on the plan where the device truly is now, `off` metres too far from the place before, once it is `far` from it; resolves with that place.
TAP = """([places, far, from, off]) => new Promise((done, fail) => {
    const timer = setInterval(() => {
        if (globalThis.feed.rounds) fail(new Error("the recording is over"));
        const { session } = document.getElementById("walk-view");
        const { frame } = session ?? {};
        const [x, y] = frame ? places[globalThis.feed.numberAt(frame.timestampNanoseconds)] : [0, 0];
        if (frame?.trackingState !== "normal" || (from && Math.hypot(x - from[0], y - from[1]) < far)) return;
        clearInterval(timer);
        const svg = document.querySelector(".plan svg");
        const box = svg.getBoundingClientRect();
        const scale = (box.width - 36) / WIDTH;
        const beside = from ? off * Math.sign(x - from[0]) : 0;
        const at = { clientX: box.left + 18 + (x + beside) * scale, clientY: box.top + 18 + (DEPTH - y) * scale, bubbles: true, pointerId: 1 };
        svg.dispatchEvent(new PointerEvent("pointerdown", at));
        done([x, y]);
    }, 40);
})""".replace("WIDTH", str(WIDTH)).replace("DEPTH", str(DEPTH))


def begin(page, venue):
    """Signs in and begins a walk with the tag; waits until it is tracked."""
    sign_in(page, venue)
    page.get_by_role("button", name="Survey with Tag").click()
    page.get_by_role("button", name="Follow me with the camera").click()
    until(page, "document.getElementById('walk').dataset.state === 'walking'", seconds=40)
    until(page, "document.getElementById('walk-words').textContent.startsWith('Walk to a place')", seconds=40)


@pytest.fixture
def walking(own, corridor, playwright, tmp_path):
    """The phone's page while its camera and its sensors show the corridor and receivers report the tag; the true places of the images."""
    own.ask("PUT", "/plan", {"width": WIDTH, "depth": DEPTH, "walls": []})
    own.ask("POST", "/beacons", {"name": "Tag", "beacon": TAG})
    feed = live_feed.LiveFeed(corridor, tmp_path)
    receivers = Receivers(own)
    browser = launch(playwright, f"--use-file-for-fake-video-capture={feed.video}")
    try:
        page = open_page(browser, "phone")
        page.add_init_script(feed.script)
        begin(page, own)
        assert page.locator("#walk-view").is_visible() and fits(page)
        yield page, true_places(corridor, feed.stamps)
    finally:
        receivers.stop()
        browser.close()


@pytest.mark.long
def test_a_walk_that_contradicts_the_taps_is_refused(own, walking):
    page, places = walking
    first = page.evaluate(TAP, [places, 0, None, 0])
    assert page.get_by_role("button", name="Finish the walk").is_disabled()
    # The second tap is metres beside the place.
    page.evaluate(TAP, [places, 0.2, first, 4])
    page.get_by_role("button", name="Finish the walk").click()
    fault = page.locator("#walk-fault")
    fault.wait_for()
    assert "apart" in fault.inner_text(), fault.inner_text()
    assert own.ask("GET", "")["survey"] == [] and all("409" in each for each in page.faults)
    page.faults.clear()


@pytest.mark.long
def test_a_phone_that_its_camera_tracks_surveys_the_floor(own, walking):
    page, places = walking
    first = page.evaluate(TAP, [places, 0, None, 0])
    page.evaluate(TAP, [places, 3.3, first, 0])
    until(page, "document.querySelectorAll('.walk-way').length > 0")
    page.wait_for_timeout(1000)
    page.get_by_role("button", name="Finish the walk").click()
    until(page, "document.getElementById('walk-fault').textContent !== '' && document.getElementById('walk').dataset.state !== 'sending'")
    told = page.inner_text("#walk-fault")
    assert told.startswith("New in the survey"), f"{told} {page.evaluate('feed.rounds')} {page.inner_text('#walk-figures')}"
    assert page.locator("#walk-view").is_hidden()
    survey = own.ask("GET", "")["survey"]
    page.locator("#survey-legend").wait_for()
    assert page.faults == []
    # Squares have sides of half a metre, so half a diagonal is their own.
    assert len(survey) >= 6, survey
    errors = [min(numpy.hypot(x - u, y - v) for u, v in places) for x, y in survey]
    print(f"{len(survey)} squares, {max(errors):.2f} m at most beside the true path")
    assert max(errors) < 0.36 + 0.4


def test_a_walk_without_a_camera_says_why(own, page):
    own.ask("PUT", "/plan", {"width": WIDTH, "depth": DEPTH, "walls": []})
    own.ask("POST", "/beacons", {"name": "Tag", "beacon": TAG})
    sign_in(page, own)
    page.evaluate("() => { MediaDevices.prototype.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }; }")
    page.get_by_role("button", name="Survey with Tag").click()
    page.get_by_role("button", name="Follow me with the camera").click()
    page.locator("#walk-fault").wait_for()
    assert page.locator("#walk-fault").inner_text() != "" and page.locator("#walk-start").is_visible()
    page.locator("#modes").get_by_role("button", name="Look").click()
    assert page.locator("#walk").is_hidden() and fits(page)
    assert json.dumps(own.ask("GET", "")["survey"]) == "[]"
