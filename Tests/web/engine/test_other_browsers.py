"""The stories of the sample recording in Firefox and WebKitGTK: it is tracked, measured, drawn on, a poster shows what it should; the pages without a camera; a call, or
what a browser lacks for it, in words before anyone waits."""
import base64
import io

import numpy
import pytest
from PIL import Image

import calls
import conftest
import other_browsers
import pointing
import test_assist_board
import test_beacons
import test_floor_plan
import test_own_place
import truth
from test_pages import path_length
from waiting import hold, until

# A browser that hangs under load is tried again by itself, and soon.
pytestmark = pytest.mark.timeout(150)

own, painted = test_beacons.own, test_floor_plan.painted
STATE = "document.getElementById('state').textContent"
READY_SECONDS = 120


@pytest.fixture(scope="module", params=other_browsers.BROWSERS)
def window(request):
    """One window a browser for all stories."""
    with other_browsers.BROWSERS[request.param]("desktop") as page:
        page.browser = request.param
        yield page


@pytest.fixture(scope="module")
def museum():
    """A studio that shows the simulated walk."""
    with conftest.serving("--beacons", "simulated") as address:
        yield address


@pytest.fixture
def page(window):
    yield window
    told, window.faults = getattr(window, "faults", []), []
    assert told == []


def open_recording(page, studio, tool, name="walk"):
    page.goto(f"{studio}{tool}/?recording={name}")
    page.wait_for_selector("#play:not([disabled])")


def play_until_ready(page, studio, tool):
    open_recording(page, studio, tool)
    page.click("#play")
    until(page, f"{STATE} === 'READY'", seconds=READY_SECONDS)


def shown(page):
    """The page as it is seen: red, green, blue."""
    return numpy.array(Image.open(io.BytesIO(page.picture())).convert("RGB")).astype(int)


def view_of(page, picture):
    """The part of the page's image that is the view."""
    left, top, width, height = (round(each) for each in page.view_box())
    return picture[top : top + height, left : left + width]


def test_the_recording_is_tracked_to_its_end_along_its_true_path(page, studio, simulated):
    open_recording(page, studio, "track")
    page.evaluate("() => { const pace = document.getElementById('pace'); pace.value = 'Infinity'; pace.dispatchEvent(new Event('change')); }", [])
    page.click("#play")
    until(page, "['ended', 'failed'].includes(document.body.dataset.run)", seconds=180)
    told = page.evaluate("({ ...document.body.dataset })")
    assert told["run"] == "ended", page.inner_text("#trouble")
    assert int(told["tracked"]) > 0.9 * int(told["frames"])
    assert float(told["length"]) == pytest.approx(path_length(simulated / "walk"), rel=0.1)


def test_depth_maps_are_made_and_shown(page, studio):
    open_recording(page, studio, "track")
    page.click("#depth")
    page.click("#play")
    until(page, "Number(document.body.dataset.depthMaps) > 3 || document.body.dataset.run === 'failed'", seconds=READY_SECONDS)
    assert page.evaluate("document.body.dataset.run") != "failed", page.inner_text("#trouble")
    assert float(page.evaluate("document.body.dataset.depthKnown")) > 0.2
    page.click("#depth")


def test_a_known_edge_is_measured_within_its_stated_error(page, studio, simulated):
    play_until_ready(page, studio, "measure")
    # A worker of WebKitGTK has no WebGL: there the page draws.
    assert page.evaluate(f"{pointing.SESSION}.capabilities.drawing") == ("page" if page.browser == "webkit" else "worker")
    stamp = pointing.hold_at(page, 95)
    name, first, second, length = pointing.best_edge(simulated / "walk", stamp, page.size)
    pointing.set_points(page, first, second)
    found = pointing.measurements(page)
    assert len(found) == 1, page.inner_text("#advice")
    print(f"{page.browser}, {name}: {found[0]['value']:.4f} ± {found[0]['sigma']:.4f} m, truly {length:.4f}")
    assert 0 < found[0]["sigma"] < 0.1
    assert abs(found[0]["value"] - length) < 3 * found[0]["sigma"]
    assert view_of(page, shown(page)).std() > 20, "the view is blank"


