// A headset's rays against surfaces, the poses of what it shows, and the pointers that its input sources make.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lying, placedAt, rod } from "../../../Web/sightline/headset/matrices.js";
import { Pointers } from "../../../Web/sightline/headset/pointers.js";
import { convexHull, facing, holds, movedRay, nearestHit, rayOf, rectangleHit, touchingRay } from "../../../Web/sightline/headset/ray-geometry.js";
import { box, ring, square } from "../../../Web/sightline/headset/shapes.js";
import { XRSurfaces } from "../../../Web/sightline/headset/xr-surfaces.js";
import { rotated, transformed } from "../../../Web/sightline/core/projection.js";

const near = (a, b, what, limit = 1e-9) => a.forEach((value, index) => assert.ok(Math.abs(value - b[index]) < limit, `${what}: ${a} for ${b}`));
const level = [0, 0, 0, 1];
const at = (...translation) => ({ rotation: level, translation });
const square2 = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
const table = { number: 1, pose: at(0, 0.75, -1), outline: [[-0.6, -0.3], [0.6, -0.3], [0.6, 0.3], [-0.6, 0.3]] };
const floor = { number: 2, pose: at(0, 0, 0), outline: square2.map(([x, z]) => [3 * x, 3 * z]) };
const transformOf = ({ rotation: [x, y, z, w], translation: [px, py, pz] }) => ({ orientation: { x, y, z, w }, position: { x: px, y: py, z: pz } });

test("a hull is convex and runs one way, whichever way the outline ran", () => {
    const hull = convexHull([[1, 1], [0, 0.1], [-1, 1], [-1, -1], [1, -1], [0, 0]]);
    assert.deepEqual(hull, square2);
    assert.deepEqual(convexHull([...square2].reverse()), square2);
    assert.ok(holds(hull, [0.99, -0.99]) && !holds(hull, [1.01, 0]) && !holds([[0, 0], [1, 1]], [0.5, 0.5]));
});

test("a ray meets the nearest surface inside its outline, with the normal towards it", () => {
    const down = nearestHit([floor, table], { origin: [0.5, 1.5, -1], direction: [0, -1, 0] });
    assert.equal(down.surface, table);
    near([down.distance, ...down.point, ...down.normal], [0.75, 0.5, 0.75, -1, 0, 1, 0], "on the table");
    assert.equal(nearestHit([floor, table], { origin: [0.7, 1.5, -1], direction: [0, -1, 0] }).surface, floor);
    near(nearestHit([table], { origin: [0, 0, -1], direction: [0, 1, 0] }).normal, [0, -1, 0], "from below");
    assert.equal(nearestHit([floor, table], { origin: [0, 1.5, 0], direction: [0, 1, 0] }), null);
    assert.equal(nearestHit([table], { origin: [0, 0.75, 0], direction: [0, 0, -1] }), null);
});

test("a fingertip near a surface touches it straight below, before it and behind it, and nothing beside it or farther away", () => {
    for (const height of [0.78, 0.72]) {
        const ray = touchingRay([floor, table], [0.2, height, -1.1], 0.05);
        near([...nearestHit([floor, table], ray).point, ...ray.direction], [0.2, 0.75, -1.1, 0, -1, 0], "below");
    }
    const shelf = { number: 3, pose: at(0, 0.95, -1), outline: table.outline };
    near(touchingRay([floor, table, shelf], [0.2, 0.76, -1], 0.05).origin, [0.2, 0.93, -1], "below the shelf");
    assert.equal(touchingRay([floor, table], [0.2, 0.81, -1], 0.05), null);
    assert.equal(touchingRay([floor, table], [0.7, 0.75, -1], 0.05), null);
});

test("a pose points along its −Z, and a panel faces the eye with its text upright", () => {
    near(rayOf({ rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], translation: [1, 2, 3] }).direction, [-1, 0, 0], "a quarter to the left");
    const pose = facing([0.3, 1, -0.5], [0, 1.6, 0.2]);
    const away = [-0.3, 0.6, 0.7].map((value) => value / Math.hypot(0.3, 0.6, 0.7));
    near(rotated(pose.rotation, [0, 0, 1]), away, "towards the eye");
    near([rotated(pose.rotation, [1, 0, 0])[1]], [0], "level");
    assert.ok(rotated(pose.rotation, [0, 1, 0])[1] > 0);
    const corner = transformed(pose, [-0.099, 0.049, 0]);
    const hit = rectangleHit(pose, [0.2, 0.1], { origin: [0, 1.6, 0.2], direction: corner.map((value, axis) => value - [0, 1.6, 0.2][axis]) });
    near([hit.x, hit.y], [0.005, 0.01], "by the top left corner");
    assert.equal(rectangleHit(pose, [0.2, 0.1], { origin: [0, 1.6, 0.2], direction: [0, 1, 0] }), null);
});

test("what is placed lies where it is to lie", () => {
    const { pose, length } = rod([1, 0, 0], [1, 2, 0]);
    assert.equal(length, 2);
    near(transformed(pose, [0, 0, -2]), [1, 2, 0], "the rod's end");
    near(rotated(lying([0, 0, 0], [0, -1, 0]).rotation, [0, 1, 0]), [0, -1, 0], "under a ceiling");
    near(rod([0, 0, 0], [0, 0, 3]).pose.rotation, [0, 1, 0, 0], "backwards");
    near([...placedAt(at(1, 2, 3), [2, 3, 4])], [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1], "columns");
    near(movedRay(at(0, 1, 0), { origin: [1, 0, 0], direction: [0, 0, -1] }).origin, [1, 1, 0], "moved");
});

