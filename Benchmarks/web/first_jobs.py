"""The five main jobs as a newcomer does them on a phone: each on a first visit, over a link of 1.6 Mbit/s and 150 ms, with the page's processor
at a third. For each it prints what the page says and when, the longest time in which neither its words nor its image changed, and the seconds
until the job is done.

    first_jobs.py [RECORDING] [--job NAME]... [--pictures FOLDER]
"""
import argparse
import pathlib
import sys
import tempfile
import time
import urllib.parse

import numpy
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import live_feed  # noqa: E402
import pointing  # noqa: E402
import truth  # noqa: E402
from slow_link import SlowLink  # noqa: E402

AIM = 120
PATIENCE = 240
TRIES = 12
MEASURED_IMAGE = 330
SLOWER = 3
# Every word that tells how it stands, and what shows that the image moves.
SEEN = """() => {
    const isSeen = (element) => element.checkVisibility() && element.innerText.trim();
    const words = [...document.querySelectorAll("[role=status], [role=alert], [aria-live], #welcome h1, #welcome h2, #advice")].filter(isSeen);
    const frames = document.body?.dataset.frames ?? globalThis.assist?.side?.frames ?? "";
    return [[...new Set(words.map((element) => element.innerText.trim().replace(/\\s+/g, " ")))].join(" | "), String(frames)];
}"""
STATE = "document.getElementById('state').textContent"


class Visitor:
    """A phone's first visit; notes what the page says while a job is done."""

    def __init__(self, browser, link, script=""):
        self.link = link
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        self.page = self.context.new_page()
        self.page.add_init_script(script)
        self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.start = time.monotonic()
        self.said = []
        self.longest = (0.0, "")
        self._last = (None, None)
        self._since = self.start

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def open(self, path):
        self.page.goto(f"http://localhost:{self.link.port}/{path}", wait_until="commit")

    def look(self):
        words, frames = self.page.evaluate(SEEN)
        now = time.monotonic()
        if (words, frames) != self._last:
            if words != self._last[0] and words:
                self.said.append((self.seconds, words))
            still = now - self._since
            if still > self.longest[0]:
                self.longest = (still, self._last[0] or "nothing")
            self._last, self._since = (words, frames), now

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(condition):
            assert time.monotonic() < deadline, f"never came true: {condition}; the page said: {self.said[-3:]}"
            self.look()
            self.page.wait_for_timeout(80)
        self.look()

    def click(self, selector):
        """Taps a button as soon as it is seen, and again if the page asks for it."""
        self.page.wait_for_selector(selector, timeout=1000 * PATIENCE)
        self.look()
        self.page.click(selector)
        self.until("document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')")
        if self.page.query_selector(".early"):
            self.page.click(selector)


class Studio:
    """The studio behind the slow link, the browser, and the feed of its fake camera."""

    def __init__(self, browser, link, feed):
        self.browser, self.link, self.feed = browser, link, feed
        self.script = f"globalThis.feedIsTurning = false;\n{feed.script}"

    def visitor(self):
        return Visitor(self.browser, self.link, self.script)

    def ready_visitor(self, path):
        """A visitor whose camera a page has got ready."""
        someone = self.visitor()
        someone.open(path)
        someone.click("#camera")
        someone.until(f"{STATE} === 'READY'")
        return someone

    def stamp(self, page):
        """The recording's stamp of the image that the page shows."""
        return self.feed.stamps[page.evaluate(f"feed.numberAt({pointing.last_stamp(page)})")]


def measure(studio):
    """A length of a sheet on the table; the motion stands still while its two points are set, since the fake camera turns for nobody."""
    someone = studio.ready_visitor("measure/")
    someone.until(f"feed.numberAt({pointing.STAMP}) > {MEASURED_IMAGE}")
    page = someone.page
    page.evaluate("feed.isHeld = true")
    pointing.settled_stamp(page)
    stamp = studio.stamp(page)
    _, first, second, length = pointing.best_edge(studio.feed.recording, stamp, "phone")
    pointing.set_points(page, first, second)
    someone.look()
    reading = pointing.measurements(page)[-1]
    return someone, f"{reading['text']}, truly {100 * length:.1f} cm"


