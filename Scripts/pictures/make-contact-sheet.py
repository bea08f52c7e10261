#!/usr/bin/env python3
"""Screenshots of all pages of the studio and their states, phone and desktop size, light and dark, and one contact sheet of each size and scheme.

`make contact-sheet` writes them to .build-pictures. It prints what a page wrote to its console and where it is wider than its window.
With `--browser firefox` or `--browser webkit` another browser takes them; a page that does not reach its state there says why and is shown as it is.
"""
import argparse
import contextlib
import io
import itertools
import pathlib
import sys
import tempfile

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import other_browsers  # noqa: E402
from waiting import until  # noqa: E402

OUTPUT = ROOT / ".build-pictures"
PAGES = {
    "home": "", "track": "track/", "measure": "measure/", "assist": "assist/", "draw": "draw/", "billboard": "billboard/", "place": "place/", "scan": "scan/",
    "beacons": "beacons/", "live": "live/", "console": "console/", "rooms": "assist/rooms.html", "record": "assist/session.html",
    "billboards": "billboard/manage/", "phone": "lab/phone.html", "lab": "lab/", "webxr-lab": "lab/webxr.html",
}
OWNED = ["beacons", "console", "rooms", "billboards"]
PLAYED = ["track", "measure", "draw", "billboard", "place", "scan"]
NO_CAMERA = "void (navigator.mediaDevices && (navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('refused', 'NotAllowedError'); }))"
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
    """The page some seconds into the recording, which is held then: while images come, Firefox's screenshots may lack the view."""
    page.goto(f"{studio.address}{PAGES[name]}?recording={studio.recording}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    until(page, "Number(document.body.dataset.frames ?? document.getElementById('progress').value * 400) > 170", seconds=240)
    page.evaluate("void document.getElementById('hold')?.click()")
    page.wait_for_timeout(1000)


def refused(page, studio, name):
    """The page after the camera was refused."""
    start(page, studio, name)
    page.evaluate(NO_CAMERA)
    page.click("#camera")
    page.wait_for_timeout(1500)


def states(wanted):
    """Each state's name and how a page gets there; the owner's come last, since a browser stays signed in."""
    chosen = [name for name in PAGES if not wanted or name in wanted]
    for name in chosen:
        yield name, name, start
        if name in PLAYED:
            yield f"{name}-playing", name, played
            yield f"{name}-refused", name, refused
    for name in chosen:
        if name in OWNED:
            yield f"{name}-owner", name, owned


@contextlib.contextmanager
def chromium_pages(size, scheme):
    """Opens pages of Debian's Chromium, each in a context of its own."""
    with sync_playwright() as playwright:
        browser = conftest.launch(playwright)

        @contextlib.contextmanager
        def opened():
            page = conftest.open_page(browser, size, scheme)
            page.picture = page.screenshot
            try:
                yield page
            finally:
                page.context.close()

        yield opened
        browser.close()


@contextlib.contextmanager
def other_pages(name, size, scheme):
    """One page of Firefox or WebKitGTK, which goes from state to state, since these start slowly."""
    with other_browsers.BROWSERS[name](size, scheme) as page:
        yield lambda: contextlib.nullcontext(page)


def pages_of(browser, size, scheme):
    return chromium_pages(size, scheme) if browser == "chromium" else other_pages(browser, size, scheme)


def screenshot(opened, studio, name, reach):
    """A page's picture in a state, and what is to be said of it."""
    with opened() as page:
        notes = []
        page.faults.clear()
        try:
            reach(page, studio, name)
        except AssertionError as failure:
            notes.append(str(failure))
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        notes += page.faults + ([f"{wider} pixels wider than the window"] if wider > 0 else [])
        return Image.open(io.BytesIO(page.picture())).convert("RGB"), notes


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
    parser.add_argument("--browser", choices=["chromium", *other_browsers.BROWSERS], default="chromium")
    options = parser.parse_args()
    if unknown := set(options.pages) - set(PAGES):
        parser.error(f"no such page: {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}")
    OUTPUT.mkdir(exist_ok=True)
    prefix = "" if options.browser == "chromium" else f"{options.browser}-"
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder, "data")
        recording = conftest.simulate_walk(pathlib.Path(folder, "walk"), 12)
        with conftest.serving("--data", data, "--recordings", recording, "--beacons", "simulated") as address:
            studio = Studio(address, data, recording)
            for size, scheme in itertools.product(conftest.SIZES, ("light", "dark")):
                images = {}
                with pages_of(options.browser, size, scheme) as opened:
                    for state, name, reach in states(options.pages):
                        images[state], notes = screenshot(opened, studio, name, reach)
                        file = f"{prefix}{state}-{size}-{scheme}.png"
                        images[state].save(OUTPUT / file)
                        print(file, *notes, sep="\n    ", flush=True)
                contact_sheet(images, size).save(OUTPUT / f"{prefix}contact-sheet-{size}-{scheme}.png")
    print(f"{OUTPUT.relative_to(ROOT)}/{prefix}contact-sheet-*.png")


if __name__ == "__main__":
    main()
