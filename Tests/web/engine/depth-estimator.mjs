// The keyframes of Tests/WebDepthTests/DepthExportTests.swift through depth.wasm: prints the FNV-1a digests of the map's bytes and of its mesh anchors'.

import { readFile } from "node:fs/promises";
import { DepthEngine } from "../../../Web/sightline/depth/depth-engine.js";
import { readMeshUpdate } from "../../../Web/sightline/depth/mesh-anchors.js";
import { depthKeyframeFields as fields } from "../../../Web/sightline/generated/records.js";

const [width, height] = [160, 120];

/** An integer's shade in 0…255. */
function noise(x, y) {
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return (hash ^ (hash >>> 15)) & 0xff;
}

/** A textured wall and a square before it, which move by `shift` and `2 * shift` pixels. */
function image(shift) {
    return Uint8Array.from({ length: width * height }, (_, index) => {
        const [x, y] = [index % width, Math.floor(index / width)];
        const isNear = x + 2 * shift > 60 && x + 2 * shift < 110 && y > 40 && y < 90;
        const place = [(isNear ? x + 2 * shift + 500 : x + shift + 100) / 3, y / 3];
        const [i, k] = place.map(Math.floor);
        const share = [place[0] - i, place[1] - k];
        const top = noise(i, k) * (1 - share[0]) + noise(i + 1, k) * share[0];
        const bottom = noise(i, k + 1) * (1 - share[0]) + noise(i + 1, k + 1) * share[0];
        return top * (1 - share[1]) + bottom * share[1];
    });
}

function keyframe(step) {
    const record = new Float64Array(fields.count + 3);
    new BigInt64Array(record.buffer)[fields.timestampNanoseconds] = BigInt(step + 1) * 100_000_000n;
    record[fields.epoch] = 1;
    record[fields.width] = width;
    record[fields.height] = height;
    record.set([130, 130], fields.focalLength);
    record.set([80.5, 59.5], fields.principalPoint);
    record[fields.distortionKind] = 1;
    record[fields.distortion] = 0.01;
    record[fields.worldFromOptical + 3] = 1;
    record[fields.worldFromOptical + 4] = 0.04 * step;
    record[fields.hasMotion] = 1;
    record[fields.angularVelocity + 1] = 0.01;
    record[fields.velocity] = 0.1;
    record[fields.readoutTime] = 0.02;
    record[fields.rotationSigma] = 0.002;
    record[fields.positionSigma] = 0.006;
    record[fields.landmarkCount] = 1;
    record[fields.count + 2] = 1.3;
    const bytes = new Uint8Array(record.buffer.byteLength + width * height);
    bytes.set(new Uint8Array(record.buffer));
    bytes.set(image(4 * step), record.buffer.byteLength);
    return bytes;
}

const engine = await DepthEngine.load(await readFile(new URL("../../../Web/sightline/depth.wasm", import.meta.url)));
for (let step = 0; step < 5; step++) engine.add(keyframe(step));
const map = engine.estimate({ isForOcclusion: true });
const digestOf = (bytes) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619) >>> 0, 2_166_136_261);
// The same keyframes again, and five more, each with its map.
engine.reset();
const updates = [];
for (let step = 0; step < 10; step++) {
    engine.add(keyframe(step));
    if (engine.estimate()) updates.push(engine.fuse());
}
const anchors = readMeshUpdate(updates.at(-1)).anchors.length;
// An upright wall is no level surface, and behind the camera nothing was seen.
const things = [[0, 0, 1.3], [0, 0, -1.3]].map((point) => new Float64Array(engine.measure(point, 0).buffer)[0]);
const isFusedOnce = engine.fuse() === null;
let refusal = null;
try {
    engine.add(new Uint8Array(100));
} catch (error) {
    refusal = error.message;
}
console.log(JSON.stringify({ digest: digestOf(map), meshDigest: digestOf(Uint8Array.from(updates.flatMap((each) => [...each]))), anchors, things, isFusedOnce, byteCount: map.length, refusal }));
