// The covariance of WebXR's hits: that of the ray and the plane, carried to the point by numeric differences. That it is
// the engine's own is tested in engine/test_native_and_web.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planeHits, pointHits } from "../../../Web/sightline/webxr/ray-hits.js";
import { quaternionProduct } from "../../../Web/sightline/webxr/transform.js";

const focal = 500;
const known = { offsetSigma: 0.004, normalSigma: 0.006, driftSigma: 0.003 };
const intrinsics = [focal, focal, 320, 240, 0, 0, 0, 0];
const level = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };

/** A frame with a square plane at a height; with `rotation` it is turned about the world's origin. */
function frameWith(height, rotation = [0, 0, 0, 1]) {
    const plane = { center: [0, height, 0], boundary: Float64Array.of(-9, -9, 9, -9, 9, 9, -9, 9), ...known };
    return { intrinsics, anchors: [{ identifier: 7, worldFromAnchor: { ...level, rotation }, plane }] };
}

const unit = (v) => v.map((value) => value / Math.hypot(...v));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const whole = ([a, b, c, d, e, f]) => [[a, b, c], [b, d, e], [c, e, f]];

/** The covariance by moving the ray's direction both ways across, the plane along its normal, and by tilting it about its middle. */
function numericCovariance(rotation, { origin, direction }) {
    const pointOf = (frame, along) => planeHits(frame, { origin, direction: unit(along) })[0].point;
    const side = unit(cross(direction, Math.abs(direction[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const step = 1e-5;
    const slope = (sigma, pointAt) => {
        const [more, less] = [pointAt(step), pointAt(-step)];
        return more.map((value, axis) => ((value - less[axis]) / (2 * step)) * sigma);
    };
    const tilted = (axis) => (by) => frameWith(0, quaternionProduct(rotation, [0, 1, 2].map((each) => (each === axis ? by / 2 : 0)).concat(1)));
    const ofPlane = [
        slope(Math.hypot(known.offsetSigma, known.driftSigma), (by) => pointOf(frameWith(by, rotation), direction)),
        ...[0, 2].map((axis) => slope(known.normalSigma, (by) => pointOf(tilted(axis)(by), direction))),
    ];
    const along = ofPlane.flat().reduce((sum, value) => sum + value * value, 0);
    // The mean square of the distance is that of its estimate and its variance.
    const { distance } = planeHits(frameWith(0, rotation), { origin, direction })[0];
    const angleSigma = Math.sqrt(1 + along / distance ** 2) / focal;
    const ofRay = [side, cross(direction, side)].map((across) => (
        slope(angleSigma, (by) => pointOf(frameWith(0, rotation), direction.map((value, axis) => value + by * across[axis])))
    ));
    return [0, 1, 2].map((i) => [0, 1, 2].map((k) => [...ofPlane, ...ofRay].reduce((sum, each) => sum + each[i] * each[k], 0)));
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

test("a landmark's hit lies on the ray, with the landmark's uncertainty, a pixel's across, and what lies beside it", () => {
    const [sigma, distance] = [0.01, 2];
    const direction = [0, 0, -1];
    const hitOf = (...points) => pointHits({ frame: { intrinsics }, landmarks: () => points.map((point) => ({ point, sigma })) }, { origin: [0, 0, 0], direction });
    const ring = [[0.05, 0], [-0.05, 0.04], [-0.05, -0.04]].map(([x, y]) => [x, y, -distance]);
    const [held] = hitOf([0, 0, -distance], ...ring);
    const across = sigma ** 2 + (distance / focal) ** 2;
    // Surrounded by landmarks as far away there is no outline that may come between.
    [across, 0, 0, across, 0, sigma ** 2].forEach((value, index) => assert.ok(Math.abs(held.covariance[index] - value) < 1e-12));
    const [beside] = hitOf(...ring);
    assert.ok(Math.hypot(beside.point[0], beside.point[1]) < 1e-12, "on the ray");
    assert.ok(beside.covariance[5] > sigma ** 2 + 0.005 ** 2, "a landmark beside the ray");
    const [edge] = hitOf([0.05, 0, -distance], [0.06, 0.03, -distance], [0.06, -0.03, -distance]);
    assert.ok(edge.covariance[5] > 4 * beside.covariance[5], "all landmarks on one side: the surface may end before the ray");
    assert.deepEqual(hitOf([0.2, 0, -distance]), [], "too far from the ray");
});
