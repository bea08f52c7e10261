// The last seconds of a live run: bounded in time and bytes, a video that begins with a key image, and a log that stays small.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { SessionLog } from "../../../Web/sightline/core/session-log.js";
import { readMatroska } from "../../../Web/sightline/sources/matroska.js";
import { RecentCapture } from "../../../Web/sightline/sources/recent-capture.js";
import { unzipped, zipped } from "../../../Web/sightline/sources/zip.js";

const identity = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };
const calibration = {
    width: 64, height: 48, focalLength: [50, 50], principalPoint: [32, 24], bodyFromOptical: identity, timeOffset: 0, readoutTime: 0.01, noise: [1, 1, 1, 1], isGuess: true,
};
const encoders = [];

/** An encoder that gives `bytes` for each image; while `isSlow` it gives nothing before it is flushed. */
class Encoder {
    static bytes = 1000;
    static isSlow = false;
    static isBroken = false;
    static isConfigSupported = async ({ codec }) => ({ supported: codec === "vp8" });
    state = "unconfigured";
    waiting = [];

    constructor({ output, error }) {
        Object.assign(this, { output, error });
        encoders.push(this);
    }

    get encodeQueueSize() {
        return this.waiting.length;
    }

    configure() {
        this.state = "configured";
    }

    encode({ timestamp }, { keyFrame }) {
        if (Encoder.isBroken) {
            this.state = "closed";
            return this.error(new Error("no memory"));
        }
        this.waiting.push({ timestamp, type: keyFrame ? "key" : "delta", byteLength: Encoder.bytes, copyTo: () => {} });
        if (!Encoder.isSlow) this.give();
    }

    give() {
        for (const chunk of this.waiting.splice(0)) this.output(chunk, {});
    }

    async flush() {
        this.give();
    }

    close() {
        this.state = "closed";
    }
}

beforeEach(() => {
    Object.assign(Encoder, { bytes: 1000, isSlow: false, isBroken: false });
    globalThis.VideoEncoder = Encoder;
    globalThis.VideoFrame = class {
        constructor(image, { timestamp }) { this.timestamp = timestamp; }
        close() {}
    };
});
afterEach(() => {
    delete globalThis.VideoEncoder;
    delete globalThis.VideoFrame;
});

const nanoseconds = (seconds) => BigInt(Math.round(1e9 * seconds));

/** A run of so many seconds: 30 images and 60 samples each second, and a pose of each image. */
function play(capture, seconds, from = 0) {
    for (let tick = 0; tick < 60 * seconds; tick++) {
        const stamp = nanoseconds(from + tick / 60);
        capture.addInertial(BigInt64Array.of(stamp), Float64Array.of(tick, 0, 0, 0, 9.8, 0));
        if (tick % 2 === 1) continue;
        capture.addImage({ width: 64, height: 48 }, stamp);
        capture.addPose(stamp, identity);
    }
}

async function lines(files) {
    return (await files.get("data.jsonl").text()).trim().split("\n").map((line) => JSON.parse(line));
}

test("a short run is kept whole, with every sample, image and pose at its time", async () => {
    const recent = new RecentCapture();
    play(await recent.begin(calibration, { seconds: 30, bytes: 1e9 }), 10);
    const kept = await recent.answer();
    assert.deepEqual([kept.imageCount, kept.droppedCount, kept.isFromStart], [300, 0, true]);
    const all = await lines(kept.files);
    assert.equal(all.filter(({ frames }) => frames).length, 300);
    assert.equal(all.filter(({ sensor }) => sensor?.type === "gyroscope").length, 600);
    const poses = (await kept.files.get("trajectory.tum").text()).trim().split("\n");
    assert.equal(poses.length, 300);
    assert.equal(poses[3], "0.100000000 0.000000000 0.000000000 0.000000000 0.000000000 0.000000000 0.000000000 1.000000000");
});

test("of a long run the last seconds are kept, and the video begins with a key image", async () => {
    const recent = new RecentCapture();
    play(await recent.begin(calibration, { seconds: 30, bytes: 1e9 }), 100);
    const kept = await recent.answer();
    assert.ok(kept.seconds >= 29.9 && kept.seconds < 32.1, `${kept.seconds} s`);
    assert.equal(kept.isFromStart, false);
    const all = await lines(kept.files);
    const [first] = all.filter(({ frames }) => frames);
    assert.ok(all[0].time >= first.time - 0.51 && all[0].time < first.time - 0.4, "half a second of samples lies before the first image");
    const video = readMatroska(await kept.files.get("data.webm").arrayBuffer());
    assert.equal(video.images.length, kept.imageCount);
    assert.ok(video.images[0].isKey);
    assert.equal((await kept.files.get("trajectory.tum").text()).trim().split("\n").length, kept.imageCount);
});

