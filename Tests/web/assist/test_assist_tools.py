"""The Measure and the Draw tools inside a call: in the hand of the one on site, asked for by the expert, seen by all."""
import math
import re

import pytest

import calls
from model_files import glb

LIST = "assist.side.session.assisting.list()"
TOLD = "[...document.querySelectorAll('#talk li p')].map(({ textContent }) => textContent)"
# A square on the table and a place above its first corner, as the held image of the recording shows them.
CORNERS = [(0.42, 0.62), (0.56, 0.62), (0.58, 0.74), (0.40, 0.74)]
KINDS = {
    "distance": (CORNERS[:2], r"Length: [\d.]+ ± [\d.]+ c?m"),
    "chain": (CORNERS[:3], r"Chain: [\d.]+ ± [\d.]+ c?m"),
    "area": (CORNERS, r"Area: [\d.,]+ ± [\d.,]+ c?m²"),
    "height": ([CORNERS[0], (0.42, 0.5)], r"Height: [\d.]+ ± [\d.]+ c?m"),
    "angle": (CORNERS[:3], r"Angle: [\d.]+ ± [\d.]+°"),
    "volume": ([*CORNERS[:3], (0.58, 0.62)], r"Box: [\d.,]+ ± [\d.,]+ (cm³|l|m³)"),
}


@pytest.fixture
def pair(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    expert = callers.join(width=1280, height=800, is_mobile=False, has_touch=False)
    calls.hold_when_tracking(site, expert)
    return site, expert


def measure(person, kind, places, set_point=lambda tap, count: tap()):
    person.click(f"#kinds label:has([value={kind}])")
    for count, place in enumerate(places, 1):
        set_point(lambda place=place: person.mouse.click(*person.at(*place)), count)
    if kind in ("chain", "area"):
        person.click("#done")


def test_the_expert_asks_for_every_kind_of_measurement_by_tapping(pair):
    site, expert = pair
    expert.choose("length")
    assert expert.inner_text("#measuring-text") == "Tap one end" and not expert.locator("#set").is_visible()
    for count, (kind, (places, told)) in enumerate(KINDS.items(), 1):
        measure(expert, kind, places)
        site.until(f"{LIST}.then((all) => all.filter(({{ isFinished }}) => isFinished).length === {count})", 30)
        made = site.strokes()[-1]
        assert (made["kind"], made["tool"]) == ("length", kind) and len(made["points"]) == len(places)
        for person in (site, expert):
            person.until(f"{TOLD}.length === {count}", 30)
            text = person.evaluate(f"{TOLD}.at(-1)")
            assert re.fullmatch(told, text), text
    # What is in the world is drawn by the image alone.
    expert.until("assist.side.pen.strokes.size === 0")

    # A place set too much is taken back; another kind restarts.
    expert.click("#kinds label:has([value=area])")
    for place in CORNERS[:3]:
        expert.mouse.click(*expert.at(*place))
    expert.click("#undo")
    assert expert.inner_text("#measuring-text") == "Tap the next corner" and expert.locator("#done").is_disabled()
    expert.click("#kinds label:has([value=angle])")
    assert expert.evaluate("assist.side.pen.strokes.size") == 0
    assert len(site.strokes()) == len(KINDS)


def test_the_one_on_site_measures_with_the_tool_itself_and_all_hear_of_it(pair):
    site, expert = pair
    state = calls.MEASURING
    site.choose("length")
    site.until(f"{state}?.advice === 'normal'", 30)
    assert site.inner_text("#measuring-text") == "Aim at or tap one end"
    for count, (kind, (places, told)) in enumerate(KINDS.items(), 1):
        def set_point(tap, number, total=len(places), own=kind):
            is_last = f"{number} === {total} && {state}.pointCount === 0"
            site.set_point(tap, f"{state}.tool === '{own}' && ({state}.pointCount === {number} || ({is_last}))")

        measure(site, kind, places, set_point)
        for person in (site, expert):
            person.until(f"{TOLD}.length === {count}", 30)
            text = person.evaluate(f"{TOLD}.at(-1)")
            assert re.fullmatch(told, text), text
    measured = site.evaluate("assist.side.session.measuring.list()")
    assert [each["kind"] for each in measured] == list(KINDS)

    # A point at the image's middle; then the tool is laid down, and what was measured stays until all is cleared.
    site.click("#kinds label:has([value=distance])")
    site.set_point(lambda: site.click("#set"), f"{state}.pointCount === 1")
    site.click("#undo")
    site.until(f"{state}.pointCount === 0", 30)
    site.click("#undo")
    site.until(f"{state}.measurementCount === {len(KINDS) - 1}", 30)
    site.choose("stroke")
    assert not site.locator("#measuring").is_visible()
    assert len(site.evaluate("assist.side.session.measuring.list()")) == len(KINDS) - 1
    expert.click("#clear")
    site.until("assist.side.session.measuring.list().then((all) => all.length === 0)", 30)


def test_ink_lies_on_things_and_is_pulled_up(pair):
    site, expert = pair
    site.choose("ink")
    path = [CORNERS[0], (0.47, 0.63), (0.52, 0.625), CORNERS[1], (0.575, 0.68), CORNERS[2], (0.5, 0.745), CORNERS[3], (0.41, 0.68), CORNERS[0]]
    site.draw(path, 200)
    drawn = "assist.side.session.drawing.strokes()"
    site.until(f"{drawn}.then((all) => all.length === 1 && all[0].pointCount > 5)", 30)
    site.choose("pull")
    site.draw([CORNERS[0], (0.42, 0.58), (0.42, 0.52)], 300)
    site.until(f"{drawn}.then((all) => all[0].height > 0.01)", 30)
    # The expert sees an image that shows it: one drawn after.
    expert.until(f"assist.side.code === {site.evaluate('assist.side.frame')}")
    site.choose("stroke")
    site.wait_for_timeout(500)
    assert site.evaluate(f"{drawn}.then((all) => all.length)") == 1
    expert.click("#clear")
    site.until(f"{drawn}.then((all) => all.length === 0)", 30)


PAINT = """() => {
    const video = document.getElementById("remote");
    const context = Object.assign(document.createElement("canvas"), { width: 320, height: 180 }).getContext("2d");
    context.drawImage(video, 0, 0, 320, 180);
    const { data } = context.getImageData(0, 0, 320, 180);
    const found = [];
    for (let i = 0; i < data.length; i += 4) if (data[i] > 180 && data[i + 1] < 100 && data[i + 2] > 180) found.push([(i / 4) % 320, Math.floor(i / 1280)]);
    const middle = (axis) => found.reduce((sum, place) => sum + place[axis], 0) / Math.max(1, found.length);
    const [x, y] = [middle(0) / 320, middle(1) / 180];
    return { count: found.length, x, y };
}"""
MAGENTA = """() => {
    const video = document.getElementById("remote");
    const context = Object.assign(document.createElement("canvas"), { width: 320, height: 180 }).getContext("2d");
    context.drawImage(video, 0, 0, 320, 180);
    const { data } = context.getImageData(0, 0, 320, 180);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] > 180 && data[i + 1] < 100 && data[i + 2] > 180;
    return count;
}"""


def painted_tower():
    paint = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 1, 1]}, "extensions": {"KHR_materials_unlit": {}}}
    return glb((0.12, 0.3, 0.12), materials=[paint], meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}])


