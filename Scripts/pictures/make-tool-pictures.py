#!/usr/bin/env python3
"""Makes the pictures of the tools on the home page, in Web/studio/pictures, from simulated recordings in headless Chromium. `make pictures`."""
import io
import pathlib
import sys

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import calls  # noqa: E402
import conftest  # noqa: E402
import pointing  # noqa: E402
import test_billboard  # noqa: E402
import test_draw  # noqa: E402
import test_place  # noqa: E402
from waiting import until  # noqa: E402

OUTPUT = ROOT / "Web/studio/pictures"
SIZE = 640, 400
# Only what the engine drew; the controls are unreadable at this size.
HIDE_CONTROLS = """document.querySelectorAll(".top, .console, .coach, .tools, .advice, .sheet").forEach((each) => (each.style.visibility = "hidden"))"""


def save(page, name, middle=None, width=None):
    """Saves the part of a page round a point (its middle if there is none) in the shape of the images."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    width = min(width or image.width, image.width, image.height * SIZE[0] // SIZE[1])
    height = width * SIZE[1] // SIZE[0]
    x, y = middle or (image.width / 2, image.height / 2)
    left = round(min(max(x - width / 2, 0), image.width - width))
    top = round(min(max(y - height / 2, 0), image.height - height))
    image.crop((left, top, left + width, top + height)).resize(SIZE, Image.Resampling.LANCZOS).save(OUTPUT / f"{name}.webp", quality=78, method=6)
    print(f"{(OUTPUT / name).relative_to(ROOT)}.webp", flush=True)


def measure(browser, address, recording):
    page = conftest.open_page(browser, "desktop")
    page.goto(f"{address}measure/?recording={recording.name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    corners = pointing.corners_at(recording, pointing.hold_at(page, 300))
    edges = [(name, i) for name in corners for i in pointing.visible_edges(corners[name], "desktop")]
    edges.sort(key=lambda edge: -pointing.side_lengths(recording, edge[0])[edge[1]])
    for name, i in edges[:2]:
        pointing.set_points(page, corners[name][i], corners[name][(i + 1) % 4])
    page.wait_for_timeout(800)
    page.evaluate(HIDE_CONTROLS)
    box = page.locator("#view").bounding_box()
    save(page, "measure", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), round(box["width"]))
    page.context.close()


def draw(browser, address, recording):
    page = conftest.open_page(browser, "desktop")
    test_draw.open_ready(page, address, recording.name)
    ring = test_draw.draw_ring(page)
    page.click("text=Pull up")
    test_draw.drag(page, [(ring[5][0], ring[5][1] - 8 * step) for step in range(10)])
    page.evaluate("document.querySelector('[data-finish=wood]').click()")
    page.wait_for_timeout(800)
    x, y, width = test_draw.middle(page)
    page.evaluate(HIDE_CONTROLS)
    save(page, "draw", (x, y), round(0.7 * width))
    page.context.close()


def billboard(browser, address, recording):
    page = conftest.open_page(browser, "desktop")
    _, middle, _ = test_billboard.anchor(page, address, recording)
    page.evaluate(HIDE_CONTROLS)
    page.wait_for_timeout(500)
    save(page, "billboard", middle, 640)
    page.context.close()


def place(browser, address, recording):
    page = conftest.open_page(browser, "desktop")
    test_place.begin(page, address, recording.name)
    page.click("#stand")
    until(page, f"{test_place.MODELS} === 1")
    page.wait_for_timeout(800)
    page.evaluate(HIDE_CONTROLS)
    box = page.locator("#view").bounding_box()
    save(page, "place", (box["x"] + box["width"] / 2, box["y"] + 0.45 * box["height"]), round(0.75 * box["width"]))
    page.context.close()


def scan(browser, address, recording):
    page = conftest.open_page(browser, "desktop")
    page.goto(f"{address}scan/?recording={recording.name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    pointing.hold_at(page, 330)
    page.evaluate(HIDE_CONTROLS)
    box = page.locator("#view").bounding_box()
    save(page, "scan", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), round(box["width"]))
    page.context.close()


def assist(browser, address):
    callers = calls.Callers(browser, address)
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    expert = callers.join(width=1280, height=800, is_mobile=False, has_touch=False)
    calls.hold_when_tracking(site, expert)
    expert.draw([(0.42 + 0.012 * i, 0.6 + 0.03 * (i % 2)) for i in range(15)])
    expert.choose("arrow")
    expert.draw([(0.62, 0.4), (0.58, 0.5), (0.55, 0.56)])
    expert.until("assist.side.pen.strokes.size === 0", 20)
    expert.wait_for_timeout(800)
    save(expert.page, "assist", expert.at(0.5, 0.48), 800)
    for person in callers.people:
        person.context.close()


def beacons(browser, address):
    page = conftest.open_page(browser, "desktop", "light")
    page.goto(f"{address}beacons/")
    until(page, "document.querySelectorAll('.plan ellipse.spread').length > 1", seconds=30)
    page.wait_for_timeout(3000)
    box = page.locator("#plan").bounding_box()
    save(page, "beacons", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), round(box["width"]))
    page.context.close()


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with conftest.shown(16, "--beacons", "simulated") as (browser, address, recording):
        beacons(browser, address)
        measure(browser, address, recording)
        draw(browser, address, recording)
        billboard(browser, address, recording)
        place(browser, address, recording)
        scan(browser, address, recording)
        assist(browser, address)


if __name__ == "__main__":
    main()
