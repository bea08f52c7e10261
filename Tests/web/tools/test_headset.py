"""Measure and Draw in a headset: an emulated one (pages/headset-stand-in.js) with a table and a floor, controllers and hands; nothing was tried on a real device."""
import base64
import io
import os
import pathlib

import numpy
import pytest
from PIL import Image

from conftest import at_size, first_at, open_page
from waiting import until, until_still

STAND_IN = pathlib.Path(__file__).parents[1] / "pages/headset-stand-in.js"
VIEW = "document.getElementById('view')"
STROKES = f"{VIEW}.session.drawing.strokes()"
CORAL, MINT = (255, 90, 82), (34, 197, 139)
# A table of 1.2 × 0.6 m at 0.75 m, and the floor; the viewer stands at the origin and looks down at the table.
ROOM = """() => {
    emulatedHeadset.addPlane([0, 0.75, -0.9], [1.2, 0.6]);
    emulatedHeadset.addPlane([0, 0, 0], [5, 4]);
    emulatedHeadset.look([0, 1.5, 0], [0, 0.75, -0.9]);
}"""
# The words of a device's press: where it points, then the trigger or the pinch.
PINCH = """async ({ index, from, to, tip }) => {
    emulatedHeadset.point(index, from, to, tip ?? from);
    await emulatedHeadset.wait();
    emulatedHeadset.select(index, "selectstart");
    await emulatedHeadset.wait();
    emulatedHeadset.select(index, "selectend");
    await emulatedHeadset.wait();
}"""
# Draws with some inputs at once: `ways` has for each its start and the first and last place that it points at, or touches with a fingertip.
DRAG = """async ({ ways, steps = 30 }) => {
    const at = ({ from, to }, share) => from.map((value, axis) => value + share * (to[axis] - value));
    const point = (share) => ways.forEach((way) => emulatedHeadset.point(way.index, way.eye ?? at(way, share).map((v, k) => v + [0, 0.05, 0.2][k]), at(way, share), at(way, share)));
    point(0);
    await emulatedHeadset.wait();
    ways.forEach(({ index }) => emulatedHeadset.select(index, "selectstart"));
    // The engine of a busy machine takes the first and the last position some frames later.
    await emulatedHeadset.wait(10);
    for (let step = 0; step <= steps; step++) {
        point(step / steps);
        await emulatedHeadset.wait(2);
    }
    await emulatedHeadset.wait(10);
    ways.forEach(({ index }) => emulatedHeadset.select(index, "selectend"));
    await emulatedHeadset.wait(10);
}"""


def enter(page, studio, tool):
    """Opens a page's tool in the emulated headset, whose engine then runs."""
    page.add_init_script(path=STAND_IN)
    page.goto(f"{studio}{tool}/")
    page.evaluate(ROOM)
    page.wait_for_selector("#headset:not([hidden])")
    page.click("#headset")
    until(page, "document.body.dataset.frames > 3", seconds=60)
    until(page, f"{VIEW}.session.xr.worldFromSpace !== null && {VIEW}.session.xr.surfaces.list.length > 0")
    # The engine has the surfaces some frames after the page.
    page.evaluate("emulatedHeadset.wait(10)")
    # On a busy machine the tap comes so late that the browser wonders why the engine was fetched ahead.
    page.faults[:] = [fault for fault in page.faults if "preloaded using link preload" not in fault]
    assert page.evaluate("emulatedHeadset.session.enabledFeatures") == ["local", "plane-detection", "hand-tracking"]


def add_input(page, **options):
    return page.evaluate("(options) => emulatedHeadset.addInput(options)", options)


def pinch(page, index, to, eye=(0.2, 1.2, -0.1), tip=None):
    page.evaluate(PINCH, {"index": index, "from": list(eye), "to": list(to), "tip": tip and list(tip)})


def press(page, index, button):
    page.evaluate(f"([index, button]) => emulatedHeadset.press(index, {VIEW}.headset.panel, button)", [index, button])


def seen(page, name):
    """What both eyes see beside each other, red, green, blue; HEADSET_PICTURES names a folder that keeps it."""
    page.evaluate("emulatedHeadset.wait(4)")
    told = page.evaluate("emulatedHeadset.picture()")
    picture = Image.open(io.BytesIO(base64.b64decode(told["address"].split(",")[1]))).convert("RGB")
    if folder := os.environ.get("HEADSET_PICTURES"):
        picture.save(pathlib.Path(folder) / f"{name}-{page.size}.png")
    return numpy.array(picture).astype(int), told["counts"]


def measurements(page):
    return page.evaluate(f"{VIEW}.session.measuring.list()")


def close_to(picture, color, within=40):
    return (abs(picture - numpy.array(color)).max(axis=2) < within).sum()


