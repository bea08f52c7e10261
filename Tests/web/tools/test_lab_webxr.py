"""The WebXR lab: a page in its sandbox gets the simulated device, its calls are listed, and it gets nothing of the studio's."""
import contextlib
import http.server
import threading

import pytest
import requests

import other_browsers
import recordings
from conftest import SIGN_IN, SIZES, at_size, first_at
from test_accessibility import findings
from test_pages import overflow
from waiting import comes, until, until_still


@pytest.fixture(scope="session")
def page_browser(chromium):
    """One whose console is quiet about messages to a frame that goes."""
    return chromium

CALLS = "Object.fromEntries([...document.querySelectorAll('#calls tr')].map((row) => [row.cells[0].innerText.trim().split(' ')[0], [row.cells[1].innerText, Number(row.cells[2].innerText)]]))"
RUNS = "document.body.dataset.run === 'running' && Number(document.body.dataset.frames) > 20"
# A page that tries to get out of its frame, and writes what it got to its console.
ATTACK = """<!doctype html><title>guest</title><p>Hello</p><script>
const told = [];
const tell = (name, value) => console.warn(`attack ${name}: ${value}`);
const tried = async (name, act) => { try { tell(name, await act()); } catch (error) { tell(name, error.name); } };
const studio = STUDIO;
(async () => {
    await tried("cookie", () => document.cookie);
    await tried("storage", () => localStorage.length);
    await tried("database", () => indexedDB.open("x") && "opened");
    await tried("origin", () => origin);
    await tried("parent", () => parent.document.title);
    await tried("top", () => { top.location.href = "https://example.org/"; return "left"; });
    await tried("window", () => window.open("https://example.org/"));
    await tried("owner", async () => (await fetch(`${studio}api/owner`, { credentials: "include" })).text());
    await tried("owner opaque", async () => (await fetch(`${studio}api/owner`, { credentials: "include", mode: "no-cors" })).type);
    await tried("room", async () => (await fetch(`${studio}api/assist/rooms`, { method: "POST", mode: "no-cors", credentials: "include", body: '{"name":"stolen-room"}' })).type);
    await tried("signout", async () => (await fetch(`${studio}api/owner/session`, { method: "DELETE", credentials: "include" })).status);
    await tried("module", () => import(`${studio}sightline/sightline.js`));
    await tried("recordings", async () => (await fetch(`${studio}api/recordings`)).text());
    await tried("worker", () => navigator.serviceWorker.register(`${studio}service-worker.js`));
    await tried("camera", () => navigator.mediaDevices.getUserMedia({ video: true }));
    for (const message of [{ kind: "fetched", html: "<b>x" }, { kind: "show" }, null, 7, { kind: "calls" }]) parent.postMessage(message, "*");
    document.body.append(Object.assign(document.createElement("iframe"), { src: `${studio}assist/rooms.html` }));
    await tried("picture", () => new Promise((done) => {
        document.body.append(Object.assign(document.createElement("img"), { src: `${studio}studio/icon-192.png`, onload: () => done("loaded"), onerror: () => done("refused") }));
    }));
    const form = Object.assign(document.createElement("form"), { action: `${studio}api/assist/rooms`, method: "post" });
    document.body.append(form);
    form.submit();
    tell("end", "tried all");
    await new Promise((done) => setTimeout(done, 1500));
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message, ...more) {
        postMessage.call(this, { ...message, lines: [{ number: "junk", name: "<img src=x onerror=alert(1)>", detail: {}, result: "<b id=injected>x</b>".repeat(1000), count: "many" }, null, 7, "x"], points: [[1, 2], "x", [NaN, 0, 0]] });
        for (const kind of ["addAnchor", "removeAnchor", "saveMap", "run"]) postMessage.call(this, { kind, id: 1, value: { rotation: "x" }, run: kind === "run" ? NaN : 1 });
    };
    tell("junk", "sent");
    setTimeout(() => parent.postMessage({ kind: "ready" }, "*"), 3000);
})();
</script>"""


def lab(page, studio, more=""):
    page.goto(f"{studio}lab/webxr.html{more}")
    until(page, "document.body.dataset.ready === 'true'")


