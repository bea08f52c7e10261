// A plan tied to a world by known places, and labels of beacons that stand by it.

import assert from "node:assert/strict";
import test from "node:test";
import { planTie } from "../../../Web/beacons/plan-tie.js";
import { PlanPlacing } from "../../../Web/measure/labels/plan-placing.js";

const near = (found, expected, error = 1e-9) => assert.ok(Math.abs(found - expected) < error, `${found} is not ${expected}`);

/** The place in a world that is turned by an angle against the plan, m. */
const worldOf = ({ x, y }, angle = 0.7, height = 0) => {
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const [u, v] = [cosine * x + sine * y - 3, cosine * y - sine * x + 5];
    return [u, height, -v];
};

test("two places turn and shift a world onto the plan, and back, without a mirror", () => {
    const places = [{ x: 1, y: 2 }, { x: 7, y: 4 }];
    const tie = planTie(places.map((plan) => ({ plan, world: worldOf(plan) })));
    assert.equal(tie.conflict, null);
    near(tie.distance, Math.hypot(6, 2));
    const other = { x: 3, y: 9 };
    const found = tie.onPlan(worldOf(other));
    near(found.x, 3);
    near(found.y, 9);
    const { x, z } = tie.inWorld(other);
    near(x, worldOf(other)[0]);
    near(z, worldOf(other)[2]);
    assert.equal(planTie([{ plan: places[0], world: [0, 0, 0] }]), null);
});

test("distances that contradict each other by more than their errors are told", () => {
    const pairs = (length) => [{ plan: { x: 0, y: 0 }, world: [0, 0, 0] }, { plan: { x: 8, y: 0 }, world: [length, 0, 0] }];
    assert.equal(planTie(pairs(8.8)).conflict, null);
    const { conflict } = planTie(pairs(11));
    assert.deepEqual([conflict.plan, conflict.world], [8, 11]);
    assert.ok(conflict.sigma > 0.4 && conflict.sigma < 0.6);
});

/** A venue of hung beacons and of one that is carried. */
const venue = (places) => ({ placeOf: (beacon) => places[beacon] ?? null, beacons: Object.keys(places).map((beacon) => ({ beacon, name: beacon })) });

test("two labels that stand where their beacons hang place those of the other beacons of the floor", () => {
    const hung = (x, y, height, floor = "hall") => ({ x, y, height, floor, isHung: true });
    const placing = new PlanPlacing(venue({ a: hung(1, 2, 2), b: hung(7, 4, 2.4), c: hung(3, 9, 1.5), upstairs: hung(3, 3, 2, "gallery"), guide: { x: 5, y: 5, height: 1, floor: "hall", isHung: false } }));
    placing.update([{ beacon: "a", point: worldOf({ x: 1, y: 2 }, 0.7, 0.8) }]);
    assert.equal(placing.pointOf("c"), null, "one label does not say how the room is turned");
    assert.match(placing.words, /at least 3 m apart/);
    placing.update([{ beacon: "a", point: worldOf({ x: 1, y: 2 }, 0.7, 0.8) }, { beacon: "b", point: worldOf({ x: 7, y: 4 }, 0.7, 1.2) }]);
    assert.match(placing.words, /tied to the room/);
    const found = placing.pointOf("c");
    worldOf({ x: 3, y: 9 }, 0.7, 0.3).forEach((value, axis) => near(found[axis], value));
    near(placing.pointOf("guide")[1], -0.2);
    assert.equal(placing.pointOf("upstairs"), null, "another floor is not in view");
    assert.deepEqual(placing.others(["a", "b"]), ["c", "guide"]);
    placing.update([{ beacon: "a", point: worldOf({ x: 1, y: 2 }, 0.7, 0.8) }, { beacon: "b", point: worldOf({ x: 9, y: 7 }, 0.7, 1.2) }]);
    assert.equal(placing.pointOf("c"), null, "labels that contradict the plan place nothing");
    assert.match(placing.words, /6\.3 m apart on the plan, but 9\.4 m here/);
    placing.update([{ beacon: "guide", point: [0, 0, 0] }]);
    assert.equal(placing.words, "", "who is carried ties nothing");
});