test("shapes have a normal and a coordinate for each corner, and indices within", () => {
    for (const { positions, normals, coordinates, indices } of [box(), ring(), ring(0), square()]) {
        assert.equal(positions.length, normals.length);
        assert.equal(coordinates.length / 2, positions.length / 3);
        assert.ok(Math.max(...indices) < positions.length / 3 && indices.length % 3 === 0);
    }
});

/** An XR frame that knows the poses of spaces and planes. */
const frameOf = (planes = []) => ({
    detectedPlanes: new Set(planes),
    getPose: ({ pose }) => pose && { transform: transformOf(pose) },
    getJointPose: ({ pose }) => pose && { transform: transformOf(pose) },
});

test("surfaces keep their numbers, and are reported when they change and from time to time", () => {
    const plane = (x, time) => ({ planeSpace: { pose: at(x, 0, 0) }, polygon: square2.map(([a, b]) => ({ x: a, y: 0, z: b })), lastChangedTime: time });
    const [a, b] = [plane(0, 1), plane(5, 1)];
    const surfaces = new XRSurfaces();
    assert.deepEqual(surfaces.read(frameOf([a, b]), {}, 0).map(({ number }) => number), [1, 2]);
    assert.equal(surfaces.read(frameOf([a, b]), {}, 20), null);
    a.lastChangedTime = 2;
    assert.equal(surfaces.read(frameOf([a, b]), {}, 40).length, 2);
    assert.deepEqual(surfaces.read(frameOf([b]), {}, 60).map(({ number }) => number), [2]);
    assert.equal(surfaces.read(frameOf([b]), {}, 80), null);
    assert.equal(surfaces.read(frameOf([b]), {}, 600).length, 1);
    assert.deepEqual(surfaces.read(frameOf([b, a]), {}, 620).map(({ number }) => number).sort(), [2, 3]);
    assert.deepEqual(surfaces.read(frameOf(), {}, 640), []);
    assert.deepEqual(surfaces.list, []);
});

/** A session with pointers over the table, which records what begins and ends. */
function pointing() {
    const session = new EventTarget();
    const pointers = new Pointers(session, {}, { list: [table] });
    const told = [];
    pointers.onbegin = ({ number }) => told.push(`begin ${number}`);
    pointers.onend = ({ number }) => told.push(`end ${number}`);
    const send = (kind, more) => session.dispatchEvent(Object.assign(new Event(kind), { frame: frameOf(), ...more }));
    const source = (hand = null, mode = "tracked-pointer") => ({ targetRayMode: mode, targetRaySpace: { pose: at(0, 1, 0) }, hand });
    return { pointers, told, send, source };
}

test("a pointer selects from its start to its end; a source that is taken away ends it", () => {
    const { pointers, told, send, source } = pointing();
    const [right, left] = [source(), source()];
    pointers.read(frameOf(), [right, left]);
    assert.deepEqual(pointers.list.map(({ number, hasRay }) => [number, hasRay]), [[1, true], [2, true]]);
    send("selectend", { inputSource: right });
    send("selectstart", { inputSource: right });
    send("selectstart", { inputSource: right });
    send("selectstart", { inputSource: left });
    send("selectend", { inputSource: right });
    send("inputsourceschange", { removed: [left] });
    assert.deepEqual(told, ["begin 1", "begin 2", "end 1", "end 2"]);
    const gaze = source(null, "transient-pointer");
    send("selectstart", { inputSource: gaze });
    assert.deepEqual(told.at(-1), "begin 2", "the number that is free");
    pointers.read(frameOf(), [right]);
    assert.deepEqual(told.at(-1), "end 2", "a source that is gone without an event");
    assert.equal(pointers.list.length, 1);
    right.targetRaySpace.pose = null;
    pointers.read(frameOf(), [right]);
    assert.deepEqual(pointers.list, [], "one that is not tracked points nowhere");
});

test("a hand whose fingertip is at a surface touches it, and keeps its way of drawing until it lets go", () => {
    const { pointers, send, source } = pointing();
    const tip = { pose: at(0.1, 0.77, -1) };
    const hand = source(new Map([["index-finger-tip", tip]]));
    send("selectstart", { inputSource: hand });
    const [pointer] = pointers.list;
    assert.ok(pointer.isTouching);
    near(pointer.ray.direction, [0, -1, 0], "straight down");
    tip.pose = at(0.2, 0.83, -1);
    pointers.read(frameOf(), [hand]);
    near([pointer.ray.origin[0]], [0.2], "still at the fingertip");
    tip.pose = at(0.2, 0.9, -1);
    pointers.read(frameOf(), [hand]);
    assert.equal(pointer.ray, null, "no leap to the ray");
    send("selectend", { inputSource: hand });
    pointers.read(frameOf(), [hand]);
    near(pointer.ray.direction, [0, 0, -1], "the ray again");
    send("selectstart", { inputSource: hand });
    tip.pose = at(0.2, 0.76, -1);
    pointers.read(frameOf(), [hand]);
    near(pointer.ray.direction, [0, 0, -1], "a stroke along the ray stays there");
    tip.pose = null;
    pointers.read(frameOf(), [hand]);
    assert.equal(pointer.tip, null);
});