def give(page, html, name="page.html"):
    page.evaluate("void delete document.body.dataset.run")
    page.set_input_files("#file", {"name": name, "mimeType": "text/html" if name.endswith("html") else "text/plain", "buffer": html.encode()})
    until(page, "['waiting', 'closed'].includes(document.body.dataset.run)")


def guest(page):
    """The frame of the page that is open."""
    return page.frames[1]


def heard(page):
    """What the page in the frame wrote to its console, and other errors of its own."""
    return page.evaluate("[...document.querySelectorAll('#calls tr')].map((row) => row.innerText.replaceAll('\\t', ' ').trim())")


def begin_example(page, studio, name):
    lab(page, studio, "?recording=walk")
    page.select_option("#examples", name)
    until(page, "document.body.dataset.run === 'waiting'")
    guest(page).click("#start")
    until(page, RUNS, 90)


@first_at("phone")
def test_an_example_runs_on_a_recording_and_its_calls_are_listed(page, studio):
    begin_example(page, studio, "webxr-plain.html")
    until(page, "Number(document.querySelector('#frames').innerText) > 60", 60)
    page.wait_for_timeout(400)
    calls = page.evaluate(CALLS)
    assert calls["XRSystem.requestSession"] == ["XRSession: viewer, local", 1]
    assert calls["XRSession.requestReferenceSpace"] == ["XRReferenceSpace local", 1]
    assert calls["XRFrame.getViewerPose"][0] in ("XRViewerPose", "null") and calls["XRSession.requestAnimationFrame"][1] > 40
    assert page.evaluate("document.querySelectorAll('#calls tr').length") < 25
    until(page, "document.querySelector('#tracking').innerText === 'normal'", 60)
    assert len(page.inner_text("#position").split()) == 3 and page.inner_text("#rotation") != "–"
    # Paused, nothing comes; a step is one frame.
    page.click("#play")
    shown = int(until_still(page, "document.body.dataset.frames", 0.8))
    for _ in range(2):
        page.click("#step")
        page.wait_for_timeout(300)
    assert int(page.evaluate("document.body.dataset.frames")) == shown + 2
    page.click("#play")
    assert comes(page, f"Number(document.body.dataset.frames) > {shown + 10}", 20)
    assert overflow(page) <= 0
    assert findings(page) == []
    assert page.faults == []


# A page that casts a ray in each frame, sets one anchor at its first hit, and reads the planes.
ANCHORED = """<!doctype html><title>anchored</title><button id="start">Start</button><canvas></canvas><script type="module">
    const gl = document.querySelector("canvas").getContext("webgl2", { xrCompatible: true });
    document.getElementById("start").onclick = async () => {
        const session = await navigator.xr.requestSession("immersive-ar", { requiredFeatures: ["hit-test", "anchors", "plane-detection"] });
        session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
        const [local, viewer] = [await session.requestReferenceSpace("local"), await session.requestReferenceSpace("viewer")];
        const source = await session.requestHitTestSource({ space: viewer });
        let isSet = false;
        session.requestAnimationFrame(function each(_, frame) {
            session.requestAnimationFrame(each);
            const [hit] = frame.getHitTestResults(source);
            if (hit && !isSet) {
                isSet = true;
                hit.createAnchor();
            }
            hit?.getPose(local);
            frame.detectedPlanes;
        });
    };
</script>"""


@at_size("desktop")
def test_hits_anchors_and_planes_are_in_the_world(page, studio):
    lab(page, studio, "?recording=walk")
    give(page, ANCHORED)
    guest(page).click("#start")
    until(page, "Number(document.querySelector('#planes').innerText) > 0 && document.querySelector('#anchors').innerText === '1'", 120)
    page.wait_for_timeout(400)
    calls = page.evaluate(CALLS)
    assert calls["XRHitTestResult.createAnchor"] == ["XRAnchor", 1]
    assert calls["XRFrame.getHitTestResults"][0].endswith("XRHitTestResult") and calls["XRHitTestResult.getPose"][1] > 1
    assert "XRPlane" in calls["XRFrame.detectedPlanes"][0]
    assert page.evaluate("document.querySelectorAll('#calls tr').length") < 40
    # The session ends whole: the page in the frame gets its window back.
    guest(page).click("[data-sightline=exit]")
    guest(page).wait_for_function("document.querySelector('[data-sightline]') === null")


