"""The call between two pages of one headless Chromium, picture and strokes over loopback: from the camera's picture on site to the expert's
screen, from the expert's finger to the picture that shows the stroke, the site's pictures a second, and what gives way under load. Beside it the
same browser's bare WebRTC with a canvas of 1280 × 720, the floor on this machine: everything here is drawn and encoded in software.

`--without-load` leaves the last part out. Every picture says in its strip when its camera took it; the expert's page reads the strip when the picture is shown. Both pages have one clock."""
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web"))
import calls  # noqa: E402
import conftest  # noqa: E402
import live_feed  # noqa: E402

SECONDS = 10
PATIENCE = 120
REST_SECONDS = 150
GREEN = "#00ff00"
WATCH_SITE = """() => {
    const { session } = assist.side;
    const { onframe, onlook } = session;
    globalThis.shown = [];
    let last = null;
    const note = () => {
        if (assist.side.frame === last) return;
        last = assist.side.frame;
        const { engine, picture, view } = session.frame.milliseconds;
        shown.push([last, performance.timeOrigin + performance.now(), document.getElementById("view").width, engine + picture, view]);
    };
    session.onframe = (frame) => (onframe(frame), note());
    session.onlook = () => (onlook(), note());
}"""
# The size of the pictures, and the voice, as the browser counts them.
WATCH_EXPERT = """() => {
    globalThis.shown = [];
    assist.side.onpicture = (code, now) => shown.push([code, performance.timeOrigin + now, document.getElementById("remote").videoWidth]);
}"""
# After its recording the device lies still, with its last picture; the fake camera would begin anew.
REST = """{
    const { motion, pictures } = globalThis.feedData;
    const [, , , , x, y, z] = motion.at(-1);
    setInterval(() => {
        if (feed.seen.at(-1)?.number !== pictures.length - 1) return;
        dispatchEvent(new DeviceMotionEvent("devicemotion", {
            rotationRate: { alpha: 0, beta: 0, gamma: 0 }, accelerationIncludingGravity: { x, y, z }, interval: 16,
        }));
    }, 16);
}"""
VOICE = """async () => {
    const [{ peer }] = assist.room.peers.values();
    const voice = [...(await peer.connection.getStats()).values()].find(({ type, kind }) => type === "inbound-rtp" && kind === "audio");
    return [voice.packetsReceived, voice.packetsLost, voice.concealedSamples, voice.totalSamplesReceived];
}"""
# From the finger on the picture to the first picture that shows its ink there.
STROKE = """async ([x, y]) => {
    const video = document.getElementById("remote");
    const canvas = Object.assign(document.createElement("canvas"), { width: 48, height: 27 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    function isInked() {
        context.drawImage(video, 0, 0, 48, 27);
        const { data } = context.getImageData(Math.max(0, 48 * x - 8), Math.max(0, 27 * y - 6), 16, 12);
        for (let i = 0; i < data.length; i += 4) if (data[i + 1] > 150 && data[i] < 90 && data[i + 2] < 90) return true;
        return false;
    }
    if (isInked()) return null;
    let began = null;
    document.getElementById("stage").addEventListener("pointerdown", () => { began = performance.now(); }, { once: true, capture: true });
    return new Promise((done) => {
        const give = setTimeout(() => done(null), 8000);
        const look = (_, { expectedDisplayTime }) => {
            if (began !== null && isInked()) {
                clearTimeout(give);
                return done(expectedDisplayTime - began);
            }
            video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
        globalThis.isWatching = true;
    });
}"""
# The floor: a canvas of the same size at 30 pictures a second, from one connection to another of the same page.
FLOOR = """async (seconds) => {
    const { cellsOf, StripReader, heightWithStrip, stripHeight } = await import("/sightline/frame-code.js");
    const [width, height] = [1280, heightWithStrip(720)];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d", { alpha: false });
    const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()];
    from.onicecandidate = ({ candidate }) => candidate && to.addIceCandidate(candidate);
    to.onicecandidate = ({ candidate }) => candidate && from.addIceCandidate(candidate);
    const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    document.body.prepend(Object.assign(video, { width: 640, height: 360 }));
    to.ontrack = ({ streams }) => { video.srcObject = streams[0]; video.play(); };
    const stream = canvas.captureStream();
    from.addTrack(stream.getVideoTracks()[0], stream);
    await from.setLocalDescription();
    await to.setRemoteDescription(from.localDescription);
    await to.setLocalDescription();
    await from.setRemoteDescription(to.localDescription);
    const tile = context.createImageData(160, 90);
    for (let i = 0; i < tile.data.length; i++) tile.data[i] = i % 4 === 3 ? 255 : 128 + 60 * Math.sin(i / 97);
    const drawing = setInterval(() => {
        const code = Math.round(performance.now());
        for (let i = 0; i < 64; i++) context.putImageData(tile, 160 * (i % 8) + (code / 20) % 30, 16 + 90 * (i >> 3));
        cellsOf(code).forEach((isWhite, i) => {
            context.fillStyle = isWhite ? "#fff" : "#000";
            context.fillRect(i * 40, 0, 40, stripHeight(height));
        });
    }, 1000 / 30);
    const strip = new StripReader();
    const late = [];
    const look = (_, { expectedDisplayTime }) => {
        const code = strip.read(video);
        if (code !== null) late.push(expectedDisplayTime - code);
        video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    await new Promise((done) => setTimeout(done, 1000 * seconds + 3000));
    clearInterval(drawing);
    from.close();
    to.close();
    return late.slice(Math.floor(late.length * 3 / (seconds + 3)));
}"""


def told(values):
    return f"median {numpy.median(values):.0f} ms, 95 % {numpy.percentile(values, 95):.0f} ms" if len(values) else "none"


