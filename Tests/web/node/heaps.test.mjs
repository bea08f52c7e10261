// Volumes of heaps on the measuring page: readings as text, in either unit, and why there is none.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Heaps } from "../../../Web/measure/heaps.js";

/** A session that answers with things in turn, and notes what was asked of it. */
function sessionOf(...things) {
    const asked = [];
    return {
        asked,
        startDepth: async (options) => asked.push(options),
        stopDepth: () => asked.push("stop"),
        pixelAt: async (x, y) => (x > 1 ? null : [640 * x, 480 * y]),
        measureThing: async (...pixel) => {
            asked.push(pixel);
            return things.shift();
        },
    };
}

test("a reading is listed with its sigma, in either unit, renamed and taken back", async () => {
    const session = sessionOf({ result: "done", volume: 0.0841, volumeSigma: 0.0032 }, { result: "done", volume: 2, volumeSigma: 0.1 });
    const heaps = new Heaps(session);
    assert.equal(await heaps.place(0.5, 0.25), true);
    assert.equal(await heaps.place(0.5, 0.5), true);
    assert.deepEqual(session.asked, [[320, 120], [320, 240]]);
    assert.deepEqual(heaps.items.map(({ text }) => text), ["84.1 ± 3.2 l", "2.000 ± 0.100 m³"]);
    assert.ok(heaps.items.every(({ number, kind, unit }) => number < 0 && kind === "heap" && unit === "m³"));
    heaps.setUnit("imperial");
    assert.deepEqual(heaps.items.map(({ text }) => text), ["2.97 ± 0.11 cu ft", "70.63 ± 3.53 cu ft"]);
    heaps.rename(heaps.items[0].number, "Sand");
    heaps.delete(heaps.items[1].number);
    assert.deepEqual(heaps.items.map(({ name }) => name), ["Sand"]);
    heaps.reset();
    assert.deepEqual(heaps.items, []);
});

test("what cannot be measured says why, each in its own words", async () => {
    const results = ["unseen", "noSurface", "hidden"];
    const heaps = new Heaps(sessionOf(...results.map((result) => ({ result }))));
    const told = [heaps.advice];
    for (const _ of results) {
        assert.equal(await heaps.place(0.5, 0.5), false);
        told.push(heaps.advice);
    }
    assert.equal(new Set(told).size, 4);
    assert.equal(await heaps.place(2, 0), false, "beside the image");
    assert.equal(heaps.advice, told[1]);
});

test("depth is made while heaps are chosen, and what hinders it is told", async () => {
    const session = sessionOf();
    const heaps = new Heaps(session);
    await heaps.choose(true);
    await heaps.choose(true);
    await heaps.choose(false);
    assert.deepEqual(session.asked, [{ mapsPerSecond: 4, mesh: true }, "stop"]);
    session.startDepth = () => Promise.reject(new Error("no depth.wasm"));
    await heaps.choose(true);
    assert.deepEqual([heaps.isOn, heaps.advice], [true, "no depth.wasm"]);
});
