"""A studio that serves recordings, and a browser that sees it."""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import pytest
from playwright.sync_api import sync_playwright

# Tests in the folders of the tools share their steps.
sys.path += [str(folder) for folder in pathlib.Path(__file__).parent.iterdir() if folder.is_dir()]

import calls
import live_feed
import recordings
from calls import is_fault
from walks import CAMERA, made_walk, simulate_walk

PROGRAM = recordings.BUILT / "sightline"
WASM = recordings.ROOT / "Web/sightline/sightline.wasm"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
# Signs a page in as the owner, by the owner's token; whether that worked.
SIGN_IN = """async (token) => (await fetch("/api/owner/session", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }),
})).ok"""


@pytest.fixture(scope="session")
def real_recordings():
    if not recordings.DATA.exists():
        pytest.skip(f"no recordings under {recordings.DATA}")
    return recordings.DATA


@pytest.fixture(scope="session")
def engine():
    assert WASM.exists(), "the engine is missing: run make wasm"
    return WASM


@pytest.fixture(scope="session")
def simulated(tmp_path_factory):
    """A folder with the recording `walk`, some seconds round a simulated table; SIGHTLINE_SIMULATED names one made before."""
    if made := os.environ.get("SIGHTLINE_SIMULATED"):
        return pathlib.Path(made)
    folder = tmp_path_factory.mktemp("simulated")
    made_walk(folder, "walk")
    return folder


def named_or_simulated(folder, seconds):
    """The recording that the command line names, or a walk of so many seconds, simulated in a folder."""
    return pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else simulate_walk(folder / "walk", seconds)


@contextlib.contextmanager
def serving(*arguments, pattern=r"https?://\S+:\d+/"):
    """The address of a studio that runs for a while, with a data folder of its own; it must stop in good order."""
    assert PROGRAM.exists(), "the command line is missing: run make build"
    pages = [] if "--pages" in arguments else ["--pages", recordings.ROOT / "Web"]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "XDG_DATA_HOME": home}
        command = [PROGRAM, "serve", "--port", "0", *pages, *arguments]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        try:
            yield address_of(process, pattern)
        finally:
            process.terminate()
            ended = process.wait(timeout=30)
        assert ended == 0


def address_of(process, pattern):
    """The address that a studio tells when it is up; what it says later is read and dropped, so that the pipe does not fill."""
    told = []
    for line in process.stderr:
        told.append(line)
        if address := re.search(pattern, line):
            break
    else:
        pytest.fail(f"the studio did not start: {''.join(told)}")
    threading.Thread(target=process.stderr.read, daemon=True).start()
    return address.group()


@pytest.fixture(scope="session")
def hand(simulated):
    """A recording among the simulated ones in which a hand draws on the table."""
    return made_walk(simulated, "hand")


@pytest.fixture(scope="session")
def studio_data(tmp_path_factory):
    """The folder of what the studio keeps."""
    return tmp_path_factory.mktemp("studio-data")


@pytest.fixture(scope="session")
def owner_token(studio, studio_data):
    return (studio_data / "owner-token").read_text().strip()


@pytest.fixture(scope="session")
def studio(engine, simulated, studio_data):
    """The address of a running studio with the recordings."""
    places = [simulated] + ([recordings.DATA] if recordings.DATA.exists() else [])
    with serving("--data", studio_data, "--recordings", *places) as address:
        yield address


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


def launch(playwright, *more):
    """Debian's Chromium with a fake camera; `more` arguments go to it."""
    return start(playwright, os.environ.get("CHROMIUM") or shutil.which("chromium"), "--enable-unsafe-swiftshader", *more)


def launch_shell(playwright):
    """
    The same engine without a window's parts, drawing with Mesa: a page opens in two thirds of the time and shows more images a second.

    It asks nobody for a permission, so its pages have theirs from the start.
    """
    program = shutil.which("chromium-headless-shell")
    # What a page shows is put together without Mesa, which takes less of the processor.
    browser = start(playwright, program, "--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist", "--disable-gpu-compositing")
    browser.granted = ["camera", "microphone", "accelerometer", "gyroscope"]
    return browser


def start(playwright, program, *more):
    if not program:
        pytest.skip("chromium and chromium-headless-shell are not both installed")
    cameras = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *cameras, *more])
    launched.append(browser)
    return browser


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def page_browser(playwright):
    """The browser of `page`; a module whose pages need the whole Chromium has a fixture of this name that gives it."""
    browser = launch_shell(playwright)
    yield browser
    browser.close()