@pytest.mark.long
def test_a_model_in_a_call_is_moved_turned_and_scaled_by_both_and_each_takes_back_their_own(pair):
    site, expert = pair
    expert.until("assist.models.shown !== null", 20)
    assert expert.evaluate("document.getElementById('model-hold').disabled && document.getElementById('model-undo').disabled")
    site.evaluate("document.getElementById('models-leave').click()")
    expert.set_input_files("#model-file", {"name": "tower.glb", "mimeType": "model/gltf-binary", "buffer": painted_tower()})
    expert.until("assist.models.shown.name === 'tower.glb'", 90)
    site.until(f"assist.side.frames > {site.evaluate('assist.side.frames')} + 45")
    calls.hold_when_tracking(site, expert)
    expert.evaluate("document.getElementById('model-place').click()")
    expert.mouse.click(*expert.at(0.49, 0.68))
    expert.until(f"({PAINT})().count > 150", 30)
    before = expert.evaluate(PAINT)
    # Dragged by the expert: it follows the mouse over the table, and nothing is drawn.
    expert.evaluate("document.getElementById('model-hold').click()")
    expert.mouse.move(*expert.at(before["x"], before["y"]))
    expert.mouse.down()
    for step in range(1, 9):
        expert.mouse.move(*expert.at(before["x"] - 0.015 * step, before["y"]))
        expert.wait_for_timeout(60)
    expert.mouse.up()
    expert.until(f"({PAINT})().x < {before['x'] - 0.1}", 30)
    moved = expert.evaluate(PAINT)
    assert abs(moved["x"] - (before["x"] - 0.12)) < 0.03 and site.strokes() == []
    # Scaled by the site's wheel; the expert is told, and the other's place stays.
    site.evaluate("document.getElementById('model-hold').click()")
    site.mouse.move(*site.at(0.3, 0.3))
    for _ in range(4):
        site.mouse.wheel(0, -100)
    expert.until("Math.abs(assist.models.shown.scale / Math.exp(0.4) - 1) < 0.02", 30)
    expert.until(f"({PAINT})().count > {1.5 * moved['count']}", 30)
    assert "149" in expert.evaluate("document.getElementById('models-told').textContent")
    # A larger tower leans more in the image, so its middle is elsewhere.
    scaled = expert.evaluate(PAINT)
    # Keys: the expert's arrows move, their Z takes that back, and then the drag; the site's size stays.
    # At once, since keys that follow each other are one change.
    press = "(keys) => keys.forEach((key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))"
    expert.evaluate(press, ["ArrowRight", "ArrowRight", "ArrowRight", "]"])
    expert.until(f"({PAINT})().x > {scaled['x'] + 0.1}", 30)
    expert.keyboard.press("z")
    expert.until(f"Math.abs(({PAINT})().x - {scaled['x']}) < 0.03", 30)
    expert.keyboard.press("z")
    expert.until(f"Math.abs(({PAINT})().x - {before['x']}) < 0.03", 30)
    expert.keyboard.press("z")
    site.wait_for_timeout(800)
    assert abs(expert.evaluate("assist.models.shown.scale") - math.exp(0.4)) < 0.03
    site.evaluate("document.getElementById('model-undo').click()")
    expert.until("assist.models.shown.scale === 1", 30)
    expert.until(f"Math.abs(({PAINT})().count / {before['count']} - 1) < 0.1", 30)
    # What is no change, or comes without leave, changes nothing.
    wish = "(wish) => assist.chat.note({ model: wish })"
    unsound = [
        {"edit": 0, "turn": 1, "scale": 2}, {"edit": 1, "turn": 1, "scale": 1e9}, {"edit": 1, "turn": None, "scale": 2}, {"edit": 1, "move": [99, 0]}, {"edit": 1, "move": ["1", 0]},
        {"edit": 1.5, "release": True}, {"edit": 1, "grab": [2, 0], "frame": 1}, {"edit": 1, "drag": [0.1, 0.1], "frame": -1}, {"undo": "yes"},
    ]
    for each in unsound:
        expert.evaluate(wish, each)
    site.evaluate("document.getElementById('models-leave').click()")
    expert.evaluate(wish, {"edit": 5, "turn": 0, "scale": 3})
    expert.until("document.getElementById('model-hold').disabled && assist.side.pen.tool !== 'hold'", 20)
    site.wait_for_timeout(800)
    assert site.evaluate("assist.side.session.placing.state.scale") == 1
    assert abs(expert.evaluate(PAINT)["x"] - before["x"]) < 0.03


