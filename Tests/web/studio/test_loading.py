"""Cameras that are faster than the engine: every page gets frames, however late the engine is, and says meanwhile what it waits for."""
import time

import pytest

from waiting import until

FRAMES = {
    "track": "document.getElementById('points').textContent !== '–'",
    "measure": "Number(document.body.dataset.frames) > 5",
    "draw": "Number(document.body.dataset.frames) > 5",
    "billboard": "Number(document.body.dataset.frames) > 5",
}
LOADING = "/Loading the engine|Starting the engine/.test(document.body.innerText)"
BARE = """async () => {
    const { Session } = await import("/sightline/sightline.js");
    const session = globalThis.bare = { frames: 0, notices: [], session: new Session() };
    session.session.onframe = () => { session.frames += 1; };
    session.session.onnotice = (text) => session.notices.push(text);
    session.session.onerror = (error) => session.notices.push(String(error));
    await session.session.run({ camera: true, motion: true });
}"""
LOCKS = """
globalThis.locks = { held: 0, asked: 0 };
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
    locks.held += 1;
    locks.asked += 1;
    const sentinel = { released: false, async release() { sentinel.released || (locks.held -= 1); sentinel.released = true; } };
    return sentinel;
} } });
"""


class LateEngine:
    """Holds the engine back; `come` lets it through once it is so many seconds late."""

    def __init__(self, page, seconds):
        self.page = page
        self.due = time.monotonic() + seconds
        self.held = []
        page.context.route("**/sightline.wasm", lambda route: self.held.append(route))

    def come(self):
        until_held = time.monotonic() + 20
        while not self.held or time.monotonic() < self.due:
            assert self.held or time.monotonic() < until_held, "nobody asked for the engine"
            self.page.wait_for_timeout(100)
        for route in self.held:
            route.continue_()


# Every page is opened with an engine that is so late that the page says so, one of them with an earlier one too.
@pytest.mark.parametrize("name, seconds", [
    pytest.param(name, seconds, marks=[] if seconds == 4 or name == "track" and seconds < 4 else pytest.mark.long) for name in FRAMES for seconds in (0, 1, 4, 10)
])
def test_frames_come_however_late_the_engine_is(live, studio, name, seconds):
    page = live("phone")
    engine = LateEngine(page, seconds)
    page.goto(f"{studio}{name}/")
    page.click("#camera")
    if seconds >= 4:
        until(page, LOADING, seconds=20)
    engine.come()
    until(page, FRAMES[name], seconds=40)


def test_a_page_waits_for_an_engine_that_is_still_being_built(live, studio):
    """The server of a first start: 503 until the engine is there."""
    page = live("phone")
    refused = []

    def answer(route):
        if len(refused) >= 3:
            return route.continue_()
        refused.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")

    page.context.route("**/sightline.wasm", answer)
    page.goto(f"{studio}measure/")
    page.click("#camera")
    until(page, "document.body.innerText.includes('still being built')", seconds=20)
    until(page, FRAMES["measure"], seconds=40)
    assert len(refused) == 3
    assert not page.evaluate("document.body.innerText.includes('being built')")
    # The browser writes each of these answers to its console.
    assert all("503" in fault for fault in page.faults), page.faults
    page.faults.clear()


@pytest.mark.parametrize("seconds", [0, 3, pytest.param(10, marks=pytest.mark.long)])
def test_a_session_without_a_view_is_not_stopped_by_a_late_engine(live, studio, seconds):
    page = live("desktop")
    engine = LateEngine(page, seconds)
    page.goto(f"{studio}track/")
    page.evaluate(BARE)
    engine.come()
    until(page, "bare.frames > 5", seconds=40)
    if seconds > 0:
        assert page.evaluate("bare.notices[0]").startswith(("Loading the engine", "Starting the engine"))
    assert page.evaluate("bare.notices.at(-1)") is None


def test_an_engine_that_keeps_images_is_asked_again(live, studio):
    """A worker that loses what it was given: after some seconds frames come again."""
    page = live("desktop")
    page.add_init_script("""
        const send = Worker.prototype.postMessage;
        globalThis.isLosing = false;
        Worker.prototype.postMessage = function (message, transfer) {
            if (globalThis.isLosing && message.kind === "image") return message.image.close();
            return send.call(this, message, transfer);
        };
    """)
    page.goto(f"{studio}track/")
    page.evaluate(BARE)
    until(page, "bare.frames > 5", seconds=40)
    page.evaluate("globalThis.isLosing = true")
    until(page, "bare.notices.some((text) => /asked again/.test(text))", seconds=20)
    page.evaluate("globalThis.isLosing = false; globalThis.before = bare.frames")
    until(page, "bare.frames > before + 5", seconds=20)


@pytest.mark.parametrize("name", FRAMES)
def test_the_screen_stays_on_while_a_camera_runs(live, studio, name):
    page = live("phone")
    page.add_init_script(LOCKS)
    page.goto(f"{studio}{name}/")
    assert page.evaluate("locks.asked") == 0
    page.click("#camera")
    until(page, "locks.held === 1", seconds=30)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("locks.held") == 1


def test_a_failure_between_two_images_is_told(live, studio):
    page = live("desktop")
    page.add_init_script("""
        const send = Worker.prototype.postMessage;
        globalThis.isFailing = false;
        Worker.prototype.postMessage = function (message, transfer) {
            if (globalThis.isFailing && message.kind === "image") throw new Error("no room");
            return send.call(this, message, transfer);
        };
    """)
    page.goto(f"{studio}track/")
    page.evaluate(BARE)
    until(page, "bare.frames > 5", seconds=40)
    assert page.evaluate("document.querySelectorAll('video').length") == 1
    page.evaluate("globalThis.isFailing = true")
    until(page, "bare.notices.some((text) => /could not be read: no room/.test(text))", seconds=20)
    assert page.evaluate("document.querySelectorAll('video').length") == 0
