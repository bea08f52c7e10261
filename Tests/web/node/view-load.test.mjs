// What gives way on a slow device, and in which order; the narrow network's limits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Quality, ViewLoad } from "../../../Web/assist/call/quality.js";

/** A device's images for some seconds, a gap apart, each so old when it was shown. */
class Device {
    now = 1000;
    sizes = [];
    load = new ViewLoad((...size) => this.sizes.push(size));

    show(seconds, gap, age) {
        for (const end = this.now + 1000 * seconds; this.now < end; this.now += gap) this.load.add(this.now, age);
    }
}

const full = [1280, 720, 4];
const middle = [960, 540, 1];
const small = [640, 360, 1];

test("a device that shows few pictures draws the view smaller, step by step, and larger again when it has time", () => {
    const device = new Device();
    device.load.begin({ width: 640, height: 480 });
    device.show(20, 33, 60);
    assert.deepEqual(device.sizes, [full]);
    device.show(10, 66, 90);
    assert.deepEqual(device.sizes, [full, middle, small]);
    device.show(30, 33, 50);
    assert.deepEqual(device.sizes.slice(3), [middle, full]);
});

test("pictures that come late make the view smaller, however evenly they come", () => {
    const device = new Device();
    device.load.begin({ width: 640, height: 480 });
    device.show(10, 33, 160);
    assert.deepEqual(device.sizes, [full, middle, small]);
});

test("a camera that gives few pictures in little light is no slow device", () => {
    const device = new Device();
    device.load.begin({ width: 640, height: 480 });
    device.show(10, 66, 50);
    assert.deepEqual(device.sizes, [full]);
});

test("a recording's pictures, whose age nobody knows, are judged by their gaps", () => {
    const device = new Device();
    device.load.begin({ width: 480, height: 640 });
    device.show(10, 33, null);
    device.show(3, 80, null);
    assert.deepEqual(device.sizes, [[720, 1260, 4], [512, 900, 1]]);
});

test("a camera of 60 images per second gives half as many once, if not even 40 of them are shown, before anything else gives way", () => {
    for (const [gap, wanted] of [[17, 0], [24, 0], [28, 1], [33, 1]]) {
        const device = new Device();
        let slowed = 0;
        device.load.hasFullRate(() => slowed++);
        device.load.begin({ width: 640, height: 480 });
        device.show(20, gap, 60);
        assert.deepEqual([slowed, device.sizes], [wanted, [full]], `${gap} ms`);
    }
});

test("a size that was too slow is tried again ever more rarely", () => {
    const device = new Device();
    device.load.begin({ width: 640, height: 480 });
    for (let second = 0; second < 600; second++) {
        const [width] = device.sizes.at(-1);
        device.show(1, 33, width === 1280 ? 150 : 60);
    }
    const tries = device.sizes.filter(([width]) => width === 1280).length;
    assert.ok(tries >= 4 && tries <= 8, `${tries} tries in ten minutes`);
    assert.deepEqual(device.sizes.at(-1), middle);
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
