"""The examples, the library's maps and the browser's own AR, on pages of their own beside the library."""
import functools
import http.server
import json
import pathlib
import threading

import pytest

import recordings
from conftest import at_size
from waiting import until

EXAMPLES = sorted((recordings.ROOT / "Examples/web").glob("*.html"))


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the library, the examples and a recording, as any file server would."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def __init__(self, *arguments, folders, **named):
        self.folders = folders
        super().__init__(*arguments, **named)

    def do_GET(self):
        if self.path == "/favicon.ico":
            self.send_response(204)
            return self.end_headers()
        return super().do_GET()

    def translate_path(self, path):
        first, _, rest = path.split("?")[0].lstrip("/").partition("/")
        return str(self.folders.get(first, pathlib.Path("/nonexistent")) / rest)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(engine, simulated):
    folders = {
        "sightline": recordings.ROOT / "Web/sightline",
        "examples": recordings.ROOT / "Examples/web",
        "recording": simulated / "walk",
        "test": pathlib.Path(__file__).parents[1] / "pages",
    }
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, folders=folders))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(example):
    assert len(example.read_text().splitlines()) < (65 if example.stem.startswith("webxr") else 40)


@at_size("phone")
def test_pins_stay_where_they_were_set(page, site):
    page.goto(f"{site}examples/pins.html?recording=/recording/")
    until(page, "/ [1-9]\\d* planes/.test(document.getElementById('told').textContent)", 120)
    page.click("#view")
    until(page, "/ 1 pins/.test(document.getElementById('told').textContent)")


@at_size("phone")
def test_a_place_is_remembered(page, site):
    page.goto(f"{site}examples/remember.html?recording=/recording/")
    page.click("#start")
    until(page, "/normal/.test(document.getElementById('told').textContent)", 60)
    page.wait_for_timeout(4_000)
    page.click("#mark")
    until(page, "/ 1 marks/.test(document.getElementById('told').textContent)")
    page.wait_for_timeout(1_500)
    page.click("#keep")
    until(page, "Number(document.body.dataset.kept) > 1000")

    page.reload()
    page.click("#start")
    until(page, "document.body.dataset.recognised === 'yes'", 120)
    assert " 1 marks" in page.inner_text("#told")


@at_size("phone")
def test_a_broken_map_is_refused(page, site):
    page.goto(f"{site}examples/pins.html")
    said = page.evaluate(
        """async () => {
            const { Session } = await import("/sightline/sightline.js");
            const session = new Session();
            const said = new Promise((done) => { session.onerror = (error) => done(error.message); });
            await session.run({ recording: "/recording/", map: new Uint8Array([1, 2, 3]) });
            return said;
        }"""
    )
    assert said == "This is no map of a place."


def poses(recording):
    """Where the camera was when each image was taken, from the recording's truth: WebXR's axes, by the image's stamp."""
    import numpy

    truth = numpy.loadtxt(recording / "mav0/state_groundtruth_estimate0/data.csv", delimiter=",", comments="#")
    scene = json.loads((recording / "truth/scene.json").read_text())["camera"]
    x, y, z, w = scene["bodyFromOpticalQuaternion"]
    mount = turn(x, y, z, w)
    shift = numpy.array(scene["bodyFromOpticalTranslation"])
    upright = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    flip = numpy.diag([1, -1, -1])
    result = {}
    for file in recordings.picture_files(recording):
        stamp = int(file.stem)
        row = between(truth, stamp + scene["timeOffset"] * 1e9)
        body = turn(*row[5:8], row[4])
        place = upright @ (row[1:4] + body @ shift)
        matrix = upright @ body @ mount @ flip
        result[stamp] = [*quaternion(matrix), *place]
    return result, scene


def between(truth, time):
    """A row of the truth at a time between two of its rows: some milliseconds are some pixels of a camera that turns."""
    after = min(max(truth[:, 0].searchsorted(time), 1), len(truth) - 1)
    first, second = truth[after - 1], truth[after]
    share = min(max((time - first[0]) / (second[0] - first[0]), 0), 1)
    row = first + share * (second - first)
    row[4:8] /= (row[4:8] @ row[4:8]) ** 0.5
    return row


