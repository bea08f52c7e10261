"""A site with the library, a recording, the test pages and three.js, for the tests of WebXR."""
import contextlib
import functools
import http.server
import importlib.util
import io
import pathlib
import re
import threading

import numpy
import PIL.Image
import pytest

import conftest
import recordings
from test_examples import Files
from waiting import until

FEATURES = ["local", "local-floor", "unbounded", "hit-test", "anchors", "plane-detection", "light-estimation", "dom-overlay", "camera-access", "depth-sensing",
            "mesh-detection"]


def package_folder(name, inside):
    """A folder of a package that is installed; None where it is not."""
    found = importlib.util.find_spec(name)
    return found and pathlib.Path(found.origin).parent / inside


def three_folder():
    """The folder with a bundle that exports all of three.js as `default.THREE`."""
    return package_folder("nicegui", "elements/scene/dist")


def babylon_folder():
    """The folder with Babylon.js as chunks of webpack."""
    return package_folder("pybabylonjs", "labextension/static")


def model_viewer_folder():
    return package_folder("dash_model_viewer", "vendor")


@contextlib.contextmanager
def site(recording):
    folders = {
        "sightline": recordings.ROOT / "Web/sightline",
        "examples": recordings.ROOT / "Examples/web",
        "recording": recording,
        "test": pathlib.Path(__file__).parents[1] / "pages",
        "rules": pathlib.Path(__file__).parent / "rules",
        "three": three_folder(),
        "babylon": babylon_folder(),
        "model-viewer": model_viewer_folder(),
    }
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, folders={name: folder for name, folder in folders.items() if folder}))
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


def load_rules(page):
    """Brings the rules of rules/ into the test page."""
    for name in ("tools", "interfaces", "inline", "running", "sloppy", "bare"):
        page.evaluate("""(source) => new Promise((done, fail) => {
            document.head.append(Object.assign(document.createElement("script"), { src: source, onload: () => done(true), onerror: () => fail(new Error(source)) }));
        })""", f"/rules/{name}.js")


def rule_names(name):
    return re.findall(r'^    "(.+?)": ', (pathlib.Path(__file__).parent / f"rules/{name}.js").read_text(), re.MULTILINE)


def until_tracked(page, seconds=60):
    until(page, "test.stamps.some(([, pose]) => pose)", seconds)


def start_running(page, begin=begin):
    """Starts a session with all features, waits until it knows planes, and holds it; what the rules of a running session need is global."""
    page.evaluate("""void document.head.append(Object.assign(document.createElement("style"), {
        textContent: "#overlay:xr-overlay { letter-spacing: 3px } @media screen { :xr-overlay #inside { letter-spacing: 4px } }" }))""")
    begin(page, f"{{ requiredFeatures: {FEATURES}, domOverlay: {{ root: document.getElementById('overlay') }}, "
        "depthSensing: { usagePreference: ['cpu-optimized', 'gpu-optimized'], dataFormatPreference: ['luminance-alpha', 'float32'] } }")
    page.evaluate("""(async () => {
        const { session } = test;
        const [local, viewer] = [test.space, await session.requestReferenceSpace("viewer")];
        const probe = await session.requestLightProbe();
        const changes = [];
        probe.addEventListener("reflectionchange", (event) => changes.push(event));
        const binding = new XRWebGLBinding(session, document.getElementById("canvas").getContext("webgl2"));
        Object.assign(globalThis, { session, local, viewer, probe, changes, binding, layer: session.renderState.baseLayer,
            source: await session.requestHitTestSource({ space: viewer, entityTypes: ["plane", "point"] }),
            meshSource: await session.requestHitTestSource({ space: viewer, entityTypes: ["mesh"] }),
            transient: await session.requestHitTestSourceForTransientInput({ profile: "generic-touchscreen" }) });
        // The very frame that has all of it is held: a later one may have no depth.
        test.onframe = (frame) => {
            if (test.isReady) return;
            test.isReady = frame.detectedPlanes.size > 0 && frame.detectedMeshes.size > 0 && frame.getHitTestResults(source).length > 0
                && frame.getHitTestResults(meshSource).length > 0 && Boolean(frame.getLightEstimate(probe))
                && Boolean(frame.getDepthInformation(frame.getViewerPose(local).views[0]));
            if (test.isReady) session.sightline.hold();
        };
    })()""")
    until(page, "test.isReady === true", 90)


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
def address(engine, camera_walk):
    with site(camera_walk) as address:
        yield address


@pytest.fixture
def xr(chromium, address):
    """The test page, with our WebXR in it."""
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr.html")
        yield page