@contextlib.contextmanager
def shown(seconds, *arguments):
    """A browser, the address of a studio, and the recording that it shows: the command line's, or a walk of so many seconds."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        recording = named_or_simulated(pathlib.Path(folder), seconds)
        browser = launch(playwright)
        with serving("--recordings", recording, *arguments) as address:
            yield browser, address, recording
        browser.close()


launched = []
"""The Chromiums that run."""


def contexts():
    return [context for browser in launched if browser.is_connected() for context in browser.contexts]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """A test that fails does not come to the end where it closes its pages; left open they would slow the tests after it."""
    before = contexts()
    outcome = yield
    if outcome.excinfo:
        for context in contexts():
            if context not in before:
                with contextlib.suppress(Exception):
                    context.close()


def open_page(browser, size, scheme=None, is_kept=False, **options):
    """
    A page of a phone's or a desktop's size, light or dark, in a context of its own; what it writes to its console is kept in `faults`.

    With `is_kept` the browser stores all pages of the studio for times without a network, which takes it some seconds of a processor.
    """
    width, height = SIZES[size]
    is_phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=is_phone,
        is_mobile=is_phone,
        color_scheme=scheme or ("light" if is_phone else "dark"),
        service_workers="allow" if is_kept else "block",
        permissions=getattr(browser, "granted", None),
        **options,
    )
    page = context.new_page()
    page.size = size
    page.faults = []
    page.on("console", lambda message: is_fault(message, "GL Driver Message (OpenGL, Performance") and page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    return page


def resize(page, size, scheme=None):
    """Gives an open page a phone's or a desktop's size, and a light or a dark scheme."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)


def beside(page):
    """A second page of the same size, in a window of its own: one behind another draws once a second, and each click waits for that."""
    return open_page(page.context.browser, page.size)


def at_size(size):
    """A test for which one size of its page is enough."""
    return pytest.mark.parametrize("page", [size], indirect=True)


def first_at(size):
    """A test whose other size shows little more: `make test-long` looks at it."""
    [other] = SIZES.keys() - {size}
    return pytest.mark.parametrize("page", [size, pytest.param(other, marks=pytest.mark.long)], indirect=True)


def pytest_configure(config):
    config.addinivalue_line("markers", "realtime: what the test waits for comes only if the page keeps up with a camera, so nothing runs beside it")
    config.addinivalue_line("markers", "long: takes long and shows what shorter tests show in part; `make test` leaves it out, `make test-long` runs it")
    config.addinivalue_line("markers", "is_kept: the browser stores the studio's pages while the test runs")


@pytest.fixture(params=SIZES)
def page(request, page_browser):
    """A page of a phone's and of a desktop's size; no error may be written to its console."""
    page = open_page(page_browser, request.param, is_kept=request.node.get_closest_marker("is_kept") is not None)
    yield page
    page.context.close()
    assert page.faults == []


@pytest.fixture
def callers(chromium, studio):
    """A room of a call, into which people come."""
    callers = calls.Callers(chromium, studio)
    yield callers
    callers.close()


@pytest.fixture(scope="session")
def camera_walk(simulated):
    """The simulated walk with all images that a phone takes."""
    return made_walk(simulated, CAMERA)


@pytest.fixture(scope="session")
def feed(camera_walk, tmp_path_factory):
    """The simulated walk as a phone's camera and motion sensors."""
    return live_feed.LiveFeed(camera_walk, tmp_path_factory.mktemp("feed"))


@pytest.fixture(scope="session")
def phone_browser(playwright, feed):
    """A browser whose camera shows the simulated recording, from its beginning each time it is opened."""
    browser = launch(playwright, f"--use-file-for-fake-video-capture={feed.video}")
    yield browser
    browser.close()


@pytest.fixture
def live(phone_browser, feed, tmp_path_factory):
    """Opens a page of a size whose camera and motion sensors play the recording; no error may be written to its console."""
    opened = []

    def open_live(size, is_turning=False):
        page = open_page(phone_browser, size)
        page.add_init_script(f"globalThis.feedIsTurning = {str(is_turning).lower()};\n{feed.script}")
        page.pictures = os.environ.get("SIGHTLINE_PICTURES") or tmp_path_factory.mktemp("pictures")
        opened.append(page)
        return page

    yield open_live
    for page in opened:
        page.context.close()
    assert [fault for page in opened for fault in page.faults] == []
