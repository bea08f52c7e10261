#!/usr/bin/env python3
"""Makes the images of README.md and docs/ in docs/images from a simulated recording, in headless Chromium. `make pictures`."""
import io
import pathlib
import sys

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import conftest  # noqa: E402
import pointing  # noqa: E402
from waiting import until  # noqa: E402

IMAGES = ROOT / "docs/images"
SHEETS = ["notes", "article"]


def save(page, name):
    """A screenshot as a JPEG of moderate size."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.save(IMAGES / f"{name}.jpg", quality=82, optimize=True)
    print(f"docs/images/{name}.jpg {picture.width} × {picture.height}")


def held_stamp(page, count):
    """Holds the recording once so many frames were shown; the view is small until then, as software that draws takes a second for a large one."""
    full = page.viewport_size
    page.set_viewport_size({"width": 240, "height": 320})
    until(page, f"Number(document.body.dataset.frames) >= {count}", seconds=240)
    page.evaluate("document.getElementById('hold').click()")
    page.set_viewport_size(full)
    return pointing.settled_stamp(page)


def measured(browser, address, recording, size, scheme, name, count):
    """Measures edges of the sheets on the table after so many frames, where they lie in the view; in a wide view begins another that is not finished."""
    page = conftest.open_page(browser, size, scheme, device_scale_factor=1.5)
    page.goto(f"{address}measure/?recording={recording.name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    corners = pointing.corners_at(recording, held_stamp(page, count))
    lengths = {sheet: pointing.side_lengths(recording, sheet) for sheet in SHEETS}
    edges = [(sheet, i) for sheet in SHEETS for i in pointing.visible_edges(corners[sheet], size)]
    # A narrow view has room for one label.
    for sheet, i in sorted(edges, key=lambda edge: -lengths[edge[0]][edge[1]])[:2 if size == "desktop" else 1]:
        pointing.set_points(page, corners[sheet][i], corners[sheet][(i + 1) % 4])
    if size == "desktop":
        sheet, i = edges[-1]
        pointing.set_points(page, corners[sheet][i])
        pointing.aim(page, corners[sheet][(i + 2) % 4])
    page.wait_for_timeout(800)
    save(page, name)
    page.context.close()


def plain(browser, address, size, scheme, path, name):
    page = conftest.open_page(browser, size, scheme, device_scale_factor=1.5)
    page.goto(f"{address}{path}")
    page.wait_for_timeout(700)
    save(page, name)
    page.context.close()


def main():
    IMAGES.mkdir(parents=True, exist_ok=True)
    with conftest.shown(16) as (browser, address, recording):
        measured(browser, address, recording, "desktop", "dark", "measure", count=380)
        measured(browser, address, recording, "phone", "light", "measure-phone", count=194)
        plain(browser, address, "phone", "dark", "", "home-phone")
        plain(browser, address, "phone", "light", "measure/", "measure-start")


if __name__ == "__main__":
    main()
