"""The floor plan on the scanning page: a person corrects it, and its files follow."""
import base64
import re

import numpy
import pytest

import conftest
import painted_room
from test_scan import area_of, read_ply, saved
from waiting import until

# Makes the plan of exact keyframes with the page's own engine in place of the session's, whose short walk sees too few walls.
PAINTED = """async (keyframes) => {
    const [{ DepthEngine }, { depthKeyframeFields: fields }, { readFloorPlan }] = await Promise.all(
        ["depth/depth-engine.js", "generated/records.js", "depth/floor-plan.js"].map((name) => import(`/sightline/${name}`)));
    const engine = await DepthEngine.load(await (await fetch("/sightline/scan.wasm")).arrayBuffer());
    keyframes.forEach(({ pose, pixels }, step) => {
        const record = new Float64Array(fields.count);
        new BigInt64Array(record.buffer)[fields.timestampNanoseconds] = BigInt(step + 1) * 100_000_000n;
        [record[fields.epoch], record[fields.width], record[fields.height]] = [1, 160, 120];
        record.set([110, 110], fields.focalLength);
        record.set([80, 60], fields.principalPoint);
        record.set(pose, fields.worldFromOptical);
        const bytes = new Uint8Array(record.buffer.byteLength + 160 * 120);
        bytes.set(new Uint8Array(record.buffer));
        bytes.set(Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0)), record.buffer.byteLength);
        engine.add(bytes);
        if (engine.estimate()) engine.fuse();
    });
    const read = (bytes) => bytes && readFloorPlan(bytes);
    const session = document.getElementById("view").session;
    Object.assign(session, {
        floorPlan: async () => read(engine.plan(0.01)), floorPlanFile: async (format) => engine.planFile(format), meshFile: async (format, { closesGaps }) => engine.meshFile(format, closesGaps),
        correctFloorPlan: async (correction) => read(engine.correctPlan(correction)), undoFloorPlan: async () => read(engine.undoPlan()),
    });
    for (const button of document.querySelectorAll("#plan, #mesh-files button")) button.disabled = false;
}"""


@pytest.fixture(scope="module")
def painted():
    """Keyframes of a room of 4 m × 3 m × 2.4 m with a doorway of 0.9 m."""
    walk = painted_room.walk(numpy.array([-2, 0, -1.5]), numpy.array([2, 2.4, 1.5]), door=(-0.3, 0.6))
    return [{"pose": [float(value) for value in each["pose"]], "pixels": base64.b64encode(each["pixels"].tobytes()).decode()} for each in walk]


@pytest.fixture(scope="module")
def shared(page_browser, studio, painted):
    """A phone's page with the engine that knows the room; the tests share it, since each keyframe takes a while."""
    page = conftest.open_page(page_browser, "phone")
    page.goto(f"{studio}scan/")
    page.wait_for_selector("#play:not([disabled])")
    assert not page.is_visible("#close-gaps")
    page.evaluate(PAINTED, painted)
    page.click("#open-sheet")
    yield page
    page.context.close()


@pytest.fixture
def page(shared):
    """The page with the plan as scanned: what another test corrected is forgotten."""
    shared.click("#plan")
    until(shared, "document.body.dataset.plan === 'done' && document.getElementById('undo').disabled && document.querySelector('.plan-drawing .hand') === null", seconds=30)
    yield shared
    assert shared.faults == []


def lengths(page):
    """The sides' lengths as the list tells them, metres."""
    return [float(re.search(r"[\d.]+(?= m)", text)[0]) for text in page.locator("#sides li").all_inner_texts()]


def drag(page, key, across, down):
    """Drags what has a key by pixels, as a pointer does."""
    box = page.locator(f"[data-key={key}] .reach").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for share in (0.3, 0.7, 1):
        page.mouse.move(x + share * across, y + share * down)
    page.mouse.up()