def floor(browser, address):
    page = browser.new_context().new_page()
    page.goto(address)
    late = page.evaluate(FLOOR, SECONDS)
    page.context.close()
    print(f"bare WebRTC, 1280 × 720: {told(late)}, {len(late) / SECONDS:.1f} pictures a second")
    return numpy.median(late)


def call(browser, address, feed):
    """A call whose site has the fake camera and its motion."""
    room = calls.new_room()
    site = calls.Person(browser, 1280, 800)
    site.context.grant_permissions(["camera", "microphone", "accelerometer", "gyroscope"])
    site.page.add_init_script(f"globalThis.feedIsTimely = true;\n{feed.script}\n{REST}")
    site.goto(f"{address}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.frames > 60", PATIENCE)
    expert = calls.join(browser, address, room, width=1280, height=800, is_mobile=False, has_touch=False)
    expert.until("assist.side.readFrames > 3", PATIENCE)
    site.evaluate(WATCH_SITE)
    expert.evaluate(WATCH_EXPERT)
    return site, expert


def measure(site, expert, name):
    """Some seconds of the call."""
    for person in (site, expert):
        person.evaluate("shown.length = 0")
    before = expert.evaluate(VOICE)
    site.wait_for_timeout(1000 * SECONDS)
    sent, seen = (numpy.array(person.evaluate("shown"), float) for person in (site, expert))
    voice = numpy.array(expert.evaluate(VOICE)) - before
    origin = site.evaluate("performance.timeOrigin")
    drawn = dict(zip(sent[:, 0], sent[:, 1]))
    if len(sent) == 0 or len(seen) == 0:
        print(f"{name}: no pictures")
        return numpy.nan
    # A picture that stands still is sent again: its first sight counts.
    _, first = numpy.unique(seen[:, 0], return_index=True)
    seen = seen[first]
    glass = seen[:, 1] - origin - seen[:, 0]
    screen = [time - drawn[code] for code, time, _ in seen if code in drawn]
    print(f"{name}: view {sent[-1, 2]:.0f} wide, site {len(sent) / SECONDS:.1f} pictures a second (tracking {numpy.median(sent[:, 3]):.0f} ms, "
          f"drawing {numpy.median(sent[:, 4]):.0f} ms), expert {len(seen) / SECONDS:.1f}; camera to glass {told(glass)}; "
          f"drawn to glass {told(screen)}; voice {voice[0] / SECONDS:.0f} packets a second, {voice[1]} lost, "
          f"{100 * voice[2] / max(1, voice[3]):.1f} % made up")
    return numpy.median(glass) if len(glass) else numpy.nan


def strokes(site, expert):
    """Milliseconds from the finger to the picture with its ink."""
    expert.choose("laser")
    expert.evaluate(f"Object.assign(assist.side.pen, {{ color: '{GREEN}', width: 0.06 }})")
    times = []
    for turn in range(6):
        place = [0.35 + 0.05 * turn, 0.55]
        expert.evaluate("globalThis.isWatching = false")
        expert.evaluate(f"globalThis.answer = ({STROKE})({json.dumps(place)}); null")
        expert.wait_for_timeout(150)
        expert.mouse.move(*expert.at(*place))
        expert.mouse.down()
        expert.wait_for_timeout(60)
        expert.mouse.up()
        times.append(expert.evaluate("answer"))
        expert.wait_for_timeout(2500)
    found = [time for time in times if time is not None]
    print(f"finger to picture: {told(found)} ({len(found)} of {len(times)} strokes seen)")


def burn():
    while True:
        sum(range(10_000))


def under_load(site, expert):
    """What gives way when other programs want the processor: the view's size, then pictures, never the voice."""
    site.evaluate("assist.side.load.begin({ width: 640, height: 480 })")
    others = [multiprocessing.Process(target=burn, daemon=True) for _ in range(os.cpu_count())]
    for each in others:
        each.start()
    for step in range(3):
        measure(site, expert, f"under load, {SECONDS * step} s on")
    for each in others:
        each.terminate()


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        made = os.environ.get("SIGHTLINE_SIMULATED")
        recording = pathlib.Path(made) / "walk" if made else folder / "walk"
        if not made:
            command = [conftest.PROGRAM, "simulate", "room", "--device", "phone", "--motion", "tabletop", "--duration", "16"]
            subprocess.run([*command, "--output", recording], check=True, capture_output=True)
        feed = live_feed.LiveFeed(recording, folder)
        film = folder / "film.mjpeg"
        pictures = feed.video.read_bytes()
        film.write_bytes(pictures + pictures[pictures.rfind(b"\xff\xd8"):] * (REST_SECONDS * live_feed.RATE))
        browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={film}")
        with conftest.serving("--recordings", recording) as address:
            bare = floor(browser, address)
            site, expert = call(browser, address, feed)
            site.evaluate("assist.side.load.chosen = assist.side.load.add; assist.side.load.add = () => {};"
                          "assist.side.session.resize(1280, 720); assist.side.session.smooth(4)")
            site.wait_for_timeout(3000)
            glass = measure(site, expert, "call, 1280 × 720 held")
            print(f"camera to glass at 1280 × 720: {glass / bare:.1f} times bare WebRTC's; wanted under 150 ms")
            site.evaluate("assist.side.load.add = assist.side.load.chosen; assist.side.load.begin({ width: 640, height: 480 })")
            site.wait_for_timeout(20_000)
            measure(site, expert, "call, the size that the page chose")
            strokes(site, expert)
            if "--without-load" not in sys.argv:
                under_load(site, expert)
            for person in (site, expert):
                person.context.close()
        browser.close()


if __name__ == "__main__":
    main()