@at_size("desktop")
def test_an_edge_is_measured_by_two_pinches(page, studio):
    enter(page, studio, "measure")
    hand = add_input(page)
    # The table's front edge, from corner to corner: 1.2 m, of which a third of a millimetre is left at each end.
    pinch(page, hand, (-0.5997, 0.75, -0.601))
    until(page, f"{VIEW}.session.measuring.state.pointCount === 1")
    page.evaluate("([index, from, to]) => emulatedHeadset.point(index, from, to)", [hand, [0.2, 1.2, -0.1], [0.4, 0.75, -0.601]])
    until(page, f"Math.abs({VIEW}.session.measuring.state.live?.value - 1) < 0.01")
    picture, _ = seen(page, "measuring")
    pinch(page, hand, (0.5997, 0.75, -0.601), eye=(-0.1, 1.3, 0.1))
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 1")
    [edge] = measurements(page)
    assert edge["value"] == pytest.approx(1.2, abs=0.001)
    assert 0.003 < edge["sigma"] < 0.03
    # The page behind has it too.
    until(page, "document.querySelectorAll('#list li').length === 1")
    picture, counts = seen(page, "measured")
    assert min(counts) > 3000
    blue = [close_to(picture[:, :640], (46, 156, 255), 60), close_to(picture[:, 640:], (46, 156, 255), 60)]
    assert min(blue) > 150, "the bar is seen by both eyes"
    # Nothing is set where no surface is met.
    pinch(page, hand, (0, 3, -1))
    assert page.evaluate(f"{VIEW}.session.measuring.state.pointCount") == 0
    # A ray that is none is refused, and the run goes on.
    refused = page.evaluate(f"""async () => {{
        const {{ session }} = {VIEW};
        const rays = [{{ origin: [0, NaN, 0], direction: [0, 0, 1] }}, {{ origin: [0, 0, 0], direction: [0, 0, 0] }}];
        return Promise.all(rays.map(async (ray) => {{
            try {{ session.aimAlong(ray); }} catch (error) {{ return [error.message, await session.measuring.placeAlong(ray).catch((later) => later.message)]; }}
        }}));
    }}""")
    assert refused == [["A ray needs a finite origin and a direction that is not 0."] * 2] * 2
    assert page.evaluate("document.body.dataset.run") == "running"


@at_size("desktop")
def test_a_fingertip_on_the_table_sets_points_and_the_panel_chooses_what_is_measured(page, studio):
    enter(page, studio, "measure")
    hand = add_input(page, isHand=True)
    for x in (-0.3, 0.2):
        # The hand's ray goes elsewhere: the tip counts, a centimetre and a half above the table.
        pinch(page, hand, (1.5, 0, -0.5), eye=(x, 0.85, -0.6), tip=(x, 0.765, -0.8))
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 1")
    assert measurements(page)[0]["value"] == pytest.approx(0.5, abs=0.001)
    press(page, hand, "choose angle")
    until(page, f"{VIEW}.session.measuring.state.tool === 'angle'")
    press(page, hand, "undo")
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 0")
    for place in ((-0.2, 0.75, -0.9), (0.1, 0.75, -0.9), (0.1, 0.75, -0.7)):
        pinch(page, hand, place, eye=(0, 1.3, -0.2), tip=(0, 1.3, -0.2))
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 1")
    assert measurements(page)[0]["value"] == pytest.approx(numpy.pi / 2, abs=0.001)
    seen(page, "angle")
    press(page, hand, "clear")
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 0")


@first_at("phone")
def test_two_hands_draw_two_strokes_and_the_end_gives_the_page_back(page, studio):
    enter(page, studio, "draw")
    right, left = add_input(page), add_input(page)
    eye = [0.2, 1.2, -0.2]
    empty, _ = seen(page, "empty")
    page.evaluate(DRAG, {"ways": [{"index": right, "eye": eye, "from": [0.1, 0.75, -0.9], "to": [0.4, 0.75, -0.9]}]})
    [first] = page.evaluate(STROKES)
    assert first["length"] == pytest.approx(0.3, abs=0.004)
    page.evaluate(DRAG, {"ways": [
        {"index": right, "eye": eye, "from": [0, 0.75, -0.8], "to": [0.3, 0.75, -0.8]},
        {"index": left, "eye": [-0.2, 1.2, -0.2], "from": [-0.1, 0.75, -1], "to": [-0.5, 0.75, -1]},
    ]})
    strokes = page.evaluate(STROKES)
    assert sorted(round(stroke["length"], 1) for stroke in strokes) == [0.3, 0.3, 0.4]
    picture, counts = seen(page, "drawn")
    for eyes in (slice(0, 640), slice(640, 1280)):
        assert close_to(picture[:, eyes], CORAL, 70) > close_to(empty[:, eyes], CORAL, 70) + 200, "both eyes see the ink"
    # The panel: mint, then one stroke in it; take it back.
    press(page, right, f"setColor {0x22c58b}")
    assert page.evaluate("document.querySelector('#colors :checked').value") == str(0x22c58b)
    page.evaluate(DRAG, {"ways": [{"index": right, "eye": eye, "from": [0, 0.75, -0.7], "to": [0.2, 0.75, -0.7]}]})
    assert len(page.evaluate(STROKES)) == 4
    picture, _ = seen(page, "mint")
    assert close_to(picture[:, :640], MINT, 70) > close_to(empty[:, :640], MINT, 70) + 80
    press(page, right, "undo")
    until(page, f"{VIEW}.session.drawing.state.strokeCount === 3")
    # The last button leaves; the page is there again, with the drawing to save.
    press_and_leave = f"emulatedHeadset.press({right}, {VIEW}.headset.panel, 'leave')"
    page.evaluate(f"void {press_and_leave}")
    until(page, "document.body.dataset.run === 'ended'")
    assert page.evaluate(f"{VIEW}.session.xr") is None
    assert page.is_visible("#console") and not page.is_visible("#welcome")
    assert len(page.evaluate(f"{VIEW}.session.drawing.file('gltf').then((bytes) => Array.from(bytes.slice(0, 4)))")) == 4
    assert page.evaluate(f"{VIEW}.session.drawing.state.strokeCount") == 3


