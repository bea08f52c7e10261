// What the scanning page makes of mesh anchors: the floor, how much is known, what is missing, and what it advises.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextStep } from "../../../Web/scan/next-step.js";
import { ScannedSurface } from "../../../Web/scan/scanned-surface.js";
import { clipFromPixels } from "../../../Web/scan/surface-paint.js";

let identifiers = 0;

/** A rectangle from a corner along two directions, in triangles of some centimetres; its normal is that of `along × across`. */
function sheet(corner, along, across, { sigma = 0.015, steps = 20, place = [0, 0, 0] } = {}) {
    const [vertices, indices] = [[], []];
    for (let i = 0; i <= steps; i++) {
        for (let k = 0; k <= steps; k++) vertices.push(...corner.map((value, axis) => value + (along[axis] * i + across[axis] * k) / steps));
    }
    for (let i = 0; i < steps; i++) {
        for (let k = 0; k < steps; k++) {
            const first = i * (steps + 1) + k;
            indices.push(first, first + steps + 1, first + 1, first + 1, first + steps + 1, first + steps + 2);
        }
    }
    return {
        identifier: ++identifiers, changedNanoseconds: 1n, worldFromAnchor: { rotation: [0, 0, 0, 1], translation: place },
        vertices: Float32Array.from(vertices), sigmas: new Float32Array(vertices.length / 3).fill(sigma), indices: Uint32Array.from(indices),
    };
}

const floor = (options) => sheet([-2, 0, -1.5], [0, 0, 3], [4, 0, 0], options);
const table = sheet([0, 0.7, 0], [0, 0, 0.8], [1.2, 0, 0]);
const walls = {
    ahead: sheet([-2, 0, -1.5], [4, 0, 0], [0, 2.4, 0]), behind: sheet([2, 0, 1.5], [-4, 0, 0], [0, 2.4, 0]),
    left: sheet([-2, 0, 1.5], [0, 0, -3], [0, 2.4, 0]), right: sheet([2, 0, -1.5], [0, 0, 3], [0, 2.4, 0]),
};
/** The camera looks along −z. */
const pose = { rotation: [0, 0, 0, 1], translation: [0, 1.4, 0] };

function surfaceOf(...anchors) {
    const surface = new ScannedSurface();
    surface.take(anchors, 1.4);
    return surface;
}

test("the floor is the lowest large level, and areas are those of the surfaces", () => {
    const surface = surfaceOf(floor(), table, walls.ahead);
    assert.ok(Math.abs(surface.floorHeight) < 0.03, `${surface.floorHeight}`);
    assert.ok(Math.abs(surface.floorArea - 12) < 0.01 && Math.abs(surface.uprightArea - 9.6) < 0.01);
    assert.ok(Math.abs(surface.area - 12 - 0.96 - 9.6) < 0.01);
    const kinds = new Map();
    for (const { kind } of surface.cells()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    assert.ok(kinds.get("floor") > 100 && kinds.get("wall") >= 20 && kinds.get("thing") > 50, JSON.stringify([...kinds]));
    assert.equal(surfaceOf(table).floorHeight > 0.6, true);
});

test("an anchor is counted again when it changes, when the world is corrected, and goes when it is gone", () => {
    const surface = surfaceOf(floor());
    const same = floor();
    assert.equal(surface.take([same], 1.4), true);
    assert.equal(surface.take([same], 1.4), false);
    assert.equal(surface.take([{ ...same, worldFromAnchor: { ...same.worldFromAnchor, translation: [0, -0.5, 0] } }], 1.4), true);
    assert.ok(Math.abs(surface.floorHeight + 0.5) < 0.03);
    assert.equal(surface.take([], 1.4), true);
    assert.deepEqual([surface.floorHeight, surface.area], [null, 0]);
});

test("each missing part has its advice, the first one first", () => {
    assert.equal(nextStep(surfaceOf(), pose, null), "begin");
    assert.equal(nextStep(surfaceOf(floor()), pose, 9), "still");
    assert.equal(nextStep(surfaceOf(walls.ahead), pose, 0.3), "floor");
    assert.equal(nextStep(surfaceOf(floor()), pose, 0.3), "walls");
    const all = Object.values(walls);
    assert.equal(nextStep(surfaceOf(floor(), ...all), pose, 0.3), "done");
    for (const side of ["ahead", "left", "right", "behind"]) {
        assert.equal(nextStep(surfaceOf(floor(), ...all.filter((wall) => wall !== walls[side])), pose, 0.3), side);
    }
    // Half a turn to the left: what was on the left is ahead then.
    const turned = { ...pose, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    assert.equal(nextStep(surfaceOf(floor(), walls.ahead, walls.right, walls.behind), turned, 0.3), "ahead");
    assert.equal(nextStep(surfaceOf(floor({ sigma: 0.04 }), ...all.map((wall) => ({ ...wall, sigmas: wall.sigmas.map(() => 0.04) }))), pose, 0.3), "weak");
});

test("three corners say where the view shows a pixel, also of a turned image", () => {
    const apply = (m, [x, y]) => [m[0] * x + m[3] * y + m[6], m[1] * x + m[4] * y + m[7]];
    for (const corners of [[[80, 0], [560, 0], [80, 480]], [[0, 480], [0, 0], [640, 480]]]) {
        const matrix = clipFromPixels(corners);
        const clips = corners.map((corner) => apply(matrix, corner));
        clips.forEach((clip, index) => clip.forEach((value, axis) => assert.ok(Math.abs(value - [[-1, 1], [1, 1], [-1, -1]][index][axis]) < 1e-12)));
    }
});
