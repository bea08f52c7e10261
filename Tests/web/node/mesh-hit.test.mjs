// Rays against mesh anchors on the page's side: the same numbers as natively (Tests/ReconstructionTests/SessionMeshTests.swift).

import assert from "node:assert/strict";
import { test } from "node:test";

import { meshHit, poseOfHit, withMeshHit } from "../../../Web/sightline/depth/mesh-hit.js";

/** A leaning square of two triangles, 2 m before the camera of the tests, whose sigma grows to the right. */
const leaning = {
    vertices: new Float32Array([-1, -1, -2, 1, -1, -2, 1, 1, -2.5, -1, 1, -2.5]),
    sigmas: new Float32Array([0.01, 0.03, 0.03, 0.01]),
    indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
};
const at = (x, y, z) => ({ rotation: [0, 0, 0, 1], translation: [x, y, z] });
const anchor = { identifier: 1, ...leaning, worldFromAnchor: at(0, 0, 0) };
const ray = { origin: [0.1, 0.2, 0], direction: [0, 0, -1] };
const near = (a, b, what, limit = 1e-6) => a.forEach((value, index) => assert.ok(Math.abs(value - b[index]) < limit, `${what}: ${a} for ${b}`));

test("a ray meets the nearest triangle, with the covariance that the engine gives", () => {
    const hit = meshHit([{ ...anchor, identifier: 2, worldFromAnchor: at(0, 0, -1) }, anchor], ray, 0.002);
    assert.deepEqual([hit.type, hit.anchor], ["mesh", null]);
    near([hit.distance], [2.3], "distance");
    near(hit.pointInWorld, [0.1, 0.2, -2.3], "point");
    near(hit.normal, [0, 0.24253562, 0.97014250], "normal");
    near(hit.covariance, [2.116e-5, 0, 0, 2.116e-5, -5.29e-6, 4.698850e-4], "covariance", 1e-10);
});

test("a ray from behind, one beside it and one away from it meet nothing", () => {
    assert.equal(meshHit([anchor], { origin: [0, 0, -5], direction: [0, 0, 1] }, 0.002), null);
    assert.equal(meshHit([anchor], { origin: [1.5, 0, 0], direction: [0, 0, -1] }, 0.002), null);
    assert.equal(meshHit([anchor], { origin: [0, 0, 0], direction: [0, 0, 1] }, 0.002), null);
    assert.equal(meshHit([], ray, 0.002), null);
});

test("an anchor whose sphere a ray passes is not asked, and one around its start is", () => {
    const closed = (worldFromAnchor) => ({ ...anchor, worldFromAnchor, get indices() { throw new Error("asked"); } });
    assert.equal(meshHit([closed(at(0, 0, 0))], { origin: [4, 0, 0], direction: [0, 0, -1] }, 0), null, "beside it");
    assert.equal(meshHit([closed(at(0, 0, 0))], { origin: [0, 0, 5], direction: [0, 0, 1] }, 0), null, "behind the ray");
    near([meshHit([anchor, closed(at(0, 0, -9))], ray, 0.002).distance], [2.3], "behind what was met");
    near([meshHit([anchor], { origin: [0.1, 0.2, -2.2], direction: [0, 0, -1] }, 0).distance], [0.1], "from within its sphere");
});

test("an anchor that is turned and moved is met where it is", () => {
    const quarter = { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], translation: [3, 0, 0] };
    const hit = meshHit([{ ...anchor, worldFromAnchor: quarter }], { origin: [3, 0, 0], direction: [-1, 0, 0] }, 0);
    near(hit.pointInWorld, [0.75, 0, 0], "point");
    near(hit.normal, [0.97014250, 0.24253562, 0], "normal");
});

test("the hit takes its place among the others, and a guess goes", () => {
    const guess = { type: "instantPlacement", distance: 1, pointInWorld: [0.1, 0.2, -1], normal: [0, 0, 1] };
    const frame = { meshAnchors: [anchor], intrinsics: [500] };
    const types = (hits, where = frame) => withMeshHit(hits, guess, where).map(({ type }) => type);
    assert.deepEqual(types([{ type: "depth", distance: 2.2 }, { type: "existingPlane", distance: 4 }]), ["depth", "mesh", "existingPlane"]);
    assert.deepEqual(types([guess]), ["mesh"]);
    assert.deepEqual(types([guess], { meshAnchors: [], intrinsics: [500] }), ["instantPlacement"]);
    assert.deepEqual(withMeshHit([], undefined, frame), [], "without a pose there is no ray");
});

test("a pose at a hit has +Y along its normal", () => {
    for (const normal of [[0, 1, 0], [0, -1, 0], [0.6, 0, 0.8], [0, 0.24253562, 0.97014250]]) {
        const { rotation: [x, y, z, w] } = poseOfHit({ normal, pointInWorld: [0, 0, 0] });
        near([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], normal, "up");
    }
});
