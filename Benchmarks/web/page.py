"""The measuring page in headless Chromium: page load to the first frame, and milliseconds a frame in the engine's worker at 640 × 480: reading
the image's pixels, tracking with planes and measuring, the calls that draw. Software draws here, in another process."""
import pathlib
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
from waiting import until  # noqa: E402

AIMS = {"median": 12, "p95": 25, "load": 2000}
COLLECT = """() => {
    const { session } = document.getElementById("view");
    const told = session.onframe;
    globalThis.spent = [];
    session.onframe = (frame) => { spent.push([frame.milliseconds.picture, frame.milliseconds.engine, frame.milliseconds.view]); told(frame); };
}"""


def play(browser, address, name):
    """Plays the recording to its end; gives the milliseconds to the first frame and those of every frame."""
    page = conftest.open_page(browser, "phone", is_kept=True)
    page.goto(f"{address}measure/?recording={name}")
    page.wait_for_selector("#play:not([disabled])")
    page.evaluate(COLLECT)
    loaded = page.evaluate("performance.now()")
    page.click("#play")
    began = page.evaluate("performance.now()")
    until(page, "spent.length > 0", seconds=60)
    first = loaded + page.evaluate("performance.now()") - began
    until(page, "['ended', 'failed'].includes(document.body.dataset.run)", seconds=180)
    spent = numpy.array(page.evaluate("spent"))
    page.context.close()
    return first, spent


def main():
    with conftest.shown(10) as (browser, address, recording):
        runs = [play(browser, address, recording.name) for _ in range(2)]
    first = min(first for first, _ in runs)
    spent = min((spent for _, spent in runs), key=lambda spent: numpy.median(spent.sum(axis=1)))
    print(f"measuring page, {recording.name}: first frame {first / 1000:.2f} s after the address was opened (aim {AIMS['load'] / 1000:.0f})")
    for name, values in zip(["pixels", "tracking, planes", "measuring, drawing", "whole frame"], [*spent.T, spent.sum(axis=1)]):
        print(f"  {name:18} median {numpy.median(values):5.1f} ms, 95 % {numpy.percentile(values, 95):5.1f} ms")
    print(f"  {len(spent)} frames; aims for the whole: median {AIMS['median']} ms, 95 % {AIMS['p95']} ms")


if __name__ == "__main__":
    main()
