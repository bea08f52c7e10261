"""The call between two pages of one headless Chromium, image and strokes over loopback: from the camera's image on site to the expert's
screen, from the expert's finger to the image that shows the stroke, the site's images a second, and what gives way under load. Beside it the
same browser's bare WebRTC with a canvas of 1280 × 720, the floor on this machine: everything here is drawn and encoded in software.

`--without-load` leaves the last part out; `--beside PAGES` compares these pages with another version's folder `Web`, which bears another name,
in turns. Every image says in its strip when its camera took it; the expert's page reads the strip when the image is shown. Both pages have one clock."""
import argparse
import contextlib
import itertools
import json
import multiprocessing
import os
import pathlib
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
STROKES = 20
HELD = "call, 1280 × 720 held"
CHOSEN = "call, the size that the page chose"
WATCH_SITE = """() => {
    const { session } = assist.side;
    const { onframe, onlook } = session;
    globalThis.shown = [];
    let last = null;
    const note = () => {
        if (assist.side.frame === last) return;
        last = assist.side.frame;
        const { engine, picture, view } = session.frame.milliseconds;
        shown.push([last, performance.timeOrigin + performance.now(), assist.side.imageSize[0], engine + picture, view]);
    };
    session.onframe = (frame) => (onframe(frame), note());
    session.onlook = () => (onlook(), note());
}"""
# The size of the images, and the voice, as the browser counts them.
WATCH_EXPERT = """() => {
    globalThis.shown = [];
    assist.side.onimage = (code, now) => shown.push([code, performance.timeOrigin + now, document.getElementById("remote").videoWidth]);
}"""
# After its recording the device lies still, with its last image; the fake camera would restart.
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
# What the browser tells of the view's way: the codec, and totals of images, milliseconds of coding, what waits (packets, images), and bytes.
CODING = """async () => {
    const [{ peer }] = assist.room.peers.values();
    const report = await peer.connection.getStats();
    const views = [...report.values()].filter(({ type, kind, frameWidth }) => type.endsWith("bound-rtp") && kind === "video" && frameWidth > 0);
    const view = views.find(({ type }) => type === (assist.role === "site" ? "outbound-rtp" : "inbound-rtp"));
    const codec = report.get(view.codecId)?.mimeType ?? "";
    return assist.role === "site"
        ? [codec, view.framesEncoded, 1000 * view.totalEncodeTime, view.packetsSent, 1000 * view.totalPacketSendDelay, view.bytesSent]
        : [codec, view.framesDecoded, 1000 * view.totalDecodeTime, view.jitterBufferEmittedCount, 1000 * view.jitterBufferDelay, view.bytesReceived];
}"""
# Whether an image is inked at a place of its view. Of a video only that place is read, where it lies in main memory: to paint it takes the page milliseconds.
INKED = """async (source, width, height, [x, y], strip) => {
    const [left, top] = [2 * Math.round((x * width - 4) / 2), 2 * Math.round(((strip + y * (1 - strip)) * height - 4) / 2)];
    const isInk = (red, green, blue) => green >= 150 && red <= 110 && blue <= 110;
    if (source instanceof HTMLVideoElement) {
        const frame = new VideoFrame(source);
        const planes = new Uint8Array(96);
        const rect = { x: left, y: top, width: 8, height: 8 };
        const isRead = frame.format === "I420" && await frame.copyTo(planes, { rect });
        frame.close();
        if (isRead) return Array.from({ length: 16 }, (_, i) => {
            const luma = 1.164 * (planes[16 * (i >> 2) + 2 * (i % 4)] - 16);
            const [blue, red] = [planes[64 + i] - 128, planes[80 + i] - 128];
            return isInk(luma + 1.596 * red, luma - 0.392 * blue - 0.813 * red, luma + 2.017 * blue);
        }).every(Boolean);
    }
    const { context } = globalThis.inkPatch ??= {
        context: Object.assign(document.createElement("canvas"), { width: 4, height: 4 }).getContext("2d", { willReadFrequently: true }),
    };
    context.clearRect(0, 0, 4, 4);
    context.drawImage(source, left, top, 8, 8, 0, 0, 4, 4);
    const { data } = context.getImageData(0, 0, 4, 4);
    return Array.from({ length: 16 }, (_, i) => isInk(data[4 * i], data[4 * i + 1], data[4 * i + 2])).every(Boolean);
}"""
# The moment when the site's screen first shows ink at a place: a video's next image, or a canvas, which is put on the screen after the page's next frame.
SITE_INK = f"""async (place) => {{
    const isInked = {INKED};
    const {{ session }} = assist.side;
    const {{ onframe, onlook }} = session;
    const view = ["sent", "view"].map((id) => document.getElementById(id)).find((element) => element && !element.hidden);
    globalThis.siteInk = new Promise((done) => {{
        const give = setTimeout(done, 4000, null);
        const end = (moment) => {{
            clearTimeout(give);
            Object.assign(session, {{ onframe, onlook }});
            done(moment);
        }};
        const lookAtVideo = async (_, {{ expectedDisplayTime }}) => {{
            if (await isInked(view, view.videoWidth, view.videoHeight, place, 1 / 46)) end(performance.timeOrigin + expectedDisplayTime);
            else view.requestVideoFrameCallback(lookAtVideo);
        }};
        if (view.requestVideoFrameCallback) return view.requestVideoFrameCallback(lookAtVideo);
        const look = async () => {{
            if (!await isInked(view, view.width, view.height, place, 1 / 46)) return;
            requestAnimationFrame(() => setTimeout(() => end(performance.timeOrigin + performance.now())));
        }};
        session.onframe = (frame) => (onframe(frame), look());
        session.onlook = () => (onlook(), look());
    }});
}}"""
# The moments of the finger on the image, of the page's own ink over it, and of the first image that shows the ink in the world.
EXPERT_INK = f"""async (place) => {{
    const isInked = {INKED};
    const video = document.getElementById("remote");
    const overlay = document.getElementById("overlay");
    const stage = document.getElementById("stage");
    const hasPicture = () => isInked(video, video.videoWidth, video.videoHeight, place, 1 / 46);
    if (await hasPicture()) return false;
    const moments = {{ finger: null, own: null, picture: null }};
    const own = async () => {{
        if (overlay.style.visibility !== "hidden" && await isInked(overlay, overlay.width, overlay.height, place, 0)) {{
            moments.own = performance.timeOrigin + performance.now();
        }} else if (moments.picture === null) requestAnimationFrame(() => setTimeout(own));
    }};
    stage.addEventListener("pointerdown", ({{ timeStamp }}) => {{
        moments.finger = performance.timeOrigin + timeStamp;
        requestAnimationFrame(() => setTimeout(own));
    }}, {{ once: true, capture: true }});
    globalThis.expertInk = new Promise((done) => {{
        const give = setTimeout(done, 4000, moments);
        const look = async (_, {{ expectedDisplayTime }}) => {{
            if (moments.finger === null || !await hasPicture()) return video.requestVideoFrameCallback(look);
            moments.picture = performance.timeOrigin + expectedDisplayTime;
            clearTimeout(give);
            done(moments);
        }};
        video.requestVideoFrameCallback(look);
    }});
    return true;
}}"""
# The floor: a canvas of the same size at 30 images a second, from one connection to another of the same page.
FLOOR = """async (seconds) => {
    const { cellsOf, heightWithStrip, stripHeight } = await import("/sightline/view/frame-code.js");
    const { StripReader } = await import("/sightline/view/strip-reader.js");
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
    site.page.add_init_script(f"globalThis.feedIsTurning = false;\n{feed.script}\n{REST}")
    site.goto(f"{address}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.mode === 'tracked' && assist.side.frames > 60", PATIENCE)
    expert = calls.join(browser, address, room, width=1280, height=800, is_mobile=False, has_touch=False)
    expert.until("assist.side.readFrames > 3", PATIENCE)
    site.evaluate(WATCH_SITE)
    expert.evaluate(WATCH_EXPERT)
    return site, expert


def processor_seconds():
    """What this program's descendants, the browser first of all, have had of the processors; what else runs on the machine does not count."""
    times, parents = {}, {}
    for each in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = each.read_text().rpartition(")")[2].split()
            times[int(each.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            parents[int(each.parent.name)] = int(fields[1])
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(times.get(process, 0) for process in ours)


def coded_since(now, past):
    """Milliseconds of coding an image, and of waiting a packet or image; and kbit/s."""
    pictures, coding, waiters, waiting, size = numpy.subtract(now[1:], past[1:])
    return coding / max(1, pictures), waiting / max(1, waiters), size / 125 / SECONDS


def measure(site, expert, name):
    """Some seconds of the call."""
    for person in (site, expert):
        person.evaluate("shown.length = 0")
    before = expert.evaluate(VOICE)
    tracked = site.evaluate("assist.side.frames")
    spent = processor_seconds()
    coding = [person.evaluate(CODING) for person in (site, expert)]
    site.wait_for_timeout(1000 * SECONDS)
    sent, seen = (numpy.array(person.evaluate("shown"), float) for person in (site, expert))
    spent = processor_seconds() - spent
    tracked = site.evaluate("assist.side.frames") - tracked
    voice = numpy.array(expert.evaluate(VOICE)) - before
    coded = [coded_since(person.evaluate(CODING), past) for person, past in zip((site, expert), coding)]
    origin = site.evaluate("performance.timeOrigin")
    drawn = dict(zip(sent[:, 0], sent[:, 1]))
    if len(sent) == 0 or len(seen) == 0:
        print(f"{name}: no pictures")
        return numpy.nan, 0
    # An image that stands still is sent again: its first sight counts.
    _, first = numpy.unique(seen[:, 0], return_index=True)
    seen = seen[first]
    glass = seen[:, 1] - origin - seen[:, 0]
    screen = [time - drawn[code] for code, time, _ in seen if code in drawn]
    print(f"{name}: view {sent[-1, 2]:.0f} wide, {numpy.median(seen[:, 2]):.0f} as the expert gets it, site {tracked / SECONDS:.1f} tracked, {len(sent) / SECONDS:.1f} drawn a second, "
          f"{1000 * spent / len(seen):.0f} ms of a processor for each (tracking {numpy.median(sent[:, 3]):.0f} ms, "
          f"drawing {numpy.median(sent[:, 4]):.0f} ms), expert {len(seen) / SECONDS:.1f}; camera to glass {told(glass)}; "
          f"drawn to glass {told(screen)}; {coding[0][0]}: encoding {coded[0][0]:.0f} ms, a packet until sent {coded[0][1]:.0f} ms, {coded[0][2]:.0f} kbit/s, "
          f"waiting {coded[1][1]:.0f} ms, decoding {coded[1][0]:.0f} ms; voice {voice[0] / SECONDS:.0f} packets a second, {voice[1]} lost, "
          f"{100 * voice[2] / max(1, voice[3]):.1f} % made up")
    return numpy.median(glass) if len(glass) else numpy.nan, len(seen) / SECONDS


def strokes(site, expert, name):
    """Milliseconds from the finger to its ink: over the expert's own image, in the world on the site's screen, and there on the expert's."""
    expert.choose("laser")
    expert.evaluate(f"Object.assign(assist.side.pen, {{ color: '{GREEN}', width: 0.03 }})")
    found = []
    for turn in range(STROKES):
        place = [0.3 + 0.1 * (turn % 5), 0.3 + 0.12 * (turn // 5 % 4)]
        site.evaluate(f"({SITE_INK})({json.dumps(place)})")
        if not expert.evaluate(f"({EXPERT_INK})({json.dumps(place)})"):
            continue
        expert.mouse.move(*expert.at(*place))
        # The finger comes at any moment between two images.
        expert.wait_for_timeout(100 + 13 * turn % 70)
        expert.mouse.down()
        expert.wait_for_timeout(60)
        expert.mouse.up()
        seen = expert.evaluate("expertInk")
        shown = site.evaluate("siteInk")
        if None not in (seen["own"], shown, seen["picture"]):
            found.append([moment - seen["finger"] for moment in (seen["own"], shown, seen["picture"])])
    own, shown, picture = numpy.array(found).reshape(-1, 3).T
    print(f"{name}: finger to the expert's own ink {told(own)}; to the site's screen {told(shown)}; "
          f"to the picture at the expert's {told(picture)} ({len(found)} of {STROKES} strokes seen)")
    return [numpy.median(each) for each in (own, shown, picture)]


def burn():
    while True:
        sum(range(10_000))


def under_load(site, expert):
    """What gives way when other programs want the processor: the view's size, then images, never the voice."""
    site.evaluate("assist.side.load.begin({ width: 640, height: 480 })")
    others = [multiprocessing.Process(target=burn, daemon=True) for _ in range(os.cpu_count())]
    for each in others:
        each.start()
    for step in range(3):
        measure(site, expert, f"under load, {SECONDS * step} s on")
    for each in others:
        each.terminate()


def hold(site, expert):
    """The view stays at 1280 × 720, whatever the page thinks of it; waits until it has chosen a codec and the browser sends the view whole."""
    site.evaluate("assist.side.load.chosen = assist.side.load.add; assist.side.load.add = () => {};"
                  "assist.side.session.resize(1280, 720); assist.side.session.smooth(4)")
    site.wait_for_timeout(8000)
    expert.until("document.getElementById('remote').videoWidth === 1280", PATIENCE)


def whole(browser, address, feed, is_loaded):
    """Everything, in one call."""
    bare = floor(browser, address)
    site, expert = call(browser, address, feed)
    hold(site, expert)
    glass, _ = measure(site, expert, HELD)
    print(f"camera to glass at 1280 × 720: {glass / bare:.1f} times bare WebRTC's; wanted under 150 ms")
    strokes(site, expert, HELD)
    site.evaluate("assist.side.load.add = assist.side.load.chosen; assist.side.load.begin({ width: 640, height: 480 })")
    site.wait_for_timeout(20_000)
    measure(site, expert, CHOSEN)
    strokes(site, expert, CHOSEN)
    if is_loaded:
        under_load(site, expert)
    for person in (site, expert):
        person.context.close()


def in_turns(browser, addresses, feed, rounds):
    """Versions of the pages one after the other, again and again, each in a call of its own held at 1280 × 720; their medians at the end."""
    found = {name: [] for name in addresses}
    for turn, (name, address) in itertools.product(range(rounds), addresses.items()):
        site, expert = call(browser, address, feed)
        hold(site, expert)
        glass = measure(site, expert, f"{name} {turn + 1}")
        found[name].append([*glass, *strokes(site, expert, f"{name} {turn + 1}")])
        for person in (site, expert):
            person.context.close()
    for name, rows in found.items():
        glass, rate, own, shown, picture = numpy.nanmedian(rows, axis=0)
        print(f"{name}: camera to glass {glass:.0f} ms, {rate:.1f} pictures a second; "
              f"finger to own ink {own:.0f}, site's screen {shown:.0f}, expert's picture {picture:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-load", action="store_true", help="leave out what gives way under load")
    parser.add_argument("--beside", type=pathlib.Path, action="append", default=[], help="pages of another version, measured in turns with these")
    parser.add_argument("--rounds", type=int, default=3, help="so many turns of each version")
    wished = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        made = os.environ.get("SIGHTLINE_SIMULATED")
        recording = pathlib.Path(made) / "walk" if made else conftest.simulate_walk(folder / "walk", 40)
        feed = live_feed.LiveFeed(recording, folder)
        film = folder / "film.mjpeg"
        pictures = feed.video.read_bytes()
        film.write_bytes(pictures + pictures[pictures.rfind(b"\xff\xd8"):] * (REST_SECONDS * live_feed.RATE))
        browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={film}")
        versions = [ROOT / "Web", *wished.beside]
        serve = lambda pages: stack.enter_context(conftest.serving("--pages", pages, "--recordings", recording))  # noqa: E731
        addresses = {pages.name: serve(pages.resolve()) for pages in versions}
        if wished.beside:
            in_turns(browser, addresses, feed, wished.rounds)
        else:
            whole(browser, addresses["Web"], feed, not wished.without_load)
        browser.close()


if __name__ == "__main__":
    main()
