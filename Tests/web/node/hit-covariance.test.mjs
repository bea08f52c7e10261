// The covariance of WebXR's hits: that of the ray and the plane, carried to the point by numeric differences.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planeHits, pointHits } from "../../../Web/sightline/webxr/hit-test.js";

const focal = 500;
const offsetSigma = 0.004;
const intrinsics = [focal, focal, 320, 240, 0, 0, 0, 0];
const level = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };

/** A frame with a square plane at a height; with `rotation` it is turned about the world's origin. */
function frameWith(height, rotation = [0, 0, 0, 1]) {
    const plane = { center: [0, height, 0], boundary: Float64Array.of(-9, -9, 9, -9, 9, 9, -9, 9), offsetSigma };
    return { intrinsics, anchors: [{ identifier: 7, worldFromAnchor: { ...level, rotation }, plane }] };
}

const unit = (v) => v.map((value) => value / Math.hypot(...v));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const whole = ([a, b, c, d, e, f]) => [[a, b, c], [b, d, e], [c, e, f]];

/** The covariance by moving the ray's direction both ways across, and the plane along its normal. */
function numericCovariance(rotation, { origin, direction }) {
    const pointOf = (frame, along) => planeHits(frame, { origin, direction: unit(along) })[0].point;
    const side = unit(cross(direction, Math.abs(direction[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const step = 1e-5;
    const slopes = [side, cross(direction, side)].map((across) => {
        const [more, less] = [1, -1].map((sign) => pointOf(frameWith(0, rotation), direction.map((value, axis) => value + sign * step * across[axis])));
        return more.map((value, axis) => (value - less[axis]) / (2 * step) / focal);
    });
    const [high, low] = [1, -1].map((sign) => pointOf(frameWith(sign * step, rotation), direction));
    slopes.push(high.map((value, axis) => ((value - low[axis]) / (2 * step)) * offsetSigma));
    return [0, 1, 2].map((i) => [0, 1, 2].map((k) => slopes.reduce((sum, each) => sum + each[i] * each[k], 0)));
}

for (const [name, rotation, direction] of [
    ["from above", [0, 0, 0, 1], [0.1, -1, -0.2]],
    ["at a grazing angle", [0, 0, 0, 1], [0.3, -0.15, -1]],
    ["on a wall", [Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0.2, -0.4, -1]],
]) {
    test(`a hit on a plane is as uncertain as its ray and its plane make it, ${name}`, () => {
        const ray = { origin: [0.1, 0.8, 1.1], direction: unit(direction) };
        const [hit] = planeHits(frameWith(0, rotation), ray);
        const numeric = numericCovariance(rotation, ray);
        const largest = Math.max(...numeric.flat().map(Math.abs));
        whole(hit.covariance).forEach((row, i) => row.forEach((value, k) => assert.ok(Math.abs(value - numeric[i][k]) < 1e-5 * largest, `${i} ${k}: ${value}, ${numeric[i][k]}`)));
    });
}

test("a ray along a plane does not hit it, nor one that leads away from it", () => {
    const frame = frameWith(0);
    assert.deepEqual(planeHits(frame, { origin: [0, 0.01, 0], direction: unit([1, -0.01, 0]) }), []);
    assert.deepEqual(planeHits(frame, { origin: [0, 1, 0], direction: [0, 1, 0] }), []);
    assert.equal(planeHits(frame, { origin: [0, 1, 0], direction: [0, -1, 0] }).length, 1);
});

test("a landmark's hit has its own uncertainty, and a pixel's across the ray", () => {
    const [sigma, distance] = [0.01, 2];
    const view = { frame: { intrinsics }, landmarks: () => [{ point: [0, 0, -distance], sigma }] };
    const [{ covariance }] = pointHits(view, { origin: [0, 0, 0], direction: [0, 0, -1] });
    const across = sigma ** 2 + (distance / focal) ** 2;
    [across, 0, 0, across, 0, sigma ** 2].forEach((value, index) => assert.ok(Math.abs(covariance[index] - value) < 1e-12));
});