@at_size("desktop")
def test_a_hand_draws_with_its_fingertip_and_rubs_out_and_a_lost_hand_lifts_the_pen(page, studio):
    enter(page, studio, "draw")
    hand = add_input(page, isHand=True)
    page.evaluate(DRAG, {"ways": [{"index": hand, "from": [-0.2, 0.77, -0.9], "to": [0.2, 0.76, -0.9]}]})
    [stroke] = page.evaluate(STROKES)
    assert stroke["length"] == pytest.approx(0.4, abs=0.004)
    # A fingertip that leaves the table leaves a gap instead of a line to where the ray goes.
    page.evaluate(DRAG, {"ways": [{"index": hand, "from": [-0.2, 0.76, -0.75], "to": [-0.1, 1.1, -0.75]}]})
    assert max(each["length"] for each in page.evaluate(STROKES)) < 0.41
    until(page, f"{VIEW}.session.drawing.state.strokeCount === 2")
    press(page, hand, "choose erase")
    until(page, f"{VIEW}.session.drawing.state.mode === 'erase'")
    page.evaluate(DRAG, {"ways": [{"index": hand, "eye": [0, 1.3, -0.2], "from": [0, 0.75, -1.1], "to": [0, 0.75, -0.8]}]})
    until(page, f"{VIEW}.session.drawing.state.strokeCount === 3")
    press(page, hand, "choose ink")
    until(page, f"{VIEW}.session.drawing.state.mode === 'ink'")
    page.evaluate("""async (index) => {
        emulatedHeadset.point(index, [0, 1.3, -0.2], [0.3, 0.75, -0.9]);
        await emulatedHeadset.wait();
        emulatedHeadset.select(index, "selectstart");
        await emulatedHeadset.wait();
        emulatedHeadset.session.inputSources.splice(index, 1);
        await emulatedHeadset.wait(6);
    }""", hand)
    assert page.evaluate(f"{VIEW}.headset.isOpen") is True
    other = add_input(page)
    page.evaluate(DRAG, {"ways": [{"index": other, "eye": [0, 1.3, -0.2], "from": [0.4, 0.75, -1], "to": [0.5, 0.75, -1]}]})
    lengths = sorted(each["length"] for each in page.evaluate(STROKES))
    assert len(lengths) == 5 and lengths[0] == 0, "the lost hand's point is not joined to the other's stroke"


def test_the_panel_runs_from_right_to_left_in_arabic(chromium, studio):
    page = open_page(chromium, "desktop", locale="ar")
    enter(page, studio, "measure")
    hand = add_input(page)
    pinch(page, hand, (0.1, 0.75, -0.7))
    until(page, f"{VIEW}.session.measuring.state.pointCount === 1")
    pinch(page, hand, (0.5, 0.75, -0.7))
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 1")
    seen(page, "arabic")
    assert page.evaluate(f"{VIEW}.headset.panel.placeOf('undo')")[0] > 0.75
    press(page, hand, "undo")
    until(page, f"{VIEW}.session.measuring.state.measurementCount === 0")
    page.context.close()
    assert page.faults == []


@at_size("phone")
def test_a_session_that_the_browser_ends_or_refuses_gives_the_page_back(page, studio):
    enter(page, studio, "draw")
    page.evaluate("emulatedHeadset.session.end()")
    until(page, "document.body.dataset.run === 'ended'")
    page.click("#open-sheet")
    page.click("#change")
    page.evaluate("emulatedHeadset.features = ['local']")
    page.click("#headset")
    until(page, "document.body.dataset.run === 'failed'")
    assert "plane-detection is not supported" in page.text_content("#trouble")


@pytest.mark.parametrize("tool", ["draw", "measure"])
def test_without_tracking_of_its_own_a_browser_shows_no_button_and_loads_nothing_for_it(chromium, studio, tool):
    page = open_page(chromium, "phone")
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{studio}{tool}/")
    page.wait_for_selector("#camera")
    until_still(page, "performance.getEntriesByType('resource').length")
    assert page.is_hidden("#headset")
    assert [url for url in loaded if "/headset" in url and "headset-entry" not in url] == []
    page.context.close()