def test_a_plan_is_corrected_by_pointer_and_keys_and_saved_so(page):
    scanned = lengths(page)
    assert sorted(scanned) == pytest.approx([3, 3, 4, 4], abs=0.05) and page.is_disabled("#undo")
    # The wall on the left, whichever number it has, goes out by 40 pixels of some 1.2 cm.
    handles = page.evaluate("[...document.querySelectorAll('[data-key^=wall]')].map((each) => [each.dataset.key, each.getBoundingClientRect().x])")
    left = min(handles, key=lambda each: each[1])[0]
    number = int(left.split("-")[1])
    drag(page, left, -40, 3)
    until(page, "document.querySelectorAll('.plan-drawing .wall.hand').length > 0")
    moved = lengths(page)
    neighbours = [(number + 1) % 4, (number + 3) % 4]
    assert all(0.3 < moved[each] - scanned[each] < 0.8 for each in neighbours) and moved[number] == scanned[number]
    items = page.locator("#sides li").all_inner_texts()
    assert [index for index, text in enumerate(items) if "by hand" in text] == sorted(neighbours) and "partly by hand" in page.inner_text("#plan-told")
    # One drag is one correction, and the arrow keys make the next one.
    assert page.inner_text("#corrected") == "1 correction by hand" and page.evaluate("document.activeElement.dataset.key") == left
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    until(page, f"document.querySelector('#sides li:nth-child({neighbours[0] + 1})').textContent.includes('{moved[neighbours[0]] + 0.3:.2f} m')")
    assert page.inner_text("#corrected") == "2 corrections by hand"
    # Into the other wall it does not go.
    for _ in range(200):
        page.keyboard.press("Shift+ArrowRight")
        if page.inner_text("#corrected") == "It cannot go there.":
            break
    assert page.inner_text("#corrected") == "It cannot go there." and min(lengths(page)) > 0
    page.click("#undo")
    until(page, "document.getElementById('corrected').textContent === '1 correction by hand'")
    assert lengths(page) == moved
    # The door along its wall.
    page.focus("[data-key=opening-0]")
    before = page.locator(".plan-drawing .opening").evaluate("(each) => [...'x1 y1 x2 y2'.split(' ')].map((name) => Number(each.getAttribute(name)))")
    is_upright = abs(before[0] - before[2]) < abs(before[1] - before[3])
    page.keyboard.press("Shift+ArrowDown" if is_upright else "Shift+ArrowRight")
    until(page, "document.querySelectorAll('.plan-drawing .opening.hand').length === 1")
    # A known length: everything follows, the model too.
    size = len(saved(page, "[data-mesh=ply]"))
    height = numpy.ptp(read_ply(saved(page, "[data-mesh=ply]"))[0][:, 1])
    page.focus(f"[data-key={left}]")
    page.fill("#known", "3.3")
    page.click("#known-form button")
    until(page, "document.getElementById('plan-told').textContent.includes('Scaled by a known length')")
    factor = 3.3 / scanned[number]
    assert lengths(page)[number] == 3.3 and lengths(page)[neighbours[0]] == pytest.approx(factor * moved[neighbours[0]], abs=0.03)
    scaled = saved(page, "[data-mesh=ply]")
    assert len(scaled) == size and numpy.ptp(read_ply(scaled)[0][:, 1]) == pytest.approx(height * factor, rel=0.01)
    page.fill("#known", "9")
    page.click("#known-form button")
    assert "more than twice" in page.inner_text("#corrected")
    page.fill("#room-0", "Küche & Bad")
    page.press("#room-0", "Enter")
    until(page, "document.getElementById('corrected').textContent.startsWith('4 ')")
    drawing = saved(page, "[data-plan=svg]").decode()
    assert "Küche &amp; Bad" in drawing and 'class="wall hand"' in drawing and "Scaled by a known length" in drawing
    assert b"OPENINGS_MOVED_BY_HAND" in saved(page, "[data-plan=dxf]")
    page.evaluate("""void (window.print = () => {
        window.printed = document.querySelector('.printed').innerText;
        dispatchEvent(new Event('afterprint'));
    })""")
    page.click("#print")
    printed = page.evaluate("window.printed")
    assert "Küche & Bad" in printed and "1 : 50" in printed and "moved by hand" in printed and "known length" in printed and "± 1 cm" in printed
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("#plan")
    until(page, "document.getElementById('undo').disabled && document.querySelectorAll('.plan-drawing .hand').length === 0")
    assert lengths(page) == scanned