@pytest.mark.realtime
def test_a_live_camera_gets_ready_and_measures_a_known_edge(page, studio, feed):
    if page.browser == "webkit":
        pytest.skip("Debian's WebKitGTK is built without motion events")
    page.goto(f"{studio}measure/")
    page.evaluate(f"(() => {{ {feed.script_with_video} }})()")
    page.click("#camera")
    until(page, f"{STATE} === 'READY'", seconds=60)
    page.evaluate("feed.holdAt = Math.max(420, feed.seen.at(-1).number + 10)")
    until(page, "feed.isHeld", seconds=60)
    seen = feed.stamps[page.evaluate(f"feed.numberAt({pointing.settled_stamp(page)})")]
    name, first, second, length = pointing.best_edge(feed.recording, seen, page.size)
    pointing.set_points(page, first, second)
    found = pointing.measurements(page)
    assert len(found) == 1, page.inner_text("#advice")
    print(f"{page.browser}, live, {name}: {found[0]['value']:.4f} ± {found[0]['sigma']:.4f} m, truly {length:.4f}")
    assert found[0]["sigma"] < 0.06 * length
    assert abs(found[0]["value"] - length) < 3 * found[0]["sigma"]


def test_a_stroke_leaves_ink(page, studio):
    play_until_ready(page, studio, "draw")
    hold(page)
    before = view_of(page, shown(page))
    left, top, width, height = page.view_box()
    page.drag([(left + (0.4 + 0.02 * step) * width, top + 0.45 * height) for step in range(11)])
    until(page, "document.body.dataset.strokes === '1'", seconds=10)
    page.wait_for_timeout(500)
    after = view_of(page, shown(page))
    changed = (numpy.abs(after - before).max(axis=2) > 40)[int(0.35 * height) : int(0.55 * height), int(0.38 * width) : int(0.62 * width)]
    assert changed.sum() > 300, "ink lies where the pointer went"


def snapshot(page):
    """The view as the session draws it, red, green, blue; WebKitGTK's driver hangs while it takes a picture of a held page."""
    encoded = page.evaluate(f"""async () => {{
        const reader = new FileReader();
        reader.readAsDataURL(await {pointing.SESSION}.snapshot());
        await new Promise((done) => {{ reader.onload = done; }});
        return reader.result.split(",")[1];
    }}""", [])
    return numpy.array(Image.open(io.BytesIO(base64.b64decode(encoded))).convert("RGB")).astype(int)


def test_a_tapped_sheet_shows_the_words(page, studio, simulated):
    recording = simulated / "walk"
    play_until_ready(page, studio, "billboard")
    for _ in range(8):
        page.wait_for_timeout(1000)
        hold(page)
        for _, corners in truth.rectangles(recording, truth.shown_stamp(page, recording)):
            middle = truth.place_in(page.view_box(), corners.mean(axis=0))
            if not truth.is_free(page, [float(each) for each in middle]):
                continue
            before = snapshot(page)
            page.drag([middle])
            page.wait_for_timeout(900)
            if page.evaluate(STATE) == "ANCHORED":
                left, top, width, height = page.view_box()
                rows, columns, _ = before.shape
                x, y = round((middle[0] - left) / width * columns), round((middle[1] - top) / height * rows)
                around = numpy.abs(snapshot(page) - before)[y - 15 : y + 15, x - 15 : x + 15]
                assert around.mean() > 15, "something is shown on the sheet"
                return
        page.click("#hold")
    pytest.fail(f"no sheet could be anchored: {page.inner_text('#advice')}")


def test_a_model_stands_on_the_table_in_its_true_size(page, studio):
    open_recording(page, studio, "place")
    page.click("#play")
    page.wait_for_selector("#stand:not([disabled])", seconds=READY_SECONDS)
    page.click("#stand")
    until(page, "document.body.dataset.models === '1'", seconds=10)
    until(page, "/^2[34](\\.\\d)? ± [\\d.]+ cm/.test(document.getElementById('side-1').textContent.replace(/[\u2066\u2069]/g, ''))", seconds=10)


