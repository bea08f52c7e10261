"""How a call looks and is handled on every screen: nothing covers anything, and a stroke lands where the finger is however the image lies."""
import io
import itertools

import pytest
from PIL import Image

import calls

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
# What a person reads or presses, without the image: the box of each that is seen, and the word under a tool.
BOXES = """() => {
    const shown = [...document.querySelectorAll("#home, #state, #open-sheet, #notice, #alone, #measuring, #palette, #fit, .faces li, .tools label, .tool, .control")];
    return shown.filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0).map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { name: element.id || element.dataset.tool || element.className || element.textContent, left, top, right, bottom };
    });
}"""
WORDS = """[...document.querySelectorAll(".drawing [data-tool]:not(.known) .word")].filter((word) => word.checkVisibility()).map((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    return { name: word.textContent, left, top, right, bottom };
})"""
# The still shows at every place its own position: red from left to right, green from top to bottom.
PAINT_POSITIONS = """() => {
    const still = document.getElementById("still");
    const { width, height } = still;
    const pixels = new ImageData(width, height);
    const top = height / 46;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        pixels.data.set([255 * (x + 0.5) / width, 255 * (y + 0.5 - top) / (height - top), 0, 255], 4 * (y * width + x));
    }
    still.getContext("2d").putImageData(pixels, 0, 0);
}"""


@pytest.fixture
def pair(callers):
    site = callers.on_site(width=390, height=844, is_mobile=True, has_touch=True)
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    return site, callers.join()


def shot(person):
    return Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")


def pixel(picture, x, y):
    return picture.getpixel((round(x), round(y)))


def settle(person):
    """Waits until the page was laid out and drawn twice."""
    person.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def overlaps(boxes):
    """The names of what covers each other by more than a pixel."""
    return [(a["name"], b["name"]) for a, b in itertools.combinations(boxes, 2)
            if min(a["right"], b["right"]) - max(a["left"], b["left"]) > 1 and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1]


def look(person, state):
    """Everything that is seen lies apart and on the screen, at every size, light and dark."""
    for (width, height), scheme in itertools.product(SIZES, ("light", "dark")):
        person.page.emulate_media(color_scheme=scheme)
        if person.page.viewport_size != {"width": width, "height": height}:
            person.page.set_viewport_size({"width": width, "height": height})
        settle(person)
        boxes = person.evaluate(BOXES)
        where = f"{state}, {width} × {height}, {scheme}"
        assert overlaps(boxes) == [], where
        assert overlaps(person.evaluate(WORDS)) == [], where
        outside = [box["name"] for box in boxes if box["left"] < -1 or box["top"] < -1 or box["right"] > width + 1 or box["bottom"] > height + 1]
        assert outside == [], where
        # A thumb reaches the lower two fifths of an upright phone.
        if width < 400:
            high = [box["name"] for box in boxes if box["name"] in ("ink", "undo", "clear", "mic", "fit", "hang-up") and box["top"] < 0.5 * height]
            assert high == [], where


def test_nothing_covers_anything_on_any_screen(pair):
    site, expert = pair
    site.until("document.body.dataset.call === 'live'")
    expert.until("assist.side.readFrames > 0")
    # An image that stands still covers as much, and costs nothing to draw and send.
    site.evaluate("assist.side.session.pause()")
    for person in (site, expert):
        person.evaluate("document.getElementById('notice').hidden = true")
    look(expert, "expert")
    expert.evaluate("document.getElementById('notice').hidden = false")
    expert.evaluate("document.getElementById('notice').textContent = 'Two fingers move the picture and make it larger or smaller.'")
    look(expert, "expert, with a notice")
    look(site, "site")
    for person, who in ((site, "site"), (expert, "expert")):
        person.choose("length")
        look(person, f"{who}, measuring")
    expert.page.set_viewport_size({"width": 390, "height": 844})
    expert.click("#hang-up")
    site.wait_for_selector("#alone:not([hidden])", timeout=20_000)
    site.choose("stroke")
    site.evaluate("document.getElementById('notice').hidden = true")
    look(site, "site, alone")