def test_what_the_pictures_did_not_show_is_added_as_the_plan_says_and_the_doorway_stays_open(page):
    seen, triangles = read_ply(saved(page, "[data-mesh=ply]"))
    page.check("#close-gaps")
    data = saved(page, "[data-mesh=ply]")
    both, kept = read_ply(data)
    assert (both[:len(seen)] == seen).all() and (kept == triangles).all()
    added = read_ply(data, part=1)[1]
    assert 0.5 < area_of(both, added) < area_of(seen, triangles)
    for name in ("glb", "usdz", "obj"):
        assert b"assumed" in saved(page, f"[data-mesh={name}]")
    # Each new piece lies on a side of the room, none in the doorway.
    middles = both[added].mean(1)
    on_side = numpy.minimum(abs(middles - [-2, 0, -1.5]), abs(middles - [2, 2.4, 1.5])).min(1)
    in_doorway = (abs(middles[:, 0] - 2) < 0.3) & (middles[:, 1] > 0.2) & (middles[:, 1] < 1.8) & (middles[:, 2] > -0.2) & (middles[:, 2] < 0.5)
    assert on_side.max() < 0.1 and not in_doorway.any(), (on_side.max(), middles[in_doorway])
    page.uncheck("#close-gaps")
    assert saved(page, "[data-mesh=ply]").count(b"property uchar part") == 0


def stroke(page, start, end):
    """Draws a wall between two places of the drawing, each a share of its width and height."""
    page.click("#draw-wall")
    page.locator(".plan-drawing").scroll_into_view_if_needed()
    box = page.locator(".plan-drawing").bounding_box()
    (x, y), (to_x, to_y) = [(box["x"] + across * box["width"], box["y"] + down * box["height"]) for across, down in (start, end)]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def told(page, count):
    until(page, f"document.getElementById('corrected').textContent.startsWith('{count} correction')")


