"""What WebXR costs a page: a three.js scene of 50,000 triangles at 640 × 480, by itself, over the library's images, and in a WebXR session on the same recording, in
turns in headless Chromium: frames per second, and milliseconds of script a frame on the page's thread. Software draws here."""
import pathlib
import sys
import tempfile

import numpy
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/web"), str(ROOT / "Tests/web/webxr")]
import conftest  # noqa: E402
import webxr_site  # noqa: E402
from waiting import until  # noqa: E402

TURNS = 3
SECONDS = 8
WAYS = ("scene", "library", "webxr")


def turn(browser, address, way):
    """Frames per second, and milliseconds of script a frame."""
    context = browser.new_context(viewport={"width": 640, "height": 480})
    page = context.new_page()
    tool = context.new_cdp_session(page)
    tool.send("Performance.enable")

    def script():
        return {each["name"]: each["value"] for each in tool.send("Performance.getMetrics")["metrics"]}["ScriptDuration"]

    page.goto(f"{address}test/webxr-load.html?way={way}")
    page.click("#start")
    until(page, "test.drawn > 30", 60)
    assert page.evaluate("test.triangles()") > 50_000
    before, drawn, began = script(), page.evaluate("test.drawn"), page.evaluate("performance.now()")
    page.wait_for_timeout(1000 * SECONDS)
    frames, seconds = page.evaluate("test.drawn") - drawn, (page.evaluate("performance.now()") - began) / 1000
    cost = script() - before
    context.close()
    return frames / seconds, 1000 * cost / frames


def main():
    if webxr_site.three_folder() is None:
        sys.exit("nicegui, which carries three.js, is missing: run make deps")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        walk = conftest.simulate_walk(pathlib.Path(folder) / "walk", 20)
        browser = conftest.launch(playwright)
        found = {way: [] for way in WAYS}
        with webxr_site.site(walk.parent) as address:
            for _ in range(TURNS):
                for way in WAYS:
                    found[way].append(turn(browser, address, way))
        browser.close()
    for way, turns in found.items():
        rate, cost = numpy.median(turns, axis=0)
        print(f"{way:8} {rate:5.1f} frames per second, {cost:6.2f} ms of script a frame")
    more = numpy.median([webxr[1] - library[1] for library, webxr in zip(found["library"], found["webxr"])])
    print(f"WebXR over the library alone: {more:+.2f} ms of script a frame")


if __name__ == "__main__":
    main()