def test_words_stand_under_the_tools_until_each_was_used(pair):
    site, expert = pair
    expert.until("assist.side.readFrames > 0")
    words = "[...document.querySelectorAll('.drawing [data-tool]:not(.known) .word')].filter((word) => word.checkVisibility()).map((word) => word.textContent).join()"
    assert expert.evaluate(words) == "Colour,Pen,Arrow,Circle,Words,Number,Pointer,Measure,Eraser,Undo,Clear"
    expert.choose("arrow")
    expert.mouse.click(195, 300)
    expert.click("#undo")
    expert.choose("stroke")
    # A tool that was only chosen keeps its word, and what has none keeps its name.
    assert expert.evaluate(words) == "Colour,Pen,Circle,Words,Number,Pointer,Measure,Eraser,Clear"
    assert expert.get_by_role("radio", name="Arrow").count() == 1 and expert.get_by_role("button", name="Undo").count() == 1
    expert.reload()
    expert.click("#enter")
    expert.until("document.body.dataset.view === 'call'")
    assert expert.evaluate(words) == "Colour,Pen,Circle,Words,Number,Pointer,Measure,Eraser,Clear"


class Fingers:
    """Fingers on a page, each a pointer of its own."""

    def __init__(self, person):
        self.cdp = person.context.new_cdp_session(person.page)
        self.person = person

    def send(self, kind, points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def pinch(self, before, after, steps=6, pause=0):
        """Two fingers go from two points to two others; the second one is down `pause` ms after the first."""
        self.send("touchStart", before[:1])
        self.person.wait_for_timeout(pause)
        self.send("touchStart", before)
        for step in range(1, steps + 1):
            share = step / steps
            self.send("touchMove", [[a + share * (b - a) for a, b in zip(old, new)] for old, new in zip(before, after)])
        self.send("touchEnd", [])
        settle(self.person)

    def draw(self, points):
        self.send("touchStart", points[:1])
        for point in points[1:]:
            self.send("touchMove", [point])
        self.send("touchEnd", [])


def check_strokes(expert, fingers, where):
    """Strokes of a finger are what the screen shows there, and are seen there."""
    width, height = expert.page.viewport_size["width"], expert.page.viewport_size["height"]
    box = expert.evaluate("assist.side.framing.box")
    # Points of the screen, those that show the image.
    points = [(share_x * min(width, 900), share_y * height) for share_x in (0.3, 0.6) for share_y in (0.35, 0.5)]
    points = [(x, y) for x, y in points if box["left"] + 30 < x < box["left"] + box["width"] - 30 and box["top"] + 20 < y < box["top"] + box["height"] - 20]
    assert len(points) >= 1, where
    before = shot(expert)
    for number, (x, y) in enumerate(points, 1):
        fingers.draw([(x, y), (x + 12, y), (x + 24, y)])
        expert.until(f"assist.side.pen.strokes.size === {number}", 10)
    settle(expert)
    after = shot(expert)
    drawn = expert.evaluate("[...assist.side.pen.strokes.values()].map(({ places }) => places)")
    for (x, y), places in zip(points, drawn, strict=True):
        red, green, _ = pixel(before, x, y)
        # A colour tells a position to half a 255th, and the screen's edges blur by a pixel.
        assert abs(places[0][0] - red / 255) < 0.006 and abs(places[0][1] - green / 255) < 0.008, f"{where}: {places[0]} for {(red / 255, green / 255)}"
        expected = places[0][0] + 24 / box["width"]
        assert abs(places[-1][0] - expected) < 0.004, where
        assert pixel(after, x + 12, y)[2] > 200, f"{where}: the ink is not under the finger"
    expert.evaluate("assist.side.pen.forgetAll()")
    settle(expert)


@pytest.mark.long
def test_a_stroke_lands_where_the_finger_is_however_the_picture_lies(pair):
    site, expert = pair
    calls.hold_when_tracking(site, expert)
    expert.click("#fit")
    expert.click("#freeze")
    expert.until("assist.side.isStill")
    expert.evaluate(PAINT_POSITIONS)
    expert.evaluate("Object.assign(assist.side.pen, { color: '#0000ff', width: 0.006 })")
    fingers = Fingers(expert)
    box = "assist.side.framing.box"

    # An upright phone: the image fills the screen.
    usual = expert.evaluate(box)
    assert usual["width"] > 844 and usual["top"] <= 0 and usual["top"] + usual["height"] >= 844
    check_strokes(expert, fingers, "filling")

    # Two fingers move it, and no further than its edge.
    fingers.pinch([(150, 300), (250, 300)], [(270, 330), (370, 330)])
    moved = expert.evaluate(box)
    assert abs(moved["left"] - usual["left"] - 120) < 1 and abs(moved["width"] - usual["width"]) < 1
    check_strokes(expert, fingers, "moved")
    for _ in range(6):
        fingers.pinch([(20, 300), (120, 300)], [(270, 300), (370, 300)])
    assert abs(expert.evaluate(box)["left"]) < 0.5
    check_strokes(expert, fingers, "at the edge")

    # They scale it: what was between them stays there.
    x, y = 195, 320
    red, green, _ = pixel(shot(expert), x, y)
    fingers.pinch([(155, y), (235, y)], [(125, y), (265, y)])
    assert abs(expert.evaluate(box)["width"] / usual["width"] - 140 / 80) < 0.02
    after = pixel(shot(expert), x, y)
    assert abs(after[0] - red) <= 2 and abs(after[1] - green) <= 2
    check_strokes(expert, fingers, "larger")
    fingers.pinch([(50, 320), (340, 320)], [(190, 320), (200, 320)])
    assert expert.evaluate("assist.side.framing.isWhole") and expert.inner_text("#fit") == "Fill"
    check_strokes(expert, fingers, "whole by pinching")
    expert.click("#fit")
    assert expert.evaluate(box) == usual and expert.inner_text("#fit") == "Whole"

    # A stroke that a second finger ends was none, also for the site.
    before = len(site.strokes())
    fingers.send("touchStart", [(150, 300)])
    for step in range(5):
        fingers.send("touchMove", [(150 + 10 * step, 300)])
    site.until(f"assist.side.session.assisting.list().then((all) => all.length === {before + 1})", 20)
    assert expert.evaluate("assist.side.pen.strokes.size") == 1
    fingers.send("touchStart", [(190, 300), (300, 400)])
    fingers.send("touchEnd", [])
    expert.until("assist.side.pen.strokes.size === 0")
    site.until(f"assist.side.session.assisting.list().then((all) => all.length === {before})", 20)
    # Nor does the first finger of a pinch set a mark.
    expert.choose("marker")
    fingers.pinch([(150, 300), (250, 300)], [(140, 300), (260, 300)], pause=300)
    assert expert.evaluate("assist.side.pen.strokes.size") == 0
    expert.choose("stroke")

    # The phone is turned, and turned back; then a larger screen, by the wheel.
    for width, height in SIZES:
        expert.page.set_viewport_size({"width": width, "height": height})
        settle(expert)
        check_strokes(expert, fingers, f"{width} × {height}, kept")
        for view in ("whole", "fill"):
            expert.evaluate(f"assist.side.framing.show('{view}')")
            check_strokes(expert, fingers, f"{width} × {height}, {view}")
    expert.mouse.move(400, 300)
    expert.keyboard.down("Control")
    expert.mouse.wheel(0, -100)
    expert.keyboard.up("Control")
    settle(expert)
    check_strokes(expert, fingers, "by the wheel")
    scaled = expert.evaluate(box)
    expert.mouse.wheel(60, 0)
    expert.until(f"Math.abs({box}.left - {scaled['left']} + 60) < 1", 5)
    check_strokes(expert, fingers, "moved by the wheel")


@pytest.mark.parametrize("locale, size", [("fr", (360, 640)), ("fr", (1280, 800)), ("ar", (1280, 800))])
def test_what_stands_beside_the_call_is_no_wider_than_its_place(callers, locale, size):
    site = callers.on_site(locale=locale, width=size[0], height=size[1])
    site.wait_for_selector("#alone:not([hidden])")
    if site.is_visible("#open-sheet"):
        site.click("#open-sheet")
    for tab in ("talk", "people", "pictures", "call"):
        site.click(f"#tab-{tab}")
        wider = site.evaluate("""[...document.querySelectorAll("#sheet, #sheet .sheet-head, #tabs, #sheet .page, #sheet .page *")].filter((each) => each.checkVisibility())
            .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline").map(({ tagName, id, className, clientWidth, scrollWidth }) => `${tagName} ${id} ${className}: ${scrollWidth} in ${clientWidth}`)""")
        assert wider == [], tab
        assert site.evaluate("document.getElementById('sheet').getBoundingClientRect().width") <= size[0]
