// Counting images between the page and the engine.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ImageFlow } from "../../../Web/sightline/core/image-flow.js";
import { withProgress } from "../../../Web/sightline/core/loading.js";

function opened() {
    const clock = { now: 0 };
    const flow = new ImageFlow(() => clock.now);
    flow.begin(1);
    flow.open();
    return { clock, flow };
}

test("no image is wanted before the engine has opened the run", () => {
    const flow = new ImageFlow(() => 0);
    flow.begin(1);
    assert.equal(flow.hasRoom, false);
    flow.open();
    assert.equal(flow.hasRoom, true);
});

test("four images may be on their way, and each that comes back makes room", () => {
    const { flow } = opened();
    for (let i = 0; i < 4; i++) {
        assert.equal(flow.hasRoom, true);
        flow.handOver();
    }
    assert.equal(flow.hasRoom, false);
    flow.giveBack(1, 2);
    assert.equal(flow.inFlight, 2);
    assert.equal(flow.hasRoom, true);
});

test("what an earlier run gives back does not count for the present one", () => {
    const { flow } = opened();
    flow.handOver();
    flow.begin(2);
    flow.open();
    flow.handOver();
    flow.giveBack(1, 1);
    assert.equal(flow.inFlight, 1);
    flow.giveBack(2, 1);
    flow.giveBack(2, 1);
    assert.equal(flow.inFlight, 0);
});

test("an engine that keeps images for more than four seconds is stalled, until it is asked again", () => {
    const { clock, flow } = opened();
    clock.now = 100_000;
    assert.equal(flow.isStalled, false, "nothing is on its way");
    flow.handOver();
    clock.now += 3_900;
    assert.equal(flow.isStalled, false);
    clock.now += 200;
    assert.equal(flow.isStalled, true);
    flow.recover();
    assert.equal(flow.isStalled, false);
    assert.equal(flow.hasRoom, true);
});

test("a response's bytes are counted and come through whole", async () => {
    const seen = [];
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const response = withProgress(new Response(bytes, { headers: { "Content-Length": "300000" } }), (...values) => seen.push(values));
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes);
    assert.deepEqual(seen.at(-1), [300_000, 300_000]);
    const packed = new Response(bytes, { headers: { "Content-Length": "300", "Content-Encoding": "gzip" } });
    await withProgress(packed, (loaded, total) => seen.push([loaded, total])).arrayBuffer();
    assert.deepEqual(seen.at(-1), [300_000, null]);
});
