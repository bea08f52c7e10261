// The engine in a worker: takes a recording or live sensors, gives frames. Messages in: run, motion, picture, shown, pace, pause,
// resume, stop, hitTest, addAnchor, removeAnchor. Messages out: opened, frame, taken, answer, ended, failed.

import { Engine } from "./engine.js";
import { PixelReader, decode } from "./pixels.js";
import { RecordingPlayer } from "./player.js";

const pixels = new PixelReader();
const engine = Engine.load(fetch(new URL("./sightline.wasm", import.meta.url)));
let run = null;
let latest = null;

/** One run of the engine over one source. */
class Run {
    constructor(session, calibration, generation) {
        this.generation = generation;
        this.session = session;
        this.calibration = calibration;
        this.pictures = new Map();
    }

    /** Gives a picture to the engine; the bitmap goes on to the page with the picture's frame. */
    takePicture(bitmap, timestampNanoseconds) {
        const { width, height } = this.calibration;
        const began = performance.now();
        this.session.addPicture(pixels.read(bitmap, width, height), width, height, timestampNanoseconds);
        this.pictures.set(timestampNanoseconds, { bitmap, milliseconds: performance.now() - began });
    }

    takeInertial(timestamps, values, from, to) {
        this.session.addInertial(timestamps, values, from, to);
    }

    /** Processes what is ready and sends it to the page. */
    drain() {
        for (;;) {
            const began = performance.now();
            const frame = this.session.nextFrame();
            if (!frame) return;
            const milliseconds = performance.now() - began;
            const picture = this.pictures.get(frame.timestampNanoseconds);
            this.pictures.delete(frame.timestampNanoseconds);
            send(this.generation, frame, picture, milliseconds);
        }
    }

    free() {
        this.pictures.forEach(({ bitmap }) => bitmap.close());
        this.pictures.clear();
        this.session.free();
    }
}

function send(generation, frame, picture, engineMilliseconds) {
    const message = {
        kind: "frame",
        generation,
        frame: { ...frame, milliseconds: { engine: engineMilliseconds, picture: picture?.milliseconds ?? 0 } },
        picture: picture?.bitmap ?? null,
    };
    const transfer = [frame.features.buffer, frame.landmarks.buffer];
    if (picture) transfer.push(picture.bitmap);
    page.behind += 1;
    postMessage(message, transfer);
}

/** How far the page is behind: a recording waits for it, so that pictures do not pile up. */
const page = {
    behind: 0,
    wake: null,
    async ready() {
        while (this.behind > 3) await new Promise((done) => { this.wake = done; });
    },
    shown() {
        this.behind -= 1;
        this.wake?.();
    },
};

async function start({ recording, calibration, pace, generation }) {
    stop();
    latest = generation;
    const loaded = await engine;
    if (recording) {
        const player = await RecordingPlayer.open(recording, pace);
        if (latest !== generation) return;
        run = new Run(loaded.createSession(player.calibration), player.calibration, generation);
        run.player = player;
        const { calibration, pictureCount, seconds } = player;
        postMessage({ kind: "opened", generation, calibration, pictureCount, seconds });
        play(run, player);
    } else {
        run = new Run(loaded.createSession(calibration), calibration, generation);
        postMessage({ kind: "opened", generation, calibration, pictureCount: null, seconds: null });
    }
}

async function play(current, player) {
    try {
        for await (const step of player.steps()) {
            if (run !== current) return step.bitmap?.close();
            current.takeInertial(player.inertial.timestamps, player.inertial.values, step.from, step.to);
            if (step.bitmap) current.takePicture(step.bitmap, step.timestampNanoseconds);
            current.drain();
            await page.ready();
        }
        if (run !== current) return;
        current.session.finish();
        current.drain();
        postMessage({ kind: "ended", generation: current.generation });
    } catch (error) {
        if (run === current) fail(error, current.generation);
    }
}

function stop() {
    latest = null;
    run?.player?.stop();
    run?.free();
    run = null;
}

function fail(error, generation) {
    postMessage({ kind: "failed", generation, message: error instanceof Error ? error.message : String(error) });
}

function answer(request, value) {
    postMessage({ kind: "answer", request, value });
}

/** At a pose, or at the nearest thing that a pixel shows. */
function setAnchor(session, at) {
    if (at.pose) return session.addAnchor({ pose: at.pose });
    return session.hitTest(at.x, at.y, at.types).length > 0 ? session.addAnchor({ hit: 0 }) : null;
}

const handlers = {
    run: start,
    motion: ({ timestamps, values }) => {
        run?.takeInertial(timestamps, values);
        run?.drain();
    },
    picture: ({ bitmap, timestampNanoseconds }) => {
        if (!run) return bitmap.close();
        run.takePicture(bitmap, timestampNanoseconds);
        run.drain();
        postMessage({ kind: "taken", generation: run.generation });
    },
    shown: () => page.shown(),
    hitTest: ({ x, y, types, request }) => answer(request, run?.session.hitTest(x, y, types) ?? []),
    addAnchor: ({ at, request }) => answer(request, run ? setAnchor(run.session, at) : null),
    removeAnchor: ({ identifier, request }) => answer(request, run?.session.removeAnchor(identifier) ?? false),
    pace: ({ pace }) => run?.player?.setPace(pace),
    pause: () => run?.player?.pause(),
    resume: () => run?.player?.resume(),
    stop,
};

addEventListener("message", async ({ data }) => {
    try {
        await handlers[data.kind]?.(data);
    } catch (error) {
        fail(error, data.generation);
    }
});
