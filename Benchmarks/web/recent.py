"""What keeping the last seconds of a live camera costs while nobody asks for them, in turns with and without it, in headless Chromium: milliseconds of the
worker for each image, the processor time of all the browser's processes for each frame, and the bytes that are kept. Software draws and encodes here."""
import os
import pathlib
import sys
import tempfile

import numpy
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import live_feed  # noqa: E402
from waiting import until  # noqa: E402

TURNS = 3
SECONDS = 12
RUN = """async (isKept) => {
    const { Session } = await import("/sightline/sightline.js");
    const session = globalThis.session = new Session();
    const run = globalThis.run = { images: [], engine: [] };
    session.onframe = ({ milliseconds: { image, engine } }) => { run.images.push(image); run.engine.push(engine); };
    session.onerror = (error) => { run.fault = error.message; };
    if (isKept) session.keepRecent();
    await session.run({ camera: true, motion: true });
}"""
KEPT = """async () => {
    const kept = await session.recentCapture();
    return kept && { ...kept, files: 0, bytes: [...kept.files.values()].reduce((sum, { size }) => sum + size, 0) };
}"""


def processor_seconds(name):
    """The processor time of all processes of a program up to now."""
    sum_of_ticks = 0
    for place in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            head, fields = place.read_text().rsplit(")", 1)
        except OSError:
            continue
        if name in head:
            sum_of_ticks += sum(int(each) for each in fields.split()[11:13])
    return sum_of_ticks / os.sysconf("SC_CLK_TCK")


def turn(browser, address, script, is_kept):
    page = conftest.open_page(browser, "phone")
    page.add_init_script(f"globalThis.feedIsTurning = false;\n{script}")
    page.goto(f"{address}console/")
    page.evaluate(RUN, is_kept)
    until(page, "run.images.length > 30 || run.fault", seconds=60)
    before, frames = processor_seconds("chrom"), page.evaluate("run.images.length")
    page.wait_for_timeout(1000 * SECONDS)
    spent, run = processor_seconds("chrom") - before, page.evaluate("run")
    kept = page.evaluate(KEPT)
    page.context.close()
    assert "fault" not in run, run
    count = len(run["images"]) - frames
    return (numpy.median(run["images"][frames:]), numpy.median(run["engine"][frames:]), 1000 * spent / count, count / SECONDS), kept


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        feed = live_feed.LiveFeed(conftest.named_or_simulated(pathlib.Path(folder), SECONDS + 8), pathlib.Path(folder))
        found = {False: [], True: []}
        with conftest.serving() as address:
            for _ in range(TURNS):
                for is_kept in found:
                    browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={feed.video}")
                    figures, kept = turn(browser, address, feed.script, is_kept)
                    found[is_kept].append(figures)
                    browser.close()
    for is_kept, turns in found.items():
        image, engine, processor, rate = numpy.median(turns, axis=0)
        print(f"{'kept' if is_kept else 'not kept'}: {image:.2f} ms an image before the engine, {engine:.2f} ms in it, {processor:.1f} ms of processor time a frame, {rate:.1f} frames per second")
    cost = numpy.median(found[True], axis=0)[0] - numpy.median(found[False], axis=0)[0]
    print(f"keeping takes {cost:.2f} ms of the worker an image, {100 * cost / 33.3:.1f} % of a frame; {kept['bytes'] / 1e6:.1f} MB for {kept['seconds']:.1f} s, "
          f"{kept['imageCount']} images, {kept['droppedCount']} left out")


if __name__ == "__main__":
    main()
