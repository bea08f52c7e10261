"""Where a worker's canvas has no WebGL 2 the page draws the same image; without any the processor draws lines, or words say what is missing."""
import numpy
import pytest
from playwright.sync_api import Error

import conftest
import page_drawing

WALK = "/recordings/walk/"


@pytest.fixture
def opened(studio):
    """Opens the studio in a browser whose drawing was changed before; a service worker would hide the change, and none is let in."""
    pages = []

    def open_in(browser, prepare=None, script=""):
        page = conftest.open_page(browser, "desktop")
        pages.append(page)
        page.add_init_script(script)
        if prepare:
            prepare(page)
        page.goto(f"{studio}console/")
        return page

    yield open_in
    for page in pages:
        page.context.close()
    assert [fault for page in pages for fault in page.faults] == []


def test_the_page_draws_the_workers_picture(opened, chromium):
    others, ours = opened(chromium), opened(chromium, page_drawing.without_worker_drawing)
    # On the page's canvas, and handed to the page with the strip that says which frame it is, as in a call.
    for options in ({"images": 120}, {"images": 40, "view": "handed", "coded": True}):
        who, expected, _ = page_drawing.last_picture(others, WALK, measuring=True, **options)
        assert who == "worker"
        who, picture, told = page_drawing.last_picture(ours, WALK, measuring=True, **options)
        assert who == "page"
        assert told["isShown"] == ("view" in options)
        assert picture.std() > 20
        assert picture.shape == expected.shape and numpy.abs(picture.astype(int) - expected.astype(int)).max() <= 1


def test_without_webgl_the_processor_draws_what_it_can_and_words_say_what_it_cannot(opened, phone_browser, feed):
    page = opened(phone_browser, page_drawing.without_webgl, f"globalThis.feedIsTurning = false;\n{feed.script}")
    who, picture, _ = page_drawing.last_picture(page, None, (641, 480), measuring=True)
    assert who == "processor"
    assert picture.shape[:2] == (480, 640)
    assert (picture[200:280, 280:360].min(axis=2) >= 250).sum() > 10, "the white dot of the aim stands in the middle"
    # The recording's lens bends, which takes a GPU.
    with pytest.raises(Error, match="WebGL 2 is missing"):
        page_drawing.last_picture(page, WALK, images=60, measuring=True)