def test_walls_and_openings_are_added_and_removed_and_rooms_named(page):
    scanned = page.locator(".plan-drawing").inner_html()
    area = page.inner_text("#plan-told")
    page.locator("#draw-wall").scroll_into_view_if_needed()
    # Across the room, which is 4 m wide and lies level: two rooms.
    stroke(page, (0.55, 0.11), (0.56, 0.89))
    until(page, "document.querySelectorAll('.plan-drawing .inside').length === 2")
    told(page, 1)
    assert "2 rooms" in page.inner_text("#plan-told") and page.get_attribute("#draw-wall", "aria-pressed") == "false"
    assert page.locator(".plan-drawing .name").all_text_contents() == ["Room 1", "Room 2"] and page.locator("#rooms input").count() == 2
    page.fill("#room-1", "Bad")
    page.press("#room-1", "Enter")
    until(page, "[...document.querySelectorAll('.plan-drawing .name')].some((each) => each.textContent === 'Bad')")
    # A door in the wall that was drawn, on both of its faces.
    drawn = page.evaluate("[...document.querySelectorAll('.plan-drawing .wall.hand')].length")
    assert drawn == 2
    key = page.evaluate("""() => {
        const hand = document.querySelector('.plan-drawing .wall.hand');
        const place = (line) => ['x1', 'y1', 'x2', 'y2'].map((name) => line.getAttribute(name)).join();
        return [...document.querySelectorAll('[data-key^=wall]')].find((each) => place(each.querySelector('.reach')) === place(hand)).dataset.key;
    }""")
    page.focus(f"[data-key={key}]")
    page.fill("#opening-width", "0.8")
    page.click("#opening-form button")
    until(page, "document.querySelectorAll('.plan-drawing .opening.hand').length === 2")
    [door] = [line for line in page.locator("#sides li").all_inner_texts() if "Opening between Room 1 and Bad" in line]
    assert "0.80 m" in door
    drawing = saved(page, "[data-plan=svg]").decode()
    assert ">Bad<" in drawing and ">Room 1<" in drawing and "Brown: by hand" in drawing
    table = saved(page, "[data-plan=dxf]")
    assert b"WALLS_ADDED_BY_HAND" in table and b"OPENINGS_ADDED_BY_HAND" in table
    page.evaluate("""void (window.print = () => {
        window.printed = document.querySelector('.printed').innerText;
        dispatchEvent(new Event('afterprint'));
    })""")
    page.click("#print")
    printed = page.evaluate("window.printed")
    assert "drawn by hand" in printed and "Bad ·" in printed and "Opening between Room 1 and Bad" in printed
    # The opening is closed again, and the wall removed: one room, as scanned.
    page.locator("[data-key^=opening][aria-label*=between]").focus()
    assert page.inner_text("#remove") == "Close this opening"
    page.click("#remove")
    until(page, "document.querySelectorAll('.plan-drawing .opening.hand').length === 0")
    page.focus(f"[data-key={key}]")
    assert page.inner_text("#remove") == "Remove this wall"
    page.click("#remove")
    until(page, "document.querySelectorAll('.plan-drawing .inside').length === 1")
    for count in range(4, 0, -1):
        page.click("#undo")
        told(page, count)
    page.click("#undo")
    until(page, "document.getElementById('undo').disabled")
    assert page.locator(".plan-drawing").inner_html() == scanned and page.inner_text("#plan-told") == area
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_wall_is_drawn_with_the_keyboard_and_one_that_divides_nothing_is_removed(page):
    page.focus("#draw-wall")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "plan-edit" and page.is_visible("#pen-hint") and page.is_hidden("#plan-hint")
    page.keyboard.press("Escape")
    assert page.get_attribute("#draw-wall", "aria-pressed") == "false" and page.is_hidden("#pen-hint")
    page.click("#draw-wall")
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('[data-key=partition-0]').length === 1")
    assert page.locator(".plan-drawing .inside").count() == 1
    page.focus("[data-key=partition-0]")
    assert page.inner_text("#remove") == "Remove this wall" and page.is_hidden("#known-form")
    page.click("#remove")
    until(page, "document.querySelectorAll('[data-key=partition-0]').length === 0")
    # Outside the room there is nothing to divide.
    stroke(page, (0.02, 0.02), (0.02, 0.5))
    until(page, "document.getElementById('corrected').textContent === 'It cannot go there.'")


def test_the_drawing_is_scaled_anew_when_a_wall_is_dragged_out_of_it(page):
    """The last of this file, since the page has a desktop's size from here on."""
    conftest.resize(page, "desktop")
    scanned = lengths(page)
    handles = page.evaluate("[...document.querySelectorAll('[data-key^=wall]')].map((each) => [each.dataset.key, each.getBoundingClientRect().x])")
    left = min(handles, key=lambda each: each[1])[0]
    drag(page, left, -150, 0)
    until(page, f"document.querySelectorAll('.plan-drawing .wall.hand').length > 0 && Math.max(...[...document.querySelectorAll('#sides li')].map((line) => parseFloat(/[\\d.]+(?= m)/.exec(line.textContent)))) > {max(scanned) + 1}")
    # All of the plan is in the drawing.
    shown = page.evaluate("""() => {
        const [, , width, height] = document.querySelector('.plan-drawing').getAttribute('viewBox').split(' ').map(Number);
        return [...document.querySelectorAll('.plan-drawing line')].every((line) => ['x1', 'x2'].every((name) => line.getAttribute(name) >= 0 && line.getAttribute(name) <= width)
            && ['y1', 'y2'].every((name) => line.getAttribute(name) >= 0 && line.getAttribute(name) <= height));
    }""")
    assert shown and page.inner_text("#corrected") == "1 correction by hand"