test("images never take more than the bytes and one group of images", async () => {
    Encoder.bytes = 100_000;
    const recent = new RecentCapture();
    play(await recent.begin(calibration, { seconds: 30, bytes: 24e6 }), 60);
    const kept = await recent.answer();
    assert.ok(kept.imageCount * Encoder.bytes <= 24e6 + 60 * Encoder.bytes, `${kept.imageCount} images`);
    assert.ok(kept.imageCount > 180);
});

test("an encoder that is late holds no camera images: they are left out and said to be", async () => {
    const recent = new RecentCapture();
    const capture = await recent.begin(calibration, { seconds: 30, bytes: 1e9 });
    play(capture, 1);
    Encoder.isSlow = true;
    play(capture, 1, 1);
    assert.equal(encoders.at(-1).encodeQueueSize, 3);
    const kept = await recent.answer();
    assert.deepEqual([kept.imageCount, kept.droppedCount, kept.isFromStart], [33, 27, false]);
    assert.equal((await lines(kept.files)).filter(({ droppedFrame }) => droppedFrame).length, 27);
});

test("what was kept stays when the run ends, and goes when the next one begins", async () => {
    const recent = new RecentCapture();
    play(await recent.begin(calibration, { seconds: 30, bytes: 1e9 }), 2);
    await recent.rest();
    assert.equal(encoders.at(-1).state, "closed");
    assert.equal((await recent.answer()).imageCount, 60);
    await recent.begin(calibration, { seconds: 30, bytes: 1e9 });
    assert.equal(await recent.answer(), null);
});

test("an encoder that fails is said in words, and does not disturb the run", async () => {
    const recent = new RecentCapture();
    const capture = await recent.begin(calibration, { seconds: 30, bytes: 1e9 });
    Encoder.isBroken = true;
    play(capture, 1);
    await assert.rejects(recent.answer(), /The video could not be coded: no memory/);
});

test("a run without images has nothing to keep, and its samples stay few", async () => {
    const recent = new RecentCapture();
    const capture = await recent.begin(calibration, { seconds: 30, bytes: 1e9 });
    for (let tick = 0; tick < 60 * 300; tick++) capture.addInertial(BigInt64Array.of(nanoseconds(tick / 60)), new Float64Array(6));
    assert.equal(await recent.answer(), null);
    capture.addImage({ width: 64, height: 48 }, nanoseconds(300));
    assert.ok((await lines((await recent.answer()).files)).length < 2 * 60 * 31 + 10);
});

test("a camera that stood still for long begins again with a key image", async () => {
    const recent = new RecentCapture();
    const capture = await recent.begin(calibration, { seconds: 30, bytes: 1e9 });
    play(capture, 1);
    for (let tick = 60; tick < 60 * 40; tick++) capture.addInertial(BigInt64Array.of(nanoseconds(tick / 60)), new Float64Array(6));
    assert.equal(await recent.answer(), null);
    play(capture, 0.5, 40);
    const kept = await recent.answer();
    assert.equal(kept.imageCount, 15);
    assert.ok(readMatroska(await kept.files.get("data.webm").arrayBuffer()).images[0].isKey);
});

test("an archive of files is read back, byte by byte", async () => {
    const bytes = Uint8Array.from({ length: 2_500_000 }, (_, index) => (index * 7) & 255);
    const archive = await zipped(new Map([["a/data.jsonl", new Blob(["{}\n"])], ["a/data.webm", new Blob([bytes])], ["a/empty", new Blob([])]]));
    const files = await unzipped(archive);
    assert.deepEqual([...files.keys()], ["a/data.jsonl", "a/data.webm", "a/empty"]);
    assert.deepEqual(new Uint8Array(await files.get("a/data.webm").arrayBuffer()), bytes);
});

test("a log has changes alone, stays small, and sums a run up", () => {
    let now = 0;
    const log = new SessionLog(() => now);
    log.begin("camera");
    for (let frame = 0; frame < 2000; frame++) {
        now += 33;
        const trackingState = frame < 100 ? "limited" : "normal";
        log.takeFrame({ trackingState, trackingLimit: "initializing", sensorFault: null, odometryFromBody: frame < 100 ? null : identity, milliseconds: { engine: frame % 100 } });
    }
    assert.deepEqual(log.events.map(({ text }) => text), ["camera", "frame 1: limited, initializing", "frame 101: normal"]);
    assert.deepEqual(log.figures, { frames: 2000, trackedShare: 0.95, engineMedian: 49, engineHigh: 94 });
    log.noteFault(Object.assign(new Error("The camera was lost."), { code: "cameraLost" }));
    assert.equal(log.events.at(-1).text, "cameraLost: The camera was lost.");
    for (let index = 0; index < 5000; index++) log.note("notice", "x".repeat(5000));
    assert.ok(JSON.stringify(log.events).length < 200_000);
    log.begin("recording");
    assert.equal(log.figures, null);
});