def draw(studio):
    """A ring on the table, saved as a model."""
    someone = studio.ready_visitor("draw/")
    page = someone.page
    page.evaluate("feed.isHeld = true")
    box = page.locator("#view").bounding_box()
    places = [(box["x"] + box["width"] * (0.35 + 0.03 * i), box["y"] + box["height"] * (0.45 + 0.02 * (i % 2))) for i in range(10)]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=2)
        page.wait_for_timeout(60)
    page.mouse.up()
    someone.until("Number(document.body.dataset.strokes) === 1")
    with page.expect_download() as download:
        page.evaluate("document.getElementById('save-gltf').click()")
    return someone, f"a model of {pathlib.Path(download.value.path()).stat().st_size} bytes"


def billboard(studio):
    """Words on a sheet."""
    someone = studio.ready_visitor("billboard/")
    page = someone.page
    for _ in range(TRIES):
        sheets = truth.rectangles(studio.feed.recording, str(studio.stamp(page)))
        for _, corners in sorted(sheets, key=lambda sheet: -numpy.linalg.norm(sheet[1][2] - sheet[1][0])):
            middle = truth.place(page, corners.mean(axis=0))
            if truth.is_free(page, middle):
                page.mouse.click(*middle)
                page.wait_for_timeout(1500)
                someone.look()
                if page.evaluate(STATE) == "ANCHORED":
                    return someone, f"a billboard of {page.inner_text('#size')}"
                break
        page.wait_for_timeout(1000)
    raise AssertionError(f"no sheet could be tapped: {someone.said[-3:]}")


def beacons(studio):
    """Where the tag is that a guide carries."""
    someone = studio.visitor()
    someone.open("beacons/")
    someone.until("document.querySelectorAll('.plan ellipse.spread').length > 0")
    row = someone.page.get_by_role("row").filter(has=someone.page.get_by_role("rowheader", name="Guide Ada"))
    return someone, " ".join(row.inner_text().split())


def assist(studio):
    """A stroke of an expert that stands in the world of the one on site."""
    site, expert = studio.visitor(), studio.visitor()
    for person, role, name in ((site, "site", "Sam"), (expert, "expert", "Ada")):
        person.open(f"assist/?room=first-job&role={role}")
        person.page.wait_for_selector("#person", timeout=1000 * PATIENCE)
        person.page.fill("#person", name)
        person.click("#enter")
    site.until("globalThis.assist?.side.session?.frame?.trackingState === 'normal'")
    expert.until("(globalThis.assist?.side.readFrames ?? 0) > 3")
    page = expert.page
    box = page.evaluate("assist.side.framing.box")
    places = [(box["left"] + (0.45 + 0.01 * i) * box["width"], box["top"] + 0.6 * box["height"]) for i in range(10)]
    places = [place for place in places if 0 < place[0] < 390]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
        page.wait_for_timeout(40)
    page.mouse.up()
    site.until("assist.side.session.assisting.list().then((all) => all.some(({ isFinished }) => isFinished))")
    stroke = site.page.evaluate("assist.side.session.assisting.list()")[0]
    for each in (site, expert):
        each.look()
    expert.page.context.close()
    return site, f"a stroke of {len(stroke['points'])} points on {stroke['support']}"


JOBS = {"measure": measure, "assist": assist, "draw": draw, "billboard": billboard, "beacons": beacons}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording", nargs="?", type=pathlib.Path, help="what the camera shows; a walk is simulated otherwise")
    parser.add_argument("--job", action="append", choices=JOBS, help="only this job")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for a picture of each job's end")
    options = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        feed = live_feed.LiveFeed(options.recording or conftest.simulate_walk(folder / "walk", 30), folder)
        with conftest.serving("--beacons", "simulated", "--open") as address:
            for name in options.job or JOBS:
                browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={feed.video}")
                link = SlowLink(("127.0.0.1", urllib.parse.urlsplit(address).port))
                try:
                    someone, made = JOBS[name](Studio(browser, link, feed))
                    seconds = someone.seconds
                    print(f"\n{name}: {made}")
                    for moment, words in someone.said:
                        print(f"  {moment:6.1f} s  {words[:170]}")
                    lines.append((name, seconds, *someone.longest))
                    if options.pictures:
                        options.pictures.mkdir(parents=True, exist_ok=True)
                        someone.page.screenshot(path=options.pictures / f"{name}.png")
                finally:
                    browser.close()
                    link.close()
    print(f"\n{'job':10} {'done, s':>8} {'longest still, s':>17}  while it said")
    for name, seconds, still, words in lines:
        print(f"{name:10} {seconds:8.1f} {still:17.1f}  {words[:110]}")
    print(f"aim: each job in {AIM} s")


if __name__ == "__main__":
    main()