def turn(x, y, z, w):
    import numpy

    return numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def quaternion(matrix):
    import cv2
    import numpy

    vector = cv2.Rodrigues(matrix)[0].ravel()
    angle = numpy.linalg.norm(vector)
    axis = vector / angle if angle > 0 else vector
    return [*(axis * numpy.sin(angle / 2)).tolist(), float(numpy.cos(angle / 2))]


@at_size("phone")
def test_the_browsers_own_tracking_finds_planes(page, site, simulated):
    where, scene = poses(simulated / "walk")
    stamps = sorted(where)[60:240]
    (fx, fy), (cx, cy) = scene["focalLengthPixels"], scene["principalPointPixels"]
    width, height = scene["width"], scene["height"]
    projection = [0.0] * 16
    projection[0], projection[5] = 2 * fx / width, 2 * fy / height
    projection[8], projection[9], projection[10], projection[11] = 1 - 2 * cx / width, 2 * cy / height - 1, -1, -1
    page.goto(f"{site}test/xr.html")
    told = page.evaluate(
        "(told) => import('/test/xr-stand-in.js').then(({ runXR }) => runXR(told))",
        {
            "projection": projection,
            "size": [width, height],
            "views": [{"picture": f"/recording/mav0/cam0/data/{stamp}.jpg", "pose": where[stamp], "milliseconds": stamp / 1e6} for stamp in stamps],
        },
    )
    assert told["available"] is True
    assert told["frames"] > 100
    assert told["landmarks"] > 30
    assert told["level"] >= 1, told
    first, last = where[stamps[told["firstIndex"]]][4:], where[stamps[told["lastIndex"]]][4:]
    true = sum((a - b) ** 2 for a, b in zip(first, last)) ** 0.5
    seen = sum((a - b) ** 2 for a, b in zip(told["first"], told["last"])) ** 0.5
    assert seen == pytest.approx(true, abs=0.002)
    assert told["ended"] is True


@at_size("phone")
def test_without_ar_in_the_browser_the_way_on_is_said(page, site):
    page.goto(f"{site}test/xr.html")
    said = page.evaluate(
        """async () => {
            const { Session, isXRAvailable } = await import("/sightline/sightline.js");
            const available = await isXRAvailable();
            const fault = await new Session().run({ xr: true }).catch((error) => error.message);
            return { available, fault };
        }"""
    )
    assert said["available"] is False
    assert "camera and motion sensors" in said["fault"]


@at_size("phone")
def test_a_configuration_that_cannot_be_is_told_before_anything_runs(page, site):
    page.goto(f"{site}sightline/package.json")
    told = page.evaluate("""async () => {
        const { Session } = await import("/sightline/sightline.js");
        const session = new Session();
        const fault = await new Promise((done) => {
            session.onopen = () => done("opened");
            session.onerror = (error) => done(error.message);
            session.run({ recording: "/recording/", configuration: { planeDetection: ["diagonal"] } });
        });
        return [fault, await session.pixelAt(0, 0).catch((error) => error.message)];
    }""")
    assert told == ['planeDetection: "diagonal" is none of horizontal, vertical, tilted.', "Nothing is running: call run() first."]


@at_size("phone")
def test_a_tool_of_ones_own_registers_with_a_session(page, site):
    page.goto(f"{site}sightline/package.json")
    told = page.evaluate("""async () => {
        const { Session } = await import("/sightline/sightline.js");
        const { CounterTool } = await import("/test/counter.js");
        const canvas = document.createElement("canvas");
        const session = new Session({ canvas, view: true });
        const refused = [];
        try { session.use({ counter: true }); } catch (error) { refused.push(error.message); }
        session.use(new CounterTool());
        session.resize(320, 240);
        const counted = new Promise((done, fail) => {
            session.onerror = fail;
            session.counter.onchange = ({ count }) => { if (count === 3) done(); };
        });
        await session.run({ recording: "/recording/", pace: Infinity });
        await counted;
        const was = await session.counter.clear();
        refused.push(await session.counter.ask("dance").catch((error) => error.message));
        session.stop();
        return { refused, was, state: session.counter.state };
    }""")
    assert told["refused"] == ["The session has no tool “counter”: assisting, measuring, drawing, billboard.", "The tool has no verb “dance”."]
    assert told["was"] >= 3 and told["state"] is None
