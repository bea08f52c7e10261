"""Pages in Chromium that cannot draw where others can: in workers, as in Safari before 17, or not at all."""
import base64
import re

import cv2
import numpy

NO_WEBGL = """{
    const original = %s.prototype.getContext;
    %s.prototype.getContext = function (kind, ...more) { return /^webgl/.test(kind) ? null : original.call(this, kind, ...more); };
}
"""
# Plays a recording to its end on a canvas of a page's own, or a live camera until it is tracked; gives what was drawn last, who drew, and milliseconds
# a frame that drawing took in the worker, and on the page.
PLAY = """async ({ recording, options, size, images }) => {
    /** The first images of a recording. */
    async function beginning() {
        const fetched = async (path) => new File([await (await fetch(recording + path)).blob()], path);
        const files = new Map();
        for (const path of ["mav0/cam0/sensor.yaml", "mav0/imu0/sensor.yaml", "mav0/imu0/data.csv"]) files.set(path, await fetched(path));
        const rows = (await (await fetch(`${recording}mav0/cam0/data.csv`)).text()).trim().split("\\n").slice(0, 1 + images);
        files.set("mav0/cam0/data.csv", new File([rows.join("\\n")], "data.csv"));
        const paths = rows.slice(1).map((row) => `mav0/cam0/data/${row.split(",")[1].trim()}`);
        for (const [index, file] of (await Promise.all(paths.map(fetched))).entries()) files.set(paths[index], file);
        return files;
    }
    const { Session } = await import("/sightline/sightline.js");
    const { WebGLPlayer } = await import("/sightline/view/webgl-player.js");
    const played = [];
    const { play } = WebGLPlayer.prototype;
    WebGLPlayer.prototype.play = function (commands) {
        const began = performance.now();
        play.call(this, commands);
        played.push(performance.now() - began);
    };
    const canvas = document.body.appendChild(document.createElement("canvas"));
    const session = new Session({ canvas, view: true, ...options });
    session.resize(...size);
    const drawn = [];
    const source = recording && images ? await beginning() : recording;
    const began = performance.now();
    await new Promise((done, fail) => {
        session.onframe = (frame) => {
            drawn.push(frame.milliseconds.view);
            if (!recording && frame.trackingState === "normal" && drawn.length > 60) done();
        };
        session.onend = done;
        session.onerror = fail;
        session.run(source ? { recording: source, pace: Infinity } : { camera: true, motion: true }).catch(fail);
    });
    const seconds = (performance.now() - began) / 1000;
    const file = await session.snapshot();
    const text = await new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(",")[1]);
        reader.readAsDataURL(file);
    });
    session.stop();
    const isShown = session.shownNanoseconds === session.frame.timestampNanoseconds;
    return { drawing: session.capabilities.drawing, isShown, seconds, drawn, played, file: text };
}"""


def without_worker_drawing(page):
    """Takes WebGL from the canvases of a page's workers, before it is opened."""
    def patched(route):
        worker = route.fetch()
        route.fulfill(response=worker, body=NO_WEBGL % ("OffscreenCanvas", "OffscreenCanvas") + worker.text())

    page.context.route(re.compile("/sightline/worker.js$"), patched)


def without_webgl(page):
    """Takes WebGL from a page and its workers, before it is opened."""
    without_worker_drawing(page)
    page.add_init_script(NO_WEBGL % ("HTMLCanvasElement", "HTMLCanvasElement"))


def last_picture(page, recording, size=(640, 480), images=None, **options):
    """Who drew the last frame of a recording, or of its first images, or of a live camera where that is None, its image, and what `PLAY` says of times."""
    told = page.evaluate(PLAY, {"recording": recording, "options": options, "size": size, "images": images})
    picture = cv2.imdecode(numpy.frombuffer(base64.b64decode(told["file"]), numpy.uint8), cv2.IMREAD_COLOR)
    return told["drawing"], picture, told
