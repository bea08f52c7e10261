"""The first visit to the measuring page over a slow link: seconds from the address to a page that answers, to the camera's image with the engine
at work, and to a tracked one; requests and bytes; then the same for a second visit. The link has 1.6 Mbit/s and 150 ms (slow_link.py)."""
import pathlib
import statistics
import sys
import tempfile
import urllib.parse

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import live_feed  # noqa: E402
from slow_link import SlowLink  # noqa: E402
from waiting import until  # noqa: E402

AIM = 8.0
VISITS = 2
FRAMES = """
globalThis.marks = {};
const look = setInterval(() => {
    const view = document.getElementById("view");
    if (!view?.session) return;
    marks.answers ??= performance.now();
    const frame = view.session.frame;
    if (frame) marks.image ??= performance.now();
    if (frame?.trackingState === "normal") marks.tracked ??= performance.now();
}, 10);
"""


def visit(context, link, feed):
    """The seconds from the address to each mark, and what went over the link."""
    before, asked = link.received, []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(f"globalThis.feedIsTurning = false;\n{feed.script}")
    page.add_init_script(FRAMES)
    page.goto(f"http://localhost:{link.port}/measure/", wait_until="commit")
    until(page, "globalThis.marks?.answers", seconds=60)
    page.click("#camera")
    until(page, "marks.tracked", seconds=90)
    marks = {name: value / 1000 for name, value in page.evaluate("marks").items()}
    page.close()
    return {**marks, "requests": len(asked), "kilobytes": (link.received - before) / 1000}


def median(visits, name):
    return statistics.median(each[name] for each in visits)


def show(title, visits):
    print(f"{title}: {median(visits, 'requests'):.0f} requests, {median(visits, 'kilobytes'):.0f} kB")
    for name, words in (("answers", "the page answers"), ("image", "the first image from the engine"), ("tracked", "the first tracked image")):
        print(f"  {words:32} {median(visits, name):5.2f} s")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        feed = live_feed.LiveFeed(conftest.named_or_simulated(folder, 30), folder)
        browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={feed.video}")
        first, second = [], []
        with conftest.serving() as address:
            link = SlowLink(("127.0.0.1", urllib.parse.urlsplit(address).port))
            for _ in range(VISITS):
                context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
                first.append(visit(context, link, feed))
                second.append(visit(context, link, feed))
                context.close()
            link.close()
        browser.close()
    show("first visit", first)
    show("second visit", second)
    print(f"aim: {AIM:.0f} s to the first tracked image of a first visit")


if __name__ == "__main__":
    main()
