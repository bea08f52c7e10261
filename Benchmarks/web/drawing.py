"""What drawing costs where a worker's canvas has no WebGL and the page draws, in turns beside the worker's way, in headless Chromium with the tool for
measuring: milliseconds a frame in the worker and on the page, and seconds for the whole recording as fast as it goes. Software draws here."""
import pathlib
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import page_drawing  # noqa: E402

TURNS = 3
WAYS = {"worker": None, "page": page_drawing.without_worker_drawing}


def turn(browser, address, name, prepare):
    """One play: seconds, and median milliseconds a frame in the worker and on the page."""
    page = conftest.open_page(browser, "desktop")
    if prepare:
        prepare(page)
    page.goto(f"{address}console/")
    _, _, told = page_drawing.last_picture(page, f"/recordings/{name}/", measuring=True)
    page.context.close()
    return told["seconds"], numpy.median(told["drawn"]), numpy.median(told["played"] or [0])


def main():
    found = {way: [] for way in WAYS}
    with conftest.shown(10) as (browser, address, recording):
        for _ in range(TURNS):
            for way, prepare in WAYS.items():
                found[way].append(turn(browser, address, recording.name, prepare))
    for way, turns in found.items():
        seconds, worker, page = numpy.median(turns, axis=0)
        print(f"the {way} draws: {worker:.2f} ms a frame in the worker, {page:.2f} ms on the page; {recording.name} in {seconds:.1f} s")


if __name__ == "__main__":
    main()
