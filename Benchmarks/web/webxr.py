"""What WebXR costs a page: a three.js scene of 50,000 triangles at 640 × 480, by itself, over the library's images, and in a WebXR session on the same recording, in
turns in headless Chromium: frames per second, milliseconds of script a frame on the page's thread, and the processor's time a frame by the threads that use it. Software
draws here. Script is given in processor time, and as the clock shows it: that includes waiting for the processor, of which the software renderer takes both cores. With --profile,
the functions that take the page's thread longest in the WebXR session, by the clock."""
import collections
import json
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


# Events of the trace in which the page's script runs.
SCRIPT_EVENTS = {"FunctionCall", "FireAnimationFrame", "HandlePostMessage"}


def script_times(trace):
    """Milliseconds of script on the pages' threads in a trace: of the processor, and by the clock."""
    events = json.loads(trace)["traceEvents"]
    pages = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"}
    scripts = [each for each in events if each.get("ph") == "X" and each["name"] in SCRIPT_EVENTS and (each["pid"], each["tid"]) in pages]
    times = numpy.zeros(2)
    ends = collections.defaultdict(float)
    for event in sorted(scripts, key=lambda each: (each["ts"], -each["dur"])):
        thread = event["pid"], event["tid"]
        # What lies within an event is counted with it.
        if event["ts"] >= ends[thread]:
            ends[thread] = event["ts"] + event["dur"]
            times += numpy.array([event.get("tdur", 0), event["dur"]]) / 1000
    return times


def slowest_functions(browser, address):
    """Prints the functions with the most time of their own on the page's thread in a WebXR session, ms a frame."""
    context = browser.new_context(viewport={"width": 640, "height": 480})
    page = context.new_page()
    tool = context.new_cdp_session(page)
    start(page, address, "webxr")
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
    context.close()


def turn(browser, address, way):
    """Frames per second; milliseconds of script a frame, of the processor and by the clock; milliseconds of the processor by part."""
    context = browser.new_context(viewport={"width": 640, "height": 480})
    page = context.new_page()
    start(page, address, way)
    times = processor_times(browser)
    drawn, began = page.evaluate("test.drawn"), page.evaluate("performance.now()")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.wait_for_timeout(1000 * SECONDS)
    frames, seconds = page.evaluate("test.drawn") - drawn, (page.evaluate("performance.now()") - began) / 1000
    used = processor_times(browser)
    trace = browser.stop_tracing()
    context.close()
    return frames / seconds, *script_times(trace) / frames, {part: (used[part] - times[part]) / frames for part in used}


def start(page, address, way):
    page.goto(f"{address}test/webxr-load.html?way={way}")
    page.click("#start")
    until(page, "test.drawn > 30", 60)
    assert page.evaluate("test.triangles()") > 50_000


def recorded_walk(folder):
    """The recording that the command line names, or one that is simulated in a folder."""
    named = [each for each in sys.argv[1:] if not each.startswith("--")]
    return pathlib.Path(named[0]).resolve() if named else conftest.simulate_walk(folder / "walk", 20)


def main():
    if webxr_site.three_folder() is None:
        sys.exit("nicegui, which carries three.js, is missing: run make deps")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        walk = recorded_walk(pathlib.Path(folder))
        browser = conftest.launch(playwright)
        found = {way: [] for way in WAYS}
        with webxr_site.site(walk) as address:
            for _ in range(TURNS):
                for way in WAYS:
                    found[way].append(turn(browser, address, way))
            if "--profile" in sys.argv:
                slowest_functions(browser, address)
        browser.close()
    for way, turns in found.items():
        rate, cost, clock = numpy.median([each[:3] for each in turns], axis=0)
        print(f"{way:8} {rate:5.1f} frames per second; script {cost:5.2f} ms a frame of the processor ({clock:.2f} by the clock); the processor's time, ms a frame:")
        for part in (*dict.fromkeys(PARTS.values()), "other"):
            print(f"    {numpy.median([each[3].get(part, 0) for each in turns]):6.2f}  {part}")
    more = numpy.median([webxr[1] - library[1] for library, webxr in zip(found["library"], found["webxr"])])
    print(f"WebXR over the library alone: {more:+.2f} ms of script a frame, of the processor")


if __name__ == "__main__":
    main()
