"""A site with the library, a recording, the test pages and three.js, for the tests of WebXR."""
import contextlib
import functools
import http.server
import importlib.util
import io
import pathlib
import threading

import numpy
import PIL.Image
import pytest

import conftest
import recordings
from test_examples import Files
from waiting import until


def three_folder():
    """The folder with a bundle that exports all of three.js as `default.THREE`."""
    found = importlib.util.find_spec("nicegui")
    return found and pathlib.Path(found.origin).parent / "elements/scene/dist"


@contextlib.contextmanager
def site(simulated):
    folders = {
        "sightline": recordings.ROOT / "Web/sightline",
        "examples": recordings.ROOT / "Examples/web",
        "recording": simulated / "walk",
        "test": pathlib.Path(__file__).parent / "pages",
        "three": three_folder() or pathlib.Path("/nonexistent"),
    }
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, folders=folders))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def phone(chromium):
    page = conftest.open_page(chromium, "phone")
    try:
        yield page
    finally:
        page.context.close()
    assert page.faults == [], page.faults


def begin(page, init=None):
    """Starts the session of the test page by a tap."""
    if init:
        page.evaluate(f"test.init = {init}")
    page.click("#start")
    until(page, "Boolean(test.session || test.fault)", 30)
    assert page.evaluate("test.fault ?? null") is None


def until_tracked(page, seconds=60):
    until(page, "test.stamps.some(([, pose]) => pose)", seconds)


def hold(page):
    """Holds what is shown, and waits until the page drew it."""
    page.evaluate("test.session.sightline.hold()")
    page.evaluate("new Promise((done) => { let left = 4; const each = () => (left-- ? requestAnimationFrame(each) : done()); each(); })")


def refusal(page, expression):
    """The name of the error that an expression throws or rejects with; its value where it does neither."""
    return page.evaluate(f"(async () => {{ try {{ return await ({expression}); }} catch (error) {{ return error.name; }} }})()")


def shot(page):
    return numpy.asarray(PIL.Image.open(io.BytesIO(page.screenshot())).convert("RGB")).astype(int)


@pytest.fixture(scope="module")
def address(engine, simulated):
    with site(simulated) as address:
        yield address


@pytest.fixture
def xr(chromium, address):
    """The test page, with our WebXR in it."""
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr.html")
        yield page
