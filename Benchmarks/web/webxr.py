"""What WebXR costs a page: a three.js scene of 50,000 triangles at 640 × 480, by itself, over the library's images, and in a WebXR session on the same recording, in
turns in headless Chromium: frames per second, milliseconds of script a frame on the page's thread, and the processor's time a frame by the threads that use it. Software
draws here. With --profile, the functions that take the page's thread longest in the WebXR session."""
import collections
import os
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
# What a thread does, by its process's type and the start of its name. Threads<…> are those of the software renderer.
PARTS = {
    ("renderer", "chromium"): "page", ("renderer", "DedicatedWorker"): "workers: tracking, images", ("renderer", "ThreadPool"): "decoding the recording",
    ("GPU", "Thread<"): "drawing (software renderer)", ("GPU", "chromium"): "drawing (commands)", ("GPU", "Viz"): "compositing", ("renderer", "Compositor"): "compositing",
}
TICK = 1000 / os.sysconf("SC_CLK_TCK")


def processor_times(browser):
    """Milliseconds of processor time so far, by part."""
    tool = browser.new_browser_cdp_session()
    times = collections.Counter()
    for process in tool.send("SystemInfo.getProcessInfo")["processInfo"]:
        for task in pathlib.Path(f"/proc/{process['id']}/task").glob("*/stat"):
            name, _, rest = task.read_text().partition("(")[2].rpartition(")")
            part = next((PARTS[each] for each in PARTS if each[0] == process["type"] and name.startswith(each[1])), "other")
            times[part] += TICK * sum(int(value) for value in rest.split()[11:13])
    tool.detach()
    return times


def slowest_functions(tool, page):
    """Prints the functions with the most time of their own on the page's thread, ms a frame."""
    tool.send("Profiler.enable")
    tool.send("Profiler.setSamplingInterval", {"interval": 200})
    tool.send("Profiler.start")
    drawn = page.evaluate("test.drawn")
    page.wait_for_timeout(1000 * SECONDS)
    frames = page.evaluate("test.drawn") - drawn
    profile = tool.send("Profiler.stop")["profile"]
    functions = {node["id"]: node["callFrame"]["functionName"] or "(anonymous)" for node in profile["nodes"]}
    own = collections.Counter()
    for node, microseconds in zip(profile["samples"], profile["timeDeltas"]):
        own[functions[node]] += microseconds / 1000 / frames
    for name, milliseconds in own.most_common(15):
        print(f"    {milliseconds:6.2f} ms a frame  {name}")


def turn(browser, address, way, is_profiled=False):
    """Frames per second, milliseconds of script a frame, and of the processor by part."""
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
    times = processor_times(browser)
    before, drawn, began = script(), page.evaluate("test.drawn"), page.evaluate("performance.now()")
    page.wait_for_timeout(1000 * SECONDS)
    frames, seconds = page.evaluate("test.drawn") - drawn, (page.evaluate("performance.now()") - began) / 1000
    cost = script() - before
    used = processor_times(browser)
    if is_profiled:
        slowest_functions(tool, page)
    context.close()
    return frames / seconds, 1000 * cost / frames, {part: (used[part] - times[part]) / frames for part in used}


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
            if "--profile" in sys.argv:
                turn(browser, address, "webxr", is_profiled=True)
        browser.close()
    for way, turns in found.items():
        rate, cost = numpy.median([each[:2] for each in turns], axis=0)
        print(f"{way:8} {rate:5.1f} frames per second, {cost:6.2f} ms of script a frame; of the processor, ms a frame:")
        for part in (*dict.fromkeys(PARTS.values()), "other"):
            print(f"    {numpy.median([each[2].get(part, 0) for each in turns]):6.2f}  {part}")
    more = numpy.median([webxr[1] - library[1] for library, webxr in zip(found["library"], found["webxr"])])
    print(f"WebXR over the library alone: {more:+.2f} ms of script a frame")


if __name__ == "__main__":
    main()
