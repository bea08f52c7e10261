#!/usr/bin/env python3
"""Screenshots of all pages of the studio and their states, phone and desktop size, light and dark, and one contact sheet of each size and scheme.

`make contact-sheet` writes them to .build-pictures. It prints what a page wrote to its console and where it is wider than its window.
"""
import argparse
import io
import pathlib
import sys
import tempfile

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
from waiting import until  # noqa: E402

OUTPUT = ROOT / ".build-pictures"
PAGES = {
    "home": "", "track": "track/", "measure": "measure/", "assist": "assist/", "draw": "draw/", "billboard": "billboard/", "place": "place/", "scan": "scan/", "scan": "scan/",
    "beacons": "beacons/", "live": "live/", "console": "console/", "rooms": "assist/rooms.html", "record": "assist/session.html",
    "billboards": "billboard/manage/", "phone": "lab/phone.html", "lab": "lab/", "webxr-lab": "lab/webxr.html",
}
OWNED = ["beacons", "console", "rooms", "billboards"]
PLAYED = ["track", "measure", "draw", "billboard", "place", "scan"]
NO_CAMERA = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('refused', 'NotAllowedError'); };"
TILE = {"phone": 230, "desktop": 460}
"""Width of a screenshot in the contact sheet, pixels."""


class Studio:
    """A studio with a simulated walk, simulated beacons and its owner's token."""

    def __init__(self, address, data, recording):
        self.address, self.recording = address, recording.name
        self.token = (data / "owner-token").read_text().strip()


def start(page, studio, name):
    page.goto(studio.address + PAGES[name])
    page.wait_for_timeout(1500)


def owned(page, studio, name):
    page.goto(studio.address)
    assert page.evaluate(conftest.SIGN_IN, studio.token)
    start(page, studio, name)


def played(page, studio, name):
    """The page some seconds into the recording."""
    page.goto(f"{studio.address}{PAGES[name]}?recording={studio.recording}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    until(page, "Number(document.body.dataset.frames ?? document.getElementById('progress').value * 400) > 170", seconds=240)


def refused(page, studio, name):
    """The page after the camera was refused."""
    page.add_init_script(NO_CAMERA)
    start(page, studio, name)
    page.click("#camera")
    page.wait_for_timeout(1500)


def states(wanted):
    """Each state's name and how a page gets there."""
    for name in PAGES:
        if wanted and name not in wanted:
            continue
        yield name, name, start
        if name in OWNED:
            yield f"{name}-owner", name, owned
        if name in PLAYED:
            yield f"{name}-playing", name, played
            yield f"{name}-refused", name, refused


def screenshot(browser, studio, size, scheme, name, reach):
    page = conftest.open_page(browser, size, scheme)
    try:
        reach(page, studio, name)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        notes = page.faults + ([f"{wider} pixels wider than the window"] if wider > 0 else [])
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB"), notes
    finally:
        page.context.close()


def contact_sheet(images, size):
    """The screenshots side by side, each under its name."""
    width = TILE[size]
    first = next(iter(images.values()))
    height = round(width * first.height / first.width)
    columns = 8 if size == "phone" else 4
    sheet = Image.new("RGB", (columns * (width + 12) + 12, -(-len(images) // columns) * (height + 34) + 12), "#808080")
    draw = ImageDraw.Draw(sheet)
    for index, (name, image) in enumerate(images.items()):
        x, y = 12 + index % columns * (width + 12), 28 + index // columns * (height + 34)
        draw.text((x, y - 16), name, fill="white")
        sheet.paste(image.resize((width, height), Image.Resampling.LANCZOS), (x, y))
    return sheet


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these pages")
    wanted = parser.parse_args().pages
    if unknown := set(wanted) - set(PAGES):
        parser.error(f"no such page: {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}")
    OUTPUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = pathlib.Path(folder, "data")
        recording = conftest.simulate_walk(pathlib.Path(folder, "walk"), 12)
        browser = conftest.launch(playwright)
        with conftest.serving("--data", data, "--recordings", recording, "--beacons", "simulated") as address:
            studio = Studio(address, data, recording)
            for size in conftest.SIZES:
                for scheme in ("light", "dark"):
                    images = {}
                    for state, name, reach in states(wanted):
                        images[state], notes = screenshot(browser, studio, size, scheme, name, reach)
                        images[state].save(OUTPUT / f"{state}-{size}-{scheme}.png")
                        print(f"{state}-{size}-{scheme}.png", *notes, sep="\n    ", flush=True)
                    contact_sheet(images, size).save(OUTPUT / f"contact-sheet-{size}-{scheme}.png")
        browser.close()
    print(f"{OUTPUT.relative_to(ROOT)}/contact-sheet-*.png")


if __name__ == "__main__":
    main()
