// Runs the compiled engine over a recording under node, as the page's worker does.
//
//     node track-recording.mjs RECORDING PIXELS TRAJECTORY [CONFIGURATION [RAY [MAPS]]]
//
// PIXELS is a file of the recording's images one after another, gray, a byte a pixel (node cannot decode image files). Writes a
// TUM trajectory and prints one JSON object. In every 15th frame the engine's hits on planes are compared with those that WebXR casts over the frame. CONFIGURATION is JSON for `EngineSession.configure`. RAY is JSON for `EngineSession.trackRay`, called
// at the first pose; what the ray met is printed as it was told. MAPS is the number of depth maps per second of the recording; each is made before the
// next image, and what hit tests of the image's middle meet of it is printed.

import { open, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DepthEngine } from "../../../Web/sightline/depth/depth-engine.js";
import { Engine } from "../../../Web/sightline/core/engine.js";
import { openRecording } from "../../../Web/sightline/sources/recording.js";
import { planeHits } from "../../../Web/sightline/webxr/ray-hits.js";

const [folder, pixelFile, trajectoryFile, configuration, rayed, mapsPerSecond] = process.argv.slice(2);
const files = {
    has: (name) => stat(path.join(folder, name)).then(() => true, () => false),
    text: (name) => readFile(path.join(folder, name), "utf8"),
    blob: () => Promise.reject(new Error("pictures come from the file of pixels")),
};

const wasm = await readFile(new URL("../../../Web/sightline/sightline.wasm", import.meta.url));
const engine = await Engine.load(wasm);
const { calibration, inertial, images } = await openRecording(files);
const session = engine.createSession(calibration);
const estimator = mapsPerSecond ? await DepthEngine.load(await readFile(new URL("../../../Web/sightline/depth.wasm", import.meta.url))) : null;
if (estimator) session.startDepth();
const depth = { keyframes: 0, maps: 0, known: 0, addMilliseconds: 0, mapMilliseconds: [], fuseMilliseconds: [], hits: [] };
const planes = { hits: 0, apart: 0, covariance: 0, drifted: 0 };
let lastMap = null;
if (configuration) session.configure(JSON.parse(configuration));
const { width, height } = calibration;
const pixels = await open(pixelFile);
const bytes = new Uint8Array(width * height);
const lines = [];
const milliseconds = [];
const states = {};
let last = null;
let first = 0;
const told = [];

for (const { timestampNanoseconds } of images) {
    let end = first;
    while (end < inertial.timestamps.length && inertial.timestamps[end] <= timestampNanoseconds) end++;
    session.addInertial(inertial.timestamps, inertial.values, first, end);
    first = end;
    drain();
    await pixels.read(bytes, 0, bytes.length);
    session.addImage(bytes, width, height, timestampNanoseconds);
    drain();
}
session.addInertial(inertial.timestamps, inertial.values, first);
session.finish();
drain();

function drain() {
    for (;;) {
        const began = performance.now();
        const frame = session.nextFrame();
        if (!frame) return;
        milliseconds.push(performance.now() - began);
        const state = frame.trackingLimit ?? frame.trackingState;
        states[state] = (states[state] ?? 0) + 1;
        last = frame;
        if (milliseconds.length % 15 === 0 && frame.worldFromCamera) comparePlanes(frame);
        if (rayed) followRay(frame);
        if (estimator) makeMap(frame);
        if (frame.odometryFromBody) lines.push(tumLine(frame));
    }
}

/** The largest differences of points, metres, and of covariances, as shares of the largest entry. */
function comparePlanes(frame) {
    const origin = frame.worldFromCamera.translation;
    for (const [x, y] of [[0.5, 0.5], [0.3, 0.7], [0.7, 0.7], [0.5, 0.85]]) {
        for (const hit of session.hitTest(x * width, y * height, ["existingPlaneUsingExtent"])) {
            const direction = hit.pointInWorld.map((value, axis) => (value - origin[axis]) / hit.distance);
            const same = planeHits(frame, { origin, direction }).find(({ anchor }) => anchor === hit.anchor);
            const { driftSigma } = frame.anchors.find(({ identifier }) => identifier === hit.anchor).plane;
            planes.hits += 1;
            planes.drifted += driftSigma > 1e-4;
            planes.apart = Math.max(planes.apart, same ? Math.hypot(...same.point.map((value, axis) => value - hit.pointInWorld[axis])) : Infinity);
            const largest = Math.max(...hit.covariance.map(Math.abs));
            planes.covariance = Math.max(planes.covariance, ...(same?.covariance ?? []).map((value, index) => Math.abs(value - hit.covariance[index]) / largest));
        }
    }
}

function makeMap({ timestampNanoseconds, worldFromCamera }) {
    const keyframe = session.takeDepthKeyframe();
    if (!keyframe) return;
    const began = performance.now();
    estimator.add(keyframe);
    const added = performance.now();
    depth.keyframes += 1;
    depth.addMilliseconds += added - began;
    if (lastMap !== null && Number(timestampNanoseconds - lastMap) * Number(mapsPerSecond) < 1e9) return;
    const estimate = estimator.estimate();
    if (!estimate) return;
    depth.mapMilliseconds.push(performance.now() - added);
    lastMap = timestampNanoseconds;
    const made = performance.now();
    estimator.fuse();
    depth.fuseMilliseconds.push(performance.now() - made);
    if (!session.setDepthMap(estimate)) throw new Error("The map is of an earlier world.");
    const map = session.depthMap(estimate);
    depth.maps += 1;
    depth.known += map.depth.filter((metres) => metres > 0).length / map.depth.length;
    const [hit] = session.hitTest(width / 2, height / 2, ["depth"]);
    if (hit) depth.hits.push({ distance: hit.distance, covariance: hit.covariance, pointInWorld: hit.pointInWorld, cameraInWorld: worldFromCamera.translation, timestampNanoseconds: String(timestampNanoseconds) });
}

function followRay({ worldFromCamera, events, rays }) {
    if (told.length === 0) {
        if (!worldFromCamera) return;
        const ray = session.trackRay(...JSON.parse(rayed));
        told.push({ ...ray.hit, position: worldFromCamera.translation });
        return;
    }
    for (const { kind, identifier } of events) {
        if (kind === "rayUpdated") told.push(rays.find((ray) => ray.identifier === identifier).hit);
    }
}

function tumLine({ timestampNanoseconds, odometryFromBody: { translation, rotation } }) {
    const seconds = timestampNanoseconds / 1_000_000_000n;
    const rest = String(timestampNanoseconds % 1_000_000_000n).padStart(9, "0");
    return `${seconds}.${rest} ${[...translation, ...rotation].map((value) => value.toFixed(9)).join(" ")}`;
}

await writeFile(trajectoryFile, `${lines.join("\n")}\n`);
const sorted = [...milliseconds].sort((a, b) => a - b);
const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
console.log(JSON.stringify({
    frames: milliseconds.length,
    told,
    depth: estimator && { ...depth, known: depth.known / depth.maps },
    trackedFrames: lines.length,
    states,
    timeOffset: last.timeOffset,
    focalLength: last.intrinsics.slice(0, 2),
    scaleSigma: last.scaleSigma,
    planeHits: planes,
    planes: last.anchors.filter(({ plane }) => plane).map(({ plane }) => plane.alignment),
    memoryMegabytes: engine.exports.memory.buffer.byteLength / 1048576,
    millisecondsPerFrame: {
        mean: milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length,
        p50: at(0.5),
        p95: at(0.95),
        max: sorted.at(-1),
    },
}));
