"""Where a worker's canvas has no WebGL 2 the page draws the same picture; without any the processor draws lines, or words say what is missing."""
import numpy
import pytest
from playwright.sync_api import Error

import conftest
import page_drawing

WALK = "/recordings/walk/"


@pytest.fixture
def opened(studio):
    """Opens the studio in a browser whose drawing was changed before; its pages' own service worker would hide the change."""
    pages = []

    def open_in(browser, prepare=None, script=""):
        page = conftest.open_page(browser, "desktop", service_workers="block")
        pages.append(page)
        page.add_init_script(script)
        if prepare:
            prepare(page)
        page.goto(f"{studio}console/")
        return page

    yield open_in
    for page in pages:
        page.context.close()
    assert [fault for page in pages for fault in page.faults if "Service Worker" not in fault] == []


def test_the_page_draws_the_workers_picture(opened, chromium):
    who, expected, _ = page_drawing.last_picture(opened(chromium), WALK, images=120, measuring=True)
    assert who == "worker"
    who, picture, _ = page_drawing.last_picture(opened(chromium, page_drawing.without_worker_drawing), WALK, images=120, measuring=True)
    assert who == "page"
    assert picture.std() > 20
    assert numpy.abs(picture.astype(int) - expected.astype(int)).max() <= 1


def test_without_webgl_the_processor_draws_what_it_can_and_words_say_what_it_cannot(opened, phone_browser, feed):
    page = opened(phone_browser, page_drawing.without_webgl, f"globalThis.feedIsTurning = false;\n{feed.script}")
    who, picture, _ = page_drawing.last_picture(page, None, (641, 480), measuring=True)
    assert who == "processor"
    assert picture.shape[:2] == (480, 640)
    assert (picture[200:280, 280:360].min(axis=2) >= 250).sum() > 10, "the white dot of the aim stands in the middle"
    # The recording's lens bends, which takes a GPU.
    with pytest.raises(Error, match="WebGL 2 is missing"):
        page_drawing.last_picture(page, WALK, images=120, measuring=True)