@at_size("phone")
def test_errors_have_their_names(page, studio):
    lab(page, studio, "?recording=walk")
    give(page, """<!doctype html><button id="start">x</button><script>
        navigator.xr.requestSession("immersive-ar").catch(() => {});
        document.getElementById("start").onclick = async () => {
            alert("hello");
            await navigator.xr.requestSession("immersive-ar", { requiredFeatures: ["depth-sensing"] }).catch(() => {});
            const session = await navigator.xr.requestSession("immersive-ar", { optionalFeatures: ["hit-test"] });
            await session.requestReferenceSpace("bounded-floor").catch(() => {});
            new XRWebGLLayer(session, {});
        };
    </script>""")
    guest(page).click("#start")
    until(page, "document.querySelectorAll('#calls tr[data-fault=true]').length >= 5")
    said = "\n".join(heard(page))
    for text in ('SecurityError', '"depth-sensing"', "NotSupportedError", "bounded-floor", "new XRWebGLLayer", "unhandled rejection TypeError", 'alert "hello"'):
        assert text in said, (text, said)
    page.click("#only-errors")
    assert page.evaluate("[...document.querySelectorAll('#calls tr')].every((row) => row.hidden === (row.dataset.fault === 'false'))")
    assert page.faults == ["The argument is no WebGL context."]
    page.faults.clear()


@at_size("desktop")
def test_a_page_gets_nothing_of_the_studio(page, studio, owner_token):
    """As the owner, with a page of a stranger: it has no origin, no cookie, no answer of the studio, and changes nothing, not even the lab."""
    page.goto(studio)
    assert page.evaluate(SIGN_IN, owner_token)
    lab(page, studio, "?recording=walk")
    give(page, ATTACK.replace("STUDIO", repr(studio)))
    until(page, "document.querySelector('#calls').innerText.includes('tried all')", 60)
    told = dict(line.removeprefix("console.warn attack ").split(": ", 1) for line in (each.rsplit(" ", 1)[0] for each in heard(page)) if line.startswith("console.warn attack "))
    assert told["origin"] == "null"
    assert told["window"] == "null"
    for name in ("cookie", "storage", "parent", "top", "module", "worker", "camera"):
        assert told[name].endswith("Error"), (name, told[name])
    for name in ("database", "owner", "owner opaque", "signout", "recordings"):
        assert told[name].endswith("Error"), (name, told[name])
    assert told.get("picture") == "refused"
    until(page, "document.querySelector('#calls').innerText.includes('<img src=x onerror=alert(1)>')")
    assert page.evaluate("location.pathname") == "/lab/webxr.html"
    assert page.evaluate("document.getElementById('injected') === null && document.querySelector('#calls img') === null")
    assert page.evaluate("(async () => (await (await fetch('/api/owner')).json()).isOwner)()") is True
    rooms = page.evaluate("(async () => (await fetch('/api/assist/rooms')).text())()")
    assert "stolen-room" not in rooms
    assert all(frame.url in ("", "about:blank") or "rooms.html" not in frame.url or not frame.evaluate("document.body?.innerText ?? ''") for frame in page.frames[2:])
    # The page says that it left its frame: it loses its device, and the lab works on.
    until(page, "document.getElementById('state').innerText.includes('left its frame')")
    page.faults[:] = []
    page.select_option("#examples", "webxr-plain.html")
    until(page, "document.body.dataset.run === 'waiting'")
    guest(page).click("#start")
    until(page, RUNS, 90)
    page.faults[:] = []


