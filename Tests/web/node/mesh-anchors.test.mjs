// Mesh anchors on the page's side: what the worker sends is read, follows the world's corrections, and goes with its world.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MeshAnchors } from "../../../Web/sightline/depth/mesh-anchors.js";
import { meshAnchorFields as anchorFields, meshUpdateFields as fields, thingFields, thingResults } from "../../../Web/sightline/generated/records.js";

const upright = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };
/** Half a turn about x: the camera of an optical frame that has the world's axes. */
const cameraOfWorld = { rotation: [1, 0, 0, 0], translation: [0, 0, 0] };

/** An update as the estimator writes it: anchors as [identifier, origin, vertices, indices]. */
function update(stamp, anchors, pose = upright) {
    const sizes = anchors.map(([, , vertices, indices]) => anchorFields.count + Math.ceil((vertices.length / 3 * 5 + indices.length) / 2));
    const words = new Float64Array(fields.count + sizes.reduce((sum, size) => sum + size, 0));
    new BigInt64Array(words.buffer)[fields.timestampNanoseconds] = stamp;
    words.set([...pose.rotation, ...pose.translation], fields.worldFromOptical);
    words[fields.anchorCount] = anchors.length;
    let at = fields.count;
    anchors.forEach(([identifier, origin, vertices, indices], place) => {
        words[at + anchorFields.identifier] = identifier;
        new BigInt64Array(words.buffer)[at + anchorFields.changedNanoseconds] = stamp;
        words.set(origin, at + anchorFields.origin);
        words[at + anchorFields.vertexCount] = vertices.length / 3;
        words[at + anchorFields.triangleCount] = indices.length / 3;
        const start = 8 * (at + anchorFields.count);
        new Float32Array(words.buffer, start).set(vertices);
        new Float32Array(words.buffer, start + 4 * vertices.length).fill(0.01 * identifier, 0, vertices.length / 3);
        new Uint8Array(words.buffer, start + 16 * (vertices.length / 3)).fill(10 * identifier, 0, 4 * (vertices.length / 3));
        new Uint32Array(words.buffer, start + 20 * (vertices.length / 3)).set(indices);
        at += sizes[place];
    });
    return new Uint8Array(words.buffer);
}

const triangle = [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]];
const frame = (stamp, worldFromCamera = cameraOfWorld) => ({ depth: { timestampNanoseconds: stamp, worldFromCamera } });

test("anchors are added, updated and removed", () => {
    const anchors = new MeshAnchors();
    assert.deepEqual(anchors.take(update(1n, [[4, [0, 0, 0], ...triangle], [5, [1, 0, 0], ...triangle]])), { added: [4, 5], updated: [], removed: [] });
    const more = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
    assert.deepEqual(anchors.take(update(2n, [[4, [0, 0, 0], [], []], [5, [1, 0, 0], more, [0, 1, 2, 2, 1, 3]], [9, [2, 0, 0], ...triangle]])), {
        added: [9], updated: [5], removed: [4],
    });
    const [five, nine] = anchors.of(frame(2n));
    assert.deepEqual([five.identifier, five.changedNanoseconds, [...five.vertices], [...five.indices]], [5, 2n, more, [0, 1, 2, 2, 1, 3]]);
    assert.deepEqual([...five.sigmas], Array(4).fill(Math.fround(0.05)));
    assert.deepEqual([...five.colors], Array(16).fill(50));
    assert.deepEqual([nine.identifier, nine.changedNanoseconds, nine.vertices.length, [...nine.indices]], [9, 2n, 9, [0, 1, 2]]);
    assert.deepEqual(anchors.take(update(3n, [])), { added: [], updated: [], removed: [] });
});

test("anchors follow the keyframe whose pose the frame knows", () => {
    const anchors = new MeshAnchors();
    anchors.take(update(1n, [[1, [0, 0, -2], ...triangle]]));
    assert.deepEqual(anchors.of(frame(1n))[0].worldFromAnchor.translation.map((value) => value + 0), [0, 0, -2]);
    // The world is corrected: the camera stood a metre higher, and was turned about the vertical by a quarter.
    const turned = { rotation: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0], translation: [0, 1, 0] };
    const [{ worldFromAnchor }] = anchors.of(frame(1n, turned));
    [-2, 1, 0].forEach((value, axis) => assert.ok(Math.abs(worldFromAnchor.translation[axis] - value) < 1e-12, String(worldFromAnchor.translation)));
    // A frame with an earlier or later map tells nothing new.
    assert.deepEqual(anchors.of(frame(7n))[0].worldFromAnchor, worldFromAnchor);
});

test("a frame without a map has no anchors, and a new run none of before", () => {
    const anchors = new MeshAnchors();
    anchors.take(update(1n, [[1, [0, 0, 0], ...triangle]]));
    assert.deepEqual(anchors.of(frame(3n)), [], "where the surfaces are is not known yet");
    assert.equal(anchors.of(frame(1n)).length, 1);
    assert.deepEqual(anchors.of({ depth: null }), []);
    assert.deepEqual(anchors.of(frame(3n)), [], "a new world's map");
    assert.equal(anchors.of(frame(1n)).length, 1);
    anchors.reset();
    assert.deepEqual(anchors.of(frame(1n)), []);
});

test("a measured thing is in the world as the frame knows it, and says why there is none", () => {
    const anchors = new MeshAnchors();
    const answer = (result, values = []) => {
        const words = new Float64Array(thingFields.count + 3);
        words[thingFields.result] = thingResults.indexOf(result);
        words.set(values, 1);
        return new Uint8Array(words.buffer);
    };
    const done = answer("done", [0.1, 0.004, 0.4, 0.01, 0.25, 0.02, 1, 1, 0, -2]);
    assert.equal(anchors.pointInMesh([1, 2, 3]), null, "where the surfaces are is not known yet");
    assert.deepEqual(anchors.thing(done), { result: "unseen" });
    anchors.take(update(1n, [[1, [0, 0, 0], ...triangle]]));
    // The camera stood a metre higher than the keyframe's pose says.
    anchors.of(frame(1n, { ...cameraOfWorld, translation: [0, 1, 0] }));
    assert.deepEqual(anchors.pointInMesh([1, 2, 3]), [1, 1, 3]);
    assert.deepEqual(anchors.thing(done), {
        result: "done", volume: 0.1, volumeSigma: 0.004, height: 0.4, heightSigma: 0.01, area: 0.25, hiddenShare: 0.02, outline: [[1, 1, -2]],
    });
    for (const result of ["unseen", "noSurface", "hidden"]) assert.deepEqual(anchors.thing(answer(result)), { result });
});
