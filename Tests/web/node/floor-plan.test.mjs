// A floor plan as the page reads, lays out and moves it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floorPlanFields as fields, planBodyFields as bodyFields, planPassageFields as passageFields, planRoomFields as roomFields, planWallFields as wallFields } from "../../../Web/sightline/generated/records.js";
import { readFloorPlan } from "../../../Web/sightline/depth/floor-plan.js";
import { movables, PlanLayout } from "../../../Web/scan/plan-drawing.js";
import { motionOf } from "../../../Web/scan/plan-editing.js";

const near = (a, b, message) => assert.ok(Math.abs(a - b) < 1e-9, message ?? `${a} is not ${b}`);

/** A room of 4 m × 3 m that is turned by an angle, with an opening in its first side. */
function room(angle = 0) {
    const turned = ([x, y]) => [Math.cos(angle) * x - Math.sin(angle) * y, Math.sin(angle) * x + Math.cos(angle) * y];
    const wall = (from, to, side, kind = "wall") => {
        const [start, end] = [turned(from), turned(to)];
        return { start, end, side, kind, length: Math.hypot(end[0] - start[0], end[1] - start[1]), lengthSigma: 0.02, origin: "scanned", isLengthByHand: false, room: 0 };
    };
    const corners = [[0, 0], [4, 0], [4, 3], [0, 3]];
    const sides = corners.map((corner, side) => wall(corner, corners[(side + 1) % 4], side));
    return { sides, stretches: [wall([0, 0], [1, 0], 0), wall([1, 0], [2, 0], 0, "opening"), wall([2, 0], [4, 0], 0), ...sides.slice(1)], rooms: [{ name: "" }], passages: [{ rooms: [0], stretch: 1, opposite: null }], knownSide: null };
}

test("a floor plan is read: stretches, sides, corrections, name, and the reason if there is none", () => {
    const words = new Float64Array(fields.count + 3 * wallFields.count + 2 * roomFields.count + passageFields.count + bodyFields.count + 1);
    const put = (at, layout, values) => Object.entries(values).forEach(([name, value]) => words.set([value].flat(), at + layout[name]));
    put(0, fields, { area: 12, areaSigma: 0.2, floorHeight: -1.4, ceilingHeight: 2.4, stretchCount: 1, sideCount: 1, isAreaByHand: 1, scale: 1.1, knownSide: -1, corrections: 2, partitionCount: 1, roomCount: 2, passageCount: 1, bodyCount: 1, nameBytes: 8 });
    put(fields.count, wallFields, { start: [0, 0], end: [3, 4], lengthSigma: 0.02, kind: 1, origin: 1 });
    put(fields.count + wallFields.count, wallFields, { start: [0, 0], end: [6, 8], lengthSigma: 0.03, isLengthByHand: 1 });
    put(fields.count + 2 * wallFields.count, wallFields, { start: [1, 0], end: [1, 2], origin: 3, room: -1 });
    const rooms = fields.count + 3 * wallFields.count;
    put(rooms, roomFields, { area: 8, areaSigma: 0.1, ceilingHeight: 2.4, labelPlace: [1, 1.5], nameBytes: 6 });
    put(rooms + roomFields.count, roomFields, { area: 4, areaSigma: 0.1, isAreaByHand: 1, labelPlace: [3, 1.5], nameBytes: 2 });
    const passages = rooms + 2 * roomFields.count;
    put(passages, passageFields, { room: 0, otherRoom: 1, stretch: 0, opposite: 5 });
    put(passages + passageFields.count, bodyFields, { first: [0, 0], second: [1, 0], third: [1, 0.1], fourth: [0, 0.1] });
    const bytes = new Uint8Array(words.buffer);
    bytes.set(new TextEncoder().encode("KücheWC"), bytes.length - 8);
    const plan = readFloorPlan(bytes);
    assert.deepEqual([plan.result, plan.area, plan.areaSigma, plan.floorHeight, plan.ceilingHeight], ["done", 12, 0.2, -1.4, 2.4]);
    assert.deepEqual([plan.name, plan.isAreaByHand, plan.scale, plan.knownSide, plan.corrections], ["Küche", true, 1.1, null, 2]);
    assert.deepEqual(plan.stretches, [{ start: [0, 0], end: [3, 4], length: 5, lengthSigma: 0.02, kind: "opening", origin: "movedAlong", side: 0, isLengthByHand: false, room: 0 }]);
    assert.deepEqual(plan.sides.map(({ length, kind, isLengthByHand }) => [length, kind, isLengthByHand]), [[10, "wall", true]]);
    assert.deepEqual(plan.rooms, [
        { name: "Küche", area: 8, areaSigma: 0.1, ceilingHeight: 2.4, isAreaByHand: false, labelPlace: [1, 1.5] },
        { name: "WC", area: 4, areaSigma: 0.1, ceilingHeight: null, isAreaByHand: true, labelPlace: [3, 1.5] },
    ]);
    assert.deepEqual([plan.passages, plan.partitions.map(({ origin, room: of }) => [origin, of])], [[{ rooms: [0, 1], stretch: 0, opposite: 5 }], [["drawn", null]]]);
    assert.deepEqual(plan.bodies, [[[0, 0], [1, 0], [1, 0.1], [0, 0.1]]]);
    const none = new Float64Array(fields.count);
    none.set([2, 1], fields.result);
    assert.deepEqual(readFloorPlan(new Uint8Array(none.buffer)), { result: "notEnclosed", seenWalls: 1 });
});