def test_an_expert_puts_a_model_where_they_tap_with_the_leave_of_the_one_on_site(pair):
    site, expert = pair
    model = painted_tower()
    notice = "document.getElementById('notice').textContent"
    wish = "(wish) => assist.chat.note({ model: wish })"
    expert.until("assist.models.shown !== null", 20)
    expert.set_input_files("#model-file", {"name": "tower.glb", "mimeType": "model/gltf-binary", "buffer": model})
    site.until(f"{notice}.startsWith('Ada wants to show')", 20)
    expert.evaluate(wish, {"at": [0.5, 0.7], "frame": expert.evaluate("assist.side.frame")})
    expert.wait_for_timeout(500)
    assert site.evaluate("assist.side.session.placing === undefined && !assist.models.shown.isPlaced"), "nobody has given leave"
    site.evaluate("document.getElementById('models-leave').click()")
    expert.until("assist.models.shown.name === 'tower.glb'", 90)
    # The recording has begun again: what is shown of the run before says nothing.
    site.until(f"assist.side.frames > {site.evaluate('assist.side.frames')} + 45")
    calls.hold_when_tracking(site, expert)
    for unsound in ({"at": [2, 0.5], "frame": 1}, {"at": [0.5], "frame": 1}, {"at": ["0.5", 0.7], "frame": 1}, {"use": "../owner-token"}, {"use": "other.glb"}, None, "tower.glb"):
        expert.evaluate(wish, unsound)
    assert expert.evaluate(MAGENTA) < 20
    expert.evaluate("document.getElementById('model-place').click()")
    expert.mouse.click(*expert.at(0.49, 0.68))
    expert.until("assist.models.shown.isPlaced", 30)
    expert.until(f"({MAGENTA})() > 150", 30)
    assert expert.evaluate("assist.side.pen.tool") == "stroke" and site.evaluate("assist.models.shown.name") == "tower.glb"
    assert site.evaluate("assist.side.session.placing.state.scale") == 1 and site.strokes() == []
    expert.evaluate("document.getElementById('model-remove').click()")
    expert.until(f"!assist.models.shown.isPlaced && ({MAGENTA})() < 20", 30)
    expert.set_input_files("#model-file", {"name": "cut.glb", "mimeType": "model/gltf-binary", "buffer": model[:-200]})
    site.until(f"{notice}.includes('damaged')", 20)
