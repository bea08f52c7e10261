"""The reference scenes look the same drawn by WebGL 2 in a browser and by OpenGL ES natively."""
import base64
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading

import numpy
import pytest
import recordings

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCENES = ["desk", "measuring", "strokes", "maps", "crowd"]
WIDTH, HEIGHT = 480, 360


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves the repository's Web and Tests, and the probe."""

    probe = None

    def translate_path(self, path):
        return str(self.probe) if path == "/probe.wasm" else str(ROOT / path.lstrip("/"))

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    modules = ["RenderingProbe", "RenderingScenes", "Rendering", "SceneGraph", "Depth", "Imaging", "Geometry", "CGLES"]
    run = subprocess.run([ROOT / "Scripts/wasm/link-wasm.sh", *modules], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    Pages.probe = ROOT / run.stdout.strip().splitlines()[-1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/Tests/web/engine/rendering-probe.html"
    server.shutdown()


@pytest.fixture(scope="module")
def page(address, chromium):
    page = chromium.new_page()
    complaints = []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_function("window.isReady", timeout=60_000)
    page.complaints = complaints
    yield page
    page.close()


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    """The same scenes drawn natively by the benchmark program."""
    folder = tmp_path_factory.mktemp("native")
    program = recordings.BUILT / "RenderingBenchmark"
    assert program.exists(), "the programs are missing: run make test"
    subprocess.run([program, "--pictures", folder, str(WIDTH), str(HEIGHT)], check=True, capture_output=True)
    return folder


def smoothed(picture):
    """Means over 4 × 4 pixels: what an eye sees of an edge that lies half a pixel off."""
    picture = picture.astype(float)
    return picture.reshape(picture.shape[0] // 4, 4, picture.shape[1] // 4, 4, 3).mean(axis=(1, 3))


@pytest.mark.parametrize("is_on_canvas", [False, True], ids=["memory", "canvas"])
@pytest.mark.parametrize("scene", SCENES)
def test_browser_and_native_agree(page, native, scene, is_on_canvas):
    answer = page.evaluate(f"draw({SCENES.index(scene)}, {WIDTH}, {HEIGHT}, {json.dumps(is_on_canvas)})")
    browser = numpy.frombuffer(base64.b64decode(answer["pixels"]), numpy.uint8).reshape(HEIGHT, WIDTH, 4)[:, :, :3]
    raw = (native / f"{scene}.rgba").read_bytes()
    expected = numpy.frombuffer(raw, numpy.uint8).reshape(HEIGHT, WIDTH, 4)[:, :, :3]
    if folder := os.environ.get("SIGHTLINE_PICTURES"):
        numpy.save(pathlib.Path(folder) / f"browser-{scene}-{is_on_canvas}.npy", browser)
    difference = numpy.abs(smoothed(browser) - smoothed(expected)).max(axis=2)
    # A thing that is missing, another colour, a light from elsewhere or a line a pixel off is far beyond these bounds.
    assert difference.mean() < 1.0, f"mean {difference.mean():.2f} of 255"
    assert (difference > 12).mean() < 0.005, f"{(difference > 12).mean():.2%} differ clearly"
    assert browser.std() > 10, "there is something to see"
    assert answer["drawCalls"] <= 32
    assert page.complaints == []