test("the longest wall lies level, whatever the world's heading, and the plan fits", () => {
    for (const angle of [0, 0.4, 2, 3, -1.2, -2.9]) {
        const plan = room(angle);
        const layout = new PlanLayout(plan, { width: 400, height: 400, margin: 30 });
        near(layout.scale, 85);
        near(layout.size[0], 400);
        near(layout.size[1], 315);
        const [from, to] = [plan.sides[0].start, plan.sides[0].end].map((point) => layout.place(point));
        near(from[1], to[1]);
        for (const { start } of plan.sides) {
            const [x, y] = layout.place(start);
            assert.ok(x > 30 - 1e-9 && x < 370 + 1e-9 && y > 30 - 1e-9 && y < 285 + 1e-9);
            layout.point([x, y]).forEach((value, axis) => near(value, start[axis]));
        }
    }
});

test("a corrected plan is turned as before, also if another wall is the longest then", () => {
    const before = new PlanLayout(room(0.4), { width: 400, height: 400, margin: 30 });
    const plan = room(0.4);
    // The wall on the right moves in by 2 m.
    const along = [Math.cos(0.4), Math.sin(0.4)];
    const moved = ([x, y]) => [x - 2 * along[0], y - 2 * along[1]];
    plan.sides[0].end = plan.sides[1].start = moved(plan.sides[0].end);
    plan.sides[1].end = plan.sides[2].start = moved(plan.sides[1].end);
    for (const side of plan.sides) side.length = Math.hypot(side.end[0] - side.start[0], side.end[1] - side.start[1]);
    const levelOf = (turnedAs) => {
        const layout = new PlanLayout(plan, { width: 400, height: 400, margin: 30, turnedAs });
        const [from, to] = [plan.sides[0].start, plan.sides[0].end].map((point) => layout.place(point));
        return Math.abs(from[1] - to[1]) < 1e-9;
    };
    assert.deepEqual([levelOf(before), levelOf(null)], [true, false]);
});

test("on paper the largest usual scale is taken that fits", () => {
    const scaleOf = (width) => new PlanLayout(room(), { width, height: 140, margin: 14, scales: [50, 20, 10] }).scale;
    assert.deepEqual([scaleOf(180), scaleOf(107), scaleOf(70)], [20, 10, 10]);
    assert.ok(scaleOf(60) < 10);
});

test("a motion moves a wall outwards and an opening along its wall; across that nothing moves", () => {
    const plan = room(0.4);
    const layout = new PlanLayout(plan, { width: 400, height: 400, margin: 30 });
    const [bottom, right, top, left, opening] = movables(plan);
    // Down, to the right, up, to the left on the screen is out of the room.
    near(motionOf(bottom, layout, [0, 10]), 10);
    near(motionOf(right, layout, [10, 0]), 10);
    near(motionOf(top, layout, [0, 10]), -10);
    near(motionOf(left, layout, [-10, 3]), 10);
    assert.deepEqual([bottom, right].map((wall, index) => motionOf(wall, layout, index ? [0, 10] : [10, 0])), [null, null]);
    assert.deepEqual([opening.kind, opening.number, opening.key], ["moveOpening", 1, "opening-0"]);
    near(motionOf(opening, layout, [10, 0]), 10);
    assert.equal(motionOf(opening, layout, [0, 10]), null);
});

test("a wall that was dragged out of the drawing is not held by it, and a partition does not move", () => {
    const plan = room();
    const layout = new PlanLayout(plan, { width: 400, height: 400, margin: 30 });
    assert.ok(layout.holds(plan));
    assert.ok(!layout.holds({ ...plan, sides: plan.sides.map((side) => ({ ...side, end: [side.end[0] * 2, side.end[1]] })) }));
    const partition = { ...plan.sides[0], start: [1, 1], end: [2, 1], room: null };
    const drawn = movables({ ...plan, partitions: [partition] }).find(({ kind }) => kind === "partition");
    assert.deepEqual([drawn.key, motionOf(drawn, layout, [0, 10])], ["partition-0", null]);
});
