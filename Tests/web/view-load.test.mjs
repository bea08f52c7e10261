// What gives way on a slow device, and in which order; the narrow network's limits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Quality, ViewLoad } from "../../Web/assist/quality.js";

function pictures(load, count, milliseconds) {
    for (let i = 0; i < count; i++) load.add(milliseconds);
}

test("a slow device draws the view smaller, step by step, and larger again when it has time", () => {
    const sizes = [];
    const load = new ViewLoad((width, height) => sizes.push([width, height]));
    load.begin({ width: 640, height: 480 });
    pictures(load, 90, 30);
    assert.deepEqual(sizes, [[1280, 720]]);
    pictures(load, 270, 60);
    assert.deepEqual(sizes, [[1280, 720], [960, 540], [640, 360]]);
    pictures(load, 180, 10);
    assert.deepEqual(sizes.slice(3), [[960, 540], [1280, 720]]);
});

test("the voice is never paused or made to wait: it alone has priority, in a narrow network too", async () => {
    const senders = ["view", "voice"].map((kind) => ({
        kind, set: [],
        getParameters: () => ({ encodings: [{ priority: "low" }] }),
        async setParameters({ encodings: [encoding] }) { this.set.push(encoding); },
    }));
    const quality = new Quality();
    const peer = { state: "closed" };
    for (const sender of senders) quality.add(peer, sender, sender.kind);
    quality.setLow(true);
    quality.close();
    const [[, view], [, voice]] = senders.map(({ set }) => set);
    assert.deepEqual([view.maxBitrate, view.maxFramerate, view.scaleResolutionDownBy, view.priority], [200_000, 8, 2, "low"]);
    assert.deepEqual([voice.priority, voice.networkPriority], ["high", "high"]);
    assert.ok(voice.maxBitrate >= 24_000 && voice.active !== false);
});
