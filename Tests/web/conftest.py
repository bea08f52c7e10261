"""A studio that serves the real recordings, and a browser that sees it."""
import os
import re
import shutil
import subprocess

import pytest
from playwright.sync_api import sync_playwright

import recordings

PROGRAM = recordings.BUILT / "sightline"
WASM = recordings.ROOT / "Web/sightline/sightline.wasm"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


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
    """A folder with the recording `walk`: ten seconds round a simulated table."""
    folder = tmp_path_factory.mktemp("simulated")
    command = [PROGRAM, "simulate", "room", "--device", "phone", "--motion", "tabletop", "--duration", "10"]
    subprocess.run([*command, "--output", folder / "walk"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def studio(engine, simulated):
    """The address of a running studio; it must stop in good order."""
    assert PROGRAM.exists(), "the command line is missing: run make build"
    command = [PROGRAM, "serve", "--port", "0", "--recordings", simulated]
    if recordings.DATA.exists():
        command += ["--recordings", recordings.DATA]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if address := re.search(r"http://\S+:\d+/", line):
            break
    yield address.group()
    process.terminate()
    assert process.wait(timeout=10) == 0
    process.stderr.close()


@pytest.fixture(scope="session")
def chromium():
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not program:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--use-fake-device-for-media-stream",
                "--use-fake-ui-for-media-stream",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(params=SIZES)
def page(request, chromium):
    """A page of a phone's and of a desktop's size; no error may be written to its console."""
    width, height = SIZES[request.param]
    is_phone = request.param == "phone"
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        has_touch=is_phone,
        is_mobile=is_phone,
        color_scheme="light" if is_phone else "dark",
    )
    page = context.new_page()
    page.size = request.param
    faults = []
    page.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.faults = faults
    yield page
    context.close()
    assert faults == []