def test_the_pages_without_a_camera_are_live(page, studio, museum, owner_token):
    page.goto(f"{studio}live/#otherbrowser{page.browser}")
    until(page, "document.getElementById('state').dataset.state === 'connected'")
    page.goto(studio)
    assert page.evaluate(conftest.SIGN_IN, owner_token)
    page.goto(f"{studio}console/")
    until(page, "document.getElementById('state').dataset.state === 'connected'")
    page.goto(f"{museum}beacons/")
    until(page, "document.getElementById('pulse').dataset.state === 'live'")
    until(page, "document.querySelectorAll('.plan ellipse.spread').length > 0")
    until(page, "document.querySelectorAll('#floor-switch button').length === 2")
    page.evaluate("void [...document.querySelectorAll('#floor-switch button')].find((each) => each.firstChild.textContent === 'Upper floor').click()")
    until(page, "document.querySelectorAll('.plan .receiver').length === 4")


# A device whose satellites say one place.
SATELLITES = """(coords) => void Object.defineProperty(navigator, "geolocation", { value: {
    watchPosition: (tell) => { setTimeout(() => tell({ coords, timestamp: Date.now() })); return 1; }, clearWatch() {},
} })"""


def test_who_asks_is_shown_on_a_plan_that_is_tied_to_the_earth(page, own):
    earth = [{"x": x, "y": 0, **test_own_place.on_earth(x, 0)} for x in (0, 20)]
    own.ask("PUT", "/plan", {"width": 20, "depth": 10, "walls": [], "isPublic": True, "earth": earth})
    page.goto(f"{own.url}beacons/")
    until(page, "document.getElementById('own-place').hidden === false")
    page.evaluate(SATELLITES, {**test_own_place.on_earth(5, 4), "accuracy": 12})
    page.evaluate("void [...document.querySelectorAll('#own-place button')].find((each) => each.textContent === 'Show where I am').click()")
    until(page, "document.querySelectorAll('.own-mark').length === 1")
    assert page.inner_text("#own-words") == "By satellites, ± 4.9 m."
    page.goto("about:blank")


def test_a_floor_plan_is_made_and_a_wall_is_moved_by_hand(page, studio, painted):
    page.goto(f"{studio}scan/")
    page.wait_for_selector("#play:not([disabled])")
    page.evaluate(test_floor_plan.PAINTED, painted)
    page.click("#plan")
    until(page, "document.body.dataset.plan === 'done'")
    page.evaluate("document.getElementById('drawing').scrollIntoView()")
    handles = page.evaluate("""[...document.querySelectorAll('[data-key^=wall] .reach')].map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2])""")
    x, y = min(handles)
    page.drag([(x, y), (x - 12, y + 1), (x - 28, y + 2), (x - 40, y + 3)])
    until(page, "document.querySelectorAll('.plan-drawing .wall.hand').length > 0")
    assert page.inner_text("#corrected") == "1 correction by hand"
    page.click("#undo")
    until(page, "document.querySelectorAll('.plan-drawing .wall.hand').length === 0")


# Chooses a picture for the board, as a person does in the dialogue for files.
CHOOSE = """(picture) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))], "plan.png", { type: "image/png" }));
    const input = document.getElementById("board-file");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def test_a_call_with_chromium_or_words_why_there_is_none(page, studio, chromium):
    room = calls.new_room()
    page.goto(f"{studio}assist/?room={room}&role=expert")
    if page.browser == "webkit":
        until(page, "document.getElementById('trouble').innerText.includes('it has no WebRTC')", seconds=15)
        assert page.evaluate("document.getElementById('enter').disabled")
        return
    site = calls.on_site(chromium, studio, room)
    calls.draw_small(site)
    page.click("#enter")
    until(page, "globalThis.assist?.side.readFrames > 3", seconds=90)
    # A picture of the expert stands as a board in the room once the one on site gives leave.
    page.evaluate(CHOOSE, base64.b64encode(test_assist_board.picture((255, 0, 255))["buffer"]).decode())
    site.until(f"{test_assist_board.NOTICE}.includes('wants to show a board')", 20)
    test_assist_board.click(site, "boards-leave")
    until(page, "assist.boards.shown.name === 'plan.png'", seconds=20)
    page.goto(f"{studio}live/")
    site.leave()