class Foreign(http.server.BaseHTTPRequestHandler):
    """Another server: pages that may be read, that may not, that are none."""

    def do_GET(self):
        body = b"<!doctype html><html lang=en><title>foreign</title><script src=other.js></script><script src='x/webxr-classic.js?a'></script><p id=text>foreign page</p>"
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "image/png" if self.path == "/picture" else "text/html")
        if self.path != "/closed":
            self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"globalThis.wasLoaded = true;" if self.path.endswith(".js") else body)
        self.server.seen.append((self.path, self.headers.get("Cookie"), self.headers.get("Referer"), self.headers.get("Origin")))

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def foreign_server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    server.seen = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@at_size("desktop")
def test_addresses_open_or_say_why_not(page, studio):
    with foreign_server() as (server, address):
        lab(page, studio, "?recording=walk")

        def ask(text):
            page.evaluate("delete document.body.dataset.run")
            page.fill("#address", text)
            page.press("#address", "Enter")
            until(page, "['waiting', 'closed'].includes(document.body.dataset.run)")
            return page.inner_text("#trouble") if page.evaluate("document.body.dataset.run") == "closed" else ""

        assert ask(f"{address}open") == ""
        assert guest(page).wait_for_selector("#text").text_content() == "foreign page"
        assert guest(page).evaluate("[globalThis.wasLoaded, document.compatMode, document.documentElement.lang, typeof globalThis.sightlineLab]") == [True, "CSS1Compat", "en", "undefined"]
        assert "x/webxr-classic.js?a" not in [path.lstrip("/") for path, *_ in server.seen]
        assert any("left out" in line for line in heard(page))
        assert server.seen[0] == ("/open", None, None, "null")
        assert "lets no other page read it" in ask(f"{address}closed")
        assert "error 404" in ask(f"{address}missing")
        assert "image/png" in ask(f"{address}picture")
        assert "cannot be reached" in ask("http://127.0.0.1:9/x.html")
        assert "begins with https://" in ask("javascript:alert(1)")
        assert "begins with https://" in ask("")
        # A page of this studio, read without the owner's cookie.
        assert ask("/measure/") == ""
        assert "error 404" in ask("/no-such-page.html")
        assert "application/json" in ask("/api/recordings")
        page.faults[:] = []
    give(page, "nothing", "notes.txt")
    assert page.inner_text("#trouble") == "notes.txt is no HTML file."


def test_the_frame_has_its_own_policy_and_the_others_keep_theirs(studio):
    frame, lab_page, other = (requests.get(f"{studio}{path}", timeout=10).headers for path in ("lab/webxr/frame.html", "lab/webxr.html", "lab/"))
    policy = frame["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts;") and "allow-same-origin" not in policy and "frame-ancestors 'self'" in policy
    assert "camera=()" in frame["Permissions-Policy"]
    assert lab_page["Content-Security-Policy"] == other["Content-Security-Policy"] and "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert (lab_page["Cross-Origin-Embedder-Policy"], other["Cross-Origin-Embedder-Policy"]) == ("unsafe-none", "require-corp")
    kept = requests.get(f"{studio}lab/webxr/frame.html", headers={"If-None-Match": frame["ETag"]}, timeout=10)
    assert kept.status_code == 304 and kept.headers["Content-Security-Policy"] == policy
    versioned = requests.get(f"{studio}@0/lab/webxr/frame.html", timeout=10)
    assert versioned.headers["Content-Security-Policy"] == policy
    for path in ("lab//webxr/frame.html", "lab/./webxr/frame.html", "lab/webxr/%66rame.html", "lab/webxr/../webxr/frame.html"):
        answer = requests.get(f"{studio}{path}", timeout=10)
        # Elsewhere its script does not run, and nothing frames it.
        assert answer.status_code != 200 or answer.headers["Content-Security-Policy"] in (policy, other["Content-Security-Policy"]), path


@pytest.mark.long
@pytest.mark.parametrize("browser", other_browsers.BROWSERS)
def test_other_browsers_open_an_example(studio, browser):
    with other_browsers.BROWSERS[browser]("desktop") as page:
        page.goto(f"{studio}lab/webxr.html?recording=walk")
        until(page, "document.body.dataset.ready === 'true'", 60)
        page.evaluate("""void (() => { const list = document.getElementById("examples"); list.value = "webxr-plain.html"; list.dispatchEvent(new Event("change")); })()""")
        until(page, "document.body.dataset.run === 'waiting'", 30)
        until(page, "document.querySelectorAll('#frame iframe').length === 1")
        page.wait_for_timeout(1500)
        left, top = page.evaluate("(({ x, y }) => [x, y])(document.querySelector('#frame iframe').getBoundingClientRect())")
        # The example's button stands below its paragraph; fonts differ a little.
        for offset in (195, 220):
            page.drag([(left + 110, top + offset)])
            page.wait_for_timeout(500)
        until(page, RUNS, 120)
        assert page.evaluate(CALLS)["XRSystem.requestSession"][1] == 1
